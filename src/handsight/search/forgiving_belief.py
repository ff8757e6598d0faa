"""What a seat believes about its hand while its partners may leave the blueprint without notice.

Two seats that search, and take each other for the blueprint, soon believe in hands that they do not hold:
one action that was not the blueprint's rules out the true hand for good. Here an action rules out nothing.
A hand with which the blueprint would have done otherwise is *missed* by that action, and `LESS_LIKELY` times
less likely than one with which it would have done that. Only hands that are missed more than `MOST_MISSES`
times more often than the best explained hand are given up.

For this the partners' memory must be public: a bot that remembers the hands it saw would have to be played
anew from the deal for every hand.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Ints
from handsight.search.belief import CARDS, MARKS_AT, Belief, Hands

LESS_LIKELY = 64
"""Who leaves the blueprint at one move in seven, for one of ten actions, takes each at one in seventy."""
MOST_MISSES = 2


class ForgivingBelief(Belief):
    """A belief whose hands are marked with how many actions of partners miss them."""

    def _take_in(self, listed: Ints, orders: Ints, turn: int, action: int) -> None:
        explained = self._agreeing(listed, orders, turn, action)
        if not explained.any():
            self.not_counted.append(turn)
        self.listed = _near(listed + (np.where(explained, 0, 1) << MARKS_AT))

    def _passing(self, hands: Ints, orders: Ints) -> Ints:
        for turn in reversed(self._evidence):
            explained = self._agreeing(hands, orders, turn, self._action(turn))
            hands = _near(hands + (np.where(explained, 0, 1) << MARKS_AT))
        return hands

    def _explained(self, hands: Ints, orders: Ints) -> Ints:
        return self._passing(hands, orders)

    def _are_enough(self, passed: Sequence[Ints], wanted: int) -> bool:
        """Whether hands weigh as much together as so many of the best explained."""
        return (
            bool(passed) and float(_likely(np.concatenate(passed)).sum()) >= wanted * LESS_LIKELY**MOST_MISSES
        )

    def _weighted(self, orders: Ints, hands: Ints, ways: Ints) -> Hands:
        return Hands(orders, hands & CARDS, np.cumsum(ways * _likely(hands)))


def _near(hands: Ints) -> Ints:
    """Return the hands that are missed hardly more often than the best explained."""
    misses = hands >> MARKS_AT
    near: NDArray[np.bool_] = misses <= misses.min() + MOST_MISSES
    return hands[near]


def _likely(hands: Ints) -> Ints:
    """Return how likely hands are, in whole numbers; 0 for those that are missed too often."""
    misses = hands >> MARKS_AT
    more = misses - misses.min()
    return np.where(more > MOST_MISSES, 0, LESS_LIKELY ** np.maximum(0, MOST_MISSES - more))
