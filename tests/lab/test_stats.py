"""Statistics, held against published figures, hand-made cases and another library."""

from itertools import product
from math import isnan, sqrt
from random import Random
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.tables.document_figures import total_variation
from handsight.lab import statistics as stats

# Minimal Convention's own histogram of 10,000 games, and its figures.
PUBLISHED = [0, 10, 18, 27, 29, 36, 38, 27, 27, 38, 18, 26, 39, 39, 30, 52, 116, 333, 785, 1455, 2167, 2537]
PUBLISHED += [2008, 145, 0, 0]

histograms = st.lists(st.integers(0, 50), min_size=1, max_size=30).filter(any)


def test_the_published_histogram_has_its_published_figures() -> None:
    found = stats.estimate_of(PUBLISHED)
    assert found.games == 10_000
    assert found.mean == pytest.approx(19.7459)
    assert (stats.percentile(PUBLISHED, 5), stats.percentile(PUBLISHED, 95)) == (16, 22)


@given(histograms)
def test_a_histogram_and_its_games_give_one_estimate(histogram: list[int]) -> None:
    sample = [score for score, count in enumerate(histogram) for _ in range(count)]
    found = stats.estimate_of(histogram)
    assert found == stats.estimate(reversed(sample)) or (len(sample) == 1 and isnan(found.stderr))
    assert found.mean == pytest.approx(fmean(sample))
    if len(sample) > 1:
        assert found.stderr == pytest.approx(stdev(sample) / sqrt(len(sample)))


@pytest.mark.parametrize(
    ("histogram", "percent", "score"),
    [
        ([5, 5], 50, 0),  # the target, 5, does not exceed the first bin
        ([4, 6], 50, 1),
        ([0, 0, 10], 5, 2),  # half a game is a game: nobody scored less
        ([0, 0, 20], 5, 2),
        ([1, 1, 1], 95, 1),  # 2.85 games are 2
        ([0, 0, 7], 100, 2),
    ],
)
def test_percentiles_are_counted_as_minimal_convention_counts(
    histogram: list[int], percent: int, score: int
) -> None:
    assert stats.percentile(histogram, percent) == score


def test_percentiles_do_not_suffer_from_rounding() -> None:
    assert int(100 * 0.29) == 28, "why a percentage is a whole number here"
    assert stats.percentile([28, 72], 29) == 1


@given(histograms, histograms)
def test_total_variation_is_a_distance(one: list[int], other: list[int]) -> None:
    found = total_variation(one, other)
    assert 0 <= found <= 1 + 1e-12
    assert found == pytest.approx(total_variation(other, one))
    assert total_variation(one, [3 * count for count in one]) == pytest.approx(0)


def test_total_variation_of_apart_and_of_unequal_lengths() -> None:
    assert total_variation([1, 0], [0, 0, 5]) == 1
    assert total_variation([1, 1], [1, 3]) == pytest.approx(0.25)


def test_wilson_intervals() -> None:
    assert stats.wilson(8, 10) == pytest.approx((0.4901625, 0.9433178), abs=1e-6)
    assert stats.wilson(0, 100)[0] == 0
    assert stats.wilson(100, 100)[1] == 1
    assert 0.03 < stats.wilson(0, 100)[1] < 0.04


def test_student_agrees_with_another_library() -> None:
    scipy_stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
    for freedom in (1, 2, 5, 29, 999, 19_999):
        for t in (0.0, 0.01, 0.7, 1.96, 5.0, 12.0, 38.0):
            expected = 2 * scipy_stats.t.sf(t, freedom)
            assert stats.student_tails(t, freedom) == pytest.approx(expected, rel=1e-8, abs=1e-290)
        for confidence in (0.5, 0.95, 0.999):
            expected = scipy_stats.t.ppf((1 + confidence) / 2, freedom)
            assert stats.student_quantile(confidence, freedom) == pytest.approx(expected, rel=1e-9)


def test_paired_differences_agree_with_another_library() -> None:
    scipy_stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
    dice = Random(4)
    one = [dice.randrange(26) for _ in range(300)]
    other = [min(25, score + dice.randrange(-2, 4)) for score in one]
    found, expected = stats.paired(one, other), scipy_stats.ttest_rel(one, other)
    assert found.p == pytest.approx(expected.pvalue)
    interval = expected.confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))


def test_mcnemar_agrees_with_another_library() -> None:
    scipy_stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
    for only_one, only_other in [(0, 0), (1, 0), (5, 5), (3, 9), (400, 310), (0, 29)]:
        games = only_one + only_other
        expected = scipy_stats.binomtest(only_one, games).pvalue if games else 1.0
        assert stats.mcnemar(only_one, only_other) == pytest.approx(expected)


def test_differences_without_spread() -> None:
    same = stats.paired([1, 2, 3], [1, 2, 3])
    assert (same.mean, same.low, same.high, same.p) == (0, 0, 0, 1)
    more = stats.paired([2, 3, 4], [1, 2, 3])
    assert (more.mean, more.low, more.high, more.p) == (1, 0, 2, 0.25), "three coins fall alike so often"
    many = stats.paired([9] * 20, [7] * 20)
    assert (many.mean, many.low, many.high, many.p) == (2, 2, 2, 2**-19)


@pytest.mark.parametrize("differing", [1, 2, 3, 4, 5, 6, 7, 12])
def test_few_games_that_differ_prove_no_more_than_flipping_their_signs(differing: int) -> None:
    games = 40
    sample = [1.0] * differing + [0.0] * (games - differing)
    found = stats.paired(sample, [0.0] * games)
    flipped = sum(abs(sum(signs)) == differing for signs in product((-1, 1), repeat=differing)) / 2**differing
    assert found.p >= flipped
    assert (found.low > 0) == (found.p < 0.05)
    assert found.mean == differing / games
