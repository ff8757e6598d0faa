"""What an action of a partner tells about the hands that a seat may hold: how likely it was with each.

A partner who plays the blueprint shows with every action that the seat holds a hand with which the blueprint
chooses that action. With any other hand the action is a *mismatch*. A hand is a word; above its cards stand
its mismatches, as a mark.

- `EXACT`: a hand with a mismatch is impossible. Where every hand has one, the partner has left the blueprint,
  and the action is not counted.
- `FORGIVING`: partners leave the blueprint now and then, without notice. Each mismatch makes a hand 64 times
  less likely; it is dropped when it has more than two mismatches more than the hand with fewest. So one
  action that was not the blueprint's does not rule out the true hand. For this the partners' memory must be
  public: a bot that remembers the hands it saw would have to be played anew from the deal for every hand.

A belief asks nothing else of its evidence. So what knows more than "this or not" (a network's chances, or a
mixture of several blueprints) is another object with the same methods, whose marks count smaller steps.
"""

from dataclasses import dataclass

import numpy as np

from handsight.compiled.jit import Ints
from handsight.search.seat_history import History, Kept

MARKS_AT = 56
"""A hand is a word with its cards in 8 bits each. From this bit on it has its mark."""
CARDS = (1 << MARKS_AT) - 1


@dataclass(frozen=True)
class ActionEvidence:
    """How much less likely a hand is for every mismatch, and how many more than the fewest it may have."""

    less_likely: int = 1
    most_mismatches: int = 0

    @property
    def exact(self) -> bool:
        """Whether a mismatch makes a hand impossible."""
        return self.most_mismatches == 0

    def explained(self, history: History, turn: int, action: int, orders: Ints, hands: Ints) -> Kept:
        """Say with which hands of its seat a partner would have taken an action at a turn."""
        return history.agreeing(turn, action, orders, hands)

    def marked(self, hands: Ints, explained: Kept) -> Ints:
        """Mark the hands that do not explain an action, and drop those with too many mismatches."""
        hands = hands + (np.where(explained, 0, 1) << MARKS_AT)
        mismatches = hands >> MARKS_AT
        kept: Kept = mismatches <= mismatches.min() + self.most_mismatches
        return hands[kept]

    def likely(self, hands: Ints) -> Ints:
        """Return how likely hands are beside the likeliest, in whole numbers; 0 for too many mismatches."""
        if not len(hands):
            return hands
        mismatches = hands >> MARKS_AT
        steps = self.most_mismatches + mismatches.min() - mismatches
        return np.where(steps < 0, 0, self.less_likely ** np.maximum(0, steps))


EXACT = ActionEvidence()
FORGIVING = ActionEvidence(64, 2)
"""Partners who leave the blueprint at one move in seven, for any of ten actions, follow it 60 times as often
as they take one of those."""
