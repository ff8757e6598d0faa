"""The game loop for tables where not everybody plays alike: each player keeps a row of its own."""

import numpy as np

from handsight.kernels.hanabi import deal, rules, state_layout
from handsight.kernels.hanabi.game_loop import DECIDE, FAIR, NOTHING, READ, Results, write_down
from handsight.kernels.hanabi.state_layout import MOST_SEATS, Ints
from handsight.kernels.jit import Kernel, compiled, inlined

_SEAM = ", ".join([f"FunctionType({DECIDE})"] * MOST_SEATS + [f"FunctionType({READ})"] * MOST_SEATS)


@inlined
def _ask(
    player: int,
    one: Kernel,
    two: Kernel,
    three: Kernel,
    four: Kernel,
    five: Kernel,
    six: Kernel,
    book: Ints,
    row: Ints,
    scratch: Ints,
) -> int:
    """Let one of six players decide."""
    if player < 3:
        if player == 0:
            return one(book, row, scratch)
        return two(book, row, scratch) if player == 1 else three(book, row, scratch)
    if player == 3:
        return four(book, row, scratch)
    return five(book, row, scratch) if player == 4 else six(book, row, scratch)


@inlined
def _tell(
    one: Kernel,
    two: Kernel,
    three: Kernel,
    four: Kernel,
    five: Kernel,
    six: Kernel,
    book: Ints,
    table: Ints,
    scratch: Ints,
) -> None:
    """Let all of them read what happened."""
    players = table.shape[0]
    one(book, table[0], scratch)
    if players > 1:
        two(book, table[1], scratch)
    if players > 2:
        three(book, table[2], scratch)
    if players > 3:
        four(book, table[3], scratch)
    if players > 4:
        five(book, table[4], scratch)
    if players > 5:
        six(book, table[5], scratch)


@compiled(f"int64(int64[::1], int64[::1], int64[:, ::1], int64[::1], uint64, int64, int16[:, ::1], {_SEAM})")
def play_mixed(
    places: Ints,
    book: Ints,
    table: Ints,
    scratch: Ints,
    seed: np.uint64,
    first: int,
    results: Results,
    decide_1: Kernel,
    decide_2: Kernel,
    decide_3: Kernel,
    decide_4: Kernel,
    decide_5: Kernel,
    decide_6: Kernel,
    read_1: Kernel,
    read_2: Kernel,
    read_3: Kernel,
    read_4: Kernel,
    read_5: Kernel,
    read_6: Kernel,
) -> int:
    """Play games as `play_games` does; *places* says who sits where, *table* has a row for each player."""
    for number in range(results.shape[0]):
        for own in range(table.shape[0]):
            deal.deal(book, table[own], seed, np.uint64(first + number))
        row = table[0]
        _tell(read_1, read_2, read_3, read_4, read_5, read_6, book, table, scratch)
        while row[state_layout.END] == state_layout.IN_PROGRESS:
            player = places[row[state_layout.SEAT]]
            action = _ask(
                player,
                decide_1,
                decide_2,
                decide_3,
                decide_4,
                decide_5,
                decide_6,
                book,
                table[player],
                scratch,
            )
            if not rules.allowed(book, row, action):
                if action == NOTHING and rules.legal(book, row) == 0:
                    break
                return number
            for own in range(table.shape[0]):
                rules.step(book, table[own], action)
            _tell(read_1, read_2, read_3, read_4, read_5, read_6, book, table, scratch)
        write_down(book, row, results[number])
    return FAIR
