"""The compiled bot `random`."""

import numpy as np

from handsight.compiled.compiled_dice import below
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit, popcount
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.game_loop import DECIDE_SIGNATURE, NO_ACTION, CompiledBot


@inlined
def pick_random(terms: Ints, state: Ints) -> int:
    """Pick a legal action, all equally likely: the n-th of `hanabi.legal`, n drawn below their number."""
    actions = rules.legal(terms, state)
    if actions == 0:
        return NO_ACTION
    place = st.DICE + state[st.SEAT]
    for _ in range(below(state[place : place + 1].view(np.uint64), popcount(actions))):
        actions &= actions - 1
    return lowest_bit(actions)


@compiled(DECIDE_SIGNATURE)
def decide_at_random(terms: Ints, state: Ints, _workspace: Ints) -> int:
    """Take a random legal action."""
    return pick_random(terms, state)


RANDOM = CompiledBot(decide_at_random, throws=True)
