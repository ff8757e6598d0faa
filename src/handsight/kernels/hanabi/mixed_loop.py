"""The compiled game loop for teams of different bots: each bot has a state with its own memory."""

from handsight.kernels.dice import Streams
from handsight.kernels.hanabi import deal, rules
from handsight.kernels.hanabi import state_layout as st
from handsight.kernels.hanabi.game_loop import (
    COMPLETED,
    DECIDE_SIGNATURE,
    NO_ACTION,
    READ_SIGNATURE,
    Results,
    is_clue,
    write_result,
)
from handsight.kernels.hanabi.state_layout import MAX_SEATS
from handsight.kernels.jit import Ints, Kernel, compiled, inlined

_FUNCTION_TYPES = ", ".join(
    [f"FunctionType({DECIDE_SIGNATURE})"] * MAX_SEATS + [f"FunctionType({READ_SIGNATURE})"] * MAX_SEATS
)


@inlined
def _decide(
    bot: int,
    one: Kernel,
    two: Kernel,
    three: Kernel,
    four: Kernel,
    five: Kernel,
    six: Kernel,
    terms: Ints,
    state: Ints,
    workspace: Ints,
) -> int:
    """Call the decide function of one of six bots."""
    if bot < 3:
        if bot == 0:
            return one(terms, state, workspace)
        return two(terms, state, workspace) if bot == 1 else three(terms, state, workspace)
    if bot == 3:
        return four(terms, state, workspace)
    return five(terms, state, workspace) if bot == 4 else six(terms, state, workspace)


@inlined
def _read_all(
    one: Kernel,
    two: Kernel,
    three: Kernel,
    four: Kernel,
    five: Kernel,
    six: Kernel,
    terms: Ints,
    states: Ints,
    workspace: Ints,
) -> None:
    """Call the read function of every bot."""
    bots = states.shape[0]
    one(terms, states[0], workspace)
    if bots > 1:
        two(terms, states[1], workspace)
    if bots > 2:
        three(terms, states[2], workspace)
    if bots > 3:
        four(terms, states[3], workspace)
    if bots > 4:
        five(terms, states[4], workspace)
    if bots > 5:
        six(terms, states[5], workspace)


@compiled(
    "int64(int64[::1], int64[::1], int64[:, ::1], int64[::1], uint64[:, ::1], uint64[:, ::1],"
    " int16[:, ::1],"
    f" {_FUNCTION_TYPES})"
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
    for number in range(results.shape[0]):
        for bot in range(states.shape[0]):
            deal.deal(terms, states[bot], decks[number], starts[number])
        state = states[0]
        _read_all(read_1, read_2, read_3, read_4, read_5, read_6, terms, states, workspace)
        clues = 0
        while state[st.END] == st.IN_PROGRESS:
            bot = bot_of_seat[state[st.SEAT]]
            action = _decide(
                bot, decide_1, decide_2, decide_3, decide_4, decide_5, decide_6, terms, states[bot], workspace
            )
            if not rules.is_legal(terms, state, action):
                if action == NO_ACTION and rules.legal(terms, state) == 0:
                    break
                return number
            for bot in range(states.shape[0]):
                rules.step(terms, states[bot], action)
            clues += is_clue(terms, action)
            _read_all(read_1, read_2, read_3, read_4, read_5, read_6, terms, states, workspace)
        write_result(terms, state, clues, results[number])
    return COMPLETED
