"""What the experiments of every game share: their options, and playing the games of several plans."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any, Generic, TypedDict, TypeVar

from handsight.bots import BotName
from handsight.errors import InputError
from handsight.game import Seed
from handsight.lab.game_plan import Plan, Rows, check_games
from handsight.lab.job_runner import Progress, RunSettings, run_jobs
from handsight.text.suggestions import did_you_mean

PlanT = TypeVar("PlanT", bound=Plan)
ResultT = TypeVar("ResultT", bound="PlayedGames[Any]")
DEFAULT_GAMES, DEFAULT_SEED, CONFIDENCE = 1_000, 1, 0.95


class ExperimentOptions(TypedDict, total=False):
    """The options of every experiment; `handsight.lab.simulate` says what each is."""

    games: int
    seed: Seed
    workers: int
    engine: str
    scheduler: str | None
    out: str | Path | None
    progress: Progress | None


def check_names(options: Mapping[str, Any], allowed: type, experiment: str) -> None:
    """Raise TypeError for an option that an experiment does not have."""
    known = sorted(getattr(allowed, "__optional_keys__"))  # noqa: B009  every TypedDict has it, for all mypy knows
    for name in options:
        if name not in known:
            hint = did_you_mean(name, known, f"it has {', '.join(known)}")
            raise TypeError(f"{experiment}() has no parameter {name!r}; {hint}")


def run_settings(options: ExperimentOptions) -> RunSettings:
    """Return the options that say who plays the games, and where they are kept."""
    chosen: Any = {name: value for name, value in options.items() if name in RunSettings._fields}
    return RunSettings(**chosen)


def check_bots(bots: Sequence[BotName], least: int = 1, purpose: str = "play") -> None:
    """Refuse too few bots, and a list in place of names."""
    for bot in bots:
        if isinstance(bot, list | tuple):
            raise InputError(f"bots are named one after the other, not in a list: write *{bot!r}")
    if len(bots) < least:
        several = "two bots" if least == 2 else "one bot"
        raise InputError(f"name at least {several} to {purpose}; `handsight bots` lists them")


def check_list(names: object, parameter: str, what: str) -> None:
    """Refuse a text where a list of names is wanted, which would be read letter by letter."""
    if isinstance(names, str):
        raise InputError(f"{parameter} is a list of {what}: write [{names!r}], not {names!r}")


def check_confidence(confidence: float) -> None:
    """Refuse a confidence that no interval has."""
    if not 0 < confidence < 1:
        raise InputError(f"a confidence lies between 0 and 1, such as 0.95, not {confidence}")


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
