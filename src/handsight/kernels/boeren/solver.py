"""A round with all cards on the table, solved: every seat plays for its own score, and knows that all do.

Backward induction with a vector of scores (max^n). Among equally good cards a seat takes the first of the
pack, so that the answer is one. Positions between two tricks are remembered: what comes of them depends on
the cards that are left, on who leads and on the tricks taken.
"""

from typing import NamedTuple

import numpy as np

from handsight.boeren import SEATS, Card, State
from handsight.errors import TooLargeError
from handsight.kernels.boeren import rules, state_layout
from handsight.kernels.boeren.convert import card_of, to_row
from handsight.kernels.boeren.state_layout import NONE, OF_SUIT, SUIT_OF, Ints
from handsight.kernels.jit import compiled, inlined, lowest

BYTE, ZERO = 8, 64
"""Scores of the four seats stand in four bytes of a word, raised so that none is negative."""
NIBBLE = 4
"""Bids and tricks of the four seats stand in four bits each."""
SLOTS, FEW_SLOTS, TRIES = 1 << 16, 1 << 10, 8
LEFT, TAKEN, VALUE = range(3)
TRUMP, BIDS, BONUS, QUESTION = range(4)
"""What stays as it is during a search; positions of another question are not remembered."""
SEAT, LED, TOP, AHEAD, LAID, TABLE, WON = range(7)
"""A moment of the search: as in a row, the tricks of all seats in one word."""
PLACES = np.array(
    [
        state_layout.SEAT,
        state_layout.LED,
        state_layout.TOP,
        state_layout.AHEAD,
        state_layout.LAID,
        state_layout.TABLE,
    ],
    np.int64,
)
LEAST = -1_000
SCATTER = 0x45D9F3B
"""Times a number of 31 bits it stays within a word."""
MOST_CARDS = 6
"""With more cards than this in a hand, solving takes longer than anybody waits."""


def memory() -> Ints:
    """Return room for the positions that are remembered."""
    return np.zeros((SLOTS, 3), np.int64)


@inlined
def end(bids: int, won: int, bonus: int) -> int:
    """Write down every seat's score of a finished round."""
    value = 0
    for seat in range(SEATS):
        mine = rules.points(bids >> NIBBLE * seat & 15, won >> NIBBLE * seat & 15, bonus)
        value |= mine + ZERO << BYTE * seat
    return value


@inlined
def score_in(value: int, seat: int) -> int:
    """Read a seat's score."""
    return (value >> BYTE * seat & 255) - ZERO


@inlined
def slot_of(memo: Ints, left: int, taken: int) -> int:
    """Find the place of a position: where it is remembered, or else where it may be."""
    folded = (left ^ left >> 23 ^ taken ^ taken << 9) & (1 << 31) - 1
    hashed = folded * SCATTER
    last = memo.shape[0] - 1
    first = (hashed ^ hashed >> 19) & last
    for step in range(TRIES):
        slot = first + step & last
        if memo[slot, LEFT] == left and memo[slot, TAKEN] == taken:
            return slot
        if memo[slot, TAKEN] >> 16 != taken >> 16:  # of another question
            return slot
    return first


@inlined
def touching(card: int, cards: int, alive: int) -> bool:
    """Whether the next lower card that is left is of the same hand and suit: either is as good."""
    lower = alive & OF_SUIT[SUIT_OF[card]] & (1 << card) - 1
    if not lower:
        return False
    next_lower = lower
    while next_lower & next_lower - 1:
        next_lower &= next_lower - 1
    return next_lower & cards != 0


