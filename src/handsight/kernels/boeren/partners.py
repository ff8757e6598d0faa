"""The partners of a learner in training: their actions in many rounds at once."""

from handsight.kernels.boeren import compiled_bots
from handsight.kernels.boeren import state_layout as st
from handsight.kernels.jit import Ints, compiled, inlined

LEARNER, RANDOM, GREEDY, GREEDY_KRIPKE, FULL_KRIPKE, COUNTER = range(6)
"""The kinds of partners, as an array of seats holds them."""


@inlined
def _decide(who: int, state: Ints, settings: Ints) -> int:
    """Let one of them decide."""
    if who < GREEDY_KRIPKE:
        return (
            compiled_bots.random(state, settings) if who == RANDOM else compiled_bots.greedy(state, settings)
        )
    if who == GREEDY_KRIPKE:
        return compiled_bots.greedy_kripke(state, settings)
    return (
        compiled_bots.full_kripke(state, settings)
        if who == FULL_KRIPKE
        else compiled_bots.counter(state, settings)
    )


@compiled("void(int64[:, ::1], int64[:, ::1], int64[::1], int64[::1])")
def partner_actions(states: Ints, seats: Ints, settings: Ints, actions: Ints) -> None:
    """Write the action of each round in which a partner is to move, -1 where the learner is."""
    for at in range(states.shape[0]):
        who = seats[at, states[at, st.SEAT]]
        actions[at] = -1 if who == LEARNER else _decide(who, states[at], settings)
