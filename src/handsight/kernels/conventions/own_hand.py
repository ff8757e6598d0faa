"""What the seat to move can know of its own cards: exact, once a turn, with promises or without."""

from handsight.kernels import hand_count
from handsight.kernels.conventions.workspace_layout import ASKED, HANDS, SLOTS, SURE, WAYS
from handsight.kernels.hanabi import seat_knowledge, state_layout
from handsight.kernels.hanabi.state_layout import PLANES, Ints
from handsight.kernels.hanabi.terms_layout import MOST_FACES
from handsight.kernels.jit import compiled, inlined, lowest

COUNTS = SLOTS * MOST_FACES


@inlined
def _lay_out(book: Ints, row: Ints, scratch: Ints, ruled_out: int, promised: int) -> int:
    """Lay out what clues, and promises if asked for, say of the own hand; return its size."""
    seat = row[state_layout.SEAT]
    seat_knowledge.hide(book, row, ~(1 << seat), scratch)
    seat_knowledge.give(row, seat, scratch)
    size = row[state_layout.SIZES + seat]
    if promised:
        for slot in range(size):
            scratch[seat_knowledge.GIVEN + slot] &= ~row[ruled_out + state_layout.order_at(row, seat, slot)]
    return size


@compiled("int64(int64[::1], int64[::1], int64[::1], int64, int64, int64)")
def mine(book: Ints, row: Ints, scratch: Ints, ruled_out: int, promised: int, slot: int) -> int:
    """What a card of mine is in some whole hand that I can hold."""
    if not scratch[ASKED] >> promised & 1:
        scratch[ASKED] |= 1 << promised
        size = _lay_out(book, row, scratch, ruled_out, promised)
        if not seat_knowledge.narrow(size, scratch):  # no hand keeps every promise
            seat_knowledge.narrow(_lay_out(book, row, scratch, ruled_out, 0), scratch)
        state_layout.copy(scratch, seat_knowledge.KNOWN, scratch, SURE + promised * SLOTS, size)
    return scratch[SURE + promised * SLOTS + slot]


@inlined
def _count(scratch: Ints, size: int, at: int) -> int:
    return hand_count.count(
        scratch[seat_knowledge.GIVEN : seat_knowledge.GIVEN + size],
        scratch[seat_knowledge.HIDDEN : seat_knowledge.HIDDEN + PLANES],
        scratch[at : at + COUNTS].reshape((SLOTS, MOST_FACES)),
        scratch[seat_knowledge.TABLE : seat_knowledge.WORK].reshape(hand_count.SCRATCH),
    )


@compiled("float64(int64[::1], int64[::1], int64[::1], int64, int64, int64, int64)")
def chance(
    book: Ints, row: Ints, scratch: Ints, ruled_out: int, promised: int, slot: int, values: int
) -> float:
    """How likely a card of mine is one of a set."""
    at = WAYS + promised * COUNTS
    if not scratch[ASKED] >> 2 + promised & 1:
        scratch[ASKED] |= 4 << promised
        ways = _count(scratch, _lay_out(book, row, scratch, ruled_out, promised), at)
        if ways == 0:  # no hand keeps every promise
            ways = _count(scratch, _lay_out(book, row, scratch, ruled_out, 0), at)
        scratch[HANDS + promised] = ways
    found = 0
    while values:
        found += scratch[at + slot * MOST_FACES + lowest(values)]
        values &= values - 1
    return found / scratch[HANDS + promised]
