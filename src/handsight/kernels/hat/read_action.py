"""How hat players read an action: everybody brings the public tables up to date in the same way.

A number shown to all is the sum of every listener's answers. A listener sees the other hands, takes their
answers away, and what is left is its own. So all answers become public, and the tables stay the same for all.
"""

from handsight.kernels.hanabi import card_value, state_layout, terms_layout
from handsight.kernels.hanabi.game_loop import READ
from handsight.kernels.hanabi.state_layout import MOST_CARDS, Ints
from handsight.kernels.hat import action_signal, clue_code, memory_layout
from handsight.kernels.hat.hat_sum import BY_CLUE, BY_SILENCE, NOBODY, confer, recalled
from handsight.kernels.hat.public_tables import keep_hand, lay_listener, settle
from handsight.kernels.hat.questions import converse
from handsight.kernels.jit import compiled, inlined, popcount


@inlined
def _keep(book: Ints, row: Ints, tables: int, viewer: int) -> None:
    """Put what all listeners but the viewer told into the tables."""
    for seat in range(book[terms_layout.PLAYERS]):
        if seat not in (row[state_layout.ACTOR], viewer):
            hand = row[state_layout.HANDS + seat]
            for slot in range(row[state_layout.SIZES + seat]):
                row[tables + (hand & 63)] = row[memory_layout.TOLD + 8 * seat + slot]
                hand >>= 8


@compiled("boolean(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64[::1])")
def _hear(
    book: Ints, row: Ints, tables: int, viewer: int, alike: int, number: int, silence: int, scratch: Ints
) -> bool:
    """Hear silence, then the number that the actor showed; False if it cannot be the sum of the answers.

    NOBODY, who sees every hand, then leaves all as it was.
    """
    actor = row[state_layout.ACTOR]
    if viewer in (NOBODY, actor) and recalled(book, row, alike, silence):
        size = row[memory_layout.NUMBERS]
    else:
        size = confer(book, row, memory_layout.BEFORE, tables, actor, viewer, alike, silence, scratch)
    if alike == BY_CLUE:
        number = clue_code.shown(book, row)
        if number == clue_code.NONE:
            return True
    number = (number - row[memory_layout.SUM]) % size
    if viewer == NOBODY and number != 0:
        return False
    _keep(book, row, tables, viewer)
    if viewer in (NOBODY, actor):
        return True
    lay_listener(row, tables, viewer, silence, scratch)
    away = (viewer - actor) % book[terms_layout.PLAYERS]
    answers = converse(row, viewer, away, size, number, scratch)
    if answers == number:
        keep_hand(row, tables, viewer, scratch)
    return answers == number


@inlined
def _hear_aside(book: Ints, row: Ints, tables: int, viewer: int, scratch: Ints) -> bool:
    """Hear what the last play or discard shows: by silence, and by which of several alike it was."""
    actor, silence = row[state_layout.ACTOR], 0
    if row[state_layout.KIND] == state_layout.DROPPED:
        alike = action_signal.spare(book, row, memory_layout.BEFORE, tables, actor)
        silence = action_signal.silence(book, row, memory_layout.BEFORE)
    else:
        alike = action_signal.ready(book, row, memory_layout.BEFORE, tables, actor)
    size, number = popcount(alike), popcount(alike & (1 << row[state_layout.SLOT]) - 1)
    if size < 2 or not alike >> row[state_layout.SLOT] & 1:
        return silence == 0 or _hear(book, row, tables, viewer, BY_SILENCE, 0, silence, scratch)
    return _hear(book, row, tables, viewer, size, number, silence, scratch)


@compiled("boolean(int64[::1], int64[::1], int64, int64, int64[::1])")
def read_as(book: Ints, row: Ints, tables: int, viewer: int, scratch: Ints) -> bool:
    """Bring tables up to date for a viewer; False if the action does not fit the convention."""
    if row[state_layout.DREW] >= 0:
        row[tables + row[state_layout.DREW]] = book[terms_layout.EVERYTHING]
    if row[state_layout.TARGET] >= 0:
        fair = _hear(book, row, tables, viewer, BY_CLUE, 0, 0, scratch)
    else:
        fair = _hear_aside(book, row, tables, viewer, scratch)
    if fair or viewer != NOBODY:
        settle(book, row, tables, scratch)
    return fair


@inlined
def _look(book: Ints, row: Ints) -> None:
    """Note how the table looks to the one who acts next."""
    card_value.appraise(book, row)
    state_layout.copy(row, 0, row, memory_layout.BEFORE, state_layout.MASKS)


@inlined
def _open(book: Ints, row: Ints, tables: int) -> None:
    """Begin tables: every card can be anything."""
    for order in range(MOST_CARDS):
        row[tables + order] = book[terms_layout.EVERYTHING]


@compiled(READ)
def read(book: Ints, row: Ints, scratch: Ints) -> None:
    """Read the last action, for everybody."""
    if row[state_layout.TURN] == 0:
        _open(book, row, memory_layout.TABLES)
    elif not row[memory_layout.PARTED] and not read_as(book, row, memory_layout.TABLES, NOBODY, scratch):
        row[memory_layout.PARTED] = 1
        for seat in range(1, book[terms_layout.PLAYERS]):
            state_layout.copy(
                row, memory_layout.TABLES, row, memory_layout.TABLES + seat * MOST_CARDS, MOST_CARDS
            )
    if row[memory_layout.PARTED]:
        for seat in range(book[terms_layout.PLAYERS]):
            read_as(book, row, memory_layout.TABLES + seat * MOST_CARDS, seat, scratch)
    _look(book, row)


@compiled("void(int64[::1], int64[::1], int64, int64[::1])")
def follow(book: Ints, row: Ints, seat: int, scratch: Ints) -> None:
    """Read the last action as one seat, whose own hand in the row is only supposed."""
    tables = memory_layout.TABLES + seat * MOST_CARDS
    row[memory_layout.PARTED] = 1
    if row[state_layout.TURN] == 0:
        _open(book, row, tables)
    else:
        read_as(book, row, tables, seat, scratch)
    _look(book, row)
