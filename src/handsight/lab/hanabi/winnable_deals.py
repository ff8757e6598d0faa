"""Which deals a team that sees all cards can win, and how many games of bots were lost by the deck."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from handsight.game import Seed
from handsight.hanabi import Setup, State, Terms, deal
from handsight.lab.hanabi.game_plan import shuffled_setup
from handsight.lab.hanabi.simulate_games import Run
from handsight.lab.job_runner import Progress, RunSettings, whole_jobs
from handsight.lab.numbered_job import Job
from handsight.search.open_hands import NODES, Solution, check_supported, solve_state

Start = Callable[[int], State]
"""Returns the state from which the game of a number is solved."""


@dataclass(frozen=True)
class SolverSettings:
    """How deals are solved: positions to look at for each score, and workers."""

    nodes: int = NODES
    workers: int = 1
    progress: Progress | None = None


def dealt(terms: Terms, seed: Seed) -> Start:
    """Return the deals of an experiment, by number."""
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
        """Return how far the solver looks."""
        return str(self.nodes)

    def work(self, first: int, count: int) -> list[Solved]:
        """Solve the deals from number *first* on."""
        states = [self.start(number) for number in range(first, first + count)]
        return [(state, solve_state(state, nodes=self.nodes)) for state in states]


def solve_each(start: Start, numbers: Sequence[int], settings: SolverSettings) -> Iterator[Solved]:
    """Solve games, and yield each state with its solution, in order; any number of workers finds the same."""
    job = _Deals(start, settings.nodes)
    run = RunSettings(settings.workers, progress=settings.progress)
    for (solved,) in whole_jobs([(job, [number]) for number in numbers], run):
        yield solved


@dataclass(frozen=True)
class Winnability:
    """How many deals can be won: reach the highest score there is."""

    won: int = 0
    lost: int = 0
    """Proved not to be winnable."""
    open: int = 0
    """Neither a line nor a proof was found within the limit."""
    unproved: int = 0
    """Deals whose best score is not proved; the open ones among them."""

    def __add__(self, solution: Solution) -> "Winnability":
        lost = solution.bound < solution.most
        won = solution.best == solution.most
        return Winnability(
            self.won + won,
            self.lost + lost,
            self.open + (not won and not lost),
            self.unproved + (not solution.proved),
        )

    @property
    def deals(self) -> int:
        """How many deals there were."""
        return self.won + self.lost + self.open


@dataclass(frozen=True)
class LostByDeck:
    """How many imperfect games of a run were lost by the deck."""

    games: int
    found: Winnability

    def to_json(self) -> dict[str, Any]:
        """Return what `simulate --unwinnable --json` prints."""
        found = self.found
        return {"imperfect": found.deals, "lost_by_deck": found.lost, "open": found.open}

    @property
    def text(self) -> str:
        """The same in a sentence."""
        found = self.found
        if not found.deals:
            return "no game was imperfect"
        still = f"; {found.open:,} could not be decided" if found.open else ""
        return (
            f"of {found.deals:,} imperfect games {found.lost:,} ({found.lost / found.deals:.2%}) were lost by"
            f" the deck: not even a team that sees all cards can win them{still}"
        )


def lost_by_deck(run: Run, settings: SolverSettings) -> LostByDeck:
    """Solve the deal of every imperfect game of a run; InputError names a rule that the solver lacks."""
    plan = run.plan
    check_supported(plan.terms)
    top = plan.terms.variant.max_score
    numbers = [number for number, score in enumerate(run.scores) if score < top]

    def start(number: int) -> State:
        setup: Setup = plan.setup(number)
        return deal(setup)

    found = Winnability()
    for _, solution in solve_each(start, numbers, settings):
        found += solution
    return LostByDeck(run.games, found)
