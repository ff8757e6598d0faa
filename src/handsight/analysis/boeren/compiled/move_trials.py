"""Tries every legal action of a seat on the same sampled deals, played to the end by the rule graphs."""

import numpy as np
from numpy.typing import NDArray

from handsight.boeren import SEATS
from handsight.boeren.compiled import rules
from handsight.boeren.compiled import state_layout as st
from handsight.bots.boeren.compiled import owner_chances as chances
from handsight.bots.boeren.compiled.sampler import imagine_deal, rollout
from handsight.compiled.compiled_dice import Die, xorshift
from handsight.compiled.jit import Ints, compiled, lowest_bit

Scores = NDArray[np.int16]
SEAT_STEP = 0x1E3779B97F4A7C15
"""Makes the dice of the seats differ, so that no two seats throw the same numbers."""


@compiled("void(int64[::1], uint64[::1], int16[:, ::1])", allocates=True)
def try_actions(state: Ints, die: Die, scores: Scores) -> None:
    """Write into `scores[deal, action]` the points of the seat to move, for each of its legal actions.

    `chances.sample_unseen` samples the deals; the hands of other seats in *state* are not read.
    """
    seat, actions = state[st.SEAT], rules.legal(state)
    hands, world = np.empty((scores.shape[0], SEATS), np.int64), np.empty(st.WORDS, np.int64)
    chances.sample_unseen(state, seat, die, hands)
    for deal in range(scores.shape[0]):
        die[0] = xorshift(die[0])
        state[st.DICE + seat] = np.int64(die[0])
        to_try = actions
        while to_try:
            action = lowest_bit(to_try)
            to_try &= to_try - 1
            imagine_deal(state, seat, hands[deal], state[st.DICE + seat], world)
            for other in range(1, SEATS):
                world[st.DICE + other] ^= other * SEAT_STEP
            rules.step(world, action)
            rollout(world)
            scores[deal, action] = rules.score(world, seat)
