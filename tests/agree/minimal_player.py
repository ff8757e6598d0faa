"""The minimal convention as a compiled player, written as a generator of source might write it."""

from handsight.kernels.hanabi import rules, state_layout, terms_layout
from handsight.kernels.hanabi.compiled_bots import CompiledBot
from handsight.kernels.hanabi.game_loop import DECIDE, NOTHING, READ
from handsight.kernels.hanabi.state_layout import Ints
from handsight.kernels.hanabi.terms_layout import HEARD
from handsight.kernels.jit import compiled, inlined, lowest

IP = state_layout.NOTES
"""A flag is a set of cards: those that everybody takes to be playable."""


@compiled(READ)
def read(_book: Ints, row: Ints, _scratch: Ints) -> None:
    """After a clue, the front-most touched card without IP gains IP."""
    if row[state_layout.HIT] == 0:
        return
    target = row[state_layout.TARGET]
    for slot in range(row[state_layout.SIZES + target]):
        card = 1 << state_layout.order_at(row, target, slot)
        if row[state_layout.HIT] & card and not row[IP] & card:
            row[IP] |= card
            return


@inlined
def pointing(book: Ints, row: Ints, target: int, slot: int) -> int:
    """Return the first clue that touches this card and none in front of it, or NOTHING."""
    clues = book[HEARD + state_layout.face_at(row, target, slot)]
    for front in range(slot):
        clues &= ~book[HEARD + state_layout.face_at(row, target, front)]
    return lowest(clues) if clues else NOTHING


@inlined
def point(book: Ints, row: Ints, seat: int) -> int:
    """Find a fitting card without IP in another hand, and a clue that points at it."""
    players = book[terms_layout.PLAYERS]
    for away in range(1, players):
        target = (seat + away) % players
        for slot in range(row[state_layout.SIZES + target]):
            waiting = not row[IP] >> state_layout.order_at(row, target, slot) & 1
            if waiting and row[state_layout.FITS] >> state_layout.face_at(row, target, slot) & 1:
                clue = pointing(book, row, target, slot)
                if clue >= 0:
                    return 2 * book[terms_layout.SLOTS] + (away - 1) * book[terms_layout.CLUES] + clue
    return NOTHING


@compiled(DECIDE)
def decide(book: Ints, row: Ints, _scratch: Ints) -> int:
    """Play the front-most IP card, else point, else discard the back card, else clue the previous player."""
    seat, slots, players = row[state_layout.SEAT], book[terms_layout.SLOTS], book[terms_layout.PLAYERS]
    size = row[state_layout.SIZES + seat]
    for slot in range(size):
        if row[IP] >> state_layout.order_at(row, seat, slot) & 1:
            return slot
    if row[state_layout.COINS] >= book[terms_layout.COST]:
        clue = point(book, row, seat)
        if clue != NOTHING:
            return clue
    actions = rules.legal(book, row)
    if size and actions >> slots + size - 1 & 1:
        return slots + size - 1
    previous = (seat + players - 1) % players
    if row[state_layout.SIZES + previous]:
        back = state_layout.face_at(row, previous, row[state_layout.SIZES + previous] - 1)
        numbers = book[HEARD + back] >> 5 << 5
        return 2 * slots + (players - 2) * book[terms_layout.CLUES] + lowest(numbers)
    return NOTHING


MINIMAL = CompiledBot(decide, read, notes=1)
