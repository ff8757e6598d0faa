"""What a learner is told of a round: numbers from what its seat sees, in one of three states.

| at   | name    | numbers | what they say |
| ---- | ------- | ------- | ------------- |
|    0 | OWNERS  | 208 | by card and seat, from the own seat on: may it hold it (none: out of play) |
|  208 | CHANCES | 208 | by card and seat: how likely it does, exactly |
|  416 | TABLE   |  52 | the cards on the table |
|  468 | TOP     |  52 | the one that lies highest |
|  520 | SIZE    |  14 | cards in a hand at the start |
|  534 | TRUMP   |   4 | the trump suit |
|  538 | LED     |   5 | the suit to follow; the last: none |
|  543 | LAID    |   4 | how many cards lie on the table |
|  547 | DEALER  |   4 | where the dealer sits, from the own seat on |
|  551 | BIDS    |  60 | by seat, from the own on: its bid; the last: none yet |
|  611 | WON     |  56 | by seat, from the own on: its tricks |

The three states differ in what they say of owners. `PLAIN`: the own hand and the cards on the table, nothing
else. `KRIPKE`: the possible owners of each card, by the per-card model. `EXACT`: those, and exact chances.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.boeren import SEATS
from handsight.kernels.boeren import chances, state_layout
from handsight.kernels.boeren.state_layout import CARDS, DEEP, NONE, Ints
from handsight.kernels.jit import compiled, inlined, lowest

Numbers = NDArray[np.float32]

STATES = ("plain", "kripke", "exact")
PLAIN, KRIPKE, EXACT = range(len(STATES))

OWNERS = 0
CHANCES = OWNERS + CARDS * SEATS
TABLE = CHANCES + CARDS * SEATS
TOP = TABLE + CARDS
SIZE = TOP + CARDS
TRUMP = SIZE + DEEP + 1
LED = TRUMP + SEATS
LAID = LED + SEATS + 1
DEALER = LAID + SEATS
BIDS = DEALER + SEATS
WON = BIDS + SEATS * (DEEP + 2)
WIDTH = WON + SEATS * (DEEP + 1)

ACTIONS = CARDS + DEEP + 1
"""What can be done: lay one of 52 cards, or bid 0 to 13."""


@inlined
def _owners(row: Ints, seat: int, state: int, told: Numbers) -> None:
    """Say who may hold each card, by the per-card model; the plain state stops at what lies open."""
    own = row[state_layout.HELD + seat]
    while own:
        told[OWNERS + SEATS * lowest(own)] = 1.0
        own &= own - 1
    for place in range(SEATS):
        laid = row[state_layout.PLAYED + (seat + place) % SEATS] & row[state_layout.TABLE]
        if laid:
            told[OWNERS + SEATS * lowest(laid) + place] = 1.0
    hidden = state_layout.unseen(row, seat) if state != PLAIN else 0
    while hidden:
        card = lowest(hidden)
        hidden &= hidden - 1
        for place in range(1, SEATS):
            if not row[state_layout.LACKS + (seat + place) % SEATS] >> card & 1:
                told[OWNERS + SEATS * card + place] = 1.0


@compiled("void(int64[::1], int64, float32[::1])", allocates=True)
def _chances(row: Ints, seat: int, told: Numbers) -> None:
    """Say how likely each unseen card is where: deals with one card of its kind there, by all deals."""
    hidden = state_layout.unseen(row, seat)
    sizes, lacks = np.empty(SEATS, np.int64), np.empty(SEATS, np.int64)
    kinds, shares = np.empty(chances.KINDS, np.int64), np.zeros((chances.KINDS, SEATS), np.float64)
    chances.room(row, seat, sizes)
    chances.lacking(row, seat, lacks)
    chances.sort_out(hidden, lacks, sizes, kinds)
    up = np.empty((chances.KINDS + 1, chances.states(sizes)), np.float64)
    every = chances.count(kinds, sizes, up)
    for kind in range(chances.KINDS):
        if not kinds[kind]:
            continue
        kinds[kind] -= 1
        for place in range(SEATS):
            if kind >> place & 1 and sizes[place]:
                sizes[place] -= 1
                shares[kind, place] = chances.count(kinds, sizes, up) / every
                sizes[place] += 1
        kinds[kind] += 1
    while hidden:
        card = lowest(hidden)
        hidden &= hidden - 1
        kind = chances.kind_of(card, lacks, sizes)
        for place in range(SEATS - 1):
            told[CHANCES + SEATS * card + place + 1] = np.float32(shares[kind, place])


@compiled("void(int64[::1], int64, float32[::1])")
def tell(row: Ints, state: int, told: Numbers) -> None:
    """Say what the seat to move sees, in a state."""
    seat = row[state_layout.SEAT]
    told[:] = 0.0
    _owners(row, seat, state, told)
    if state == EXACT:
        _chances(row, seat, told)
    table = row[state_layout.TABLE]
    while table:
        told[TABLE + lowest(table)] = 1.0
        table &= table - 1
    if row[state_layout.TOP] != NONE:
        told[TOP + row[state_layout.TOP]] = 1.0
    told[SIZE + row[state_layout.SIZE]] = 1.0
    told[TRUMP + row[state_layout.TRUMP]] = 1.0
    told[LED + (row[state_layout.LED] if row[state_layout.LED] != NONE else SEATS)] = 1.0
    told[LAID + row[state_layout.LAID]] = 1.0
    told[DEALER + (row[state_layout.DEALER] - seat) % SEATS] = 1.0
    for place in range(SEATS):
        other = (seat + place) % SEATS
        bid = row[state_layout.BIDS + other]
        told[BIDS + place * (DEEP + 2) + (bid if bid != NONE else DEEP + 1)] = 1.0
        told[WON + place * (DEEP + 1) + row[state_layout.WON + other]] = 1.0


@compiled("void(int64[:, ::1], int64, float32[:, ::1])")
def tell_rows(table: Ints, state: int, told: Numbers) -> None:
    """Say it for many rounds side by side."""
    for at in range(table.shape[0]):
        tell(table[at], state, told[at])