@inlined
def lay(here: Ints, card: int, trump: int, below: Ints) -> None:
    """Write down the moment after a card: the next seat's turn, or the next trick."""
    higher = here[TOP] == NONE or rules.beats(card, here[TOP], trump)
    top, ahead = (card, here[SEAT]) if higher else (here[TOP], here[AHEAD])
    if here[LAID] == SEATS - 1:
        below[SEAT], below[LED], below[TOP], below[AHEAD] = ahead, NONE, NONE, NONE
        below[LAID] = below[TABLE] = 0
        below[WON] = here[WON] + (1 << NIBBLE * ahead)
    else:
        below[SEAT], below[TOP], below[AHEAD] = state_layout.seat_after(here[SEAT], 1), top, ahead
        below[LED] = SUIT_OF[card] if here[LED] == NONE else here[LED]
        below[LAID], below[TABLE], below[WON] = here[LAID] + 1, here[TABLE] | 1 << card, here[WON]


@compiled("int64(int64[::1], int64[:, ::1], int64[::1], int64[:, ::1], int64)")
def search(held: Ints, memo: Ints, fixed: Ints, moments: Ints, depth: int) -> int:
    """Return the scores to which the moment at a depth leads."""
    here = moments[depth]
    alive = held[0] | held[1] | held[2] | held[3]
    left, taken = alive | here[SEAT] << state_layout.CARDS, fixed[QUESTION] << 16 | here[WON]
    if here[LAID] == 0:
        if not alive:
            return end(fixed[BIDS], here[WON], fixed[BONUS])
        slot = slot_of(memo, left, taken)
        if memo[slot, LEFT] == left and memo[slot, TAKEN] == taken:
            return memo[slot, VALUE]
    seat = here[SEAT]
    best, most = 0, LEAST
    cards = rules.follow(held[seat], here[LED])
    choices = cards
    while choices:
        card = lowest(choices)
        choices &= choices - 1
        if touching(card, cards, alive | here[TABLE]):
            continue
        lay(here, card, fixed[TRUMP], moments[depth + 1])
        held[seat] ^= 1 << card
        value = search(held, memo, fixed, moments, depth + 1)
        held[seat] ^= 1 << card
        mine = score_in(value, seat)
        if mine > most:
            best, most = value, mine
    if here[LAID] == 0:
        slot = slot_of(memo, left, taken)  # the search below may have taken the place
        memo[slot, LEFT], memo[slot, TAKEN], memo[slot, VALUE] = left, taken, best
    return best


@compiled("int64(int64[::1], int64[:, ::1], int64)", allocates=True)
def solve_row(row: Ints, memo: Ints, question: int) -> int:
    """Return the scores to which a row with all bids made leads; *question*: a number not asked before."""
    held, fixed = row[state_layout.HELD :].copy(), np.zeros(4, np.int64)
    moments = np.zeros((state_layout.CARDS + 1, 7), np.int64)
    for seat in range(SEATS):
        fixed[BIDS] |= row[state_layout.BIDS + seat] << NIBBLE * seat
        moments[0, WON] |= row[state_layout.WON + seat] << NIBBLE * seat
    fixed[TRUMP], fixed[BONUS], fixed[QUESTION] = row[state_layout.TRUMP], row[state_layout.BONUS], question
    for word in range(WON):
        moments[0, word] = row[PLACES[word]]
    return search(held, memo, fixed, moments, 0)


class Solution(NamedTuple):
    """What a position with open cards is worth: the scores it leads to, and those after each card."""

    scores: tuple[int, ...]
    after: dict[Card, tuple[int, ...]]


def solve(state: State) -> Solution:
    """Solve a round in which all bids are made and some cards left."""
    if state.bidding or max(map(len, state.hands)) > MOST_CARDS:
        raise TooLargeError(f"only hands of up to {MOST_CARDS} cards with all bids made can be solved")
    row, memo = to_row(state), memory()
    after = {}
    actions, question = rules.legal(row), 1
    for card in (card for card in range(state_layout.CARDS) if actions >> card & 1 and not state.over):
        tried = row.copy()
        rules.step(tried, card)
        question += 1
        after[card_of(card)] = _scores(solve_row(tried, memo, question))
    return Solution(_scores(solve_row(row, memo, 1)), after)


def _scores(value: int) -> tuple[int, ...]:
    return tuple((int(value) >> BYTE * seat & 255) - ZERO for seat in range(SEATS))
