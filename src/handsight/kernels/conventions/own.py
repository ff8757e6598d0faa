"""What the seat to move can know of its own cards: exact, once a turn, with promises or without."""

from handsight.kernels import hands, rows, sight
from handsight.kernels.books import MOST_FACES
from handsight.kernels.compiled import compiled, inlined, lowest
from handsight.kernels.conventions.desk import ASKED, HANDS, SLOTS, SURE, WAYS
from handsight.kernels.rows import PLANES, Ints

COUNTS = SLOTS * MOST_FACES


@inlined
def _lay_out(book: Ints, row: Ints, scratch: Ints, ruled_out: int, promised: int) -> int:
    """Lay out what clues, and promises if asked for, say of the own hand; return its size."""
    seat = row[rows.SEAT]
    sight.hide(book, row, ~(1 << seat), scratch)
    sight.give(row, seat, scratch)
    size = row[rows.SIZES + seat]
    if promised:
        for slot in range(size):
            scratch[sight.GIVEN + slot] &= ~row[ruled_out + rows.order_at(row, seat, slot)]
    return size


@compiled("int64(int64[::1], int64[::1], int64[::1], int64, int64, int64)")
def mine(book: Ints, row: Ints, scratch: Ints, ruled_out: int, promised: int, slot: int) -> int:
    """What a card of mine is in some whole hand that I can hold."""
    if not scratch[ASKED] >> promised & 1:
        scratch[ASKED] |= 1 << promised
        size = _lay_out(book, row, scratch, ruled_out, promised)
        if not sight.narrow(size, scratch):  # no hand keeps every promise
            sight.narrow(_lay_out(book, row, scratch, ruled_out, 0), scratch)
        rows.copy(scratch, sight.KNOWN, scratch, SURE + promised * SLOTS, size)
    return scratch[SURE + promised * SLOTS + slot]


@inlined
def _count(scratch: Ints, size: int, at: int) -> int:
    return hands.count(
        scratch[sight.GIVEN : sight.GIVEN + size],
        scratch[sight.HIDDEN : sight.HIDDEN + PLANES],
        scratch[at : at + COUNTS].reshape((SLOTS, MOST_FACES)),
        scratch[sight.TABLE : sight.WORK].reshape(hands.SCRATCH),
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
