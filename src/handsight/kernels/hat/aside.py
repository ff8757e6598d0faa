"""What a play or a discard shows besides: which one of several that are publicly alike it was.

If k cards are publicly useless, it does not matter which of them goes; so the first says 0, the second 1, and
so on: a sum of answers below k, as a clue shows one. A discard while there are tokens says one thing more,
and first: that nobody else has a play and knows of none.
"""

from handsight.kernels import books, rows
from handsight.kernels.compiled import compiled, inlined, lowest, popcount
from handsight.kernels.hat.conversation import speak
from handsight.kernels.hat.settings import ASIDES, LATE
from handsight.kernels.hat.tables import single
from handsight.kernels.rows import Ints


@inlined
def _early(book: Ints, row: Ints, head: int) -> bool:
    """Whether the deck was full enough that the end is not played out."""
    return book[books.CARDS] - row[head + rows.DRAWN] > LATE


@inlined
def spare(book: Ints, row: Ints, head: int, tables: int, seat: int) -> int:
    """Return the set of slots that are publicly trash, or twice in the hand."""
    slots, hand = 0, row[head + rows.HANDS + seat]
    if book[books.PLAYERS] > ASIDES:
        return slots
    for slot in range(row[head + rows.SIZES + seat]):
        mask = row[tables + (hand >> 8 * slot & 63)]
        if mask & row[head + rows.NEEDED] == 0:
            slots |= 1 << slot
        elif single(mask):
            for other in range(slot):
                if row[tables + (hand >> 8 * other & 63)] == mask:
                    slots |= 1 << slot
    return slots


@inlined
def ready(book: Ints, row: Ints, head: int, tables: int, seat: int) -> int:
    """Return the set of slots that publicly fit; none at the end, where the order of plays matters."""
    slots, hand = 0, row[head + rows.HANDS + seat]
    if book[books.PLAYERS] > ASIDES or not _early(book, row, head):
        return slots
    for slot in range(row[head + rows.SIZES + seat]):
        if row[tables + (hand & 63)] & ~row[head + rows.FITS] == 0:
            slots |= 1 << slot
        hand >>= 8
    return slots


@inlined
def silence(book: Ints, row: Ints, head: int) -> int:
    """Return what a discard says that nobody has unknowingly: what fits, if a clue could be given."""
    tokens = row[head + rows.COINS] >= book[books.COST]
    return row[head + rows.FITS] if tokens and _early(book, row, head) else 0


@inlined
def _nth(slots: int, number: int) -> int:
    """Return the slot that shows a number."""
    for _ in range(number):
        slots &= slots - 1
    return lowest(slots)


@compiled("int64(int64[::1], int64[::1], int64, int64, int64, int64[::1])")
def chosen(book: Ints, row: Ints, tables: int, slots: int, absent: int, scratch: Ints) -> int:
    """Return the slot, of several publicly alike, that shows the sum of all answers."""
    return _nth(slots, speak(book, row, tables, popcount(slots), absent, scratch))
