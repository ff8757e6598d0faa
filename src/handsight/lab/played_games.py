"""What the experiments of all games share: options, and results: runs, comparisons and mixed teams."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypedDict, TypeVar

from handsight import boeren, hanabi
from handsight.bots import BotName
from handsight.errors import InputError
from handsight.game import Seed
from handsight.lab.game_plan import Plan, Rows, check_games
from handsight.lab.job_runner import Progress, RunSettings, run_jobs
from handsight.lab.result_summary import (
    Summary,
    TextTable,
    finite,
    interval_json,
    interval_text,
    mean_text,
    p_text,
)
from handsight.lab.statistics import Difference, Estimate
from handsight.text.counting_from_one import counted
from handsight.text.suggestions import did_you_mean

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

PlanT = TypeVar("PlanT", bound=Plan)
RunT = TypeVar("RunT", bound="PlayedGames[Any]")
Function = TypeVar("Function", bound=Callable[..., Any])
DEFAULT_GAMES, DEFAULT_SEED, CONFIDENCE = 1_000, 1, 0.95


class ExperimentOptions(TypedDict, total=False):
    """The options of every experiment; `handsight.lab.simulate` says what each is."""

    games: int
    seed: Seed
    workers: int
    out: str | Path | None
    progress: Progress | None


class HanabiOptions(ExperimentOptions, total=False):
    """The options of every experiment with Hanabi."""

    players: int | None
    rules: str | hanabi.Rules
    variant: str | int | hanabi.Variant
    hand: int | None


class BoerenOptions(ExperimentOptions, total=False):
    """The options of every experiment with Boeren Bridge."""

    rules: str | boeren.Rules


def declaring(options: type, *more: str) -> Callable[[Function], Function]:
    """Show options in the signature of a function, for help and completion, in place of ``**options``."""

    def declare(function: Function) -> Function:
        own = inspect.signature(function)
        named = [one for one in own.parameters.values() if one.kind is not one.VAR_KEYWORD]
        shown = (name for name in (*more, *_names(options)) if name not in own.parameters)
        added = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=...) for name in shown]
        vars(function)["__signature__"] = own.replace(parameters=[*named, *added])
        return function

    return declare


def _names(options: type) -> tuple[str, ...]:
    return tuple(inspect.get_annotations(options))


def check_names(given: Mapping[str, Any], options: type, experiment: str) -> None:
    """Raise TypeError for an option that an experiment does not have."""
    for name in given:
        if name not in _names(options):
            hint = did_you_mean(name, _names(options), f"it has {', '.join(_names(options))}")
            raise TypeError(f"{experiment}() got an unexpected keyword argument {name!r}; {hint}")


def run_settings(options: ExperimentOptions) -> RunSettings:
    """Return the options that say how many workers play the games, and where results are kept."""
    chosen: Any = {name: value for name, value in options.items() if name in RunSettings._fields}
    return RunSettings(**chosen)


def check_bots(bots: Sequence[BotName], least: int = 1, purpose: str = "play") -> None:
    """Raise InputError for fewer than *least* bots, and for a list in place of names."""
    for bot in bots:
        if isinstance(bot, list | tuple):
            raise InputError(f"bots are named one after the other, not in a list: write *{bot!r}")
    if len(bots) < least:
        several = "two bots" if least == 2 else "one bot"
        raise InputError(f"name at least {several} to {purpose}; `handsight bots` lists them")


def check_list(names: object, parameter: str, what: str) -> None:
    """Raise InputError for a text in place of a list of names: it would be read letter by letter."""
    if isinstance(names, str):
        raise InputError(f"{parameter} is a list of {what}: write [{names!r}], not {names!r}")


def check_confidence(confidence: float) -> None:
    """Raise InputError unless a confidence level lies between 0 and 1."""
    if not 0 < confidence < 1:
        raise InputError(f"a confidence lies between 0 and 1, such as 0.95, not {confidence}")


@dataclass(frozen=True)
class Pair:
    """Two bots on the same deals; *difference* is the first bot's mean score minus the second's."""

    form: ClassVar[str] = "+.3f"
    """The format in which differences are printed."""

    a: str
    b: str
    difference: Difference

    def to_json(self) -> dict[str, Any]:
        """Return the pair as `compare --json` prints it."""
        return {
            "a": self.a,
            "b": self.b,
            "difference": self.difference.mean,
            **interval_json(self.difference),
        }

    def cells(self) -> tuple[str, ...]:
        """Return its cells in a table, without the names."""
        found = self.difference
        return format(found.mean, self.form), interval_text(found, self.form), p_text(found)


@dataclass(frozen=True, eq=False)
class PlayedGames(ABC, Generic[PlanT]):
    """The results of a plan's games, from number 0 on; a subclass for each game adds figures."""

    counted_in: ClassVar[str] = "scores"
    """What differences of bots are differences of."""
    pair_heads: ClassVar[tuple[str, ...]] = ("difference",)
    """Column heads in a table of pairs: the difference, then what the game's pairs add."""

    plan: PlanT
    rows: Rows
    """Results, one entry for every game."""
    seconds: float = 0.0
    """This plan's share of the seconds that passed."""
    cpu_seconds: float = 0.0
    played: int = 0
    """How many of the games were played now; the others were in the result folder."""

    @property
    @abstractmethod
    def caption(self) -> str:
        """Which games these are, in a line."""

    @property
    @abstractmethod
    def estimate(self) -> Estimate:
        """The mean of what the first bot, or its team, scores."""

    @abstractmethod
    def conditions(self) -> dict[str, Any]:
        """Return the conditions of the games (seed, rules, …), as JSON has them."""

    @abstractmethod
    def figures(self) -> dict[str, Any]:
        """Return the figures by which the first bot is ranked, as JSON has them."""

    @abstractmethod
    def pair(self, other: Self, confidence: float) -> Pair:
        """Compare the first bot here with the first bot of *other*, which played the same deals."""

    @staticmethod
    @abstractmethod
    def table(runs: Sequence[Any]) -> TextTable:
        """Return a table with the figures of each run on a line."""

    def shares(self) -> dict[str, float]:
        """Return further figures of a cell of `crossplay`, by their names in JSON."""
        return {}

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.rows)

    @property
    def games_per_second(self) -> float:
        """The games played now, divided by the seconds that passed; 0 if none passed."""
        return self.played / self.seconds if self.seconds else 0.0

    def to_arrow(self) -> Any:
        """Return the games as a `pyarrow.Table`: a row for each game, with its conditions."""
        return self.plan.to_arrow(0, self.rows)

    def to_pandas(self) -> Any:
        """Return the games as a pandas data frame."""
        if find_spec("pandas") is None:
            raise InputError("pandas is not installed; install it with: pip install pandas")
        return self.to_arrow().to_pandas()


