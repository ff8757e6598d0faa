"""The game loop, compiled once, with the player as an argument of function type.

A player is two kernels with explicit signatures, so that neither it nor the loop is compiled for the other:

- ``decide(book, row, scratch) -> action``: a pure function of the public part of the row, of its notes, of
  the faces its seat sees and of its seat's dice. NOTHING says that there is nothing it may do.
- ``read(book, row, scratch)``: called after the deal and after every action, by everyone alike, to bring the
  notes of the row up to date from what is public: the last event and the notes before it.

*scratch* is work space: nothing in it survives a call. A player without notes has nothing to read, and is
not asked to.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.hanabi import deal, rules, state_layout
from handsight.kernels.hanabi.state_layout import Ints
from handsight.kernels.jit import Kernel, compiled, inlined

DECIDE = "int64(int64[::1], int64[::1], int64[::1])"
READ = "void(int64[::1], int64[::1], int64[::1])"
NOTHING = -1

SCORE, POINTS, STRIKES, TURNS, COINS, END = range(6)
FIELDS = 6
"""What is written down of a game: score, cards on the stacks, …, and its end as a place in `rows.ENDS`."""

FAIR = -1
Results = NDArray[np.int16]


@inlined
def write_down(book: Ints, row: Ints, result: Results) -> None:
    """Write down how a game ended."""
    result[SCORE] = rules.score(book, row)
    result[POINTS] = row[state_layout.POINTS]
    result[STRIKES] = row[state_layout.STRIKES]
    result[TURNS] = row[state_layout.TURN]
    result[COINS] = row[state_layout.COINS]
    result[END] = row[state_layout.END]


@compiled(READ)
def read_nothing(_book: Ints, _row: Ints, _scratch: Ints) -> None:
    """Keep no notes."""


@compiled(f"int64(FunctionType({DECIDE}), int64[::1], int64[::1], int64[::1])")
def ask(decide: Kernel, book: Ints, row: Ints, scratch: Ints) -> int:
    """Let a player decide, from Python."""
    return int(decide(book, row, scratch))


@compiled(f"void(FunctionType({READ}), int64[::1], int64[::1], int64[::1])")
def hear(read: Kernel, book: Ints, row: Ints, scratch: Ints) -> None:
    """Let a player read, from Python."""
    read(book, row, scratch)


@compiled(
    f"int64(FunctionType({DECIDE}), FunctionType({READ}),"
    " int64[::1], int64[::1], int64[::1], uint64, int64, int16[:, ::1])"
)
def play_games(
    decide: Kernel,
    read: Kernel,
    book: Ints,
    row: Ints,
    scratch: Ints,
    seed: np.uint64,
    first: int,
    results: Results,
) -> int:
    """Play the games from number *first* on, one for each row of the results; return FAIR.

    A game depends on the seed and its number alone. At an action that the rules forbid the loop stops, and
    returns how many games it had finished. A game in which nobody can move is left in progress.
    """
    notes = row.size > state_layout.NOTES
    for number in range(results.shape[0]):
        deal.deal(book, row, seed, np.uint64(first + number))
        if notes:
            read(book, row, scratch)
        while row[state_layout.END] == state_layout.IN_PROGRESS:
            action = decide(book, row, scratch)
            if not rules.allowed(book, row, action):
                if action == NOTHING and rules.legal(book, row) == 0:
                    break
                return number
            rules.step(book, row, action)
            if notes:
                read(book, row, scratch)
        write_down(book, row, results[number])
    return FAIR
