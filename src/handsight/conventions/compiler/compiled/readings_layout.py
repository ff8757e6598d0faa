"""How open readings are kept in the memory of a compiled convention.

A question is a header and room for 16 alternatives; the words of a state's memory from *questions* on are

| at | name    | words | what it holds |
| -- | ------- | ----- | ------------- |
|  0 | FULL    |     1 | how many events left more alternatives than there is room for |
|  1 | COUNT   |     1 | how many questions are open |
|  2 | VALUES  |     1 | mask of the identities on the stacks |
|  3 | NAMED   |     1 | set of cards of which the open readings rule something out |
|  4 | FIRST   |   102 | six questions, the oldest first: header, alternatives |
| 106 | READ   |    64 | by order: what the open readings rule out, as everybody can tell |

A header holds the number of alternatives (5 bits), the giver (3), whether it was excused (1) and the turn. An
alternative holds up to three pairs of a card (6 bits) and a value (6 bits; ANY for any that fits), the focus
first, and their number at bit 36. Where a convention has no open readings, *questions* is 0 and nothing is
kept.
"""

from handsight.compiled.jit import Ints, inlined
from handsight.conventions.interpreter.open_readings import ANY, MOST_ALTERNATIVES, MOST_QUESTIONS
from handsight.hanabi.compiled import state_layout as st

FULL, COUNT, VALUES, NAMED, FIRST = range(5)
QUESTION_WORDS = 1 + MOST_ALTERNATIVES
READ = FIRST + MOST_QUESTIONS * QUESTION_WORDS
READING_WORDS = READ + st.MAX_CARDS
COUNT_MASK, GIVER_BITS, EXCUSED, TURN_BITS = 31, 5, 1 << 8, 9
PAIRS = 36
LONGEST = 3
"""The most pairs that an alternative can have."""
NO_CARD = -1


@inlined
def card_of(word: int, pair: int) -> int:
    """Return the card of a pair of an alternative."""
    return word >> 12 * pair & 63


@inlined
def value_of(word: int, pair: int) -> int:
    """Return the value of a pair of an alternative."""
    return word >> 12 * pair + 6 & 63


@inlined
def could_be(state: Ints, card: int) -> int:
    """Return the mask of what public facts leave a card."""
    return state[st.CLUE_MASKS + card] & state[st.UNSEEN]


@inlined
def first_open(word: int, done: int) -> int:
    """Return the number of the first open pair, 0 if there is none."""
    pair = 1
    while pair < word >> PAIRS:
        if not done >> value_of(word, pair) & 1:
            return pair
        pair += 1
    return 0


@inlined
def is_value(state: Ints, card: int, value: int) -> bool:
    """Return whether a card is a value, or fits where that is any."""
    face = state[st.DECK + card]
    return state[st.PLAYABLE] >> face & 1 != 0 if value == ANY else face == value
