"""Many games side by side, a state each: for those who drive them from Python, a turn of all games a call."""

import numpy as np

from handsight.kernels.hanabi import deal, rules
from handsight.kernels.hanabi import state_layout as st
from handsight.kernels.hanabi.compiled_bots import pick_random
from handsight.kernels.jit import Ints, compiled


@compiled("void(int64[::1], int64[:, ::1], uint64, int64)")
def deal_states(terms: Ints, states: Ints, seed: np.uint64, first: int) -> None:
    """Deal the games from number *first* on."""
    for at in range(states.shape[0]):
        deal.deal(terms, states[at], seed, np.uint64(first + at))


@compiled("void(int64[::1], int64[:, ::1], int64[::1])")
def legal_actions(terms: Ints, states: Ints, actions: Ints) -> None:
    """Write down the set of legal actions of each game, empty for one that is over."""
    for at in range(states.shape[0]):
        actions[at] = rules.legal(terms, states[at])


@compiled("int64(int64[::1], int64[:, ::1], int64[::1])")
def step_states(terms: Ints, states: Ints, actions: Ints) -> int:
    """Take a legal action in each game, pass by those that are over, and return how many go on."""
    going_on = 0
    for at in range(states.shape[0]):
        if states[at, st.END] == st.IN_PROGRESS:
            rules.step(terms, states[at], actions[at])
            going_on += states[at, st.END] == st.IN_PROGRESS
    return going_on


@compiled("void(int64[::1], int64[:, ::1], int64[::1])")
def random_actions(terms: Ints, states: Ints, actions: Ints) -> None:
    """Choose a legal action in each game by the dice of the seat to move, or NOTHING."""
    for at in range(states.shape[0]):
        actions[at] = pick_random(terms, states[at])


@compiled("int64(int64[::1], int64[:, ::1], uint64, int64)")
def redeal_finished(terms: Ints, states: Ints, seed: np.uint64, following: int) -> int:
    """Deal the following games where one is over; return the number of the next game."""
    for at in range(states.shape[0]):
        if states[at, st.END] != st.IN_PROGRESS:
            deal.deal(terms, states[at], seed, np.uint64(following))
            following += 1
    return following
