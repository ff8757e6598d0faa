"""A game of Hanabi as one row of integers, the same shape for every variant and number of players.

What never changes during a game stands once in its *book* (see `books`); what does change stands in the
row, one 64-bit word each. Names are indices: ``row[COINS]``, ``row[DECK + order]``. A *set of cards* is a
mask over orders (bit 7 is card 7), a *mask* one over identities, a *set of clues* one over clue numbers;
a clue's number is its place in ``variant.clues()``.

| at  | name       | words | what it holds |
| --- | ---------- | ----- | ------------- |
|   0 | SEAT       |  1 | the seat to move |
|   1 | TURN       |  1 | actions taken |
|   2 | DRAWN      |  1 | cards that have left the deck; the order of the next one |
|   3 | COINS      |  1 | tokens, in the smallest coin (halves where clues are starved) |
|   4 | STRIKES    |  1 | strikes |
|   5 | TURNS_LEFT |  1 | turns until the end, -1 before the final round |
|   6 | POINTS     |  1 | cards on the stacks |
|   7 | END        |  1 | 0 while the game goes on, then how it ended: a place in ``ENDS`` |
|   8 | STOP       |  1 | hanab.live's code of an end other than the normal one, or 0 |
|   9 | BARRED     |  1 | the clues that must not follow the last one (alternating kinds) |
|  10 | FITS       |  1 | mask: what fits a stack now |
|  11 | STALE      |  1 | set of suits of which NEEDED, CRITICAL and LIMITS are out of date (see `worth`) |
|  12 | NEEDED     |  1 | mask: what can still score |
|  13 | CRITICAL   |  1 | mask: what is needed, with one copy left |
|  14 | PLAYED     |  1 | set of cards: on the stacks |
|  15 | DISCARDED  |  1 | set of cards: in the discard pile |
|  16 | TOUCHED    |  1 | set of cards: some clue has pointed at them |
|  17 | WASTED     |  1 | stacks finished while there was no room for the token |
|  18 | ACTION     |  1 | the last action, as a number (see `books`) |
|  19 | KIND       |  1 | the last event: DEALT, FITTED, MISPLAYED, DROPPED, COLOR or NUMBER |
|  20 | ACTOR      |  1 | who did it |
|  21 | TARGET     |  1 | whom a clue was for, else -1 |
|  22 | CLUE       |  1 | its number, else -1 |
|  23 | HIT        |  1 | set of cards: those this clue touched, else 0 |
|  24 | SLOT       |  1 | where the card was that left a hand, else -1 |
|  25 | ORDER      |  1 | that card, else -1 |
|  26 | DREW       |  1 | the card drawn for it, else -1 |
|  27 | UNSEEN     |  3 | planes: copies that have not left the hands and the deck in the open |
|  30 | ALIVE      |  3 | planes: copies that are not in the discard pile |
|  33 | STACKS     |  6 | by suit: the state of the stack |
|  39 | LIMITS     |  6 | by suit: the greatest height still in reach (once `worth` was asked) |
|  45 | HANDS      |  6 | by seat: the orders held, newest first, eight bits a slot |
|  51 | SIZES      |  6 | by seat: how many |
|  57 | HOLDS      |  6 | by seat: the same hand as a set of cards |
|  63 | HEARS      |  6 | by seat: the set of clues that touch some card of this hand (hidden from the seat) |
|  69 | DICE       |  6 | by seat: the state of its own stream of chance |
|  75 | MASKS      | 64 | by order: mask of what the clues leave possible |
| 139 | DECK       | 64 | by order: the card's identity (hidden from its holder, and in the deck from all) |
| 203 | NOTES      |  … | what a player keeps about the game, as many words as it asks for |

Planes are three masks: of the identities with at least one, two and three copies (see `hands`). Flags of
cards are best kept as sets of cards, one word of the notes for each flag: cards keep their order for ever,
so nothing need be moved when a hand shifts.

The row holds the whole truth. An honest player reads the DECK, and what is made of it (HEARS), for the hands
its seat sees and nothing else; in a variant with a hole, the stacks too are hidden.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.hanabi import End
from handsight.kernels.jit import inlined

Ints = NDArray[np.int64]

MOST_SEATS, MOST_SUITS, MOST_SLOTS, MOST_CARDS, PLANES = 6, 6, 7, 64, 3

(
    SEAT,
    TURN,
    DRAWN,
    COINS,
    STRIKES,
    TURNS_LEFT,
    POINTS,
    END,
    STOP,
    BARRED,
    FITS,
    STALE,
    NEEDED,
    CRITICAL,
    PLAYED,
    DISCARDED,
    TOUCHED,
    WASTED,
    ACTION,
    KIND,
    ACTOR,
    TARGET,
    CLUE,
    HIT,
    SLOT,
    ORDER,
    DREW,
    UNSEEN,
) = range(28)
ALIVE = UNSEEN + PLANES
STACKS = ALIVE + PLANES
LIMITS = STACKS + MOST_SUITS
HANDS = LIMITS + MOST_SUITS
SIZES = HANDS + MOST_SEATS
HOLDS = SIZES + MOST_SEATS
HEARS = HOLDS + MOST_SEATS
DICE = HEARS + MOST_SEATS
MASKS = DICE + MOST_SEATS
DECK = MASKS + MOST_CARDS
NOTES = DECK + MOST_CARDS

DEALT, FITTED, MISPLAYED, DROPPED, COLOR, NUMBER = range(6)
"""What the last event was: the deal; a play that fitted, or did not; a discard; a clue of either kind."""

ENDS = tuple(End)
IN_PROGRESS, PERFECT, FINAL_ROUND, STRIKEOUT, _, TERMINATED = range(len(ENDS))


def blank(notes: int = 0) -> Ints:
    """Return an empty row with room for so many words of notes."""
    return np.zeros(NOTES + notes, np.int64)


@inlined
def order_at(row: Ints, seat: int, slot: int) -> int:
    """Return the card that a seat holds in a slot."""
    return row[HANDS + seat] >> 8 * slot & 63


@inlined
def face_at(row: Ints, seat: int, slot: int) -> int:
    """Return the identity of the card that a seat holds in a slot."""
    return row[DECK + (row[HANDS + seat] >> 8 * slot & 63)]


@inlined
def take(row: Ints, planes: int, card: int) -> None:
    """Take one copy of an identity off the planes that begin at a place of the row."""
    bit = 1 << card
    for plane in range(planes + PLANES - 1, planes - 1, -1):
        taken = row[plane] & bit
        row[plane] ^= taken
        bit ^= taken


@inlined
def less(one: int, two: int, three: int, bit: int) -> tuple[int, int, int]:
    """Return three planes without one copy of an identity, of which they may have none."""
    return one & ~(bit & ~two), two & ~(bit & ~three), three & ~bit


@inlined
def copy(source: Ints, begin: int, target: Ints, at: int, words: int) -> None:
    """Copy some words of one array to a place in another."""
    here, there = source[begin : begin + words], target[at : at + words]
    for word in range(words):
        there[word] = here[word]
