"""The workspace of a compiled convention, after the part that `seat_knowledge` uses.

| name         | words | what it holds |
| ------------ | ----- | ------------- |
| NEW_PROMISES |    65 | set of cards that this reading promised something; by order: what it rules out |
| COMPUTED     |     1 | which of the following is computed for the seat to move: a bit for each |
| OWN_POSSIBLE |    16 | by slot: mask of what the own cards can be; then the same within promises |
| OWN_COUNTS   |   576 | by slot and identity: number of own hands; then the same within promises |
| OWN_TOTALS   |     2 | number of own hands in all; then the same within promises |
| READ_CLUES   |     1 | set of clues (as actions) whose reading is stored |
| MOST_PAIRS   |     1 | alternatives of more pairs than this are left out, since there are too many |
| NEW_ALTERNATIVES | 33 | how many alternatives this reading found, and they themselves |
| REST         |     … | by law: its cards, now and after a clue; by clue: flags after it; and more |

A card found by a search is stored as one number: its seat and its slot.
"""

from handsight.hanabi.compiled import seat_knowledge
from handsight.hanabi.compiled.state_layout import MAX_CARDS
from handsight.hanabi.compiled.terms_layout import MAX_IDENTITIES

SLOT_BITS = 3
SLOTS = 1 << SLOT_BITS
"""More than there are in any hand."""
MAX_FOUND = 64
"""More than there can be of anything that is searched through."""
ROOM = 32
"""How many alternatives are collected before the longest are left out; more than a question can hold."""

NEW_PROMISES = seat_knowledge.OWN_WORKSPACE
COMPUTED = NEW_PROMISES + 1 + MAX_CARDS
OWN_POSSIBLE = COMPUTED + 1
OWN_COUNTS = OWN_POSSIBLE + 2 * SLOTS
OWN_TOTALS = OWN_COUNTS + 2 * SLOTS * MAX_IDENTITIES
READ_CLUES = OWN_TOTALS + 2
MOST_PAIRS = READ_CLUES + 1
NEW_ALTERNATIVES = MOST_PAIRS + 1
REST = NEW_ALTERNATIVES + 1 + ROOM
