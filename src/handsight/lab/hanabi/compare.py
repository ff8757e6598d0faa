"""Hold bots against each other on the same deals, and stop when the answer is clear."""

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Unpack

from handsight.bots import BotName
from handsight.errors import InputError
from handsight.lab import stats
from handsight.lab.fingerprint import fingerprint
from handsight.lab.hanabi import options as words
from handsight.lab.hanabi.options import Options
from handsight.lab.hanabi.run import Run
from handsight.lab.hanabi.runner import Experiment
from handsight.lab.hanabi.to_json import figures, head, number

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

CONFIDENCE = 0.95


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
        """The chance of so uneven a split of those games by luck alone."""
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
    """Whether the intervals hold at any time, as they must where one stops when the answer is clear."""

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

    @property
    def row(self) -> dict[str, Any]:
        """The shape of `compare --json`."""
        return {
            "rows": [{"bot": run.plan.names[0], **figures(run)} for run in self.runs],
            "pairs": [_pair_row(pair) for pair in self.pairs],
            **head(self.runs[0]),
            "confidence": self.confidence,
            "sequential": self.sequential,
            "seconds": self.seconds,
            "version": fingerprint(),
        }

    def plot(self) -> "Figure":
        """Draw every difference with its interval."""
        from handsight.lab.plots import Span, intervals  # noqa: PLC0415  as above

        spans = [
            Span(f"{pair.a} − {pair.b}", pair.difference.low, pair.difference.mean, pair.difference.high)
            for pair in self.pairs
        ]
        meaning = f"difference of scores on the same deals, {self.confidence:.0%} intervals"
        return intervals(spans, self.runs[0].caption, meaning)

    def distribution(self) -> "Figure":
        """Draw the distributions of the scores, side by side."""
        from handsight.lab.plots import distribution  # noqa: PLC0415  as above

        return distribution([run.series for run in self.runs], self.runs[0].caption)

    def __repr__(self) -> str:
        means = ", ".join(f"{run.plan.names[0]} {run.mean:.3f} ± {run.stderr:.3f}" for run in self.runs)
        return f"<Comparison on {self.runs[0].games:,} deals: {means}>"


def _pair_row(pair: Pair) -> dict[str, Any]:
    found = pair.difference
    return {
        "a": pair.a,
        "b": pair.b,
        "difference": found.mean,
        "stderr": number(found.stderr),
        "low": number(found.low),
        "high": number(found.high),
        "p": found.p,
        "only_a_perfect": pair.only_a_perfect,
        "only_b_perfect": pair.only_b_perfect,
        "perfect_p": pair.perfect_p,
    }


def compare(
    *bots: BotName,
    until_clear: float | None = None,
    confidence: float = CONFIDENCE,
    **options: Unpack[Options],
) -> Comparison:
    """Let every bot play the same deals, each with copies of itself.

    With *until_clear* it stops as soon as it is clear for every pair which is better, or that they differ by
    no more than this many points; `games` is then the most that are played.
    """
    if len(bots) < 2:
        raise InputError("name at least two bots to compare")
    words.check_confidence(confidence)
    if until_clear is not None and until_clear < 0:
        raise InputError(f"a difference of {until_clear} points cannot be small enough; choose 0 or more")
    plans = [words.self_play(bot, options) for bot in bots]
    experiment = Experiment(plans, words.settings(options))
    most = words.games(options)
    for games in [most] if until_clear is None else stats.looks(most):
        runs = experiment.play(games, most)
        found = Comparison(runs, experiment.seconds, confidence, sequential=until_clear is not None)
        if until_clear is not None and all(pair.clear(until_clear) for pair in found.pairs):
            break
    return found
