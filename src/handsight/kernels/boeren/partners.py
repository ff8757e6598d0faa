"""Those who sit with a learner: for many rounds side by side, what each of them does."""

from handsight.kernels.boeren import compiled_bots, state_layout
from handsight.kernels.boeren.state_layout import Ints
from handsight.kernels.jit import compiled, inlined

LEARNER, RANDOM, GREEDY, GREEDY_KRIPKE, FULL_KRIPKE, COUNTER = range(6)
"""Who may sit in a seat."""


@inlined
def _answer(who: int, row: Ints, settings: Ints) -> int:
    """Let one of them decide."""
    if who < GREEDY_KRIPKE:
        return compiled_bots.random(row, settings) if who == RANDOM else compiled_bots.greedy(row, settings)
    if who == GREEDY_KRIPKE:
        return compiled_bots.greedy_kripke(row, settings)
    return (
        compiled_bots.full_kripke(row, settings)
        if who == FULL_KRIPKE
        else compiled_bots.counter(row, settings)
    )


@compiled("void(int64[:, ::1], int64[:, ::1], int64[::1], int64[::1])")
def answer_rows(table: Ints, seats: Ints, settings: Ints, actions: Ints) -> None:
    """Write down the action of each round whose seat to move is not the learner's, -1 where it is."""
    for at in range(table.shape[0]):
        who = seats[at, table[at, state_layout.SEAT]]
        actions[at] = -1 if who == LEARNER else _answer(who, table[at], settings)
