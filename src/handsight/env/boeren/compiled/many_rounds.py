"""Many rounds at once, stepped from Python: each function handles one turn of every round in an array.

Learners are trained on such batches; `partner_actions` plays the seats that the learner does not.
"""

import numpy as np

from handsight.boeren import SEATS
from handsight.boeren.compiled import deal, rules
from handsight.boeren.compiled import state_layout as st
from handsight.bots.boeren.compiled import compiled_bots
from handsight.compiled.compiled_dice import Streams, below_for_deal
from handsight.compiled.jit import Ints, compiled, inlined


@compiled("void(int64[:, ::1], int64[::1], int64[::1], uint64[:, ::1], uint64[:, ::1])", allocates=True)
def deal_states(states: Ints, size: Ints, switches: Ints, dice: Streams, starts: Streams) -> None:
    """Deal a round of one size in each state, from the rows of `deal.round_streams`; the dealer is random."""
    deck, die = np.empty(st.CARDS, np.int64), np.empty(dice.shape[1], np.uint64)
    for at in range(states.shape[0]):
        die[:] = dice[at]
        deal.give_dice(states[at], starts[at])
        deal.deal(states[at], size, below_for_deal(die, SEATS), switches, die, deck)


@compiled("void(int64[:, ::1], int64[::1])")
def legal_actions(states: Ints, actions: Ints) -> None:
    """Write the mask of legal actions of each round, 0 for a finished one."""
    for at in range(states.shape[0]):
        actions[at] = rules.legal(states[at])


@compiled("int64(int64[:, ::1], int64[::1])")
def step_states(states: Ints, actions: Ints) -> int:
    """Take a legal action in each round that is not over; return how many go on."""
    going_on = 0
    for at in range(states.shape[0]):
        if not st.is_over(states[at]):
            rules.step(states[at], actions[at])
            going_on += not st.is_over(states[at])
    return going_on


@compiled("void(int64[:, ::1], int64[:, ::1])")
def score_states(states: Ints, scores: Ints) -> None:
    """Write every seat's points of finished rounds."""
    for at in range(states.shape[0]):
        for seat in range(SEATS):
            scores[at, seat] = rules.score(states[at], seat)


LEARNER, RANDOM, GREEDY, GREEDY_KRIPKE, FULL_KRIPKE, COUNTER = range(6)
"""Who sits in a seat, as arrays of seats hold it: a learner, or a kind of partner."""


@inlined
def _decide(who: int, state: Ints, settings: Ints) -> int:
    """Return the action of a partner of kind *who*."""
    if who == RANDOM:
        return compiled_bots.random(state, settings)
    if who == GREEDY:
        return compiled_bots.greedy(state, settings)
    if who == GREEDY_KRIPKE:
        return compiled_bots.greedy_kripke(state, settings)
    if who == FULL_KRIPKE:
        return compiled_bots.full_kripke(state, settings)
    return compiled_bots.counter(state, settings)


@compiled("void(int64[:, ::1], int64[:, ::1], int64[::1], int64[::1])")
def partner_actions(states: Ints, seats: Ints, settings: Ints, actions: Ints) -> None:
    """Write the action of each round in which a partner is to move, -1 where the learner is."""
    for at in range(states.shape[0]):
        who = seats[at, states[at, st.SEAT]]
        actions[at] = -1 if who == LEARNER else _decide(who, states[at], settings)
