"""How hat players read an action: everybody brings the public tables up to date in the same way.

A number shown to all is the sum of every listener's answers. A listener sees the other hands, takes their
answers away, and what is left is its own. So all answers become public, and the tables stay the same for all.
"""

from handsight.kernels import books, rows, worth
from handsight.kernels.compiled import compiled, inlined
from handsight.kernels.hat import channel, notes
from handsight.kernels.hat.questions import TRUTH, converse
from handsight.kernels.hat.settings import LATE
from handsight.kernels.hat.tables import keep_hand, knows_play, lay_hand, settle
from handsight.kernels.loop import READ
from handsight.kernels.rows import MOST_CARDS, Ints

NOBODY = -1
"""In place of a viewer: one who sees every hand, and checks that the numbers are right."""


@compiled("boolean(int64[::1], int64[::1], int64, int64, int64, int64, int64[::1])")
def _hear(book: Ints, row: Ints, tables: int, viewer: int, size: int, number: int, scratch: Ints) -> bool:
    """Hear the number that the actor showed; False if it is not the sum of what the viewer sees."""
    speaker, own = row[rows.ACTOR], 0
    for away in range(1, book[books.PLAYERS]):
        seat = (speaker + away) % book[books.PLAYERS]
        if seat == viewer:
            own = away
            continue
        lay_hand(row, tables, seat, scratch)
        number -= converse(row, seat, away, size, TRUTH, scratch)
        keep_hand(row, tables, seat, scratch)
    number %= size
    if own == 0:
        return number == 0
    lay_hand(row, tables, viewer, scratch)
    answers = converse(row, viewer, own, size, number, scratch)
    keep_hand(row, tables, viewer, scratch)
    return answers == number


@inlined
def _hear_silence(book: Ints, row: Ints, tables: int, scratch: Ints) -> None:
    """A discard while there are tokens says that nobody else has a play and knows of none."""
    fits = row[notes.BEFORE + rows.FITS]
    for away in range(1, book[books.PLAYERS]):
        seat = (row[rows.ACTOR] + away) % book[books.PLAYERS]
        lay_hand(row, tables, seat, scratch)
        if not knows_play(row, seat, fits, scratch):
            for slot in range(row[rows.SIZES + seat]):
                mask = scratch[notes.HAND + slot] & ~fits
                if mask:
                    scratch[notes.HAND + slot] = mask
            keep_hand(row, tables, seat, scratch)


@compiled("boolean(int64[::1], int64[::1], int64, int64, int64[::1])")
def read_as(book: Ints, row: Ints, tables: int, viewer: int, scratch: Ints) -> bool:
    """Bring tables up to date for a viewer; False if the action does not fit the convention."""
    fair = True
    if row[rows.DREW] >= 0:
        row[tables + row[rows.DREW]] = book[books.EVERYTHING]
    if row[rows.TARGET] >= 0:
        fits, dead = row[notes.BEFORE + rows.FITS], ~row[notes.BEFORE + rows.NEEDED]
        size = channel.offer(book, row, tables, row[rows.ACTOR], fits, dead, scratch)
        number = channel.shown(book, row, scratch)
        fair = number != channel.NONE and _hear(book, row, tables, viewer, size, number, scratch)
    elif row[rows.KIND] == rows.DROPPED:
        tokens = row[notes.BEFORE + rows.COINS] >= book[books.COST]
        if tokens and book[books.CARDS] - row[notes.BEFORE + rows.DRAWN] > LATE:
            _hear_silence(book, row, tables, scratch)
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
    elif not row[notes.PARTED]:
        rows.copy(row, notes.TABLES, scratch, notes.KEPT, MOST_CARDS)
        if not read_as(book, row, notes.TABLES, NOBODY, scratch):
            row[notes.PARTED] = 1
            for seat in range(book[books.PLAYERS]):
                rows.copy(scratch, notes.KEPT, row, notes.TABLES + seat * MOST_CARDS, MOST_CARDS)
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
