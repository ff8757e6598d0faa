"""How hat players read an action: everybody brings the public tables up to date in the same way.

A number shown to all is the sum of every listener's answers. A listener sees the other hands, takes their
answers away, and what is left is its own. So all answers become public, and the tables stay the same for all.
"""

from handsight.kernels import books, rows, worth
from handsight.kernels.compiled import compiled, inlined, popcount
from handsight.kernels.hat import aside, channel, notes
from handsight.kernels.hat.conversation import BY_CLUE, BY_SILENCE, NOBODY, confer, recalled
from handsight.kernels.hat.questions import converse
from handsight.kernels.hat.tables import keep_hand, lay_listener, settle
from handsight.kernels.loop import READ
from handsight.kernels.rows import MOST_CARDS, Ints


@inlined
def _keep(book: Ints, row: Ints, tables: int, viewer: int) -> None:
    """Put what all listeners but the viewer told into the tables."""
    for seat in range(book[books.PLAYERS]):
        if seat not in (row[rows.ACTOR], viewer):
            hand = row[rows.HANDS + seat]
            for slot in range(row[rows.SIZES + seat]):
                row[tables + (hand & 63)] = row[notes.TOLD + 8 * seat + slot]
                hand >>= 8


@compiled("boolean(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64[::1])")
def _hear(
    book: Ints, row: Ints, tables: int, viewer: int, alike: int, number: int, silence: int, scratch: Ints
) -> bool:
    """Hear silence, then the number that the actor showed; False if it cannot be the sum of the answers.

    NOBODY, who sees every hand, then leaves all as it was.
    """
    actor = row[rows.ACTOR]
    if viewer in (NOBODY, actor) and recalled(book, row, alike, silence):
        size = row[notes.NUMBERS]
    else:
        size = confer(book, row, notes.BEFORE, tables, actor, viewer, alike, silence, scratch)
    if alike == BY_CLUE:
        number = channel.shown(book, row)
        if number == channel.NONE:
            return True
    number = (number - row[notes.SUM]) % size
    if viewer == NOBODY and number != 0:
        return False
    _keep(book, row, tables, viewer)
    if viewer in (NOBODY, actor):
        return True
    lay_listener(row, tables, viewer, silence, scratch)
    away = (viewer - actor) % book[books.PLAYERS]
    answers = converse(row, viewer, away, size, number, scratch)
    if answers == number:
        keep_hand(row, tables, viewer, scratch)
    return answers == number


@inlined
def _hear_aside(book: Ints, row: Ints, tables: int, viewer: int, scratch: Ints) -> bool:
    """Hear what the last play or discard shows: by silence, and by which of several alike it was."""
    actor, silence = row[rows.ACTOR], 0
    if row[rows.KIND] == rows.DROPPED:
        alike = aside.spare(book, row, notes.BEFORE, tables, actor)
        silence = aside.silence(book, row, notes.BEFORE)
    else:
        alike = aside.ready(book, row, notes.BEFORE, tables, actor)
    size, number = popcount(alike), popcount(alike & (1 << row[rows.SLOT]) - 1)
    if size < 2 or not alike >> row[rows.SLOT] & 1:
        return silence == 0 or _hear(book, row, tables, viewer, BY_SILENCE, 0, silence, scratch)
    return _hear(book, row, tables, viewer, size, number, silence, scratch)


@compiled("boolean(int64[::1], int64[::1], int64, int64, int64[::1])")
def read_as(book: Ints, row: Ints, tables: int, viewer: int, scratch: Ints) -> bool:
    """Bring tables up to date for a viewer; False if the action does not fit the convention."""
    if row[rows.DREW] >= 0:
        row[tables + row[rows.DREW]] = book[books.EVERYTHING]
    if row[rows.TARGET] >= 0:
        fair = _hear(book, row, tables, viewer, BY_CLUE, 0, 0, scratch)
    else:
        fair = _hear_aside(book, row, tables, viewer, scratch)
    if fair or viewer != NOBODY:
        settle(book, row, tables, scratch)
    return fair


@inlined
def _look(book: Ints, row: Ints) -> None:
    """Note how the table looks to the one who acts next."""
    worth.appraise(book, row)
    rows.copy(row, 0, row, notes.BEFORE, rows.MASKS)


@inlined
def _open(book: Ints, row: Ints, tables: int) -> None:
    """Begin tables: every card can be anything."""
    for order in range(MOST_CARDS):
        row[tables + order] = book[books.EVERYTHING]


@compiled(READ)
def read(book: Ints, row: Ints, scratch: Ints) -> None:
    """Read the last action, for everybody."""
    if row[rows.TURN] == 0:
        _open(book, row, notes.TABLES)
    elif not row[notes.PARTED] and not read_as(book, row, notes.TABLES, NOBODY, scratch):
        row[notes.PARTED] = 1
        for seat in range(1, book[books.PLAYERS]):
            rows.copy(row, notes.TABLES, row, notes.TABLES + seat * MOST_CARDS, MOST_CARDS)
    if row[notes.PARTED]:
        for seat in range(book[books.PLAYERS]):
            read_as(book, row, notes.TABLES + seat * MOST_CARDS, seat, scratch)
    _look(book, row)


@compiled("void(int64[::1], int64[::1], int64, int64[::1])")
def follow(book: Ints, row: Ints, seat: int, scratch: Ints) -> None:
    """Read the last action as one seat, whose own hand in the row is only supposed."""
    tables = notes.TABLES + seat * MOST_CARDS
    row[notes.PARTED] = 1
    if row[rows.TURN] == 0:
        _open(book, row, tables)
    else:
        read_as(book, row, tables, seat, scratch)
    _look(book, row)
