"""A round with all cards on the table, solved: every seat plays for its own score, and knows that all do.

Backward induction with a vector of scores (max^n). Among equally good cards a seat takes the first of the
pack, so that the answer is one. Positions between two tricks are remembered: what comes of them depends on
the cards that are left, on who leads and on the tricks taken.
"""

from typing import NamedTuple

import numpy as np

from handsight.boeren import SEATS, Card, State
from handsight.errors import CapError
from handsight.kernels.boeren import rows, rules
from handsight.kernels.boeren.positions import card_of, to_row
from handsight.kernels.boeren.rows import NONE, OF_SUIT, SUIT_OF, Ints
from handsight.kernels.compiled import compiled, inlined, lowest

BYTE, ZERO = 8, 64
"""Scores of the four seats stand in four bytes of a word, raised so that none is negative."""
NIBBLE = 4
"""Bids and tricks of the four seats stand in four bits each."""
SLOTS, FEW_SLOTS, TRIES = 1 << 16, 1 << 10, 8
LEFT, TAKEN, VALUE = range(3)
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
    hashed = (left ^ left >> 29 ^ taken * 0x9E3779B1) * 0x2545F491
    last = memo.shape[0] - 1
    first = (hashed ^ hashed >> 17) & last
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


@compiled(
    "int64(int64[::1], int64[:, ::1], int64[::1], int64, int64, int64, int64, int64, int64, int64)",
)
def search(
    held: Ints,
    memo: Ints,
    fixed: Ints,
    seat: int,
    led: int,
    top: int,
    ahead: int,
    laid: int,
    table: int,
    won: int,
) -> int:
    """Return the scores to which a position leads; *fixed*: trump, bids, bonus and the question's number."""
    slot, left, taken = 0, 0, 0
    alive = held[0] | held[1] | held[2] | held[3]
    if laid == 0:
        if not alive:
            return end(fixed[1], won, fixed[2])
        left, taken = alive | seat << rows.CARDS, fixed[3] << 16 | won
        slot = slot_of(memo, left, taken)
        if memo[slot, LEFT] == left and memo[slot, TAKEN] == taken:
            return memo[slot, VALUE]
    best, most = 0, NONE * 1000
    cards = rules.follow(held[seat], led)
    choices = cards
    while choices:
        card = lowest(choices)
        choices &= choices - 1
        if touching(card, cards, alive | table):
            continue
        held[seat] ^= 1 << card
        higher = top == NONE or rules.beats(card, top, fixed[0])
        new_top, new_ahead = (card, seat) if higher else (top, ahead)
        if laid == SEATS - 1:
            more = won + (1 << NIBBLE * new_ahead)
            value = search(held, memo, fixed, new_ahead, NONE, NONE, NONE, 0, 0, more)
        else:
            suit = SUIT_OF[card] if led == NONE else led
            turn = (seat + 1) % SEATS
            value = search(
                held, memo, fixed, turn, suit, new_top, new_ahead, laid + 1, table | 1 << card, won
            )
        held[seat] ^= 1 << card
        mine = score_in(value, seat)
        if mine > most:
            best, most = value, mine
    if laid == 0:
        slot = slot_of(memo, left, taken)  # the search below may have taken the place
        memo[slot, LEFT], memo[slot, TAKEN], memo[slot, VALUE] = left, taken, best
    return best


@compiled("int64(int64[::1], int64[:, ::1], int64)", allocates=True)
def solve_row(row: Ints, memo: Ints, question: int) -> int:
    """Return the scores to which a row with all bids made leads; *question*: a number not asked before."""
    held, fixed = row[rows.HELD :].copy(), np.zeros(4, np.int64)
    won = 0
    for seat in range(SEATS):
        fixed[1] |= row[rows.BIDS + seat] << NIBBLE * seat
        won |= row[rows.WON + seat] << NIBBLE * seat
    fixed[0], fixed[2], fixed[3] = row[rows.TRUMP], row[rows.BONUS], question
    at = row[rows.SEAT], row[rows.LED], row[rows.TOP], row[rows.AHEAD], row[rows.LAID], row[rows.TABLE]
    return search(held, memo, fixed, at[0], at[1], at[2], at[3], at[4], at[5], won)


class Solution(NamedTuple):
    """What a position with open cards is worth: the scores it leads to, and those after each card."""

    scores: tuple[int, ...]
    after: dict[Card, tuple[int, ...]]


def solve(state: State) -> Solution:
    """Solve a round in which all bids are made and some cards left."""
    if state.bidding or max(map(len, state.hands)) > MOST_CARDS:
        raise CapError(f"only hands of up to {MOST_CARDS} cards with all bids made can be solved")
    row, memo = to_row(state), memory()
    after = {}
    actions, question = rules.legal(row), 1
    for card in (card for card in range(rows.CARDS) if actions >> card & 1 and not state.over):
        tried = row.copy()
        rules.step(tried, card)
        question += 1
        after[card_of(card)] = _scores(solve_row(tried, memo, question))
    return Solution(_scores(solve_row(row, memo, 1)), after)


def _scores(value: int) -> tuple[int, ...]:
    return tuple((int(value) >> BYTE * seat & 255) - ZERO for seat in range(SEATS))
