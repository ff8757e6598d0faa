"""The compiled game loop for teams of different bots: each bot has a state with its own memory."""

from handsight.compiled.compiled_dice import Streams
from handsight.compiled.jit import Ints, compiled, inlined
from handsight.hanabi.compiled import deal, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.game_loop import (
    COMPLETED,
    NO_ACTION,
    Results,
    decide_at,
    is_clue,
    read_at,
    write_result,
)


@inlined
def read_all(readers: Ints, terms: Ints, states: Ints, workspace: Ints) -> None:
    """Let every bot read the last event in its own state."""
    for bot in range(states.shape[0]):
        read_at(readers[bot], terms, states[bot], workspace)


@compiled(
    "int64(int64[::1], int64[::1], int64[:, ::1], int64[::1], uint64[:, ::1], uint64[:, ::1], int16[:, ::1],"
    " int64[::1], int64[::1])"
)
def play_mixed(
    bot_of_seat: Ints,
    terms: Ints,
    states: Ints,
    workspace: Ints,
    decks: Streams,
    starts: Streams,
    results: Results,
    deciders: Ints,
    readers: Ints,
) -> int:
    """Play games as `game_loop.play_games` does, with a bot for each seat and a state for each bot.

    *deciders* and *readers* are the addresses of the bots' functions.
    """
    for number in range(results.shape[0]):
        for bot in range(states.shape[0]):
            deal.deal(terms, states[bot], decks[number], starts[number])
        state = states[0]
        read_all(readers, terms, states, workspace)
        clues = 0
        while state[st.END] == st.IN_PROGRESS:
            bot = bot_of_seat[state[st.SEAT]]
            action = decide_at(deciders[bot], terms, states[bot], workspace)
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
