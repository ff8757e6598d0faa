"""Shapley values: what each of several ideas is worth, when every subset has played the same deals."""

from collections.abc import Collection, Mapping
from itertools import combinations
from math import factorial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handsight.lab.statistics import Estimate, estimate

Choice = frozenset[str]


def choices(ideas: Collection[str]) -> list[Choice]:
    """List every subset of the ideas, from none to all."""
    return [frozenset(some) for size in range(len(ideas) + 1) for some in combinations(sorted(ideas), size)]


def shapley(scores: Mapping[Choice, ArrayLike]) -> dict[str, Estimate]:
    """Return the Shapley value of every idea: what it adds, averaged over all orders of adding ideas.

    *scores* holds the score of every game for every choice of ideas, the same deals throughout. A Shapley
    value is a weighted sum of scores, so each game has its own, and the games' spread gives the error.
    """
    ideas = frozenset[str]().union(*scores)
    missing = [choice for choice in choices(ideas) if choice not in scores]
    if missing:
        raise ValueError(
            f"no scores for {sorted(missing[0]) or 'no idea at all'}: all choices must have played"
        )
    played: dict[Choice, NDArray[np.float64]] = {
        choice: np.asarray(row, np.float64) for choice, row in scores.items()
    }
    return {idea: estimate(_per_game(played, ideas, idea).tolist()) for idea in sorted(ideas)}


def _per_game(played: Mapping[Choice, NDArray[np.float64]], ideas: Choice, idea: str) -> NDArray[np.float64]:
    others, count = ideas - {idea}, len(ideas)
    total = np.zeros_like(played[ideas])
    for choice in choices(others):
        orders = factorial(len(choice)) * factorial(count - len(choice) - 1)
        total += orders / factorial(count) * (played[choice | {idea}] - played[choice])
    return total
