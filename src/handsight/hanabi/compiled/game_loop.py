"""The compiled game loop; the bot is an argument of function type.

A bot is two kernels with explicit signatures, so the loop is compiled once and not again for each bot:

- ``decide(terms, state, workspace) -> action``: a pure function of the public part of the state, of the bot's
  memory, of the hands that its seat sees and of its seat's dice; NO_ACTION if it finds no action.
- ``read(terms, state, workspace)``: called after the deal and after every action, to update the memory in the
  state from public information: the last event and the memory before it.

Nothing in the workspace survives a call. A bot without memory has nothing to read, so `read` is not called.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.compiled.compiled_dice import Streams
from handsight.compiled.function_addresses import calling
from handsight.compiled.jit import Ints, Kernel, compiled, inlined
from handsight.hanabi.compiled import deal, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm

DECIDE_SIGNATURE = "int64(int64[::1], int64[::1], int64[::1])"
READ_SIGNATURE = "void(int64[::1], int64[::1], int64[::1])"
decide_at, read_at = calling(DECIDE_SIGNATURE), calling(READ_SIGNATURE)
"""Call the decide or read function at an address (see `compiled.function_addresses`)."""
NO_ACTION = -1

SCORE, POINTS, STRIKES, TURNS, CLUE_UNITS, END, CLUES_GIVEN = range(7)
FIELDS = 7
"""The result of a game: score, cards on the stacks, …, its end as an index into `state_layout.ENDS`, …."""

COMPLETED = -1
Results = NDArray[np.int16]


@inlined
def write_result(terms: Ints, state: Ints, clues: int, result: Results) -> None:
    """Write the result of a game in which *clues* clues were given."""
    result[SCORE] = rules.score(terms, state)
    result[POINTS] = state[st.POINTS]
    result[STRIKES] = state[st.STRIKES]
    result[TURNS] = state[st.TURN]
    result[CLUE_UNITS] = state[st.CLUE_UNITS]
    result[END] = state[st.END]
    result[CLUES_GIVEN] = clues


@inlined
def is_clue(terms: Ints, action: int) -> int:
    """Return 1 for a clue, 0 for a play or a discard."""
    return 1 if action >= 2 * terms[tm.SLOTS] else 0


@compiled(READ_SIGNATURE)
def read_nothing(_terms: Ints, _state: Ints, _workspace: Ints) -> None:
    """Read nothing: for bots without memory."""


@compiled(f"int64(FunctionType({DECIDE_SIGNATURE}), int64[::1], int64[::1], int64[::1])")
def call_decide(decide: Kernel, terms: Ints, state: Ints, workspace: Ints) -> int:
    """Call a decide function from Python."""
    return int(decide(terms, state, workspace))


@compiled(f"void(FunctionType({READ_SIGNATURE}), int64[::1], int64[::1], int64[::1])")
def call_read(read: Kernel, terms: Ints, state: Ints, workspace: Ints) -> None:
    """Call a read function from Python."""
    read(terms, state, workspace)


@compiled(
    f"int64(FunctionType({DECIDE_SIGNATURE}), FunctionType({READ_SIGNATURE}),"
    " int64[::1], int64[::1], int64[::1], uint64[:, ::1], uint64[:, ::1], int16[:, ::1])"
)
def play_games(
    decide: Kernel,
    read: Kernel,
    terms: Ints,
    state: Ints,
    workspace: Ints,
    decks: Streams,
    starts: Streams,
    results: Results,
) -> int:
    """Play a game for each row of the results; return COMPLETED.

    A game depends only on its rows of *decks* and *starts* (see `deal.streams_of`). At an illegal action the
    loop stops and returns how many games are finished. A game in which the seat to move has no legal action
    is left in progress.
    """
    memory = state.size > st.MEMORY
    for number in range(results.shape[0]):
        deal.deal(terms, state, decks[number], starts[number])
        if memory:
            read(terms, state, workspace)
        clues = 0
        while state[st.END] == st.IN_PROGRESS:
            action = decide(terms, state, workspace)
            if not rules.is_legal(terms, state, action):
                if action == NO_ACTION and rules.legal(terms, state) == 0:
                    break
                return number
            rules.step(terms, state, action)
            clues += is_clue(terms, action)
            if memory:
                read(terms, state, workspace)
        write_result(terms, state, clues, results[number])
    return COMPLETED
