"""What a card is worth, on rows: needed, critical, the best score still in reach. Twin of `hanabi.worth`.

The answers are kept in the row and worked out again, suit by suit, only after a play or a discard of that
suit, and only when somebody asks.
"""

from handsight.kernels import books, rows
from handsight.kernels.books import MOST_STATES
from handsight.kernels.compiled import compiled, inlined, lowest
from handsight.kernels.rows import Ints


@inlined
def _taken(book: Ints, row: Ints) -> int:
    """Mask of what no empty stack may begin with, because another began so."""
    mask = 0
    if book[books.DISTINCT]:
        for suit in range(book[books.SUITS]):
            mask |= book[books.BEGUN + suit * MOST_STATES + row[rows.STACKS + suit]]
    return mask


@inlined
def _steps(book: Ints, row: Ints, suit: int, state: int) -> int:
    """Mask of the living cards that a stack would take in this state."""
    fitting = book[books.FITTING + suit * MOST_STATES + state] & row[rows.ALIVE]
    return fitting if state else fitting & ~_taken(book, row)


@inlined
def _reach(book: Ints, row: Ints, suit: int, state: int) -> int:
    """Return the set of states that a stack can still come to from this one."""
    ahead = reached = 1 << state
    while ahead:
        at = lowest(ahead)
        ahead &= ahead - 1
        steps = _steps(book, row, suit, at)
        while steps:
            after = 1 << book[books.STEPS + lowest(steps) * MOST_STATES + at]
            ahead |= after
            reached |= after
            steps &= steps - 1
    return reached


@inlined
def _height(book: Ints, suit: int, states: int) -> int:
    """Return how high the highest of these states is."""
    height = 0
    while states:
        here = book[books.HEIGHT + suit * MOST_STATES + lowest(states)]
        height = here if here > height else height  # noqa: FURB136 Numba compiles this better than max  # quicker to compile than max
        states &= states - 1
    return height


@inlined
def _appraise(book: Ints, row: Ints, suit: int) -> None:
    """Bring what is known of a suit up to date."""
    at, useful = row[rows.STACKS + suit], 0
    reached = _reach(book, row, suit, at)
    row[rows.LIMITS + suit] = _height(book, suit, reached)
    while reached:
        useful |= _steps(book, row, suit, lowest(reached))
        reached &= reached - 1
    lone = useful & ~row[rows.ALIVE + 1]
    spare = book[books.SPARE + suit * MOST_STATES + at]
    if spare & ~row[rows.ALIVE] == 0:  # while all of them live, none is critical
        lone &= ~spare
    others = ~book[books.OF_SUIT + suit]
    row[rows.NEEDED] = row[rows.NEEDED] & others | useful
    row[rows.CRITICAL] = row[rows.CRITICAL] & others | lone


@compiled("void(int64[::1], int64[::1])")
def appraise(book: Ints, row: Ints) -> None:
    """Bring NEEDED, CRITICAL and LIMITS up to date."""
    while row[rows.STALE]:
        _appraise(book, row, lowest(row[rows.STALE]))
        row[rows.STALE] &= row[rows.STALE] - 1


@compiled("int64(int64[::1], int64[::1])")
def needed(book: Ints, row: Ints) -> int:
    """Mask of what can still score; all else is trash."""
    appraise(book, row)
    return row[rows.NEEDED]


@compiled("int64(int64[::1], int64[::1])")
def critical(book: Ints, row: Ints) -> int:
    """Mask of what is needed, with one copy left."""
    appraise(book, row)
    return row[rows.CRITICAL]


@compiled("int64(int64[::1], int64[::1], int64, int64)")
def _share_starts(book: Ints, row: Ints, suit: int, taken: int) -> int:
    """Return the most that the empty stacks from this suit on can reach, no two beginning alike."""
    if suit == book[books.SUITS]:
        return 0
    if row[rows.STACKS + suit]:
        return _share_starts(book, row, suit + 1, taken)
    most, starts = 0, book[books.FITTING + suit * MOST_STATES] & ~taken
    while starts:
        face = lowest(starts)
        starts &= starts - 1
        begun = book[books.STEPS + face * MOST_STATES]
        alike = book[books.BEGUN + suit * MOST_STATES + begun]
        height = 0
        if row[rows.ALIVE] >> face & 1:
            height = _height(book, suit, _reach(book, row, suit, begun))
        height += _share_starts(book, row, suit + 1, taken | alike)
        most = height if height > most else most  # noqa: FURB136 Numba compiles this better than max
    return most


@compiled("int64(int64[::1], int64[::1])")
def best(book: Ints, row: Ints) -> int:
    """Return the best score that the discard pile still allows."""
    appraise(book, row)
    total = _share_starts(book, row, 0, _taken(book, row)) if book[books.DISTINCT] else 0
    for suit in range(book[books.SUITS]):
        if row[rows.STACKS + suit] or not book[books.DISTINCT]:
            total += row[rows.LIMITS + suit]
    return total
