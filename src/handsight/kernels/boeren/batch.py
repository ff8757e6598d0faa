"""Many rounds side by side, a row each: for those who drive them from Python, a turn of all rounds a call."""

import numpy as np

from handsight.boeren import SEATS
from handsight.kernels.boeren import compiled_bots, deal, rules, state_layout
from handsight.kernels.boeren.state_layout import Ints
from handsight.kernels.dice import below, throw
from handsight.kernels.jit import compiled


@compiled("void(int64[:, ::1], int64[::1], int64[::1], uint64, int64)", allocates=True)
def deal_rows(table: Ints, size: Ints, switches: Ints, seed: np.uint64, first: int) -> None:
    """Deal a round of one size to each row, the dealer by chance, from the rounds numbered *first* on."""
    deck, die = np.empty(state_layout.CARDS, np.int64), np.empty(1, np.uint64)
    for at in range(table.shape[0]):
        throw(die, seed, np.uint64(first + at), np.uint64(0))
        deal.give_dice(table[at], seed, np.uint64(first + at))
        deal.deal(table[at], size, below(die, SEATS), switches, die, deck)


@compiled("void(int64[:, ::1], int64[::1])")
def legal_rows(table: Ints, actions: Ints) -> None:
    """Write down the mask of legal actions of each round, 0 for one that is over."""
    for at in range(table.shape[0]):
        actions[at] = rules.legal(table[at])


@compiled("int64(int64[:, ::1], int64[::1])")
def step_rows(table: Ints, actions: Ints) -> int:
    """Take a legal action in each round, pass by those that are over, and return how many go on."""
    going_on = 0
    for at in range(table.shape[0]):
        if not state_layout.over(table[at]):
            rules.step(table[at], actions[at])
            going_on += not state_layout.over(table[at])
    return going_on


@compiled("void(int64[:, ::1], int64[:, ::1])")
def score_rows(table: Ints, scores: Ints) -> None:
    """Write down every seat's points of rounds that are over."""
    for at in range(table.shape[0]):
        for seat in range(SEATS):
            scores[at, seat] = rules.score(table[at], seat)


@compiled("int64(int64[::1], int64[::1], uint64, int64, int64[:, ::1])", allocates=True)
def rounds_at_random(size: Ints, switches: Ints, seed: np.uint64, first: int, scores: Ints) -> int:
    """Deal and play rounds by chance, one after the other; write down their scores, return the actions."""
    row, deck, die = (
        np.zeros(state_layout.WORDS, np.int64),
        np.empty(state_layout.CARDS, np.int64),
        np.empty(1, np.uint64),
    )
    nothing = np.zeros(1, np.int64)
    taken = 0
    for at in range(scores.shape[0]):
        throw(die, seed, np.uint64(first + at), np.uint64(0))
        deal.give_dice(row, seed, np.uint64(first + at))
        deal.deal(row, size, below(die, SEATS), switches, die, deck)
        while not state_layout.over(row):
            rules.step(row, compiled_bots.random(row, nothing))
        taken += row[state_layout.TURN]
        for seat in range(SEATS):
            scores[at, seat] = rules.score(row, seat)
    return taken
