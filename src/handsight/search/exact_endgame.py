"""The exact value of every action near the end of a game, when few deals are left.

`solve_endgame` looks at every hand that the seat may hold, with every order of the deck. The partners play
the blueprint. The seat chooses its next move freely, then its next two moves, and so on as far as the limits
allow. With one free move the value is what rollouts estimate; with more it is higher, because the seat learns
in between.
"""

from typing import NamedTuple

import numpy as np

from handsight.compiled.jit import Ints
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.search.action_values import Verdict, exact_values
from handsight.search.compiled.endgame import COUNTERS, KEY_WORDS, OPEN, STEPS_LEFT, value_after
from handsight.search.compiled.rollouts import put_deals
from handsight.search.rollouts import Deals, SeatPosition
from handsight.search.search_settings import EndgameLimits


class Endgame(NamedTuple):
    """The exact values of all legal actions, with the sums from which they follow."""

    verdict: Verdict
    totals: dict[int, int]
    """By action: the sum of scores over all deals, copies of a card being distinct."""
    deals: int
    """How many deals the totals sum up."""
    moves: int
    """The number of free moves of the seat, including this one."""


def solve_endgame(position: SeatPosition, limits: EndgameLimits | None = None) -> Endgame | None:
    """Return the exact value of every action of the seat to move; None if the limits do not allow it.

    Every hand that the seat may hold must be listed, and the blueprint must not throw dice.
    """
    limits, blueprint = limits or EndgameLimits(), position.blueprint
    deck = int(blueprint.packed_terms[tm.DECK_SIZE]) - int(position.state[st.DRAWN])
    every = Deals(position, 0).every(limits.worlds) if deck <= limits.deck else None
    if every is None:
        return None
    deals, weights = every
    worlds = blueprint.states(len(deals))
    put_deals(blueprint.packed_terms, position.state, deals, worlds)
    found, steps = None, limits.steps
    for moves in range(1, limits.moves + 1):
        deeper, steps, may_rise = _with_free_moves(position, worlds, weights, moves, steps)
        found = deeper or found
        if deeper is None or not may_rise:
            break
    return found


def _with_free_moves(
    position: SeatPosition, worlds: Ints, weights: Ints, moves: int, steps: int
) -> tuple[Endgame | None, int, bool]:
    """Return the values with *moves* free moves, the steps left, and whether more moves might bring more.

    The values are None if the steps run out.
    """
    blueprint, count = position.blueprint, len(worlds)
    states = np.zeros((moves + 1, count, worlds.shape[1]), np.int64)
    states[0] = worlds
    groups = np.zeros((moves + 1, count), np.int64)
    groups[0] = np.arange(count)
    keys = np.zeros((moves + 1, count, KEY_WORDS), np.int64)
    counters, workspace = np.zeros(COUNTERS, np.int64), blueprint.workspace()
    counters[STEPS_LEFT] = steps
    totals = dict[int, int]()
    for action in position.legal:
        total = value_after(
            blueprint.bot.decide, blueprint.bot.read, blueprint.packed_terms, states, groups, keys, weights,
            0, 0, count, action, -1, counters, workspace,
        )  # fmt: skip
        if counters[STEPS_LEFT] < 0:
            return None, -1, False
        totals[action] = int(total)
    first = position.legal[0] if position.blueprint_action is None else position.blueprint_action
    best = max(totals, key=lambda action: (totals[action], action == first, -action))
    ranked = sorted(totals, key=lambda action: (action != best, action))
    deals = int(weights.sum())
    values = exact_values(ranked, [totals[action] for action in ranked], deals, count)
    verdict = Verdict(best, first, values, count, exact=True)
    return Endgame(verdict, totals, deals, moves), int(counters[STEPS_LEFT]), bool(counters[OPEN])
