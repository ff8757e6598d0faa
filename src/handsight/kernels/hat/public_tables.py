"""Public tables: what everybody knows that each card can be, exact for whole hands."""

from handsight.kernels.hanabi import seat_knowledge, state_layout, terms_layout
from handsight.kernels.hanabi.state_layout import MOST_CARDS, Ints
from handsight.kernels.hat import memory_layout
from handsight.kernels.jit import compiled, inlined, natural, popcount


@inlined
def tables_of(row: Ints, seat: int) -> int:
    """Return where the tables of a seat begin."""
    return memory_layout.TABLES + (seat * MOST_CARDS if row[memory_layout.PARTED] else 0)


@inlined
def single(mask: int) -> bool:
    """Whether no more than one identity is left."""
    return mask & mask - 1 == 0


@inlined
def weight(mask: int, scratch: Ints) -> int:
    """Count the open copies in a mask."""
    copies = popcount(mask & scratch[memory_layout.OPEN]) + popcount(mask & scratch[memory_layout.OPEN + 1])
    return copies + popcount(mask & scratch[memory_layout.OPEN + 2])


@inlined
def share(mask: int, part: int, scratch: Ints) -> float:
    """Return how likely a card of this mask is in a part of it, every open copy alike."""
    whole = weight(mask, scratch)
    return weight(mask & part, scratch) / whole if whole else 0.0


@inlined
def lay_hand(row: Ints, tables: int, seat: int, scratch: Ints) -> None:
    """Lay out the tables of a hand."""
    hand = row[state_layout.HANDS + seat]
    for slot in range(row[state_layout.SIZES + seat]):
        scratch[memory_layout.HAND + slot] = row[tables + (hand & 63)]
        hand >>= 8


@inlined
def lay_listener(row: Ints, tables: int, seat: int, absent: int, scratch: Ints) -> None:
    """Lay out the tables of a hand, without what silence rules out: plays, if it knows of none."""
    lay_hand(row, tables, seat, scratch)
    for slot in range(row[state_layout.SIZES + seat]):
        if scratch[memory_layout.HAND + slot] & ~absent == 0:
            return
    for slot in range(row[state_layout.SIZES + seat]):
        scratch[memory_layout.HAND + slot] &= ~absent


@inlined
def keep_hand(row: Ints, tables: int, seat: int, scratch: Ints) -> None:
    """Put the masks of a hand back into the tables."""
    hand = row[state_layout.HANDS + seat]
    for slot in range(row[state_layout.SIZES + seat]):
        row[tables + (hand & 63)] = scratch[memory_layout.HAND + slot]
        hand >>= 8


@inlined
def knows_play(row: Ints, seat: int, fits: int, scratch: Ints) -> bool:
    """Whether the hand laid out has a card that surely fits."""
    known = False
    for slot in range(row[state_layout.SIZES + seat]):
        known |= scratch[memory_layout.HAND + slot] & ~fits == 0
    return known


@inlined
def _unseen(row: Ints, head: int) -> tuple[int, int, int]:
    """Return the planes of what lies not in the open."""
    return (
        row[head + state_layout.UNSEEN],
        row[head + state_layout.UNSEEN + 1],
        row[head + state_layout.UNSEEN + 2],
    )


@inlined
def spread(book: Ints, row: Ints, head: int, tables: int, scratch: Ints) -> None:
    """Lay out the open copies: those neither on the table nor publicly known to be in some hand.

    The table is the one of a head of the row: as it is, NOW, or as it was before the last action.
    """
    one, two, three = _unseen(row, head)
    for seat in range(book[terms_layout.PLAYERS]):
        hand = row[head + state_layout.HANDS + seat]
        for _ in range(row[head + state_layout.SIZES + seat]):
            mask = row[tables + (hand & 63)]
            hand >>= 8
            one, two, three = state_layout.less(one, two, three, mask if single(mask) else 0)
    scratch[memory_layout.OPEN], scratch[memory_layout.OPEN + 1], scratch[memory_layout.OPEN + 2] = (
        one,
        two,
        three,
    )


@inlined
def _bound(row: Ints, tables: int, order: int, within: int) -> int:
    """Keep a table within what is possible; if nothing is left, somebody misled us, and only clues count."""
    mask = row[tables + order] & within
    if mask == 0:
        mask = row[state_layout.MASKS + order] & row[state_layout.UNSEEN]
    row[tables + order] = mask
    return mask


