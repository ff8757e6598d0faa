"""The compiled Robot 5, for whole games."""

import numpy as np

from handsight.kernels.hanabi import state_layout as st
from handsight.kernels.hanabi.compiled_bots import CompiledBot
from handsight.kernels.hanabi.game_loop import READ_SIGNATURE
from handsight.kernels.jit import Ints, compiled
from handsight.kernels.robot5 import memory_layout as mem
from handsight.kernels.robot5.beliefs import read_action
from handsight.kernels.robot5.search import decide
from handsight.kernels.robot5.weights import WEIGHTS, weights_row

_WEIGHTS = np.array(weights_row(WEIGHTS), np.int64)


@compiled(READ_SIGNATURE)
def read(terms: Ints, state: Ints, workspace: Ints) -> None:
    """Write the weights after the deal, and read every action."""
    if state[st.TURN] == 0:
        st.copy_words(_WEIGHTS, 0, state, mem.WEIGHTS, _WEIGHTS.size)
    read_action(terms, state, workspace)


ROBOT5 = CompiledBot(decide, read, mem.MEMORY_WORDS, mem.WORKSPACE_WORDS)
