"""What to throw away: what is useless, else what will be missed least."""

from handsight.kernels.hanabi import seat_knowledge, state_layout, terms_layout
from handsight.kernels.hanabi.game_loop import NOTHING
from handsight.kernels.hanabi.state_layout import Ints
from handsight.kernels.hat.public_tables import single, weight
from handsight.kernels.hat.settings import HEIGHT, LAST, LONE, TWIN
from handsight.kernels.jit import compiled, inlined, lowest, popcount


@inlined
def held_by(row: Ints, seat: int) -> int:
    """Mask of what a seat holds."""
    mask, hand = 0, row[state_layout.HANDS + seat]
    for _ in range(row[state_layout.SIZES + seat]):
        mask |= 1 << row[state_layout.DECK + (hand & 63)]
        hand >>= 8
    return mask


@inlined
def elsewhere(book: Ints, row: Ints) -> int:
    """Mask of what the others hold."""
    mask = 0
    for seat in range(book[terms_layout.PLAYERS]):
        if seat != row[state_layout.SEAT]:
            mask |= held_by(row, seat)
    return mask


@inlined
def rank(book: Ints, face: int) -> int:
    """Return the rank of an identity."""
    return 1 + popcount(book[terms_layout.OF_SUIT + book[terms_layout.SUIT + face]] & (1 << face) - 1)


@inlined
def useless(row: Ints, scratch: Ints) -> int:
    """Return the set of slots that are surely trash, or twice in the hand."""
    slots = 0
    for slot in range(row[state_layout.SIZES + row[state_layout.SEAT]]):
        mask = scratch[seat_knowledge.KNOWN + slot]
        if mask & row[state_layout.NEEDED] == 0:
            slots |= 1 << slot
        elif single(mask):
            for other in range(slot):
                if scratch[seat_knowledge.KNOWN + other] == mask:
                    slots |= 1 << slot
    return slots


@inlined
def _price(book: Ints, row: Ints, mask: int, others: int, scratch: Ints) -> float:
    """Return how much a card would be missed, in thousandths of a game."""
    needed = mask & row[state_layout.NEEDED]
    lone = needed & ~others
    price = 1.0 * TWIN * weight(needed & others, scratch)
    price += LAST * weight(lone & row[state_layout.CRITICAL], scratch)
    price += LONE * weight(lone & ~row[state_layout.CRITICAL], scratch)
    while needed:
        face = lowest(needed)
        needed &= needed - 1
        price -= HEIGHT * rank(book, face) * weight(1 << face, scratch)
    return price / max(1, weight(mask, scratch))


@compiled("int64(int64[::1], int64[::1], int64, int64[::1])")
def least_missed(book: Ints, row: Ints, limit: int, scratch: Ints) -> int:
    """Return the slot that would be missed least, or NOTHING if it would be missed by more than a limit."""
    others, best, chosen = elsewhere(book, row), limit + 1.0, NOTHING
    for slot in range(row[state_layout.SIZES + row[state_layout.SEAT]]):
        price = _price(book, row, scratch[seat_knowledge.KNOWN + slot], others, scratch)
        if price < best:
            best, chosen = price, slot
    return chosen