@inlined
def _copies(mask: int, one: int, two: int, three: int) -> int:
    """Count the copies of a mask in three planes."""
    return popcount(mask & one) + popcount(mask & two) + popcount(mask & three)


@inlined
def _share_copies(row: Ints, tables: int, loose: int, scratch: Ints) -> int:
    """Narrow the cards laid out, that share few copies, together; return how many became determined."""
    found = 0
    if seat_knowledge.narrow(loose, scratch):
        one, two, three = (
            scratch[seat_knowledge.HIDDEN],
            scratch[seat_knowledge.HIDDEN + 1],
            scratch[seat_knowledge.HIDDEN + 2],
        )
        for slot in range(loose):
            mask = scratch[seat_knowledge.KNOWN + slot]
            row[tables + scratch[memory_layout.HAND + slot]] = mask
            if single(mask):
                found += 1
                one, two, three = state_layout.less(one, two, three, mask)
        (
            scratch[seat_knowledge.HIDDEN],
            scratch[seat_knowledge.HIDDEN + 1],
            scratch[seat_knowledge.HIDDEN + 2],
        ) = one, two, three
    return found


@inlined
def _settled(row: Ints, tables: int, seat: int, one: int, two: int, three: int) -> bool:
    """Whether three planes surely tell nothing of a hand: none is ruled out, and no two share few copies."""
    hand, size, news = row[state_layout.HANDS + seat], row[state_layout.SIZES + seat], 0
    for _ in range(size):
        mask = row[tables + (hand & 63)]
        hand >>= 8
        told = 2 * (mask & ~one != 0) + (_copies(mask, one, two, three) < size)
        news += 0 if single(mask) else told
    return news < 2


@inlined
def _settle_hand(row: Ints, tables: int, seat: int, scratch: Ints) -> int:
    """Narrow the open cards of a hand together; return how many became determined.

    Unless two of them may have to share few copies, each can be what it likes.
    """
    one, two, three = (
        scratch[seat_knowledge.HIDDEN],
        scratch[seat_knowledge.HIDDEN + 1],
        scratch[seat_knowledge.HIDDEN + 2],
    )
    hand, loose, found = row[state_layout.HANDS + seat], 0, 0
    if _settled(row, tables, seat, one, two, three):
        return found
    for _ in range(row[state_layout.SIZES + seat]):
        order = hand & 63
        hand >>= 8
        settled = single(row[tables + order])
        mask = _bound(row, tables, order, -1 if settled else one)
        new = single(mask) and not settled
        one, two, three = state_layout.less(one, two, three, mask if new else 0)
        found += new
        scratch[seat_knowledge.GIVEN + loose] = mask
        scratch[memory_layout.HAND + loose] = order
        loose += not single(mask)
    if found:
        (
            scratch[seat_knowledge.HIDDEN],
            scratch[seat_knowledge.HIDDEN + 1],
            scratch[seat_knowledge.HIDDEN + 2],
        ) = one, two, three
    crowded = 0
    for slot in range(loose):
        crowded += _copies(scratch[seat_knowledge.GIVEN + slot], one, two, three) < loose
    return found + _share_copies(row, tables, loose, scratch) if crowded > 1 else found


@compiled("void(int64[::1], int64[::1], int64, int64[::1])")
def settle(book: Ints, row: Ints, tables: int, scratch: Ints) -> None:
    """Bring the tables up to date with the clues, with what lies in the open and with each other."""
    one, two, three = _unseen(row, memory_layout.NOW)
    unseen, tables = one, natural(tables)
    for seat in range(book[terms_layout.PLAYERS]):
        hand = row[state_layout.HANDS + seat]
        for _ in range(row[state_layout.SIZES + seat]):
            order = hand & 63
            hand >>= 8
            mask = _bound(row, tables, order, row[state_layout.MASKS + order] & unseen)
            one, two, three = state_layout.less(one, two, three, mask if single(mask) else 0)
    scratch[seat_knowledge.HIDDEN], scratch[seat_knowledge.HIDDEN + 1], scratch[seat_knowledge.HIDDEN + 2] = (
        one,
        two,
        three,
    )
    seat, unchanged = 0, 0
    while unchanged < book[terms_layout.PLAYERS]:
        unchanged = 0 if _settle_hand(row, tables, seat, scratch) else unchanged + 1
        seat = seat + 1 if seat + 1 < book[terms_layout.PLAYERS] else 0
