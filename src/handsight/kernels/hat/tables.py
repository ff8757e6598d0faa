"""Public tables: what everybody knows that each card can be, exact for whole hands."""

from handsight.kernels import books, rows, sight
from handsight.kernels.compiled import compiled, inlined, popcount
from handsight.kernels.hat import notes
from handsight.kernels.rows import MOST_CARDS, PLANES, Ints


@inlined
def tables_of(row: Ints, seat: int) -> int:
    """Return where the tables of a seat begin."""
    return notes.TABLES + (seat * MOST_CARDS if row[notes.PARTED] else 0)


@inlined
def single(mask: int) -> bool:
    """Whether no more than one identity is left."""
    return mask & mask - 1 == 0


@inlined
def weight(mask: int, scratch: Ints) -> int:
    """Count the open copies in a mask."""
    copies = popcount(mask & scratch[notes.OPEN]) + popcount(mask & scratch[notes.OPEN + 1])
    return copies + popcount(mask & scratch[notes.OPEN + 2])


@inlined
def share(mask: int, part: int, scratch: Ints) -> float:
    """Return how likely a card of this mask is in a part of it, every open copy alike."""
    whole = weight(mask, scratch)
    return weight(mask & part, scratch) / whole if whole else 0.0


@inlined
def lay_hand(row: Ints, tables: int, seat: int, scratch: Ints) -> None:
    """Lay out the tables of a hand."""
    hand = row[rows.HANDS + seat]
    for slot in range(row[rows.SIZES + seat]):
        scratch[notes.HAND + slot] = row[tables + (hand & 63)]
        hand >>= 8


@inlined
def lay_listener(row: Ints, tables: int, seat: int, absent: int, scratch: Ints) -> None:
    """Lay out the tables of a hand, without what silence rules out: plays, if it knows of none."""
    lay_hand(row, tables, seat, scratch)
    for slot in range(row[rows.SIZES + seat]):
        if scratch[notes.HAND + slot] & ~absent == 0:
            return
    for slot in range(row[rows.SIZES + seat]):
        scratch[notes.HAND + slot] &= ~absent


@inlined
def keep_hand(row: Ints, tables: int, seat: int, scratch: Ints) -> None:
    """Put the masks of a hand back into the tables."""
    hand = row[rows.HANDS + seat]
    for slot in range(row[rows.SIZES + seat]):
        row[tables + (hand & 63)] = scratch[notes.HAND + slot]
        hand >>= 8


@inlined
def knows_play(row: Ints, seat: int, fits: int, scratch: Ints) -> bool:
    """Whether the hand laid out has a card that surely fits."""
    known = False
    for slot in range(row[rows.SIZES + seat]):
        known |= scratch[notes.HAND + slot] & ~fits == 0
    return known


@inlined
def _take(scratch: Ints, bit: int) -> None:
    """Take one copy off the open ones."""
    for plane in range(notes.OPEN + PLANES - 1, notes.OPEN - 1, -1):
        taken = scratch[plane] & bit
        scratch[plane] ^= taken
        bit ^= taken


@compiled("void(int64[::1], int64[::1], int64, int64, int64[::1])")
def spread(book: Ints, row: Ints, head: int, tables: int, scratch: Ints) -> None:
    """Lay out the open copies: those neither on the table nor publicly known to be in some hand.

    The table is the one of a head of the row: as it is, NOW, or as it was before the last action.
    """
    rows.copy(row, head + rows.UNSEEN, scratch, notes.OPEN, PLANES)
    for seat in range(book[books.PLAYERS]):
        hand = row[head + rows.HANDS + seat]
        for _ in range(row[head + rows.SIZES + seat]):
            mask = row[tables + (hand & 63)]
            hand >>= 8
            if single(mask):
                _take(scratch, mask)


@inlined
def _bound(row: Ints, tables: int, order: int, within: int) -> int:
    """Keep a table within what is possible; if nothing is left, somebody misled us, and only clues count."""
    mask = row[tables + order] & within
    if mask == 0:
        mask = row[rows.MASKS + order] & row[rows.UNSEEN]
    row[tables + order] = mask
    return mask


@inlined
def _crowded(cards: int, scratch: Ints) -> bool:
    """Whether some cards laid out may have to share few copies; else each can be what it likes."""
    crowded = 0
    for slot in range(cards):
        crowded += weight(scratch[sight.GIVEN + slot], scratch) < cards
    return crowded > 1


@compiled("int64(int64[::1], int64, int64, int64[::1])")
def _settle_hand(row: Ints, tables: int, seat: int, scratch: Ints) -> int:
    """Narrow the open cards of a hand together; return how many became determined."""
    hand, loose, found = row[rows.HANDS + seat], 0, 0
    for _ in range(row[rows.SIZES + seat]):
        order = hand & 63
        hand >>= 8
        if single(row[tables + order]):
            continue
        mask = _bound(row, tables, order, scratch[notes.OPEN])
        if single(mask):
            found += 1
            _take(scratch, mask)
        else:
            scratch[sight.GIVEN + loose] = mask
            scratch[notes.HAND + loose] = order
            loose += 1
    if not _crowded(loose, scratch):
        return found
    rows.copy(scratch, notes.OPEN, scratch, sight.HIDDEN, PLANES)
    if not sight.narrow(loose, scratch):
        return found
    for slot in range(loose):
        mask = scratch[sight.KNOWN + slot]
        row[tables + scratch[notes.HAND + slot]] = mask
        if single(mask):
            found += 1
            _take(scratch, mask)
    return found


@compiled("void(int64[::1], int64[::1], int64, int64[::1])")
def settle(book: Ints, row: Ints, tables: int, scratch: Ints) -> None:
    """Bring the tables up to date with the clues, with what lies in the open and with each other."""
    rows.copy(row, rows.UNSEEN, scratch, notes.OPEN, PLANES)
    for seat in range(book[books.PLAYERS]):
        hand = row[rows.HANDS + seat]
        for _ in range(row[rows.SIZES + seat]):
            order = hand & 63
            hand >>= 8
            mask = _bound(row, tables, order, row[rows.MASKS + order] & row[rows.UNSEEN])
            if single(mask):
                _take(scratch, mask)
    found = 1
    while found:
        found = 0
        for seat in range(book[books.PLAYERS]):
            found += _settle_hand(row, tables, seat, scratch)
