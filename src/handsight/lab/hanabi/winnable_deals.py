"""Which deals a team that sees all cards can win."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from handsight.game import Seed
from handsight.hanabi import State, Terms, deal
from handsight.lab.hanabi.game_plan import shuffled_setup
from handsight.lab.job_runner import RunSettings, whole_jobs
from handsight.lab.numbered_job import Job
from handsight.search.open_hands import Solution, solve_state

Start = Callable[[int], State]
"""Returns the state from which the game of a number is solved."""


def dealt(terms: Terms, seed: Seed) -> Start:
    """Return a function that deals the game of a number, as `simulate` does with this seed."""
    return lambda number: deal(shuffled_setup(terms, seed, number))


Solved = tuple[State, Solution]


@dataclass(frozen=True)
class _Deals(Job[list[Solved]]):
    """Deals to be solved, by number; the solver's kernel holds no lock, so threads can share them."""

    label = "deals"
    shares_threads: ClassVar[bool] = True
    start: Start
    nodes: int

    def conditions(self) -> str:
        """Return how many positions the solver may look at for each score."""
        return str(self.nodes)

    def work(self, first: int, count: int) -> list[Solved]:
        """Solve the deals from number *first* on."""
        states = [self.start(number) for number in range(first, first + count)]
        return [(state, solve_state(state, nodes=self.nodes)) for state in states]


def solve_each(start: Start, games: int, settings: RunSettings, nodes: int) -> Iterator[Solved]:
    """Solve games, looking at *nodes* positions for each score; yield states and solutions in order."""
    job = _Deals(start, nodes)
    for (solved,) in whole_jobs([(job, [number]) for number in range(games)], settings):
        yield solved


@dataclass(frozen=True)
class Winnability:
    """How many deals can be won, that is, reach the variant's highest score with all cards known."""

    won: int = 0
    lost: int = 0
    """Proved not to be winnable."""
    open: int = 0
    """Neither a line nor a proof was found within the limit."""

    def __add__(self, solution: Solution) -> "Winnability":
        lost = solution.bound < solution.most
        won = solution.best == solution.most
        return Winnability(self.won + won, self.lost + lost, self.open + (not won and not lost))

    @property
    def deals(self) -> int:
        """How many deals there were."""
        return self.won + self.lost + self.open
