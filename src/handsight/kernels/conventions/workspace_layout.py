"""The work space of a compiled convention, after what `sight` uses of the scratch.

| name  | words | what it holds |
| ----- | ----- | ------------- |
| FRESH |  65 | the set of cards to which this reading promised something; by order, what that rules out |
| ASKED |   1 | what of the following was worked out for the seat to move: a bit for each part |
| SURE  |  16 | by slot: what the own cards can be; then the same if promises hold |
| WAYS  | 576 | by slot and identity: how many own hands; then the same if promises hold |
| HANDS |   2 | how many own hands in all; then the same if promises hold |
| TOLD  |   1 | the set of clues (as actions) of which it is known how they would be read |
| REST  |   … | by clue: the flags after it and whether it is honest; a row to suppose in; searches in order |

A card in a search is written as its seat and slot in one number (`thing`).
"""

from handsight.kernels.hanabi import seat_knowledge
from handsight.kernels.hanabi.state_layout import MOST_CARDS
from handsight.kernels.hanabi.terms_layout import MOST_FACES

SLOT_BITS = 3
SLOTS = 1 << SLOT_BITS
"""More than there are in any hand."""
MOST = 64
"""More than there can be of anything that is searched through."""

FRESH = seat_knowledge.WORK
ASKED = FRESH + 1 + MOST_CARDS
SURE = ASKED + 1
WAYS = SURE + 2 * SLOTS
HANDS = WAYS + 2 * SLOTS * MOST_FACES
TOLD = HANDS + 2
REST = TOLD + 1
