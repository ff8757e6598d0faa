"""Where a compiled convention keeps what it remembers and what it computes.

**Memory** (in the state): a set of cards for each flag; by order, from *ruled_out* on, what promises rule out
of a card; and, if the convention leaves readings open, these words from *questions* on:

| at | name    | words | what it holds |
| -- | ------- | ----- | ------------- |
|  0 | FULL    |     1 | how many events left more alternatives than there is room for |
|  1 | COUNT   |     1 | how many questions are open |
|  2 | VALUES  |     1 | mask of the identities on the stacks |
|  3 | NAMED   |     1 | set of cards of which the open readings rule something out |
|  4 | FIRST   |   102 | six questions, the oldest first: header, room for 16 alternatives |
| 106 | READ   |    64 | by order: what the open readings rule out, as everybody can tell |

A header holds the number of alternatives (5 bits), the giver (3), whether it was excused (1) and the turn. An
alternative holds up to three pairs of a card (6 bits) and a value (6 bits; ANY for any that fits), the focus
first, and their number at bit 36. Without open readings *questions* is 0 and nothing is kept.

**Workspace**, after the part that `seat_knowledge` uses; nothing in it survives a call:

| name         | words | what it holds |
| ------------ | ----- | ------------- |
| NEW_PROMISES |    65 | set of cards that this reading promised something; by order: what it rules out |
| COMPUTED     |     1 | which of the following is computed for the seat to move: a bit for each |
| OWN_POSSIBLE |    16 | by slot: mask of what the seat's cards can be; then the same within promises |
| OWN_COUNTS   |   576 | by slot and identity: number of hands; then the same within promises |
| OWN_TOTALS   |     2 | number of hands in all; then the same within promises |
| READ_CLUES   |     1 | set of clues (as actions) whose reading is stored |
| MOST_PAIRS   |     1 | alternatives of more pairs than this are left out, since there are too many |
| NEW_ALTERNATIVES | 33 | how many alternatives this reading found, and they themselves |
| REST         |     … | by law: its cards, now and after a clue; by clue: flags after it; and more |

A card found by a search is stored as one number: its seat and its slot.
"""

from handsight.compiled.jit import Ints, compiled, inlined
from handsight.conventions.interpreter.open_readings import ANY, MOST_ALTERNATIVES, MOST_QUESTIONS
from handsight.hanabi.compiled import seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm

FULL, COUNT, VALUES, NAMED, FIRST = range(5)
QUESTION_WORDS = 1 + MOST_ALTERNATIVES
READ = FIRST + MOST_QUESTIONS * QUESTION_WORDS
READING_WORDS = READ + st.MAX_CARDS
COUNT_MASK, GIVER_BITS, EXCUSED, TURN_BITS = 31, 5, 1 << 8, 9
PAIRS = 36
LONGEST = 3
"""The most pairs that an alternative can have."""
NO_CARD = -1

SLOT_BITS = 3
SLOTS = 1 << SLOT_BITS
"""At least as many as the slots of any hand."""
MAX_FOUND = 64
"""At least as many as the things that any search can find."""
ROOM = 32
"""How many alternatives are collected before those with most pairs are left out: more than are kept."""

NEW_PROMISES = seat_knowledge.OWN_WORKSPACE
COMPUTED = NEW_PROMISES + 1 + st.MAX_CARDS
OWN_POSSIBLE = COMPUTED + 1
OWN_COUNTS = OWN_POSSIBLE + 2 * SLOTS
OWN_TOTALS = OWN_COUNTS + 2 * SLOTS * tm.MAX_IDENTITIES
READ_CLUES = OWN_TOTALS + 2
MOST_PAIRS = READ_CLUES + 1
NEW_ALTERNATIVES = MOST_PAIRS + 1
REST = NEW_ALTERNATIVES + 1 + ROOM


@compiled("int64(int64[::1], int64)", inline=True)
def could(state: Ints, card: int) -> int:
    """Return the mask of what the clues leave a card, without identities of which every copy is visible."""
    return state[st.CLUE_MASKS + card] & state[st.UNSEEN]


@compiled("int64(int64[::1], int64, int64, int64)", inline=True)
def could_promised(state: Ints, card: int, ruled_out: int, questions: int) -> int:
    """Return what clues, promises and open readings leave a card, each counted if it leaves anything."""
    left = state[st.CLUE_MASKS + card] & state[st.UNSEEN]
    within = left & ~state[ruled_out + card]
    promised = within or left
    if questions == 0:
        return promised
    read = promised & ~state[questions + READ + card]
    return read or promised


@compiled("int64(int64[::1], int64[::1])", inline=True)
def held_cards(terms: Ints, state: Ints) -> int:
    """Return the set of cards in all hands."""
    held = 0
    for seat in range(terms[tm.PLAYERS]):
        held |= state[st.HAND_SETS + seat]
    return held


@inlined
def card_of(word: int, pair: int) -> int:
    """Return the card of a pair of an alternative."""
    return word >> 12 * pair & 63


@inlined
def value_of(word: int, pair: int) -> int:
    """Return the value of a pair of an alternative."""
    return word >> 12 * pair + 6 & 63


@inlined
def first_open(word: int, done: int) -> int:
    """Return the index of the first open pair after the focus (index 0); 0 if there is none."""
    pair = 1
    while pair < word >> PAIRS:
        if not done >> value_of(word, pair) & 1:
            return pair
        pair += 1
    return 0


@inlined
def is_value(state: Ints, card: int, value: int) -> bool:
    """Return whether a card is a value; for the value ANY, whether it is playable."""
    face = state[st.DECK + card]
    return state[st.PLAYABLE] >> face & 1 != 0 if value == ANY else face == value
