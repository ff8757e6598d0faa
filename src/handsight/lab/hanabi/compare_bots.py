"""Compare bots on the same deals, and stop when the answer is clear; and mix them in teams."""

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Unpack

from handsight.bots import BotName
from handsight.errors import InputError
from handsight.game import as_seed
from handsight.lab import statistics as stats
from handsight.lab.crossplay_matrix import Crossplay, play_crossplay
from handsight.lab.experiment_options import (
    CONFIDENCE,
    DEFAULT_GAMES,
    DEFAULT_SEED,
    HanabiOptions,
    check_bots,
    check_confidence,
    run_settings,
)
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.lab.hanabi.simulate_games import Run, asked_terms, run_table, self_play
from handsight.lab.played_games import Experiment
from handsight.lab.result_summary import Summary, TextTable, interval_json, interval_text, mean_text, p_text
from handsight.text.counting_from_one import counted

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Pair:
    """Two bots on the same deals: *difference* is the first's score minus the second's."""

    a: str
    b: str
    difference: stats.Difference
    only_a_perfect: int
    """In how many games the first was perfect and the second was not."""
    only_b_perfect: int

    @property
    def perfect_p(self) -> float:
        """The probability that luck alone splits those games so unevenly (McNemar)."""
        return stats.mcnemar(self.only_a_perfect, self.only_b_perfect)

    def clear(self, margin: float) -> bool:
        """Whether it is clear which is better, or that they differ by no more than the margin."""
        low, high = self.difference.low, self.difference.high
        return low > 0 or high < 0 or -margin <= low <= high <= margin


@dataclass(frozen=True)
class Comparison:
    """Bots that played the same deals, and every pair of them."""

    runs: list[Run]
    seconds: float
    confidence: float = CONFIDENCE
    sequential: bool = False
    """Whether the intervals hold at any time, as they must if playing stops when the answer is clear."""

    @property
    def pairs(self) -> list[Pair]:
        """Every pair of bots, in the order in which they were named."""
        return [self._pair(one, other) for one, other in combinations(self.runs, 2)]

    def _pair(self, one: Run, other: Run) -> Pair:
        judge = stats.at_any_time if self.sequential else stats.paired
        difference = judge(one.scores, other.scores, self.confidence)
        top = one.plan.terms.variant.max_score
        perfect = [(a == top, b == top) for a, b in zip(one.scores, other.scores, strict=True)]
        names = one.plan.names[0], other.plan.names[0]
        return Pair(*names, difference, perfect.count((True, False)), perfect.count((False, True)))

    def to_json(self) -> dict[str, Any]:
        """Return what `compare --json` prints."""
        return {
            "rows": [{"bot": run.plan.names[0], **run.figures()} for run in self.runs],
            "pairs": [_pair_json(pair) for pair in self.pairs],
            **self.runs[0].conditions(),
            "confidence": self.confidence,
            "sequential": self.sequential,
            "seconds": self.seconds,
            "version": self.runs[0].plan.version,
        }

    def summary(self) -> Summary:
        """Return the result in words, figures, JSON and plots."""
        return Summary(
            title=" and ".join(run.plan.names[0] for run in self.runs),
            caption=self.runs[0].caption,
            json=self.to_json(),
            tables=[run_table(self.runs), pairs_table(self)],
            plots=[self.plot, self.distribution],
            remark=", the same deals for all",
        )

    def plot(self) -> "Figure":
        """Draw every difference with its interval."""
        from handsight.lab.plots import Span, intervals

        spans = [
            Span(f"{pair.a} − {pair.b}", pair.difference.low, pair.difference.mean, pair.difference.high)
            for pair in self.pairs
        ]
        meaning = f"difference of scores on the same deals, {self.confidence:.0%} intervals"
        return intervals(spans, self.runs[0].caption, meaning)

    def distribution(self) -> "Figure":
        """Draw the distributions of the scores, side by side."""
        from handsight.lab.plots import distribution

        return distribution([run.series for run in self.runs], self.runs[0].caption)

    def __repr__(self) -> str:
        means = ", ".join(f"{run.plan.names[0]} {mean_text(run.estimate)}" for run in self.runs)
        return f"<Comparison on {counted(self.runs[0].games, 'deal')}: {means}>"


def _pair_json(pair: Pair) -> dict[str, Any]:
    found = pair.difference
    return {
        "a": pair.a,
        "b": pair.b,
        "difference": found.mean,
        **interval_json(found),
        "only_a_perfect": pair.only_a_perfect,
        "only_b_perfect": pair.only_b_perfect,
        "perfect_p": pair.perfect_p,
    }


def pairs_table(comparison: Comparison) -> TextTable:
    """Return the difference of every pair of bots."""
    interval = f"{comparison.confidence:.0%} interval" + (" at any time" if comparison.sequential else "")
    heads = ("", "difference", interval, "p", "only one perfect", "p")
    rows = [
        (
            f"{pair.a} − {pair.b}",
            f"{pair.difference.mean:+.3f}",
            interval_text(pair.difference),
            p_text(pair.difference),
            f"{pair.only_a_perfect} : {pair.only_b_perfect}",
            f"{pair.perfect_p:.2g}",
        )
        for pair in comparison.pairs
    ]
    return TextTable(heads, rows)


def compare(
    *bots: BotName,
    until_clear: float | None = None,
    confidence: float = CONFIDENCE,
    **options: Unpack[HanabiOptions],
) -> Comparison:
    """Let every bot play the same deals, each with copies of itself; see `handsight.lab.compare`."""
    terms, seed = asked_terms(options, "compare"), as_seed(options.get("seed", DEFAULT_SEED))
    check_bots(bots, 2, "compare")
    check_confidence(confidence)
    if until_clear is not None and until_clear < 0:
        raise InputError(f"a difference of {until_clear} points cannot be small enough; choose 0 or more")
    games = options.get("games", DEFAULT_GAMES)
    experiment = Experiment([self_play(bot, terms, seed) for bot in bots], run_settings(options), Run)
    for count in [games] if until_clear is None else stats.looks(games):
        runs = experiment.play(count, games)
        comparison = Comparison(runs, experiment.seconds, confidence, sequential=until_clear is not None)
        if until_clear is not None and all(pair.clear(until_clear) for pair in comparison.pairs):
            break
    return comparison


def crossplay(*bots: BotName, **options: Unpack[HanabiOptions]) -> Crossplay[Run]:
    """Let every bot play alone among copies of every other; see `handsight.lab.crossplay`."""
    terms, seed = asked_terms(options, "crossplay"), as_seed(options.get("seed", DEFAULT_SEED))

    def plan(bot: BotName, partner: BotName) -> HanabiPlan:
        return HanabiPlan((bot, *(partner,) * (terms.players - 1)), terms, seed, rotate=True)

    return play_crossplay(bots, plan, options, Run)
