"""What a compiled bot is, and the compiled game loops: one for a bot in every seat, one for mixed teams.

A bot is two kernels with explicit signatures, so the loop is compiled once and not again for each bot:

- ``decide(terms, state, workspace) -> action``: a pure function of the public part of the state, of the bot's
  memory, of the hands that its seat sees and of its seat's dice; NO_ACTION if it finds no action.
- ``read(terms, state, workspace)``: called after the deal and after every action, to update the memory in the
  state from public information: the last event and the memory before it.

Nothing in the workspace survives a call. A bot without memory has nothing to read, so `read` is not called.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.compiled.compiled_dice import Streams
from handsight.compiled.jit import Ints, Kernel, calling, compiled, inlined
from handsight.hanabi.compiled import deal, rules, seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm

DECIDE_SIGNATURE = "int64(int64[::1], int64[::1], int64[::1])"
READ_SIGNATURE = "void(int64[::1], int64[::1], int64[::1])"
decide_at, read_at = calling(DECIDE_SIGNATURE), calling(READ_SIGNATURE)
"""Call the decide or read function at an address (see `compiled.jit.addresses`)."""
NO_ACTION = -1

SCORE, POINTS, STRIKES, TURNS, CLUE_UNITS, END, CLUES_GIVEN = range(7)
FIELDS = 7
"""How many numbers a result has, named above; POINTS: cards on the stacks; END: an index into ENDS."""

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


class Readings(NamedTuple):
    """Where a bot's memory holds what it infers about cards, so that a wrong reading can be dropped.

    Places are words of the state. A block has a word for each order, 64 in all.
    """

    flags: tuple[int, ...] = ()
    """Words that are sets of cards, one word for each flag."""
    allowed: tuple[int, ...] = ()
    """Blocks of masks: the identities that each card may have, as the bot reads the game."""
    ruled_out: tuple[int, ...] = ()
    """Blocks of masks: the identities that each card cannot have, as the bot reads the game."""
    questions: int = 0
    """Where open readings begin (see `conventions.compiler.compiled.open_readings`); 0 if there are none."""

    def packed(self) -> Ints:
        """Return the places as kernels read them: how many of each kind, the questions, then the others."""
        places = (self.flags, self.allowed, self.ruled_out)
        flat = [place for some in places for place in some]
        return np.array([*map(len, places), self.questions, *flat], np.int64)


class CompiledBot(NamedTuple):
    """Two kernels as `game_loop` calls them, and how many words of memory and of workspace they need."""

    decide: Callable[[Ints, Ints, Ints], int]
    read: Callable[[Ints, Ints, Ints], None] = read_nothing
    memory: int = 0
    workspace: int = seat_knowledge.OWN_WORKSPACE
    throws: bool = False
    """Whether it uses its dice, so that what it sees does not determine its actions."""
    readings: Readings = Readings()
    """Where its memory holds what it infers about cards."""
    restart: Callable[[Ints, Ints, Ints], None] = read_nothing
    """Resets memory to what is public by the rules, where the past does not fit the bot's convention."""
    reads_hands: bool = False
    """Whether its memory depends on the cards in hands, not on what is public alone."""


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


# ---- teams of different bots: each bot has a state with its own memory


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
    """Play games as `play_games` does, with a bot for each seat and a state for each bot.

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
