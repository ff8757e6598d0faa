"""Whether things are drawn as often as their weights say."""

from math import sqrt


def chi_square(drawn: list[int], weights: dict[int, int]) -> float:
    """Return how far counts are from what the weights let expect; nothing else may be drawn."""
    assert set(drawn) <= set(weights)
    total = sum(weights.values())
    expected = {hand: len(drawn) * weight / total for hand, weight in weights.items()}
    return sum((drawn.count(hand) - mean) ** 2 / mean for hand, mean in expected.items())


def limit(weights: dict[int, int]) -> float:
    """Return what a chi-square of so many classes exceeds once in several thousand times."""
    freedom = len(weights) - 1
    return freedom + 4 * sqrt(2 * freedom) + 8
