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


class ExactValue(NamedTuple):
    """An action and its value: the sum of scores over all deals, copies of a card being distinct."""

    action: int
    total: int
    exact: bool
    """Whether more free moves could not raise it."""


class Endgame(NamedTuple):
    """What was worked out: the action to take, the blueprint's, and the value of every legal one."""

    action: int
    blueprint: int
    values: tuple[ExactValue, ...]
    """By number of the action."""
    deals: int
    """How many deals the totals sum up."""
    worlds: int
    """How many different ones."""
    moves: int
    """The number of free moves of the seat, including this one."""

    @property
    def exact(self) -> bool:
        """Whether the values are the best that the seat can do against the blueprint."""
        return all(value.exact for value in self.values)

    def verdict(self) -> Verdict:
        """Return the values as a race would, the best first."""
        ranked = sorted(self.values, key=lambda value: (value.action != self.action, value.action))
        actions, totals = [value.action for value in ranked], [value.total for value in ranked]
        values = exact_values(actions, totals, self.deals, self.worlds)
        return Verdict(self.action, self.blueprint, values, self.worlds, exact=True)


def solve_endgame(position: SeatPosition, limits: EndgameLimits | None = None) -> Endgame | None:
    """Work out every action of the seat to move; None where the limits do not allow it.

    Args:
        position: Where the seat stands; every hand that it may hold must be listed. The partners play the
            blueprint, which must not throw dice.
        limits: How far to go.
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
        deeper, steps = _with_free_moves(position, worlds, weights, moves, steps)
        if deeper is None:
            break
        found = deeper
        if found.exact:
            break
    return found


def _with_free_moves(
    position: SeatPosition, worlds: Ints, weights: Ints, moves: int, steps: int
) -> tuple[Endgame | None, int]:
    """Return the values with *moves* free moves, and the steps left; None if these run out."""
    blueprint, count = position.blueprint, len(worlds)
    states = np.zeros((moves + 1, count, worlds.shape[1]), np.int64)
    states[0] = worlds
    groups = np.zeros((moves + 1, count), np.int64)
    groups[0] = np.arange(count)
    keys = np.zeros((moves + 1, count, KEY_WORDS), np.int64)
    counters, workspace = np.zeros(COUNTERS, np.int64), blueprint.workspace()
    counters[STEPS_LEFT] = steps
    values = list[ExactValue]()
    for action in position.legal:
        counters[OPEN] = 0
        total = value_after(
            blueprint.bot.decide, blueprint.bot.read, blueprint.packed_terms, states, groups, keys, weights,
            0, 0, count, action, -1, counters, workspace,
        )  # fmt: skip
        if counters[STEPS_LEFT] < 0:
            return None, -1
        values.append(ExactValue(action, int(total), not counters[OPEN]))
    first = position.legal[0] if position.blueprint_action is None else position.blueprint_action
    best = max(values, key=lambda value: (value.total, value.action == first, -value.action))
    found = Endgame(best.action, first, tuple(values), int(weights.sum()), count, moves)
    return found, int(counters[STEPS_LEFT])
