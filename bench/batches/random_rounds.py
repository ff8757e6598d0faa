"""Rounds of Boeren Bridge played at random, for timing."""

import numpy as np

from handsight.boeren import SEATS
from handsight.boeren.compiled import deal, rules
from handsight.boeren.compiled import state_layout as st
from handsight.bots.boeren.compiled import compiled_bots
from handsight.compiled.compiled_dice import Streams, below_for_deal
from handsight.compiled.jit import Ints, compiled


@compiled("int64(int64[::1], int64[::1], uint64[:, ::1], uint64[:, ::1], int64[:, ::1])", allocates=True)
def play_random_rounds(size: Ints, switches: Ints, dice: Streams, starts: Streams, scores: Ints) -> int:
    """Deal and play random rounds; write their scores, and return the number of actions."""
    state, deck = np.zeros(st.WORDS, np.int64), np.empty(st.CARDS, np.int64)
    die = np.empty(dice.shape[1], np.uint64)
    nothing = np.zeros(1, np.int64)
    taken = 0
    for at in range(scores.shape[0]):
        die[:] = dice[at]
        deal.give_dice(state, starts[at])
        deal.deal(state, size, below_for_deal(die, SEATS), switches, die, deck)
        while not st.is_over(state):
            rules.step(state, compiled_bots.random(state, nothing))
            taken += 1
        for seat in range(SEATS):
            scores[at, seat] = rules.score(state, seat)
    return taken
