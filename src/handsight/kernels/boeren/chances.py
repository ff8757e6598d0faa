"""What a seat knows exactly of the cards it does not see: how likely, and fair deals of them.

Places are counted from the seat that knows: 0, 1 and 2 are the next seats, 3 is the stock. Cards that may be
in the same places are one *kind*, a mask of places. A state is the room left in the three hands; the stock
takes the rest. Numbers of deals are floats here: exact up to 2**53, and a large stock goes far beyond.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from handsight.boeren import SEATS
from handsight.kernels.boeren import rules, state_layout
from handsight.kernels.boeren.state_layout import NONE, OF_SUIT, SUIT_OF, Ints
from handsight.kernels.dice import Die, below, draw
from handsight.kernels.jit import compiled, inlined, lowest, popcount

Floats = NDArray[np.float64]

STOCK = SEATS - 1
KINDS = 1 << SEATS
TERMS = 3
CHOOSE = np.array(
    [[comb(n, k) for k in range(state_layout.CARDS + 1)] for n in range(state_layout.CARDS + 1)], np.float64
)
HALF_WORD = float(1 << 32)


@inlined
def room(row: Ints, seat: int, sizes: Ints) -> None:
    """Write down how many unseen cards each place holds."""
    sizes[STOCK] = popcount(state_layout.unseen(row, seat))
    for place in range(STOCK):
        sizes[place] = state_layout.left_of(row, state_layout.seat_after(seat, 1 + place))
        sizes[STOCK] -= sizes[place]


@inlined
def lacking(row: Ints, seat: int, lacks: Ints) -> None:
    """Write down which cards each place has shown not to hold."""
    for place in range(STOCK):
        lacks[place] = row[state_layout.LACKS + state_layout.seat_after(seat, 1 + place)]
    lacks[STOCK] = 0


@inlined
def kind_of(card: int, lacks: Ints, sizes: Ints) -> int:
    """Return the places in which a card may be, seen alone."""
    kind = 0
    for place in range(SEATS):
        if sizes[place] and not lacks[place] >> card & 1:
            kind |= 1 << place
    return kind


@inlined
def sort_out(cards: int, lacks: Ints, sizes: Ints, kinds: Ints) -> None:
    """Count the cards of each kind."""
    kinds[:] = 0
    while cards:
        kinds[kind_of(lowest(cards), lacks, sizes)] += 1
        cards &= cards - 1


@inlined
def state(sizes: Ints, a: int, b: int, c: int) -> int:
    """Number a state: the room left in the three hands."""
    return (a * (sizes[1] + 1) + b) * (sizes[2] + 1) + c


@inlined
def states(sizes: Ints) -> int:
    """Return how many states there are."""
    return (sizes[0] + 1) * (sizes[1] + 1) * (sizes[2] + 1)


@inlined
def most(kind: int, place: int, left: int, cards: int) -> int:
    """Return how many cards of a kind a place with so much room left can take."""
    return min(left, cards) if kind >> place & 1 else 0


@compiled("float64(int64, int64, int64, int64, int64, int64, int64[::1], float64[::1])", inline=True)
def spread(kind: int, cards: int, a: int, b: int, c: int, stock: int, sizes: Ints, after: Floats) -> float:
    """Count the deals from a state on: share out the cards of a kind, and look up the ways from there."""
    ways = 0.0
    for x in range(most(kind, 0, a, cards) + 1):
        for y in range(most(kind, 1, b, cards - x) + 1):
            rest = cards - x - y
            least = max(0, rest - most(kind, STOCK, stock, rest))
            for z in range(least, most(kind, 2, c, rest) + 1):
                on = after[state(sizes, a - x, b - y, c - z)]
                ways += CHOOSE[cards, x] * CHOOSE[cards - x, y] * CHOOSE[rest, z] * on
    return ways


@compiled("float64(int64[::1], int64[::1], float64[:, ::1])")
def count(kinds: Ints, sizes: Ints, up: Floats) -> float:
    """Count the deals of so many cards of each kind; *up* gets the ways on from every state, kind by kind."""
    up[KINDS, : states(sizes)] = 0.0
    up[KINDS, 0] = 1.0
    left = 0
    next_kind = KINDS
    for kind in range(KINDS - 1, -1, -1):
        if not kinds[kind]:
            continue
        left += kinds[kind]
        for a in range(sizes[0] + 1):
            for b in range(sizes[1] + 1):
                for c in range(sizes[2] + 1):
                    stock = left - a - b - c
                    here = state(sizes, a, b, c)
                    up[kind, here] = 0.0
                    if 0 <= stock <= sizes[STOCK]:
                        up[kind, here] = spread(kind, kinds[kind], a, b, c, stock, sizes, up[next_kind])
        next_kind = kind
    return up[next_kind, state(sizes, sizes[0], sizes[1], sizes[2])]


@inlined
def bars_of(row: Ints, card: int, bars: Ints) -> int:
    """Write down which cards a later seat must lack in each term of `safe`; return the number of terms.

    It cannot beat a card of the suit led if it lacks those above it and can follow, or lacks trumps too; it
    cannot beat a trump laid on another suit if it can follow, or lacks the trumps above it.
    """
    led = SUIT_OF[card] if row[state_layout.LED] == NONE else row[state_layout.LED]
    above = OF_SUIT[SUIT_OF[card]] & -(2 << card)
    if led == row[state_layout.TRUMP]:
        bars[0] = above
        return 1
    bars[1] = OF_SUIT[led]
    if SUIT_OF[card] == led:
        bars[0] = above
        bars[2] = OF_SUIT[led] | OF_SUIT[row[state_layout.TRUMP]]
    else:
        bars[0] = 0
        bars[2] = OF_SUIT[led] | above
    return TERMS


@compiled("float64(int64[::1], int64)", allocates=True)
def safe(row: Ints, card: int) -> float:
    """Return the exact chance that nobody still to play can beat a card of the seat to move, laid now.

    Each later seat's part is a signed sum of "it lacks these cards" (see `bars_of`), so the whole is a signed
    sum of numbers of deals, one for every choice of a term for each seat.
    """
    if row[state_layout.TOP] != NONE and not rules.beats(
        card, row[state_layout.TOP], row[state_layout.TRUMP]
    ):
        return 0.0
    seat, later = row[state_layout.SEAT], state_layout.to_come(row)
    sizes, lacks, kinds = np.empty(SEATS, np.int64), np.empty(SEATS, np.int64), np.empty(KINDS, np.int64)
    bars, hidden = np.empty(TERMS, np.int64), state_layout.unseen(row, seat)
    room(row, seat, sizes)
    up = np.empty((KINDS + 1, states(sizes)), np.float64)
    terms = bars_of(row, card, bars)
    every = safest = 0.0
    for choice in range(-1, terms**later):  # first all deals
        lacking(row, seat, lacks)
        sign, code = 1.0, choice
        for place in range(later if choice >= 0 else 0):
            lacks[place] |= bars[code % terms]
            sign = -sign if code % terms == 1 else sign
            code //= terms
        sort_out(hidden, lacks, sizes, kinds)
        deals = count(kinds, sizes, up)
        if choice < 0:
            every = deals
        else:
            safest += sign * deals
    return safest / every


@compiled("float64(int64[::1], int64)", allocates=True)
def held_elsewhere(row: Ints, suit: int) -> float:
    """Return the exact chance that some other hand holds a card of a suit."""
    seat = row[state_layout.SEAT]
    hidden = state_layout.unseen(row, seat)
    sizes, lacks, kinds = np.empty(SEATS, np.int64), np.empty(SEATS, np.int64), np.empty(KINDS, np.int64)
    room(row, seat, sizes)
    if not sizes[STOCK] or not hidden & OF_SUIT[suit]:
        return 1.0 if hidden & OF_SUIT[suit] else 0.0
    up = np.empty((KINDS + 1, states(sizes)), np.float64)
    lacking(row, seat, lacks)
    sort_out(hidden, lacks, sizes, kinds)
    every = count(kinds, sizes, up)
    for place in range(STOCK):
        lacks[place] |= OF_SUIT[suit]
    sort_out(hidden, lacks, sizes, kinds)
    return 1.0 - count(kinds, sizes, up) / every


@inlined
def chance(die: Die) -> float:
    """Draw a number from 0 to 1."""
    return (float(draw(die)) + float(draw(die)) / HALF_WORD) / HALF_WORD


@compiled("void(int64, int64, int64[::1], int64[::1], int64[::1], float64[::1], float64)", inline=True)
def pick(kind: int, cards: int, left: Ints, sizes: Ints, gets: Ints, after: Floats, ticket: float) -> None:
    """Find the split of a kind in whose share of the deals a ticket falls, and what each place gets in it."""
    for x in range(most(kind, 0, left[0], cards) + 1):
        for y in range(most(kind, 1, left[1], cards - x) + 1):
            rest = cards - x - y
            least = max(0, rest - most(kind, STOCK, left[STOCK], rest))
            for z in range(least, most(kind, 2, left[2], rest) + 1):
                on = after[state(sizes, left[0] - x, left[1] - y, left[2] - z)]
                ways = CHOOSE[cards, x] * CHOOSE[cards - x, y] * CHOOSE[rest, z] * on
                if ways:
                    gets[0], gets[1], gets[2], gets[STOCK] = x, y, z, rest - z
                    ticket -= ways
                    if ticket < 0.0:
                        return


@inlined
def hand_out(hidden: int, lacks: Ints, sizes: Ints, gets: Ints, die: Die, hands: Ints) -> None:
    """Give every card a place that its kind still has room in, by chance."""
    while hidden:
        card = lowest(hidden)
        hidden &= hidden - 1
        shares = gets[kind_of(card, lacks, sizes)]
        ticket = below(die, shares[0] + shares[1] + shares[2] + shares[3])
        place = 0
        while ticket >= shares[place]:
            ticket -= shares[place]
            place += 1
        shares[place] -= 1
        hands[place] |= 1 << card


@compiled(
    "void(int64, int64[::1], int64[::1], int64[::1], float64[:, ::1], uint64[::1], int64[:, ::1])",
    allocates=True,
)
def sample(hidden: int, lacks: Ints, sizes: Ints, kinds: Ints, up: Floats, die: Die, hands: Ints) -> None:
    """Deal the hidden cards into as many rows of hands as there are, all deals equally likely.

    *kinds* and *up* are as `count` leaves them; a row of hands is a set of cards for each place.
    """
    left, gets = np.empty(SEATS, np.int64), np.empty((KINDS, SEATS), np.int64)
    for row in range(hands.shape[0]):
        left[:] = sizes
        hands[row] = 0
        kind = 0
        while kind < KINDS:
            if not kinds[kind]:
                kind += 1
                continue
            following = kind + 1
            while following < KINDS and not kinds[following]:
                following += 1
            ticket = chance(die) * up[kind, state(sizes, left[0], left[1], left[2])]
            pick(kind, kinds[kind], left, sizes, gets[kind], up[following], ticket)
            left -= gets[kind]
            kind = following
        hand_out(hidden, lacks, sizes, gets, die, hands[row])
