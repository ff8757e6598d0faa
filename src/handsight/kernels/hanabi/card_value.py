"""What a card is worth, on rows: needed, critical, the best score still in reach. Twin of `hanabi.worth`.

The answers are kept in the row and worked out again, suit by suit, only after a play or a discard of that
suit, and only when somebody asks.
"""

from handsight.kernels.hanabi import state_layout, terms_layout
from handsight.kernels.hanabi.state_layout import Ints
from handsight.kernels.hanabi.terms_layout import MOST_STATES
from handsight.kernels.jit import compiled, inlined, lowest


@inlined
def _taken(book: Ints, row: Ints) -> int:
    """Mask of what no empty stack may begin with, because another began so."""
    mask = 0
    if book[terms_layout.DISTINCT]:
        for suit in range(book[terms_layout.SUITS]):
            mask |= book[terms_layout.BEGUN + suit * MOST_STATES + row[state_layout.STACKS + suit]]
    return mask


@inlined
def _steps(book: Ints, row: Ints, suit: int, state: int) -> int:
    """Mask of the living cards that a stack would take in this state."""
    fitting = book[terms_layout.FITTING + suit * MOST_STATES + state] & row[state_layout.ALIVE]
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
            after = 1 << book[terms_layout.STEPS + lowest(steps) * MOST_STATES + at]
            ahead |= after
            reached |= after
            steps &= steps - 1
    return reached


@inlined
def _height(book: Ints, suit: int, states: int) -> int:
    """Return how high the highest of these states is."""
    height = 0
    while states:
        here = book[terms_layout.HEIGHT + suit * MOST_STATES + lowest(states)]
        height = here if here > height else height  # noqa: FURB136 Numba compiles this better than max  # quicker to compile than max
        states &= states - 1
    return height


@inlined
def _appraise(book: Ints, row: Ints, suit: int) -> None:
    """Bring what is known of a suit up to date."""
    at, useful = row[state_layout.STACKS + suit], 0
    reached = _reach(book, row, suit, at)
    row[state_layout.LIMITS + suit] = _height(book, suit, reached)
    while reached:
        useful |= _steps(book, row, suit, lowest(reached))
        reached &= reached - 1
    lone = useful & ~row[state_layout.ALIVE + 1]
    spare = book[terms_layout.SPARE + suit * MOST_STATES + at]
    if spare & ~row[state_layout.ALIVE] == 0:  # while all of them live, none is critical
        lone &= ~spare
    others = ~book[terms_layout.OF_SUIT + suit]
    row[state_layout.NEEDED] = row[state_layout.NEEDED] & others | useful
    row[state_layout.CRITICAL] = row[state_layout.CRITICAL] & others | lone


@compiled("void(int64[::1], int64[::1])")
def appraise(book: Ints, row: Ints) -> None:
    """Bring NEEDED, CRITICAL and LIMITS up to date."""
    while row[state_layout.STALE]:
        _appraise(book, row, lowest(row[state_layout.STALE]))
        row[state_layout.STALE] &= row[state_layout.STALE] - 1


@compiled("int64(int64[::1], int64[::1])")
def needed(book: Ints, row: Ints) -> int:
    """Mask of what can still score; all else is trash."""
    appraise(book, row)
    return row[state_layout.NEEDED]


@compiled("int64(int64[::1], int64[::1])")
def critical(book: Ints, row: Ints) -> int:
    """Mask of what is needed, with one copy left."""
    appraise(book, row)
    return row[state_layout.CRITICAL]


@compiled("int64(int64[::1], int64[::1], int64, int64)")
def _share_starts(book: Ints, row: Ints, suit: int, taken: int) -> int:
    """Return the most that the empty stacks from this suit on can reach, no two beginning alike."""
    if suit == book[terms_layout.SUITS]:
        return 0
    if row[state_layout.STACKS + suit]:
        return _share_starts(book, row, suit + 1, taken)
    most, starts = 0, book[terms_layout.FITTING + suit * MOST_STATES] & ~taken
    while starts:
        face = lowest(starts)
        starts &= starts - 1
        begun = book[terms_layout.STEPS + face * MOST_STATES]
        alike = book[terms_layout.BEGUN + suit * MOST_STATES + begun]
        height = 0
        if row[state_layout.ALIVE] >> face & 1:
            height = _height(book, suit, _reach(book, row, suit, begun))
        height += _share_starts(book, row, suit + 1, taken | alike)
        most = height if height > most else most  # noqa: FURB136 Numba compiles this better than max
    return most


@compiled("int64(int64[::1], int64[::1])")
def best(book: Ints, row: Ints) -> int:
    """Return the best score that the discard pile still allows."""
    appraise(book, row)
    total = _share_starts(book, row, 0, _taken(book, row)) if book[terms_layout.DISTINCT] else 0
    for suit in range(book[terms_layout.SUITS]):
        if row[state_layout.STACKS + suit] or not book[terms_layout.DISTINCT]:
            total += row[state_layout.LIMITS + suit]
    return total
