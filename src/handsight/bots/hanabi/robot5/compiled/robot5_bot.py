"""The compiled Robot 5, for whole games: with its own weights, with tuned ones, and as Robot 6."""

import numpy as np

from handsight.bots.hanabi.robot5.compiled import memory_layout as mem
from handsight.bots.hanabi.robot5.compiled.action_choice import decide
from handsight.bots.hanabi.robot5.compiled.beliefs import read_action
from handsight.bots.hanabi.robot5.weights import ROBOT6_WEIGHTS, TUNED_WEIGHTS, WEIGHTS, weights_row
from handsight.compiled.jit import Ints, compiled
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.compiled_bot import CompiledBot, Readings
from handsight.hanabi.compiled.game_loop import READ_SIGNATURE

_WORDS = len(weights_row(WEIGHTS))
_WEIGHTS = np.array(weights_row(WEIGHTS), np.int64)
_TUNED = np.array(
    [weights_row(TUNED_WEIGHTS.get(players, WEIGHTS)) for players in range(st.MAX_SEATS + 1)], np.int64
)
"""By number of players."""
_ROBOT6 = np.array(
    [weights_row(ROBOT6_WEIGHTS.get(players, WEIGHTS)) for players in range(st.MAX_SEATS + 1)], np.int64
)
"""Likewise."""


@compiled(READ_SIGNATURE)
def read(terms: Ints, state: Ints, workspace: Ints) -> None:
    """Write the weights after the deal, and read every action."""
    if state[st.TURN] == 0:
        for word in range(_WORDS):
            state[mem.WEIGHTS + word] = _WEIGHTS[word]
    read_action(terms, state, workspace)


@compiled(READ_SIGNATURE)
def read_tuned(terms: Ints, state: Ints, workspace: Ints) -> None:
    """Write the tuned weights after the deal, and read every action."""
    if state[st.TURN] == 0:
        for word in range(_WORDS):
            state[mem.WEIGHTS + word] = _TUNED[terms[tm.PLAYERS], word]
    read_action(terms, state, workspace)


@compiled(READ_SIGNATURE)
def read_robot6(terms: Ints, state: Ints, workspace: Ints) -> None:
    """Write the weights and rules of Robot 6 after the deal, and read every action."""
    if state[st.TURN] == 0:
        for word in range(_WORDS):
            state[mem.WEIGHTS + word] = _ROBOT6[terms[tm.PLAYERS], word]
    read_action(terms, state, workspace)


READINGS = Readings(allowed=(mem.MEANT,))
ROBOT5 = CompiledBot(decide, read, mem.MEMORY_WORDS, mem.WORKSPACE_WORDS, readings=READINGS)
TUNED_ROBOT5 = CompiledBot(decide, read_tuned, mem.MEMORY_WORDS, mem.WORKSPACE_WORDS, readings=READINGS)
ROBOT6 = CompiledBot(decide, read_robot6, mem.MEMORY_WORDS, mem.WORKSPACE_WORDS, readings=READINGS)
