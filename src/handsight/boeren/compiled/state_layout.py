"""The integer layout of a round of Boeren Bridge: one array of 64-bit words, for every size of round.

Names are indices: ``state[TRUMP]``, ``state[HANDS + seat]``. A *set of cards* is a mask over the 52
identities (`Card.identity`: clubs, diamonds, hearts, spades, the Two first).

| at | name            | words | what it holds |
| -- | --------------- | ----- | ------------- |
|  0 | SEAT            |     1 | the seat to move |
|  1 | TURN            |     1 | bids that stand and cards played: a bid to be changed does not count yet |
|  2 | HAND_SIZE       |     1 | cards in a hand at the start, which is the number of tricks |
|  3 | PACK            |     1 | set of all cards of the round |
|  4 | TURNED_UP       |     1 | set with the card turned up from the stock, if any |
|  5 | TRUMP           |     1 | the trump suit |
|  6 | DEALER          |     1 | the seat that bids last |
|  7 | LEADER          |     1 | the seat that leads the trick |
|  8 | SUIT_LED        |     1 | the suit to follow, -1 for the seat that leads |
|  9 | TRICK_SIZE      |     1 | number of cards in the trick so far |
| 10 | TRICK           |     1 | set of those cards |
| 11 | BEST_CARD       |     1 | the card that is winning the trick, -1 if there is none |
| 12 | BEST_SEAT       |     1 | the seat that played it |
| 13 | ALL_PLAYED      |     1 | set of all cards played, the trick included |
| 14 | DEALER_CHANGE   |     1 | what happens when all bids add up: an index into ``DEALER_CHANGES`` |
| 15 | ZERO_BID_POINTS |     1 | points for a met bid of zero |
| 16 | DEALER_GUESS    |     1 | the bid that the dealer had, or has, to change; -1 if there is none |
| 17 | BIDS            |     4 | by seat: its bid, -1 until it is made |
| 21 | WON             |     4 | by seat: tricks taken |
| 25 | PLAYED          |     4 | by seat: set of cards it has played |
| 29 | VOIDS           |     4 | by seat: set of all cards of the suits in which it has shown a void |
| 33 | DICE            |     4 | by seat: the state of its random number generator |
| 37 | HANDS           |     4 | by seat: set of cards it holds |

The state contains everything. An honest bot reads HANDS and DICE of its own seat only. An action is a number:
of tricks while seats bid, then the identity of a card.
"""

import numpy as np

from handsight.boeren import RANKS, SEATS, SUITS
from handsight.boeren.terms import SWITCHES
from handsight.compiled.jit import Ints, inlined, popcount

# fmt: off
(
    SEAT, TURN, HAND_SIZE, PACK, TURNED_UP, TRUMP, DEALER, LEADER, SUIT_LED, TRICK_SIZE, TRICK,
    BEST_CARD, BEST_SEAT, ALL_PLAYED, DEALER_CHANGE, ZERO_BID_POINTS, DEALER_GUESS, BIDS,
) = range(18)
# fmt: on
WON = BIDS + SEATS
PLAYED = WON + SEATS
VOIDS = PLAYED + SEATS
DICE = VOIDS + SEATS
HANDS = DICE + SEATS
WORDS = HANDS + SEATS

DEALER_CHANGES = SWITCHES["dealer_change"]
STEP, ANY_OTHER, BARRED, FREE = range(len(DEALER_CHANGES))
"""How the dealer's bid is restricted when all bids would sum to the number of tricks: change it by one,
change it to any other, forbidden, or allowed."""
NONE = -1

RANKS_PER_SUIT = len(RANKS)
CARDS = len(SUITS) * RANKS_PER_SUIT
SUIT_OF = np.arange(CARDS, dtype=np.int64) // RANKS_PER_SUIT
SUIT_MASK = np.array(
    [((1 << RANKS_PER_SUIT) - 1) << RANKS_PER_SUIT * suit for suit in range(len(SUITS))], np.int64
)


def blank_state() -> Ints:
    """Return an empty state."""
    return np.zeros(WORDS, np.int64)


@inlined
def seat_after(seat: int, steps: int) -> int:
    """Return the seat *steps* places clockwise."""
    return seat + steps & SEATS - 1


@inlined
def is_over(state: Ints) -> bool:
    """Whether the last trick has been taken."""
    return state[TURN] == SEATS * (state[HAND_SIZE] + 1)


@inlined
def is_bidding(state: Ints) -> bool:
    """Whether bids are still being made, or changed."""
    return state[TURN] < SEATS


@inlined
def must_change(state: Ints) -> bool:
    """Whether the seat to move is the dealer, who has to change its bid."""
    return state[TURN] < SEATS and state[BIDS + state[SEAT]] != NONE


@inlined
def unseen(state: Ints, seat: int) -> int:
    """Return the cards that a seat does not see: in other hands or in the stock."""
    return state[PACK] & ~(state[ALL_PLAYED] | state[TURNED_UP] | state[HANDS + seat])


@inlined
def seats_to_come(state: Ints) -> int:
    """Return how many seats are still to play to the trick after the seat to move."""
    return SEATS - 1 - state[TRICK_SIZE]


@inlined
def cards_left(state: Ints, seat: int) -> int:
    """Return how many cards a seat still holds."""
    return state[HAND_SIZE] - popcount(state[PLAYED + seat])
