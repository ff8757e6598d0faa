"""A race between actions: all are tried on the same deals, and those that fall behind drop out.

Deals are drawn in blocks, each from dice of its own, which follow from the key, the turn and the number of
the block. Actions drop out only between rounds, when all blocks of a round are there. Scores are whole
numbers, and their sums are exact. So a verdict does not depend on which thread played which block.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from handsight.compiled.jit import Ints
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.game_loop import Results
from handsight.search.belief import Hands
from handsight.search.blueprint import Blueprint
from handsight.search.budget import Budget
from handsight.search.deal_source import DealSource
from handsight.search.rollouts import rollouts

FEWEST_DEALS = 4
"""The last round has at least so many deals, even if that is a little more than the budget."""
SOON = 32
"""Up to so many deals the error of a difference is not yet known well, and a lead must be larger."""
HALF_STEP = 0.25
"""The variance of a score that is rounded to whole points: a difference that never varied may yet do so."""


LONG = 256
"""From so many deals on, actions drop out after every quarter more, not only when the deals have doubled, and
a race ends when it no longer matters who wins."""
NEAR = 0.02
"""Actions that are surely not further apart than this, in points, are as good as each other."""


class Tried(NamedTuple):
    """An action, how often it was tried, and the mean score."""

    action: int
    deals: int
    mean: float


class Verdict(NamedTuple):
    """What a search found: the action to take, the blueprint's, and all that were tried, best first."""

    action: int
    blueprint: int
    tried: tuple[Tried, ...]
    rollouts: int
    deals: int
    all_deals: bool = False
    """Whether these are all deals that are possible, and not some that were drawn."""

    def value(self, action: int) -> float | None:
        """Return the mean score after an action; None if it was not tried."""
        return next((tried.mean for tried in self.tried if tried.action == action), None)


def actions_to_try(blueprint: Blueprint, state: Ints, hands: Hands, fits: float) -> list[int]:
    """Return the actions worth trying, the blueprint's first.

    Plays that fit their stack with a chance below *fits* are left out, unless the blueprint makes them.
    """
    packed_terms = blueprint.packed_terms
    legal, first = int(rules.legal(packed_terms, state)), blueprint.decide(state)
    every = [action for action in range(int(packed_terms[tm.ACTIONS])) if legal >> action & 1]
    if not legal >> first & 1:  # the blueprint is stuck where a partner's action made no sense to it
        first = every[0]
    total, weights, playable = int(hands.sums[-1]), hands.weights, int(state[st.PLAYABLE])

    def hopeful(action: int) -> bool:
        if action >= len(hands.orders):
            return True
        fitting = (playable >> (hands.hands >> 8 * action & 63) & 1).astype(np.bool_)
        return int(weights[fitting].sum()) >= fits * total

    return [first, *(action for action in every if action != first and hopeful(action))]


class Race:
    """Tries the actions of a seat at one turn.

    Args:
        blueprint: Who plays on, in every seat.
        state: The state of the seat to move; its own hand in it does not matter.
        hands: The hands it may hold.
        budget: How much is tried.
        key: With the turn, determines the deals.
        threads: How many threads share the work; the verdict is the same for any number.
    """

    def __init__(  # noqa: PLR0913  what a race depends on, once each
        self, blueprint: Blueprint, state: Ints, hands: Hands, budget: Budget, *, key: int, threads: int = 1
    ) -> None:
        self.budget = budget
        self._rollouts = rollouts(DealSource(blueprint, state, hands, key, budget.block), threads)
        self._blocks = 0

    def run(self, actions: Sequence[int]) -> Verdict:
        """Race actions against each other, the blueprint's first."""
        racing, used, round_size = list(range(len(actions))), 0, self.budget.block
        scores = np.zeros((0, len(actions)), np.int16)
        tried = np.zeros(len(actions), np.int64)
        while used < self.budget.rollouts and len(racing) > 1:
            deals = max(FEWEST_DEALS, min(round_size, (self.budget.rollouts - used) // len(racing)))
            more = np.zeros((deals, len(actions)), np.int16)
            more[:, racing] = self.play(np.array([actions[at] for at in racing], np.int64), deals)
            scores = np.concatenate([scores, more])
            used += deals * len(racing)
            tried[racing] += deals
            racing = self._still_in(scores, racing)
            round_size = len(scores) if len(scores) < LONG else len(scores) // 4
            if len(scores) >= LONG and self._all_near(scores, racing):
                break
        means = [int(scores[: tried[at], at].sum()) / max(1, int(tried[at])) for at in range(len(actions))]
        best = max(racing, key=lambda at: (means[at], -at))
        if best and not self._leaves_blueprint(scores[: tried[0], best], scores[: tried[0], 0]):
            best = 0
        ranked = sorted(range(len(actions)), key=lambda at: (at != best, at not in racing, -means[at], at))
        results = tuple(Tried(actions[at], int(tried[at]), means[at]) for at in ranked if tried[at])
        return Verdict(actions[best], actions[0], results, used, len(scores))

    def play(self, actions: Ints, deals: int) -> Results:
        """Try actions on the next deals; return the scores by deal and action."""
        scores = np.zeros((deals, len(actions)), np.int16)
        self._rollouts.play(actions, self._blocks, scores)
        self._blocks += -(-deals // self.budget.block)
        return scores

    def _still_in(self, scores: Results, racing: list[int]) -> list[int]:
        """Return the actions that are not too far behind the best."""
        totals = scores.sum(0, dtype=np.int64)
        best = max(racing, key=lambda at: (int(totals[at]), -at))
        deals = len(scores)
        slack = 0.5 / sqrt(deals) if deals <= SOON else 0.0

        def close(at: int) -> bool:
            lead, error = _difference(scores[:, best], scores[:, at])
            return lead <= self.budget.out * error + slack

        return [at for at in racing if at == best or close(at)]

    def _all_near(self, scores: Results, racing: list[int]) -> bool:
        """Whether the best surely leads by next to nothing."""
        totals = scores.sum(0, dtype=np.int64)
        best = max(racing, key=lambda at: (int(totals[at]), -at))
        leads = (_difference(scores[:, best], scores[:, at]) for at in racing if at != best)
        return all(lead + self.budget.out * error < NEAR for lead, error in leads)

    def _leaves_blueprint(self, best: Results, blueprint: Results) -> bool:
        """Whether the lead over the blueprint's action is large enough to leave it."""
        lead, error = _difference(best, blueprint)
        return lead > max(self.budget.gain, self.budget.deviate * error)


def _difference(some: Results, others: Results) -> tuple[float, float]:
    """Return the mean of paired differences, and its standard error."""
    differences = some.astype(np.int64) - others
    deals, total, squares = len(differences), int(differences.sum()), int((differences**2).sum())
    variance = (deals * squares - total * total) / deals**2
    return total / deals, sqrt(variance / deals + HALF_STEP / deals**2)