def play_plans(
    plans: Sequence[Plan], options: ExperimentOptions, result: type[RunT]
) -> tuple[list[RunT], float]:
    """Play the games that options ask for; return the result of each plan, and the seconds that passed.

    The time that passed is shared out to the plans by CPU time.
    """
    games = options.get("games", DEFAULT_GAMES)
    check_games(games)
    start = perf_counter()
    rows = [plan.blank_rows(games) for plan in plans]
    cpu_seconds, played = [0.0] * len(plans), [0] * len(plans)
    for portion in run_jobs([(plan, range(games)) for plan in plans], run_settings(options)):
        count = len(portion.rows)
        rows[portion.index][portion.first : portion.first + count] = portion.rows
        cpu_seconds[portion.index] += portion.seconds
        played[portion.index] += count * portion.fresh
    seconds = perf_counter() - start
    whole = sum(cpu_seconds) or 1.0
    parts = zip(plans, rows, cpu_seconds, played, strict=True)
    return [result(plan, kept, seconds * cpu / whole, cpu, new) for plan, kept, cpu, new in parts], seconds


@dataclass(frozen=True)
class Comparison(Generic[RunT]):
    """The results of bots that played the same deals, and the difference of every pair."""

    runs: list[RunT]
    seconds: float
    confidence: float = CONFIDENCE
    host: str = ""
    """The bot in all other seats; empty if each bot played with copies of itself."""

    @property
    def pairs(self) -> list[Pair]:
        """Every pair of bots, in the order in which they were named."""
        return [one.pair(other, self.confidence) for one, other in combinations(self.runs, 2)]

    @property
    def caption(self) -> str:
        """Which games these are, in a line."""
        seats = f"; each among three {self.host}" if self.host else ", the same deals for all"
        return f"{self.runs[0].caption}{seats}"

    def to_json(self) -> dict[str, Any]:
        """Return what `compare --json` prints."""
        return {
            "rows": [{"bot": run.plan.names[0], **run.figures()} for run in self.runs],
            "pairs": [pair.to_json() for pair in self.pairs],
            **self.runs[0].conditions(),
            **({"host": self.host} if self.host else {}),
            "confidence": self.confidence,
            "seconds": self.seconds,
            "version": self.runs[0].plan.version,
        }

    def summary(self) -> Summary:
        """Return the result in words, tables, JSON and plots."""
        return Summary(
            title=" and ".join(run.plan.names[0] for run in self.runs),
            caption=self.caption,
            json=self.to_json(),
            tables=[type(self.runs[0]).table(self.runs), pairs_table(self)],
            plots=[self.plot],
        )

    def plot(self) -> "Figure":
        """Draw every difference with its interval."""
        from handsight.lab.plots import Span, intervals

        found = [(f"{pair.a} − {pair.b}", pair.difference) for pair in self.pairs]
        spans = [Span(name, gap.low, gap.mean, gap.high) for name, gap in found]
        meaning = f"difference of {self.runs[0].counted_in} on the same deals"
        return intervals(spans, self.caption, f"{meaning}, {self.confidence:.0%} intervals")

    def __repr__(self) -> str:
        means = ", ".join(f"{run.plan.names[0]} {mean_text(run.estimate)}" for run in self.runs)
        return f"<Comparison on {counted(self.runs[0].games, 'deal')}: {means}>"


