"""The open-hand solver of Boeren Bridge: every seat plays for its own score, and all know that.

Backward induction with a vector of scores (max^n). Among equally good cards a seat takes the first of the
pack, so the solution is unique. Positions between two tricks go to a transposition table: their value depends
on the cards left, on the leader and on the tricks taken.
"""

from typing import NamedTuple

import numpy as np

from handsight.boeren import SEATS, Card, State
from handsight.boeren.compiled import rules
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_conversion import card_of, to_array
from handsight.boeren.compiled.state_layout import NONE, SUIT_MASK, SUIT_OF
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit
from handsight.errors import TooLargeError

BYTE, ZERO = 8, 64
"""The scores of the four seats are packed in four bytes, with an offset so that none is negative."""
NIBBLE = 4
"""Bids and tricks of the four seats are packed in four bits each."""
TABLE_SLOTS, SMALL_TABLE_SLOTS, PROBES = 1 << 16, 1 << 10, 8
LEFT, TAKEN, VALUE = range(3)
TRUMP, BIDS, BONUS, SEARCH_ID = range(4)
"""What is fixed during a search; table entries of another SEARCH_ID are ignored."""
SEAT, SUIT_LED, BEST_CARD, BEST_SEAT, TRICK_SIZE, TRICK, WON = range(7)
"""A position of the search: fields as in a state, with the tricks of all seats packed in one word."""
STATE_FIELDS = np.array([st.SEAT, st.SUIT_LED, st.BEST_CARD, st.BEST_SEAT, st.TRICK_SIZE, st.TRICK], np.int64)
BELOW_ALL = -1_000
HASH_FACTOR = 0x45D9F3B
"""The product with a 31-bit number fits in a word."""
MAX_CARDS = 6
"""With more cards than this in a hand, solving takes too long."""


def transposition_table() -> Ints:
    """Return an empty transposition table."""
    return np.zeros((TABLE_SLOTS, 3), np.int64)


@inlined
def final_scores(bids: int, won: int, bonus: int) -> int:
    """Return the packed scores of a finished round."""
    value = 0
    for seat in range(SEATS):
        mine = rules.points(bids >> NIBBLE * seat & 15, won >> NIBBLE * seat & 15, bonus)
        value |= mine + ZERO << BYTE * seat
    return value


@inlined
def score_of(value: int, seat: int) -> int:
    """Return a seat's score from packed scores."""
    return (value >> BYTE * seat & 255) - ZERO


@inlined
def slot_of(table: Ints, left: int, taken: int) -> int:
    """Return the slot of a position in the table: where it is stored, or else where it may be stored."""
    folded = (left ^ left >> 23 ^ taken ^ taken << 9) & (1 << 31) - 1
    hashed = folded * HASH_FACTOR
    last = table.shape[0] - 1
    first = (hashed ^ hashed >> 19) & last
    for step in range(PROBES):
        slot = first + step & last
        if table[slot, LEFT] == left and table[slot, TAKEN] == taken:
            return slot
        if table[slot, TAKEN] >> 16 != taken >> 16:  # of another search
            return slot
    return first


@inlined
def is_equivalent(card: int, cards: int, alive: int) -> bool:
    """Whether the next lower card of the suit is in the same hand: then both are equally good."""
    lower = alive & SUIT_MASK[SUIT_OF[card]] & (1 << card) - 1
    if not lower:
        return False
    next_lower = lower
    while next_lower & next_lower - 1:
        next_lower &= next_lower - 1
    return next_lower & cards != 0


@inlined
def play_card(here: Ints, card: int, trump: int, below: Ints) -> None:
    """Write the position after a card: the next seat's turn, or the next trick."""
    higher = here[BEST_CARD] == NONE or rules.beats(card, here[BEST_CARD], trump)
    top, ahead = (card, here[SEAT]) if higher else (here[BEST_CARD], here[BEST_SEAT])
    if here[TRICK_SIZE] == SEATS - 1:
        below[SEAT], below[SUIT_LED], below[BEST_CARD], below[BEST_SEAT] = ahead, NONE, NONE, NONE
        below[TRICK_SIZE] = below[TRICK] = 0
        below[WON] = here[WON] + (1 << NIBBLE * ahead)
    else:
        below[SEAT], below[BEST_CARD], below[BEST_SEAT] = st.seat_after(here[SEAT], 1), top, ahead
        below[SUIT_LED] = SUIT_OF[card] if here[SUIT_LED] == NONE else here[SUIT_LED]
        below[TRICK_SIZE], below[TRICK], below[WON] = here[TRICK_SIZE] + 1, here[TRICK] | 1 << card, here[WON]


