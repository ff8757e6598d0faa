"""What actions are worth by their scores on the same deals: means, errors, losses, and the verdict.

Scores are whole numbers, and sums of them are exact. So nothing here depends on the order of adding.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.signedinteger[Any]]
HALF_STEP = 0.25
"""The variance of a score that is rounded to whole points: a difference that never varied may yet do so."""


def mean_and_error(numbers: Scores) -> tuple[float, float]:
    """Return the mean of whole numbers and its standard error.

    >>> import numpy as np
    >>> mean_and_error(np.array([1, 2, 3, 2]))
    (2.0, 0.408248290463863)
    """
    wide = numbers.astype(np.int64)  # the square of a short number may be too great for its type
    count, total, squares = len(wide), int(wide.sum()), int((wide**2).sum())
    variance = (count * squares - total * total) / (count * max(1, count - 1))
    return total / count, sqrt(variance / count)


def lead_error(deals: Any, total: Any, squares: Any, doubt: float = HALF_STEP) -> Any:
    """Return the standard error of a mean lead, which is never 0, from sums over the deals (or arrays).

    *total* sums the differences, *squares* their squares; *doubt* is what one more deal might have shown.
    """
    variance = (deals * squares - total * total) / deals**2
    return (variance / deals + doubt / deals**2) ** 0.5


def lead_of(some: Scores, others: Scores) -> tuple[float, float]:
    """Return by how much some scores are higher than others on the same deals, and the standard error.

    A race decides by it which actions drop out and which wins; people are shown `mean_and_error`.
    """
    differences = some.astype(np.int64) - others
    deals, total, squares = len(differences), int(differences.sum()), int((differences**2).sum())
    return total / deals, lead_error(deals, total, squares)


class ActionValue(NamedTuple):
    """What an action is worth: the mean score, and the loss against the best action on the same deals."""

    action: int
    """The action as a number."""
    deals: int
    """On how many deals it was tried."""
    value: float
    """The mean score; in a verdict, the best action's mean score less the loss."""
    error: float
    loss: float = 0.0
    loss_error: float = 0.0


class Verdict(NamedTuple):
    """What a search found: the action to take, the blueprint's, and the values of all that were tried."""

    action: int
    blueprint: int
    values: tuple[ActionValue, ...]
    """The best first."""
    deals: int
    rollouts: int = 0
    exact: bool = False
    """Whether these are all deals that are possible, and not some that were drawn."""

    def value(self, action: int) -> float | None:
        """Return the mean score after an action; None if it was not tried."""
        return next((found.value for found in self.values if found.action == action), None)


def value_against(action: int, scores: Scores, best: Scores) -> ActionValue:
    """Return what an action is worth, and what it lost against a better one on the same deals.

    This is the one measure of a loss. Where the other action is not better after all, the loss is below 0.
    """
    loss, loss_error = mean_and_error(best.astype(np.int64) - scores)
    return ActionValue(action, len(scores), *mean_and_error(scores), loss, loss_error)


def best_of(scores: Scores, whole: Sequence[int]) -> int:
    """Return the column with the highest sum, of those that were tried on all deals; the first of equals."""
    totals = scores.sum(0, dtype=np.int64)
    return max(whole, key=lambda at: (int(totals[at]), -at))


def values_of(actions: Sequence[int], scores: Scores, tried: Sequence[int]) -> tuple[ActionValue, ...]:
    """Return what actions are worth by their scores (by deal and action), the best first.

    *tried* says on how many deals, from the first, each action was tried.
    """
    best = best_of(scores, [at for at, deals in enumerate(tried) if deals == len(scores)])
    highest, _ = mean_and_error(scores[:, best])
    found = list[ActionValue]()
    for at, deals in enumerate(tried):
        if deals:
            value = value_against(actions[at], scores[:deals, at], scores[:deals, best])
            found.append(value._replace(value=highest - value.loss))
    first = actions[best]
    return tuple(sorted(found, key=lambda value: (value.action != first, -value.value)))


def exact_values(
    actions: Sequence[int], totals: Sequence[int], weight: int, deals: int
) -> tuple[ActionValue, ...]:
    """Return what actions are worth by the sums of weight times score over all deals, the best first.

    *weight* is the sum of the weights, *deals* the number of different deals.
    """
    best = max(totals)
    found = [
        ActionValue(action, deals, total / weight, 0.0, (best - total) / weight)
        for action, total in zip(actions, totals, strict=True)
    ]
    return tuple(sorted(found, key=lambda value: -value.value))
