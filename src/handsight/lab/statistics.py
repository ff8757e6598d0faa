"""Statistics of scores, as pure functions of plain numbers.

A histogram is a list: how many games had score 0, 1, 2, … Samples are sequences of numbers, one for each
game; two samples are paired when they come from the same deals.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, lgamma, log, log1p, nan, sqrt
from statistics import NormalDist

Histogram = Sequence[int]


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error, and the number of games behind it; one game has no error (nan)."""

    mean: float
    stderr: float
    games: int


@dataclass(frozen=True)
class Difference:
    """The mean difference of two paired samples, with its confidence interval and p-value."""

    mean: float
    stderr: float
    games: int
    low: float
    high: float
    p: float


def estimate(sample: Iterable[float]) -> Estimate:
    """Estimate a mean from a sample."""
    return _estimate(Counter(sample))


def estimate_of(histogram: Histogram) -> Estimate:
    """Estimate the mean score from a histogram."""
    return _estimate(dict(enumerate(histogram)))


def estimate_by_deal(totals: Sequence[float], sizes: Sequence[int]) -> Estimate:
    """Estimate a mean over games from each deal's sum and number of games; games of a deal are correlated.

    Every game counts the same. The error is taken over deals; the estimate's `games` is the number of deals.
    """
    deals, games = len(totals), sum(sizes)
    mean = sum(totals) / games
    if deals == 1:
        return Estimate(mean, nan, deals)
    spread = sum((total - mean * size) ** 2 for total, size in zip(totals, sizes, strict=True)) / (deals - 1)
    return Estimate(mean, sqrt(spread * deals) / games, deals)


def _estimate(counts: Mapping[float, int]) -> Estimate:
    rows = sorted(counts.items())  # so that the order of the games cannot change the last digit
    games = sum(count for _, count in rows)
    mean = sum(value * count for value, count in rows) / games
    if games == 1:
        return Estimate(mean, nan, games)
    spread = sum((value - mean) ** 2 * count for value, count in rows) / (games - 1)
    return Estimate(mean, sqrt(spread / games), games)


def percentile(histogram: Histogram, percent: int) -> int:
    """Return a percentile of the scores, by the rule of the program of Minimal Convention.

    The target is the number of games times percent, rounded down, but at least 1. Starting from score 0, each
    bin is subtracted from the target while the target exceeds it.
    """
    target = max(1, sum(histogram) * percent // 100)
    for score, count in enumerate(histogram):
        if target <= count:
            return score
        target -= count
    raise ValueError(f"{percent} percent is more than all games")


def wilson(successes: int, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the Wilson interval of a rate, which also holds for rates near 0 and 1."""
    z = _normal_quantile(confidence)
    rate, shrink = successes / games, 1 + z * z / games
    middle = (rate + z * z / (2 * games)) / shrink
    half = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / shrink
    return (0.0 if successes == 0 else middle - half), (1.0 if successes == games else middle + half)


def paired(one: Sequence[float], other: Sequence[float], confidence: float = 0.95) -> Difference:
    """Return the mean of *one* minus *other*, two paired samples, with interval and p-value by Student's t.

    If few games differ, their differences are far from normal and t is too sure; see `from_zero`.
    """
    found = _differences(one, other)
    differing = sum(a != b for a, b in zip(one, other, strict=True))
    return from_zero(found, confidence, differing)


def from_zero(found: Estimate, confidence: float = 0.95, differing: int | None = None) -> Difference:
    """Compare a mean with 0 by Student's t, but with no smaller p-value than the sign test can give.

    If a difference is as likely to have one sign as the other, *differing* games all have the same sign with
    chance 2 / 2 ** differing; no p-value is smaller than that. If that chance is not below 1 - confidence,
    the interval includes 0. By default all games count as differing.
    """
    if found.games == 1:
        return Difference(found.mean, nan, 1, -inf, inf, 1.0)
    if not found.mean and not found.stderr:
        return Difference(0.0, 0.0, found.games, 0.0, 0.0, 1.0)
    least = 2.0 ** (1 - (found.games if differing is None else differing))
    half, p = 0.0, least
    if found.stderr > 0:
        freedom = found.games - 1
        half = student_quantile(confidence, freedom) * found.stderr
        p = max(least, student_tails(found.mean / found.stderr, freedom))
    if least >= 1 - confidence:
        half = max(half, abs(found.mean))
    return Difference(found.mean, found.stderr, found.games, found.mean - half, found.mean + half, p)


def mcnemar(only_one: int, only_other: int) -> float:
    """Return the p-value of McNemar's test, from the games in which just one of two succeeded."""
    games, fewer = only_one + only_other, min(only_one, only_other)
    if not games:
        return 1.0
    return min(1.0, 2 * beta_share(games - fewer, fewer + 1, 0.5))


def _differences(one: Sequence[float], other: Sequence[float]) -> Estimate:
    return estimate(a - b for a, b in zip(one, other, strict=True))


def _normal_quantile(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)


def student_tails(t: float, freedom: int) -> float:
    """Return the probability that Student's t is at least as far from 0 as *t*, on either side."""
    return beta_share(freedom / 2, 0.5, freedom / (freedom + t * t))


def student_quantile(confidence: float, freedom: int) -> float:
    """Return the distance from 0 that Student's t does not exceed with this probability."""
    low, high = 0.0, 1.0
    while student_tails(high, freedom) > 1 - confidence:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if student_tails(middle, freedom) > 1 - confidence else (low, middle)
    return (low + high) / 2


def beta_share(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function, from which t and binomial probabilities follow."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_share(b, a, 1 - x)
    scale = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)
    return exp(scale) * _beta_fraction(a, b, x) / a


def _beta_fraction(a: float, b: float, x: float) -> float:
    """Sum the continued fraction 1/(1 + t1/(1 + t2/(1 + …))) of that function from the front (Lentz)."""
    c, d, value = inf, 1.0, 1.0
    for step in range(1, 100_000):
        half = step // 2
        if step % 2:
            term = -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
        else:
            term = half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
        c, d = 1 + term / c, 1 / (1 + term * d)
        value *= c * d
        if step > 1 and abs(c * d - 1) < 1e-15:
            break
    return value