@compiled("int64(int64[::1], int64[:, ::1], int64[::1], int64[:, ::1], int64)")
def search(held: Ints, table: Ints, fixed: Ints, positions: Ints, depth: int) -> int:
    """Return the packed scores of the position at a depth, under best play."""
    here = positions[depth]
    alive = held[0] | held[1] | held[2] | held[3]
    left, taken = alive | here[SEAT] << st.CARDS, fixed[SEARCH_ID] << 16 | here[WON]
    if here[TRICK_SIZE] == 0:
        if not alive:
            return final_scores(fixed[BIDS], here[WON], fixed[BONUS])
        slot = slot_of(table, left, taken)
        if table[slot, LEFT] == left and table[slot, TAKEN] == taken:
            return table[slot, VALUE]
    seat = here[SEAT]
    best, most = 0, BELOW_ALL
    cards = rules.follow_suit(held[seat], here[SUIT_LED])
    choices = cards
    while choices:
        card = lowest_bit(choices)
        choices &= choices - 1
        if is_equivalent(card, cards, alive | here[TRICK]):
            continue
        play_card(here, card, fixed[TRUMP], positions[depth + 1])
        held[seat] ^= 1 << card
        value = search(held, table, fixed, positions, depth + 1)
        held[seat] ^= 1 << card
        mine = score_of(value, seat)
        if mine > most:
            best, most = value, mine
    if here[TRICK_SIZE] == 0:
        slot = slot_of(table, left, taken)  # the recursion may have taken the slot
        table[slot, LEFT], table[slot, TAKEN], table[slot, VALUE] = left, taken, best
    return best


@compiled("int64(int64[::1], int64[:, ::1], int64)", allocates=True)
def solve_state(state: Ints, table: Ints, search_id: int) -> int:
    """Return the packed scores of a state with all bids made; *search_id* must be new for the table."""
    held, fixed = state[st.HANDS :].copy(), np.zeros(4, np.int64)
    positions = np.zeros((st.CARDS + 1, 7), np.int64)
    for seat in range(SEATS):
        fixed[BIDS] |= state[st.BIDS + seat] << NIBBLE * seat
        positions[0, WON] |= state[st.WON + seat] << NIBBLE * seat
    fixed[TRUMP], fixed[BONUS], fixed[SEARCH_ID] = state[st.TRUMP], state[st.ZERO_BID_POINTS], search_id
    for word in range(WON):
        positions[0, word] = state[STATE_FIELDS[word]]
    return search(held, table, fixed, positions, 0)


class SolvedRound(NamedTuple):
    """The scores of a position under best play, and those after each card."""

    scores: tuple[int, ...]
    after: dict[Card, tuple[int, ...]]


def solve(state: State) -> SolvedRound:
    """Solve a round in which all bids are made and some cards are left.

    Raises:
        TooLargeError: bids are missing, or hands are too large.
    """
    if state.bidding or max(map(len, state.hands)) > MAX_CARDS:
        raise TooLargeError(f"only hands of up to {MAX_CARDS} cards with all bids made can be solved")
    array, table = to_array(state), transposition_table()
    after = {}
    actions, search_id = rules.legal(array), 1
    for card in (card for card in range(st.CARDS) if actions >> card & 1 and not state.over):
        tried = array.copy()
        rules.step(tried, card)
        search_id += 1
        after[card_of(card)] = _scores(solve_state(tried, table, search_id))
    return SolvedRound(_scores(solve_state(array, table, 1)), after)


def _scores(value: int) -> tuple[int, ...]:
    return tuple((int(value) >> BYTE * seat & 255) - ZERO for seat in range(SEATS))
