"""What a play or a discard shows besides: which one of several that are publicly alike it was.

If k cards are publicly useless, it does not matter which of them goes; so the first says 0, the second 1, and
so on: a sum of answers below k, as a clue shows one. A discard while there are tokens says one thing more,
and first: that nobody else has a play and knows of none.
"""

from handsight.kernels.hanabi import state_layout, terms_layout
from handsight.kernels.hanabi.state_layout import Ints
from handsight.kernels.hat.hat_sum import speak
from handsight.kernels.hat.public_tables import single
from handsight.kernels.hat.settings import ASIDES, LATE
from handsight.kernels.jit import compiled, inlined, lowest, popcount


@inlined
def _early(book: Ints, row: Ints, head: int) -> bool:
    """Whether the deck was full enough that the end is not played out."""
    return book[terms_layout.CARDS] - row[head + state_layout.DRAWN] > LATE


@inlined
def spare(book: Ints, row: Ints, head: int, tables: int, seat: int) -> int:
    """Return the set of slots that are publicly trash, or twice in the hand."""
    slots, hand = 0, row[head + state_layout.HANDS + seat]
    if book[terms_layout.PLAYERS] > ASIDES:
        return slots
    for slot in range(row[head + state_layout.SIZES + seat]):
        mask = row[tables + (hand >> 8 * slot & 63)]
        if mask & row[head + state_layout.NEEDED] == 0:
            slots |= 1 << slot
        elif single(mask):
            for other in range(slot):
                if row[tables + (hand >> 8 * other & 63)] == mask:
                    slots |= 1 << slot
    return slots


@inlined
def ready(book: Ints, row: Ints, head: int, tables: int, seat: int) -> int:
    """Return the set of slots that publicly fit; none at the end, where the order of plays matters."""
    slots, hand = 0, row[head + state_layout.HANDS + seat]
    if book[terms_layout.PLAYERS] > ASIDES or not _early(book, row, head):
        return slots
    for slot in range(row[head + state_layout.SIZES + seat]):
        if row[tables + (hand & 63)] & ~row[head + state_layout.FITS] == 0:
            slots |= 1 << slot
        hand >>= 8
    return slots


@inlined
def silence(book: Ints, row: Ints, head: int) -> int:
    """Return what a discard says that nobody has unknowingly: what fits, if a clue could be given."""
    tokens = row[head + state_layout.COINS] >= book[terms_layout.COST]
    return row[head + state_layout.FITS] if tokens and _early(book, row, head) else 0


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
