"""The minimal convention as a compiled player, written as a generator of source might write it."""

from handsight.kernels import books, rows, rules
from handsight.kernels.books import HEARD
from handsight.kernels.compiled import compiled, inlined, lowest
from handsight.kernels.games import Player
from handsight.kernels.loop import DECIDE, NOTHING, READ
from handsight.kernels.rows import Ints

IP = rows.NOTES
"""A flag is a set of cards: those that everybody takes to be playable."""


@compiled(READ)
def read(_book: Ints, row: Ints, _scratch: Ints) -> None:
    """After a clue, the front-most touched card without IP gains IP."""
    if row[rows.HIT] == 0:
        return
    target = row[rows.TARGET]
    for slot in range(row[rows.SIZES + target]):
        card = 1 << rows.order_at(row, target, slot)
        if row[rows.HIT] & card and not row[IP] & card:
            row[IP] |= card
            return


@inlined
def pointing(book: Ints, row: Ints, target: int, slot: int) -> int:
    """Return the first clue that touches this card and none in front of it, or NOTHING."""
    clues = book[HEARD + rows.face_at(row, target, slot)]
    for front in range(slot):
        clues &= ~book[HEARD + rows.face_at(row, target, front)]
    return lowest(clues) if clues else NOTHING


@inlined
def point(book: Ints, row: Ints, seat: int) -> int:
    """Find a fitting card without IP in another hand, and a clue that points at it."""
    players = book[books.PLAYERS]
    for away in range(1, players):
        target = (seat + away) % players
        for slot in range(row[rows.SIZES + target]):
            waiting = not row[IP] >> rows.order_at(row, target, slot) & 1
            if waiting and row[rows.FITS] >> rows.face_at(row, target, slot) & 1:
                clue = pointing(book, row, target, slot)
                if clue >= 0:
                    return 2 * book[books.SLOTS] + (away - 1) * book[books.CLUES] + clue
    return NOTHING


@compiled(DECIDE)
def decide(book: Ints, row: Ints, _scratch: Ints) -> int:
    """Play the front-most IP card, else point, else discard the back card, else clue the previous player."""
    seat, slots, players = row[rows.SEAT], book[books.SLOTS], book[books.PLAYERS]
    size = row[rows.SIZES + seat]
    for slot in range(size):
        if row[IP] >> rows.order_at(row, seat, slot) & 1:
            return slot
    if row[rows.COINS] >= book[books.COST]:
        clue = point(book, row, seat)
        if clue != NOTHING:
            return clue
    actions = rules.legal(book, row)
    if size and actions >> slots + size - 1 & 1:
        return slots + size - 1
    previous = (seat + players - 1) % players
    if row[rows.SIZES + previous]:
        back = rows.face_at(row, previous, row[rows.SIZES + previous] - 1)
        numbers = book[HEARD + back] >> 5 << 5
        return 2 * slots + (players - 2) * book[books.CLUES] + lowest(numbers)
    return NOTHING


MINIMAL = Player(decide, read, notes=1)
