"""What a seat believes about its hand while its partners may leave the blueprint without notice.

Two seats that search, and take each other for the blueprint, soon believe in hands that they do not hold:
one action that was not the blueprint's rules out the true hand. Here no single action rules out a hand. A
hand with which the blueprint would have done otherwise is *missed* by that action, and `LESS_LIKELY` times
less likely than one with which it would have done that. A hand is given up only when it has `MOST_MISSES`
more misses than the best explained hand, and another one.

A hand is marked with its misses. For this the partners' memory must be public: a bot that remembers the
hands it saw would have to be played anew from the deal for every hand.
"""

from collections.abc import Sequence

import numpy as np

from handsight.kernels.jit import Ints
from handsight.search.belief import CARDS, MARKS_AT, Belief, Hands, Kept

LESS_LIKELY = 64
"""Partners who leave the blueprint at one move in seven, for any of ten actions, follow it 60 times as often
as they take one of those."""
MOST_MISSES = 2


class ForgivingBelief(Belief):
    """A belief whose hands are marked with how many actions of partners miss them."""

    _least_misses = 0

    def doubts(self) -> int:
        """Return how many actions miss the best explained hand."""
        return self._least_misses

    def _take_in(self, listed: Ints, orders: Ints, turn: int, action: int) -> None:
        explained = self._agreeing(listed, orders, turn, action)
        self.listed = _marked(listed, explained) if explained.any() or not self.thinned else None

    def _passing(self, hands: Ints, orders: Ints) -> Ints:
        for turn in self._evidence:
            hands = _marked(hands, self._agreeing(hands, orders, turn, self._action(turn)))
        return hands

    def _explained(self, hands: Ints, orders: Ints) -> Ints:
        return self._passing(hands, orders)

    def _suppose(self, orders: Ints, masks: Ints, action: int | None) -> None:
        """Make sure that the supposed hand fits the clues: the partners' memory does not depend on it."""
        if action is not None:
            self._newest = action
        super()._suppose(orders, masks, None)

    def _shortened(self, hands: Ints, most: int) -> Ints:
        """Give up the hands with most misses first, and thin those with fewest."""
        misses = hands >> MARKS_AT
        for worst in range(int(misses.max()), int(misses.min()), -1):
            if len(hands) > most:
                hands = hands[hands >> MARKS_AT < worst]
        return super()._shortened(hands, most)

    def _are_enough(self, passed: Sequence[Ints], wanted: int) -> bool:
        """Whether hands weigh as much together as so many of the best explained."""
        best = LESS_LIKELY**MOST_MISSES
        return bool(passed) and int(_likely(np.concatenate(passed)).sum()) >= wanted * best

    def _weighted(self, orders: Ints, hands: Ints, ways: Ints) -> Hands:
        self._least_misses = int((hands >> MARKS_AT).min())
        return Hands(orders, hands & CARDS, np.cumsum(ways * _likely(hands)))


def _marked(hands: Ints, explained: Kept) -> Ints:
    """Mark the hands that an action misses, and give up those with too many misses."""
    hands = hands + (np.where(explained, 0, 1) << MARKS_AT)
    misses = hands >> MARKS_AT
    kept: Kept = misses <= misses.min() + MOST_MISSES
    return hands[kept]


def _likely(hands: Ints) -> Ints:
    """Return how likely hands are, in whole numbers; 0 for those with too many misses."""
    misses = hands >> MARKS_AT
    more = misses - misses.min()
    return np.where(more > MOST_MISSES, 0, LESS_LIKELY ** np.maximum(0, MOST_MISSES - more))
