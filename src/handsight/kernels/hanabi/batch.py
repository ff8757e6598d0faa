"""Many games side by side, a row each: for those who drive them from Python, a turn of all games a call."""

import numpy as np

from handsight.kernels.hanabi import deal, rules, state_layout
from handsight.kernels.hanabi.compiled_bots import pick
from handsight.kernels.hanabi.state_layout import Ints
from handsight.kernels.jit import compiled


@compiled("void(int64[::1], int64[:, ::1], uint64, int64)")
def deal_rows(book: Ints, table: Ints, seed: np.uint64, first: int) -> None:
    """Deal the games from number *first* on."""
    for at in range(table.shape[0]):
        deal.deal(book, table[at], seed, np.uint64(first + at))


@compiled("void(int64[::1], int64[:, ::1], int64[::1])")
def legal_rows(book: Ints, table: Ints, actions: Ints) -> None:
    """Write down the set of legal actions of each game, empty for one that is over."""
    for at in range(table.shape[0]):
        actions[at] = rules.legal(book, table[at])


@compiled("int64(int64[::1], int64[:, ::1], int64[::1])")
def step_rows(book: Ints, table: Ints, actions: Ints) -> int:
    """Take a legal action in each game, pass by those that are over, and return how many go on."""
    going_on = 0
    for at in range(table.shape[0]):
        if table[at, state_layout.END] == state_layout.IN_PROGRESS:
            rules.step(book, table[at], actions[at])
            going_on += table[at, state_layout.END] == state_layout.IN_PROGRESS
    return going_on


@compiled("void(int64[::1], int64[:, ::1], int64[::1])")
def pick_rows(book: Ints, table: Ints, actions: Ints) -> None:
    """Choose a legal action in each game by the dice of the seat to move, or NOTHING."""
    for at in range(table.shape[0]):
        actions[at] = pick(book, table[at])


@compiled("int64(int64[::1], int64[:, ::1], uint64, int64)")
def redeal_rows(book: Ints, table: Ints, seed: np.uint64, following: int) -> int:
    """Deal the following games where one is over; return the number of the next game."""
    for at in range(table.shape[0]):
        if table[at, state_layout.END] != state_layout.IN_PROGRESS:
            deal.deal(book, table[at], seed, np.uint64(following))
            following += 1
    return following
