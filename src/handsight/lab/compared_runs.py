"""Several runs on the same deals, of any game: bots compared pair by pair, and mixed with each other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from handsight.bots import BotName
from handsight.errors import InputError
from handsight.lab import statistics as stats
from handsight.lab.experiment_options import (
    CONFIDENCE,
    DEFAULT_GAMES,
    ExperimentOptions,
    check_bots,
    check_confidence,
    run_settings,
)
from handsight.lab.game_plan import Plan
from handsight.lab.played_games import Experiment, Pair, PlayedGames
from handsight.lab.result_summary import Summary, TextTable, finite, mean_text
from handsight.text.counting_from_one import counted

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

RunT = TypeVar("RunT", bound=PlayedGames[Any])


@dataclass(frozen=True)
class Comparison(Generic[RunT]):
    """Bots that played the same deals, and every pair of them."""

    runs: list[RunT]
    seconds: float
    confidence: float = CONFIDENCE
    sequential: bool = False
    """Whether the intervals hold at any time, as they must if playing stops when the answer is clear."""
    host: str = ""
    """The bot in all other seats, where each did not play with copies of itself."""

    @property
    def pairs(self) -> list[Pair]:
        """Every pair of bots, in the order in which they were named."""
        pairs = combinations(self.runs, 2)
        return [one.pair(other, self.confidence, sequential=self.sequential) for one, other in pairs]

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
            "sequential": self.sequential,
            "seconds": self.seconds,
            "version": self.runs[0].plan.version,
        }

    def summary(self) -> Summary:
        """Return the result in words, figures, JSON and plots."""
        return Summary(
            title=" and ".join(run.plan.names[0] for run in self.runs),
            caption=self.caption,
            json=self.to_json(),
            tables=[type(self.runs[0]).table(self.runs), pairs_table(self)],
            plots=[self.plot, *([self.distribution] if self.runs[0].distributed else [])],
        )

    def plot(self) -> "Figure":
        """Draw every difference with its interval."""
        from handsight.lab.plots import Span, intervals

        found = [(f"{pair.a} − {pair.b}", pair.difference) for pair in self.pairs]
        spans = [Span(name, gap.low, gap.mean, gap.high) for name, gap in found]
        meaning = f"difference of {self.runs[0].counted_in} on the same deals"
        return intervals(spans, self.caption, f"{meaning}, {self.confidence:.0%} intervals")

    def distribution(self) -> "Figure":
        """Draw the distributions of the scores, side by side."""
        from handsight.lab.plots import distribution

        return distribution([run.series for run in self.runs], self.caption)

    def __repr__(self) -> str:
        means = ", ".join(f"{run.plan.names[0]} {mean_text(run.first_estimate)}" for run in self.runs)
        return f"<Comparison on {counted(self.runs[0].games, 'deal')}: {means}>"


def pairs_table(comparison: Comparison[Any]) -> TextTable:
    """Return the difference of every pair of bots."""
    interval = f"{comparison.confidence:.0%} interval" + (" at any time" if comparison.sequential else "")
    difference, *more = comparison.runs[0].pair_heads
    heads = ("", difference, interval, "p", *more)
    return TextTable(heads, [(f"{pair.a} − {pair.b}", *pair.cells()) for pair in comparison.pairs])


def compare_bots(
    bots: Sequence[BotName],
    plan: Callable[[BotName], Plan],
    options: ExperimentOptions,
    result: type[RunT],
    *,
    confidence: float = CONFIDENCE,
    until_clear: float | None = None,
    host: str = "",
) -> Comparison[RunT]:
    """Let every bot play the same deals, as *plan* seats it; `handsight.lab.compare` says the rest."""
    check_bots(bots, 2, "compare")
    check_confidence(confidence)
    if until_clear is not None and until_clear < 0:
        raise InputError(f"a difference of {until_clear} points cannot be small enough; choose 0 or more")
    games, sequential = options.get("games", DEFAULT_GAMES), until_clear is not None
    experiment = Experiment([plan(bot) for bot in bots], run_settings(options), result)
    for count in stats.looks(games) if sequential else [games]:
        runs = experiment.play(count, games)
        found = Comparison(runs, experiment.seconds, confidence, sequential, host)
        if until_clear is not None and all(pair.clear(until_clear) for pair in found.pairs):
            break
    return found


@dataclass(frozen=True)
class Crossplay(Generic[RunT]):
    """A run for every bot (row) and partner (column): the bot has one seat, copies of the partner the others.

    The bot takes every seat in turn, and all cells play the same deals.
    """

    bots: tuple[str, ...]
    runs: tuple[tuple[RunT, ...], ...]
    seconds: float

    @cached_property
    def estimates(self) -> list[list[stats.Estimate]]:
        """The mean of each cell with its standard error, by bot and partner."""
        return [[run.first_estimate for run in row] for row in self.runs]

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
        """The mean of all other cells."""
        cells = [found.mean for i, row in enumerate(self.estimates) for j, found in enumerate(row) if i != j]
        return sum(cells) / len(cells)

    def summary(self) -> Summary:
        """Return the result in words, figures, JSON and plots."""
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
    """Return the mean of every bot (line) among copies of every partner (column)."""
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
    experiment = Experiment(plans, run_settings(options), result)
    runs = experiment.play(options.get("games", DEFAULT_GAMES))
    names = tuple(plan.names[0] for plan in plans[:: len(bots)])
    rows = tuple(tuple(runs[at : at + len(bots)]) for at in range(0, len(runs), len(bots)))
    return Crossplay(names, rows, experiment.seconds)
