"""The very end, with one card in the deck or none: every deal of what is hidden, counted in ways.

All that a seat cannot see is then its own hand and the last card. So each hidden card in turn is taken for
the last one, and for the card that a bold play shows; that counts as often as the others can fill the hand.
"""

from handsight.kernels.hanabi import seat_knowledge, state_layout, terms_layout
from handsight.kernels.hanabi.state_layout import Ints
from handsight.kernels.hat import endgame, memory_layout
from handsight.kernels.hat.public_tables import single
from handsight.kernels.hat.settings import LOSS
from handsight.kernels.jit import compiled, inlined, popcount

NO_CARD = -1


@inlined
def hide(row: Ints, scratch: Ints) -> int:
    """Lay out in WHOLE every hidden card that the own hand does not know; return how many there are."""
    count = endgame.pile(scratch)
    for slot in range(row[state_layout.SIZES + row[state_layout.SEAT]]):
        mask = scratch[seat_knowledge.KNOWN + slot]
        for place in range(count - 1, -1, -1):
            if single(mask) and 1 << scratch[memory_layout.WHOLE + place] == mask:
                count -= 1
                scratch[memory_layout.WHOLE + place] = scratch[memory_layout.WHOLE + count]
                break
    return count


@compiled("int64(int64[::1], int64, int64, int64, int64, int64[::1])")
def _ways(row: Ints, but: int, hidden: int, drawn: int, shown: int, scratch: Ints) -> int:
    """Count the ways in which all hidden cards but two fill all unknown slots of the own hand but one."""
    slots = 0
    for slot in range(row[state_layout.SIZES + row[state_layout.SEAT]]):
        if slot != but and not single(scratch[seat_knowledge.KNOWN + slot]):
            slots |= 1 << slot
    ways = scratch[seat_knowledge.TABLE : seat_knowledge.TABLE + slots + 1]
    ways[:] = 0
    ways[0] = 1
    for place in range(hidden):
        if place in (drawn, shown):
            continue
        for filled in range(slots, -1, -1):
            if ways[filled] == 0 or filled & ~slots:
                continue
            for slot in range(row[state_layout.SIZES + row[state_layout.SEAT]]):
                free = slots & ~filled & 1 << slot
                if free and scratch[seat_knowledge.KNOWN + slot] >> scratch[memory_layout.WHOLE + place] & 1:
                    ways[filled | free] += ways[filled]
    return ways[slots]


@inlined
def _price(book: Ints, row: Ints, choice: int, hidden: int, drawn: int, shown: int, scratch: Ints) -> int:
    """Return what a choice costs if one hidden card is drawn next, and one was shown by playing it."""
    state = scratch[memory_layout.PLAYOUT : memory_layout.PLAYOUT + endgame.WORDS]
    state_layout.copy(scratch, memory_layout.OUTLINE, scratch, memory_layout.PLAYOUT, endgame.WORDS)
    own = 0
    for place in range(hidden):
        if place not in (drawn, shown):
            own |= 1 << scratch[memory_layout.WHOLE + place]
    seat = state[endgame.MOVER]
    state[endgame.FRESH + seat] = own & row[state_layout.NEEDED] & ~state[endgame.SURE + seat]
    if shown != NO_CARD:
        choice = scratch[memory_layout.WHOLE + shown]
        if not row[state_layout.FITS] >> choice & 1:
            choice = endgame.MISS
            if row[state_layout.STRIKES] + 1 == book[terms_layout.LIVES]:
                zero = row[state_layout.POINTS] if book[terms_layout.ZEROED] else 0
                return LOSS + popcount(row[state_layout.NEEDED]) + zero
    scratch[memory_layout.PILES] = scratch[memory_layout.WHOLE + max(0, drawn)]
    return endgame.outcome(book, state, scratch[memory_layout.PILES : memory_layout.PILES + 1], choice)


@compiled("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64[::1])")
def cost(book: Ints, row: Ints, wish: int, choice: int, hidden: int, limit: int, scratch: Ints) -> int:
    """Play a choice out on every deal: a slot to play, PASS or THROW; return the costs, in all ways."""
    total, deck = 0, book[terms_layout.CARDS] - row[state_layout.DRAWN]
    bold = wish >= 0 and not single(scratch[seat_knowledge.KNOWN + wish])
    for drawn in range(hidden if deck else 1):
        for shown in range(hidden if bold else 1):
            last, card = drawn if deck else NO_CARD, shown if bold else NO_CARD
            if bold and (
                last == card
                or not scratch[seat_knowledge.KNOWN + wish] >> scratch[memory_layout.WHOLE + shown] & 1
            ):
                continue
            ways = _ways(row, wish if bold else NO_CARD, hidden, last, card, scratch)
            if ways:
                total += ways * _price(book, row, choice, hidden, last, card, scratch)
            if total >= limit:
                return total
    return total
