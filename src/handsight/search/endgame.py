"""The exact value of every action near the end of a game, when few deals are left.

`solve_endgame` looks at every hand that the seat may hold, with every order of the deck. The seat may do what
it likes at its next own moves (first one, then two, … as far as the limits go), its partners play the
blueprint. With one own move that is what rollouts estimate; with more it is worth more, as the seat learns in
between.
"""

from typing import NamedTuple

import numpy as np

from handsight.compiled.jit import Ints
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.search.belief import Hands
from handsight.search.blueprint import Blueprint
from handsight.search.budget import EndgameLimits
from handsight.search.compiled.endgame import (
    COUNTERS,
    KEY_WORDS,
    NO_WORLDS,
    OPEN,
    STEPS_LEFT,
    value_after,
    write_worlds,
)
from handsight.search.race import Tried, Verdict


class ActionValue(NamedTuple):
    """An action and its value: the sum of scores over all deals, copies of a card being distinct."""

    action: int
    total: int
    exact: bool
    """Whether no number of free own moves would bring more."""


class Endgame(NamedTuple):
    """What was worked out: the action to take, the blueprint's, and the value of every legal one."""

    action: int
    blueprint: int
    values: tuple[ActionValue, ...]
    """By number of the action."""
    deals: int
    """How many deals the totals sum up."""
    worlds: int
    """How many different ones."""
    moves: int
    """How many own moves are free, this one counted."""

    @property
    def exact(self) -> bool:
        """Whether the values are the best that the seat can do against the blueprint."""
        return all(value.exact for value in self.values)

    def verdict(self) -> Verdict:
        """Return the values as a race would, best first."""
        ranked = sorted(
            self.values, key=lambda value: (-value.total, value.action != self.blueprint, value.action)
        )
        tried = tuple(Tried(value.action, self.worlds, value.total / self.deals) for value in ranked)
        return Verdict(tried[0].action, self.blueprint, tried, 0, self.worlds, all_deals=True)


def solve_endgame(
    blueprint: Blueprint, state: Ints, hands: Hands, limits: EndgameLimits | None = None
) -> Endgame | None:
    """Work out every action of the seat to move; None where the limits do not allow it.

    Args:
        blueprint: What the partners play; it must not throw dice.
        state: The state of the seat to move; its own hand in it does not matter.
        hands: Every hand that it may hold, not a sample.
        limits: How far to go.
    """
    limits = limits or EndgameLimits()
    packed_terms = blueprint.packed_terms
    deck = int(packed_terms[tm.DECK_SIZE]) - int(state[st.DRAWN])
    if blueprint.bot.throws or deck > limits.deck or len(hands.hands) > limits.worlds:
        return None
    room, weights = blueprint.states(limits.worlds), np.zeros(limits.worlds, np.int64)
    worlds = write_worlds(packed_terms, state, *hands[:2], np.ascontiguousarray(hands.weights), room, weights)
    if worlds in (NO_WORLDS, 0):
        return None
    found, steps = None, limits.steps
    for moves in range(1, limits.moves + 1):
        deeper, steps = _with_free_moves(blueprint, room[:worlds], weights[:worlds], moves, steps)
        if deeper is None:
            break
        found = deeper
        if found.exact:
            break
    return found


def _with_free_moves(
    blueprint: Blueprint, worlds: Ints, weights: Ints, moves: int, steps: int
) -> tuple[Endgame | None, int]:
    """Return the values with so many free own moves, and the steps left; None if they run out."""
    packed_terms, bot, count = blueprint.packed_terms, blueprint.bot, len(worlds)
    states = np.zeros((moves + 1, count, worlds.shape[1]), np.int64)
    states[0] = worlds
    groups = np.zeros((moves + 1, count), np.int64)
    groups[0] = np.arange(count)
    keys = np.zeros((moves + 1, count, KEY_WORDS), np.int64)
    counters, workspace = np.zeros(COUNTERS, np.int64), blueprint.workspace()
    counters[STEPS_LEFT] = steps
    legal, first = int(rules.legal(packed_terms, worlds[0])), blueprint.decide(worlds[0])
    actions = [action for action in range(int(packed_terms[tm.ACTIONS])) if legal >> action & 1]
    values = list[ActionValue]()
    for action in actions:
        counters[OPEN] = 0
        total = value_after(
            bot.decide, bot.read, packed_terms, states, groups, keys, weights, 0, 0, count, action, -1,
            counters, workspace,
        )  # fmt: skip
        if counters[STEPS_LEFT] < 0:
            return None, -1
        values.append(ActionValue(action, int(total), not counters[OPEN]))
    if not legal >> first & 1:  # the blueprint is stuck where a partner's action made no sense to it
        first = actions[0]
    best = max(values, key=lambda value: (value.total, value.action == first, -value.action))
    found = Endgame(best.action, first, tuple(values), int(weights.sum()), count, moves)
    return found, int(counters[STEPS_LEFT])