def pairs_table(comparison: Comparison[Any]) -> TextTable:
    """Return a table with the difference of every pair of bots."""
    difference, *more = comparison.runs[0].pair_heads
    heads = ("", difference, f"{comparison.confidence:.0%} interval", "p", *more)
    return TextTable(heads, [(f"{pair.a} − {pair.b}", *pair.cells()) for pair in comparison.pairs])


def compare_bots(
    bots: Sequence[BotName],
    plan: Callable[[BotName], Plan],
    options: ExperimentOptions,
    result: type[RunT],
    *,
    confidence: float = CONFIDENCE,
    host: str = "",
) -> Comparison[RunT]:
    """Let every bot play the same deals, as *plan* seats it; see `handsight.lab.compare`."""
    check_bots(bots, 2, "compare")
    check_confidence(confidence)
    runs, seconds = play_plans([plan(bot) for bot in bots], options, result)
    return Comparison(runs, seconds, confidence, host)


@dataclass(frozen=True)
class Crossplay(Generic[RunT]):
    """A run for every bot (row) and partner (column): the bot has one seat, copies of the partner the others.

    The bot takes every seat in turn, and all cells play the same deals.
    """

    bots: tuple[str, ...]
    runs: tuple[tuple[RunT, ...], ...]
    seconds: float

    @cached_property
    def estimates(self) -> list[list[Estimate]]:
        """The mean of each cell with its standard error, by bot and partner."""
        return [[run.estimate for run in row] for row in self.runs]

    def to_json(self) -> dict[str, Any]:
        """Return what `crossplay --json` prints: matrices with bots as rows and partners as columns."""
        first = self.runs[0][0]
        shares = {name: [[run.shares()[name] for run in row] for row in self.runs] for name in first.shares()}
        return {
            "bots": list(self.bots),
            **first.conditions(),
            "matrix": [[found.mean for found in row] for row in self.estimates],
            "stderr": [[finite(found.stderr) for found in row] for row in self.estimates],
            **shares,
            "self_play": self.self_play,
            "cross_play": self.cross_play,
            "seconds": self.seconds,
            "version": first.plan.version,
        }

    @property
    def self_play(self) -> float:
        """The mean of the diagonal: each bot among copies of itself."""
        return sum(self.estimates[at][at].mean for at in range(len(self.bots))) / len(self.bots)

    @property
    def cross_play(self) -> float:
        """The mean of all cells off the diagonal: each bot among copies of another."""
        cells = [found.mean for i, row in enumerate(self.estimates) for j, found in enumerate(row) if i != j]
        return sum(cells) / len(cells)

    def summary(self) -> Summary:
        """Return the result in words, tables, JSON and plots."""
        return Summary(
            title="Crossplay",
            caption=self.runs[0][0].caption,
            json=self.to_json(),
            tables=[matrix_table(self)],
            plots=[self.plot],
            remark=" in each cell",
            after=[f"  self-play {self.self_play:.2f}, mixed teams {self.cross_play:.2f}"],
        )

    def plot(self) -> "Figure":
        """Draw the matrix."""
        from handsight.lab.plots import matrix

        means = [[found.mean for found in row] for row in self.estimates]
        return matrix(self.bots, means, self.runs[0][0].caption)

    def __repr__(self) -> str:
        means = f"self-play {self.self_play:.2f}, mixed teams {self.cross_play:.2f}"
        return f"<Crossplay of {', '.join(self.bots)}: {means}>"


def matrix_table(crossplay: Crossplay[Any]) -> TextTable:
    """Return a table of the mean score of every bot (line) among copies of every partner (column)."""
    rows = [
        (bot, *(mean_text(found, ".2f") for found in row))
        for bot, row in zip(crossplay.bots, crossplay.estimates, strict=True)
    ]
    return TextTable(("bot \\ partners", *crossplay.bots), rows)


def mix_bots(
    bots: Sequence[BotName],
    plan: Callable[[BotName, BotName], Plan],
    options: ExperimentOptions,
    result: type[RunT],
) -> Crossplay[RunT]:
    """Play the same deals with every bot among copies of every partner, as *plan* seats them."""
    check_bots(bots, 2, "mix")
    plans = [plan(bot, partner) for bot in bots for partner in bots]
    runs, seconds = play_plans(plans, options, result)
    names = tuple(plan.names[0] for plan in plans[:: len(bots)])
    rows = tuple(tuple(runs[at : at + len(bots)]) for at in range(0, len(runs), len(bots)))
    return Crossplay(names, rows, seconds)
