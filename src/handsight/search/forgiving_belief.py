"""What a seat believes about its hand while its partners may leave the blueprint without notice.

Two seats that search, and take each other for the blueprint, soon believe in hands that they do not hold:
one action that was not the blueprint's rules out the true hand. Here one such action makes a hand less likely
and does not rule it out. If the blueprint would have acted differently with the seat holding a hand, the hand
has a *mismatch*; each makes it `LESS_LIKELY` times less likely. A hand is dropped when it has more than
`MOST_MISMATCHES` mismatches more than the hand with fewest.

A hand is marked with its mismatches. For this the partners' memory must be public: a bot that remembers the
hands it saw would have to be played anew from the deal for every hand.
"""

from collections.abc import Sequence

import numpy as np

from handsight.compiled.jit import Ints
from handsight.search.belief import CARDS, MARKS_AT, Belief, Hands, Kept

LESS_LIKELY = 64
"""Partners who leave the blueprint at one move in seven, for any of ten actions, follow it 60 times as often
as they take one of those."""
MOST_MISMATCHES = 2


class ForgivingBelief(Belief):
    """A belief whose hands are marked with their mismatches."""

    _least_mismatches = 0

    def doubts(self) -> int:
        """Return the mismatches of the hand with fewest."""
        return self._least_mismatches

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
        """Drop the hands with most mismatches first, and thin those with fewest."""
        mismatches = hands >> MARKS_AT
        for worst in range(int(mismatches.max()), int(mismatches.min()), -1):
            if len(hands) > most:
                hands = hands[hands >> MARKS_AT < worst]
        return super()._shortened(hands, most)

    def _are_enough(self, passed: Sequence[Ints], wanted: int) -> bool:
        """Whether hands weigh as much together as so many with fewest mismatches."""
        best = LESS_LIKELY**MOST_MISMATCHES
        return bool(passed) and int(_likely(np.concatenate(passed)).sum()) >= wanted * best

    def _weighted(self, orders: Ints, hands: Ints, ways: Ints) -> Hands:
        self._least_mismatches = int((hands >> MARKS_AT).min())
        return Hands(orders, hands & CARDS, np.cumsum(ways * _likely(hands)))


def _marked(hands: Ints, explained: Kept) -> Ints:
    """Mark the hands that do not explain an action, and drop those with too many mismatches."""
    hands = hands + (np.where(explained, 0, 1) << MARKS_AT)
    mismatches = hands >> MARKS_AT
    kept: Kept = mismatches <= mismatches.min() + MOST_MISMATCHES
    return hands[kept]


def _likely(hands: Ints) -> Ints:
    """Return how likely hands are, in whole numbers; 0 for those with too many mismatches."""
    mismatches = hands >> MARKS_AT
    more = mismatches - mismatches.min()
    return np.where(more > MOST_MISMATCHES, 0, LESS_LIKELY ** np.maximum(0, MOST_MISMATCHES - more))
