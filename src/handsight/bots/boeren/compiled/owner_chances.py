"""Exact chances of the cards that a seat does not see, and uniformly sampled deals of them.

Places are counted from the viewing seat: 0, 1 and 2 are the next seats, 3 is the stock. Cards that may be in
the same places are one *kind*, a mask of places. Deals are counted by dynamic programming over the kinds,
indexed by the room left in the three hands; the stock takes the rest. Counts are floats: exact up to 2**53,
and a large stock goes far beyond.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from handsight.boeren import SEATS
from handsight.boeren.compiled import rules
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_layout import NONE, SUIT_MASK, SUIT_OF
from handsight.compiled.compiled_dice import Die, below, draw
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit, popcount

Floats = NDArray[np.float64]

STOCK = SEATS - 1
KINDS = 1 << SEATS
MAX_TERMS = 3
CHOOSE = np.array([[comb(n, k) for k in range(st.CARDS + 1)] for n in range(st.CARDS + 1)], np.float64)
HALF_WORD = float(1 << 32)


@inlined
def kind_of(card: int, lacks: Ints, sizes: Ints) -> int:
    """Return the kind of a card: the places where it may be, considered alone."""
    kind = 0
    for place in range(SEATS):
        if sizes[place] and not lacks[place] >> card & 1:
            kind |= 1 << place
    return kind


@inlined
def count_kinds(cards: int, lacks: Ints, sizes: Ints, kinds: Ints) -> None:
    """Write to *kinds* how many of the cards are of each kind."""
    kinds[:] = 0
    while cards:
        kinds[kind_of(lowest_bit(cards), lacks, sizes)] += 1
        cards &= cards - 1


@inlined
def room_index(sizes: Ints, a: int, b: int, c: int) -> int:
    """Return the index in a table of counts for room for *a*, *b* and *c* cards in the three hands."""
    return (a * (sizes[1] + 1) + b) * (sizes[2] + 1) + c


@inlined
def room_count(sizes: Ints) -> int:
    """Return how many values `room_index` can have."""
    return (sizes[0] + 1) * (sizes[1] + 1) * (sizes[2] + 1)


@inlined
def max_share(kind: int, place: int, left: int, cards: int) -> int:
    """Return the most cards of a kind that a place can take."""
    return min(left, cards) if kind >> place & 1 else 0


@compiled("float64(int64, int64, int64, int64, int64, int64, int64[::1], float64[::1])", inline=True)
def count_splits(
    kind: int, cards: int, a: int, b: int, c: int, stock: int, sizes: Ints, after: Floats
) -> float:
    """Count the deals of this kind and those after it: a sum over the splits of its cards among places."""
    ways = 0.0
    for x in range(max_share(kind, 0, a, cards) + 1):
        for y in range(max_share(kind, 1, b, cards - x) + 1):
            rest = cards - x - y
            least = max(0, rest - max_share(kind, STOCK, stock, rest))
            for z in range(least, max_share(kind, 2, c, rest) + 1):
                on = after[room_index(sizes, a - x, b - y, c - z)]
                ways += CHOOSE[cards, x] * CHOOSE[cards - x, y] * CHOOSE[rest, z] * on
    return ways


@compiled("float64(int64[::1], int64[::1], float64[:, ::1])")
def count_deals(kinds: Ints, sizes: Ints, up: Floats) -> float:
    """Count the deals of ``kinds[k]`` cards of each kind k; *up* receives the counts from each kind on."""
    up[KINDS, : room_count(sizes)] = 0.0
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
                    here = room_index(sizes, a, b, c)
                    up[kind, here] = 0.0
                    if 0 <= stock <= sizes[STOCK]:
                        up[kind, here] = count_splits(kind, kinds[kind], a, b, c, stock, sizes, up[next_kind])
        next_kind = kind
    return up[next_kind, room_index(sizes, sizes[0], sizes[1], sizes[2])]


@compiled(
    "Tuple((float64, int64[::1], int64[::1], int64[::1], float64[:, ::1]))(int64[::1], int64)", allocates=True
)
def count_unseen(state: Ints, seat: int) -> tuple[float, Ints, Ints, Ints, Floats]:
    """Count the deals of the cards that a seat does not see.

    Return their number, how many cards each place holds, which it has shown not to hold, how many cards each
    kind has, and the counts of `count_deals`.
    """
    hidden = st.unseen(state, seat)
    sizes, lacks, kinds = np.empty(SEATS, np.int64), np.empty(SEATS, np.int64), np.empty(KINDS, np.int64)
    sizes[STOCK], lacks[STOCK] = popcount(hidden), 0
    for place in range(STOCK):
        other = st.seat_after(seat, 1 + place)
        sizes[place], lacks[place] = st.cards_left(state, other), state[st.VOIDS + other]
        sizes[STOCK] -= sizes[place]
    count_kinds(hidden, lacks, sizes, kinds)
    up = np.empty((KINDS + 1, room_count(sizes)), np.float64)
    return count_deals(kinds, sizes, up), sizes, lacks, kinds, up


@inlined
def fill_bars(state: Ints, card: int, bars: Ints) -> int:
    """Write which cards a later seat lacks in each term of `chance_unbeaten`; return the number of terms.

    A seat cannot beat a card of the suit led if it lacks the higher ones and can follow, or lacks trumps too.
    It cannot beat a trump played on another suit if it can follow, or lacks the higher trumps.
    """
    led = SUIT_OF[card] if state[st.SUIT_LED] == NONE else state[st.SUIT_LED]
    above = SUIT_MASK[SUIT_OF[card]] & -(2 << card)
    if led == state[st.TRUMP]:
        bars[0] = above
        return 1
    bars[1] = SUIT_MASK[led]
    if SUIT_OF[card] == led:
        bars[0] = above
        bars[2] = SUIT_MASK[led] | SUIT_MASK[state[st.TRUMP]]
    else:
        bars[0] = 0
        bars[2] = SUIT_MASK[led] | above
    return MAX_TERMS


@compiled("float64(int64[::1], int64)", allocates=True)
def chance_unbeaten(state: Ints, card: int) -> float:
    """Return the exact chance that no seat still to play can beat a card, if it is played now.

    For each later seat this is a signed sum of the events "it lacks these cards" (see `fill_bars`), so the
    whole is a signed sum of counts of deals, with one count for every choice of a term for each seat.
    """
    if state[st.BEST_CARD] != NONE and not rules.beats(card, state[st.BEST_CARD], state[st.TRUMP]):
        return 0.0
    seat, later = state[st.SEAT], st.seats_to_come(state)
    hidden, safest = st.unseen(state, seat), 0.0
    every, sizes, voids, kinds, up = count_unseen(state, seat)
    bars, lacks = np.empty(MAX_TERMS, np.int64), np.empty(SEATS, np.int64)
    terms = fill_bars(state, card, bars)
    for choice in range(terms**later):
        lacks[:] = voids
        sign, code = 1.0, choice
        for place in range(later):
            lacks[place] |= bars[code % terms]
            sign = -sign if code % terms == 1 else sign
            code //= terms
        count_kinds(hidden, lacks, sizes, kinds)
        safest += sign * count_deals(kinds, sizes, up)
    return safest / every


@compiled("float64(int64[::1], int64)", allocates=True)
def chance_suit_held(state: Ints, suit: int) -> float:
    """Return the exact chance that some other hand holds a card of a suit."""
    seat = state[st.SEAT]
    hidden = st.unseen(state, seat)
    stock = popcount(hidden)
    for place in range(STOCK):
        stock -= st.cards_left(state, st.seat_after(seat, 1 + place))
    if not stock or not hidden & SUIT_MASK[suit]:
        return 1.0 if hidden & SUIT_MASK[suit] else 0.0
    every, sizes, lacks, kinds, up = count_unseen(state, seat)
    lacks[:STOCK] |= SUIT_MASK[suit]
    count_kinds(hidden, lacks, sizes, kinds)
    return 1.0 - count_deals(kinds, sizes, up) / every


@inlined
def uniform(die: Die) -> float:
    """Return a random number from 0 up to, but not including, 1."""
    return (float(draw(die)) + float(draw(die)) / HALF_WORD) / HALF_WORD


@compiled("void(int64, int64, int64[::1], int64[::1], int64[::1], float64[::1], float64)", inline=True)
def pick_split(
    kind: int, cards: int, left: Ints, sizes: Ints, gets: Ints, after: Floats, ticket: float
) -> None:
    """Pick the split of a kind that a random ticket below the number of deals selects; write it to *gets*."""
    for x in range(max_share(kind, 0, left[0], cards) + 1):
        for y in range(max_share(kind, 1, left[1], cards - x) + 1):
            rest = cards - x - y
            least = max(0, rest - max_share(kind, STOCK, left[STOCK], rest))
            for z in range(least, max_share(kind, 2, left[2], rest) + 1):
                on = after[room_index(sizes, left[0] - x, left[1] - y, left[2] - z)]
                ways = CHOOSE[cards, x] * CHOOSE[cards - x, y] * CHOOSE[rest, z] * on
                if ways:
                    gets[0], gets[1], gets[2], gets[STOCK] = x, y, z, rest - z
                    ticket -= ways
                    if ticket < 0.0:
                        return


@inlined
def place_cards(hidden: int, lacks: Ints, sizes: Ints, gets: Ints, die: Die, hands: Ints) -> None:
    """Put every hidden card in a random place; *gets* says how many of its kind each place takes."""
    while hidden:
        card = lowest_bit(hidden)
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
def sample_deals(
    hidden: int, lacks: Ints, sizes: Ints, kinds: Ints, up: Floats, die: Die, hands: Ints
) -> None:
    """Sample as many deals of the hidden cards as *hands* has rows, all deals equally likely.

    *kinds* and *up* are as `count_deals` leaves them; a row of hands is a set of cards for each place.
    """
    left, gets = np.empty(SEATS, np.int64), np.empty((KINDS, SEATS), np.int64)
    for deal in range(hands.shape[0]):
        left[:] = sizes
        hands[deal] = 0
        kind = 0
        while kind < KINDS:
            if not kinds[kind]:
                kind += 1
                continue
            following = kind + 1
            while following < KINDS and not kinds[following]:
                following += 1
            ticket = uniform(die) * up[kind, room_index(sizes, left[0], left[1], left[2])]
            pick_split(kind, kinds[kind], left, sizes, gets[kind], up[following], ticket)
            left -= gets[kind]
            kind = following
        place_cards(hidden, lacks, sizes, gets, die, hands[deal])


@compiled("void(int64[::1], int64, uint64[::1], int64[:, ::1])", allocates=True)
def sample_unseen(state: Ints, seat: int, die: Die, hands: Ints) -> None:
    """Sample as many deals as *hands* has rows of those that fit what a seat sees, all equally likely.

    They fit its hand, the cards played, and the suits that others have shown not to hold. The hands of others
    in the state do not matter.
    """
    _, sizes, lacks, kinds, up = count_unseen(state, seat)
    sample_deals(st.unseen(state, seat), lacks, sizes, kinds, up, die, hands)
