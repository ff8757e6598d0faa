"""The games of several plans: playing them, and more of them when asked again; what every result has."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from time import perf_counter
from typing import Any, Generic, TypeVar

from handsight.errors import InputError
from handsight.lab.game_plan import Plan, Rows, check_games
from handsight.lab.job_runner import RunSettings, run_jobs

PlanT = TypeVar("PlanT", bound=Plan)
ResultT = TypeVar("ResultT", bound="PlayedGames[Any]")


@dataclass(frozen=True, eq=False)
class PlayedGames(Generic[PlanT]):
    """The games of a plan, from number 0 on; the results of every game add their figures."""

    plan: PlanT
    rows: Rows
    """Results, one entry for every game."""
    seconds: float = 0.0
    """The plan's share of the time that passed."""
    cpu_seconds: float = 0.0
    played: int = 0
    """How many of the games were played now; the others were in the result folder."""

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.rows)

    @property
    def games_per_second(self) -> float:
        """How many games were played in a second of the time that passed."""
        return self.played / self.seconds if self.seconds else 0.0

    def to_arrow(self) -> Any:
        """Return the games as a `pyarrow.Table`: a row for each game, with all it depends on."""
        return self.plan.to_arrow(0, self.rows)

    def to_pandas(self) -> Any:
        """Return the games as a pandas data frame.

        Raises:
            InputError: pandas is not installed; says how to install it.
        """
        if find_spec("pandas") is None:
            raise InputError("pandas is not installed; install it with: pip install pandas")
        return self.to_arrow().to_pandas()


class Experiment(Generic[ResultT]):
    """Plays the first games of several plans, and more of them when asked again; returns *result* of each."""

    def __init__(self, plans: Sequence[Plan], settings: RunSettings, result: type[ResultT]) -> None:
        self.plans, self.settings = plans, settings
        self._result = result
        self.seconds = 0.0
        self._rows = [plan.blank_rows(0) for plan in plans]
        self._cpu_seconds = [0.0] * len(plans)
        self._played = [0] * len(plans)

    def play(self, games: int, most: int | None = None) -> list[ResultT]:
        """Play the games of every plan up to a number.

        Args:
            games: How many games every plan shall have then.
            most: How many there may be in the end, where more is asked for later; for progress alone.

        Raises:
            Interrupted: The user stopped the run.
            InputError: The settings make no sense, or results cannot be written.
            BotError: A bot failed.
            WorkerError: Workers died, or are of another version.
        """
        check_games(games)
        check_games(most or games)
        start = perf_counter()
        before = len(self._rows[0])
        for index, plan in enumerate(self.plans):
            rows = plan.blank_rows(games)
            rows[:before] = self._rows[index]
            self._rows[index] = rows
        asked = [(plan, range(before, games)) for plan in self.plans]
        done, total = before * len(asked), (most or games) * len(asked)
        for portion in run_jobs(asked, self.settings, done, total):
            count = len(portion.rows)
            self._rows[portion.index][portion.first : portion.first + count] = portion.rows
            self._cpu_seconds[portion.index] += portion.seconds
            self._played[portion.index] += count * portion.fresh
        self.seconds += perf_counter() - start
        return self._results()

    def _results(self) -> list[ResultT]:
        """Return the results so far; the time that passed is shared out by CPU time."""
        whole = sum(self._cpu_seconds) or 1.0
        parts = zip(self.plans, self._rows, self._cpu_seconds, self._played, strict=True)
        return [
            self._result(plan, rows, self.seconds * cpu / whole, cpu, played)
            for plan, rows, cpu, played in parts
        ]
