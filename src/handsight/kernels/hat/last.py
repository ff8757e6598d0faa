"""The very end, with one card in the deck or none: every deal of what is hidden, counted in ways.

All that a seat cannot see is then its own hand and the last card. So each hidden card in turn is taken for
the last one, and for the card that a bold play shows; that counts as often as the others can fill the hand.
"""

from handsight.kernels import books, rows, sight
from handsight.kernels.compiled import compiled, inlined, popcount
from handsight.kernels.hat import ending, notes
from handsight.kernels.hat.settings import LOSS
from handsight.kernels.hat.tables import single
from handsight.kernels.rows import Ints

NO_CARD = -1


@inlined
def hide(row: Ints, scratch: Ints) -> int:
    """Lay out in WHOLE every hidden card that the own hand does not know; return how many there are."""
    count = ending.pile(scratch)
    for slot in range(row[rows.SIZES + row[rows.SEAT]]):
        mask = scratch[sight.KNOWN + slot]
        for place in range(count - 1, -1, -1):
            if single(mask) and 1 << scratch[notes.WHOLE + place] == mask:
                count -= 1
                scratch[notes.WHOLE + place] = scratch[notes.WHOLE + count]
                break
    return count


@compiled("int64(int64[::1], int64, int64, int64, int64, int64[::1])")
def _ways(row: Ints, but: int, hidden: int, drawn: int, shown: int, scratch: Ints) -> int:
    """Count the ways in which all hidden cards but two fill all unknown slots of the own hand but one."""
    slots = 0
    for slot in range(row[rows.SIZES + row[rows.SEAT]]):
        if slot != but and not single(scratch[sight.KNOWN + slot]):
            slots |= 1 << slot
    ways = scratch[sight.TABLE : sight.TABLE + slots + 1]
    ways[:] = 0
    ways[0] = 1
    for place in range(hidden):
        if place in (drawn, shown):
            continue
        for filled in range(slots, -1, -1):
            if ways[filled] == 0 or filled & ~slots:
                continue
            for slot in range(row[rows.SIZES + row[rows.SEAT]]):
                free = slots & ~filled & 1 << slot
                if free and scratch[sight.KNOWN + slot] >> scratch[notes.WHOLE + place] & 1:
                    ways[filled | free] += ways[filled]
    return ways[slots]


@inlined
def _price(book: Ints, row: Ints, choice: int, hidden: int, drawn: int, shown: int, scratch: Ints) -> int:
    """Return what a choice costs if one hidden card is drawn next, and one was shown by playing it."""
    state = scratch[notes.PLAYOUT : notes.PLAYOUT + ending.WORDS]
    rows.copy(scratch, notes.OUTLINE, scratch, notes.PLAYOUT, ending.WORDS)
    own = 0
    for place in range(hidden):
        if place not in (drawn, shown):
            own |= 1 << scratch[notes.WHOLE + place]
    seat = state[ending.MOVER]
    state[ending.FRESH + seat] = own & row[rows.NEEDED] & ~state[ending.SURE + seat]
    if shown != NO_CARD:
        choice = scratch[notes.WHOLE + shown]
        if not row[rows.FITS] >> choice & 1:
            choice = ending.MISS
            if row[rows.STRIKES] + 1 == book[books.LIVES]:
                zero = row[rows.POINTS] if book[books.ZEROED] else 0
                return LOSS + popcount(row[rows.NEEDED]) + zero
    scratch[notes.PILES] = scratch[notes.WHOLE + max(0, drawn)]
    return ending.outcome(book, state, scratch[notes.PILES : notes.PILES + 1], choice)


@compiled("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64[::1])")
def cost(book: Ints, row: Ints, wish: int, choice: int, hidden: int, limit: int, scratch: Ints) -> int:
    """Play a choice out on every deal: a slot to play, PASS or THROW; return the costs, in all ways."""
    total, deck = 0, book[books.CARDS] - row[rows.DRAWN]
    bold = wish >= 0 and not single(scratch[sight.KNOWN + wish])
    for drawn in range(hidden if deck else 1):
        for shown in range(hidden if bold else 1):
            last, card = drawn if deck else NO_CARD, shown if bold else NO_CARD
            if bold and (last == card or not scratch[sight.KNOWN + wish] >> scratch[notes.WHOLE + shown] & 1):
                continue
            ways = _ways(row, wish if bold else NO_CARD, hidden, last, card, scratch)
            if ways:
                total += ways * _price(book, row, choice, hidden, last, card, scratch)
            if total >= limit:
                return total
    return total
