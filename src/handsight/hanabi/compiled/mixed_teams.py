"""The compiled game loop for teams of different bots: each bot has a state with its own memory."""

import warnings

from numba.core.errors import NumbaExperimentalFeatureWarning

from handsight.compiled.compiled_dice import Streams
from handsight.compiled.jit import Ints, Kernel, compiled, inlined
from handsight.hanabi.compiled import deal, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.compiled_bot import CompiledBot
from handsight.hanabi.compiled.game_loop import (
    COMPLETED,
    DECIDE_SIGNATURE,
    NO_ACTION,
    READ_SIGNATURE,
    Results,
    is_clue,
    write_result,
)
from handsight.hanabi.compiled.state_layout import MAX_SEATS

Kernels = tuple[Kernel, ...]
# Numba warns of tuples of functions when it compiles a kernel that has them.
warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
FUNCTION_TYPES = ", ".join(
    [f"FunctionType({DECIDE_SIGNATURE})"] * MAX_SEATS + [f"FunctionType({READ_SIGNATURE})"] * MAX_SEATS
)
"""The types of six decide functions and six read functions. A kernel takes these and packs them in tuples."""


def functions_of(bots: list[CompiledBot]) -> list[Kernel]:
    """Return six decide and six read functions; kernels call those of the bots that have a state."""
    six = (bots * MAX_SEATS)[:MAX_SEATS]
    return [bot.decide for bot in six] + [bot.read for bot in six]


@inlined
def read_all(readers: Kernels, terms: Ints, states: Ints, workspace: Ints) -> None:
    """Call the read function of every bot that has a state."""
    for bot in range(states.shape[0]):
        readers[bot](terms, states[bot], workspace)


@compiled(
    "int64(int64[::1], int64[::1], int64[:, ::1], int64[::1], uint64[:, ::1], uint64[:, ::1],"
    f" int16[:, ::1], {FUNCTION_TYPES})"
)
def play_mixed(
    bot_of_seat: Ints,
    terms: Ints,
    states: Ints,
    workspace: Ints,
    decks: Streams,
    starts: Streams,
    results: Results,
    decide_1: Kernel,
    decide_2: Kernel,
    decide_3: Kernel,
    decide_4: Kernel,
    decide_5: Kernel,
    decide_6: Kernel,
    read_1: Kernel,
    read_2: Kernel,
    read_3: Kernel,
    read_4: Kernel,
    read_5: Kernel,
    read_6: Kernel,
) -> int:
    """Play games as `game_loop.play_games` does, with a bot for each seat and a state for each bot."""
    deciders = decide_1, decide_2, decide_3, decide_4, decide_5, decide_6
    readers = read_1, read_2, read_3, read_4, read_5, read_6
    for number in range(results.shape[0]):
        for bot in range(states.shape[0]):
            deal.deal(terms, states[bot], decks[number], starts[number])
        state = states[0]
        read_all(readers, terms, states, workspace)
        clues = 0
        while state[st.END] == st.IN_PROGRESS:
            bot = bot_of_seat[state[st.SEAT]]
            action = deciders[bot](terms, states[bot], workspace)
            if not rules.is_legal(terms, state, action):
                if action == NO_ACTION and rules.legal(terms, state) == 0:
                    break
                return number
            for bot in range(states.shape[0]):
                rules.step(terms, states[bot], action)
            clues += is_clue(terms, action)
            read_all(readers, terms, states, workspace)
        write_result(terms, state, clues, results[number])
    return COMPLETED
