"""Many games at once, stepped from Python: each function handles one turn of every game in an array."""

from handsight.bots.hanabi.compiled.random_bot import pick_random
from handsight.compiled.compiled_dice import Streams
from handsight.compiled.jit import Ints, compiled
from handsight.hanabi.compiled import deal, rules
from handsight.hanabi.compiled import state_layout as st


@compiled("void(int64[::1], int64[:, ::1], uint64[:, ::1], uint64[:, ::1])")
def deal_states(terms: Ints, states: Ints, decks: Streams, starts: Streams) -> None:
    """Deal a game in each state, from the rows of `deal.streams_of`."""
    for at in range(states.shape[0]):
        deal.deal(terms, states[at], decks[at], starts[at])


@compiled("void(int64[::1], int64[:, ::1], int64[::1])")
def legal_actions(terms: Ints, states: Ints, actions: Ints) -> None:
    """Write the set of legal actions of each game, empty for a finished one."""
    for at in range(states.shape[0]):
        actions[at] = rules.legal(terms, states[at])


@compiled("int64(int64[::1], int64[:, ::1], int64[::1])")
def step_states(terms: Ints, states: Ints, actions: Ints) -> int:
    """Take a legal action in each game that is not over; return how many go on."""
    going_on = 0
    for at in range(states.shape[0]):
        if states[at, st.END] == st.IN_PROGRESS:
            rules.step(terms, states[at], actions[at])
            going_on += states[at, st.END] == st.IN_PROGRESS
    return going_on


@compiled("void(int64[::1], int64[:, ::1], int64[::1])")
def random_actions(terms: Ints, states: Ints, actions: Ints) -> None:
    """Choose a legal action in each game by the dice of the seat to move, or NO_ACTION."""
    for at in range(states.shape[0]):
        actions[at] = pick_random(terms, states[at])


@compiled("int64(int64[::1], int64[:, ::1], uint64[:, ::1], uint64[:, ::1], int64)")
def redeal_finished(terms: Ints, states: Ints, decks: Streams, starts: Streams, following: int) -> int:
    """Deal a new game in place of each finished one, from row *following* on; return the next row.

    Where there are no more rows, finished games stay.
    """
    for at in range(states.shape[0]):
        if states[at, st.END] != st.IN_PROGRESS and following < decks.shape[0]:
            deal.deal(terms, states[at], decks[following], starts[following])
            following += 1
    return following
