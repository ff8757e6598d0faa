"""A round of Boeren Bridge as one row of integers, the same shape for every size of round.

One 64-bit word each. Names are indices: ``row[TRUMP]``, ``row[HELD + seat]``. A *set of cards* is a mask over
the 52 identities (`Card.identity`: clubs, diamonds, hearts, spades, the Two first).

| at | name   | words | what it holds |
| -- | ------ | ----- | ------------- |
|  0 | SEAT   | 1 | the seat to move |
|  1 | TURN   | 1 | actions taken; the first four are bids |
|  2 | SIZE   | 1 | cards in a hand at the start, and so the tricks |
|  3 | PACK   | 1 | set of cards: all cards of the round |
|  4 | TURNED | 1 | set of cards: the one turned up from the stock, if any |
|  5 | TRUMP  | 1 | the suit that beats the others |
|  6 | DEALER | 1 | the seat that bids last |
|  7 | LEADER | 1 | the seat that opens, or has opened, the trick |
|  8 | LED    | 1 | the suit to follow, -1 for the seat that opens |
|  9 | LAID   | 1 | cards on the table |
| 10 | TABLE  | 1 | set of cards: those |
| 11 | TOP    | 1 | the card that lies highest, -1 if none lies |
| 12 | AHEAD  | 1 | who laid it |
| 13 | GONE   | 1 | set of cards: everything played, the table among it |
| 14 | HOOK   | 1 | how a dealer may move a barred guess: a place in ``HOOKS`` |
| 15 | BONUS  | 1 | what a met bid of zero earns |
| 16 | BIDS   | 4 | by seat: its bid, -1 until it is made |
| 20 | WON    | 4 | by seat: tricks taken |
| 24 | PLAYED | 4 | by seat: set of cards it has played |
| 28 | LACKS  | 4 | by seat: set of all cards of the suits it has shown not to hold |
| 32 | DICE   | 4 | by seat: the state of its own stream of chance |
| 36 | HELD   | 4 | by seat: set of cards in its hand |

The row holds the whole truth. An honest player reads HELD and DICE of its own seat and of no other.
An action is a number: of tricks while bids are made, then the identity of a card.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.boeren import RANKS, SEATS, SUITS
from handsight.boeren.terms import SWITCHES
from handsight.kernels.jit import inlined, popcount

Ints = NDArray[np.int64]

(
    SEAT,
    TURN,
    SIZE,
    PACK,
    TURNED,
    TRUMP,
    DEALER,
    LEADER,
    LED,
    LAID,
    TABLE,
    TOP,
    AHEAD,
    GONE,
    HOOK,
    BONUS,
    BIDS,
) = range(17)
WON = BIDS + SEATS
PLAYED = WON + SEATS
LACKS = PLAYED + SEATS
DICE = LACKS + SEATS
HELD = DICE + SEATS
WORDS = HELD + SEATS

HOOKS = SWITCHES["dealer_change"]
STEP, ANY_OTHER, FREE = range(len(HOOKS))
"""A dealer moves a barred guess by one, to any other, or need not move it."""
NONE = -1

DEEP = len(RANKS)
CARDS = len(SUITS) * DEEP
SUIT_OF = np.arange(CARDS, dtype=np.int64) // DEEP
OF_SUIT = np.array([((1 << DEEP) - 1) << DEEP * suit for suit in range(len(SUITS))], np.int64)


def blank() -> Ints:
    """Return an empty row."""
    return np.zeros(WORDS, np.int64)


@inlined
def seat_after(seat: int, steps: int) -> int:
    """Return the seat so many steps clockwise."""
    return seat + steps & SEATS - 1


@inlined
def over(row: Ints) -> bool:
    """Whether the last trick has been taken."""
    return row[TURN] == SEATS * (row[SIZE] + 1)


@inlined
def bidding(row: Ints) -> bool:
    """Whether bids are still being made."""
    return row[TURN] < SEATS


@inlined
def unseen(row: Ints, seat: int) -> int:
    """Return the cards that may be in another hand than this seat's, or in the stock."""
    return row[PACK] & ~(row[GONE] | row[TURNED] | row[HELD + seat])


@inlined
def to_come(row: Ints) -> int:
    """Return how many seats are still to play to the trick after the seat to move."""
    return SEATS - 1 - row[LAID]


@inlined
def left_of(row: Ints, seat: int) -> int:
    """Return how many cards a seat still holds."""
    return row[SIZE] - popcount(row[PLAYED + seat])
