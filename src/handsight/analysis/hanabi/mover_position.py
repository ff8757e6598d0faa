"""A turn of a recorded game as its mover sees it: what it may hold, and deals on which moves are tried."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from handsight.game.seeded_dice import Seed
from handsight.hanabi import Action, View
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.state_conversion import to_action, to_number
from handsight.search.blueprint import Blueprint
from handsight.search.hand_belief import FORGIVING, Belief, WeightedHands
from handsight.search.rollouts import Deals, SeatPosition
from handsight.search.search_settings import BeliefLimits
from handsight.search.seat_history import History

BY_RULES = BeliefLimits(hands=200_000, sample=1_024)
"""How many hands are looked at where only the rules and clues count, …"""
BY_ACTIONS = BeliefLimits(hands=2_000, sample=500, tries=2_000)
"""… and where each is also held against what the partners did."""


class ExplainedMoves(NamedTuple):
    """How far the blueprint explains the past, where its conventions are believed."""

    moves: int
    """How many moves were made."""
    explained: int
    """How many of them the blueprint would have made, with most of the hands that are believed."""


@dataclass(frozen=True)
class MoverPosition:
    """A turn as the seat to move sees it.

    Attributes:
        blueprint: Who goes on after the move, in every seat.
        view: What the seat sees.
        believe: Whether its hand is also judged by what the partners did.
        seed: The deals follow from it and from the turn.
    """

    blueprint: Blueprint
    view: View
    believe: bool = False
    seed: Seed = 0

    @cached_property
    def belief(self) -> Belief:
        """What the seat believes about its hand."""
        history = History(self.blueprint, self.view.viewer)
        evidence, limits = (FORGIVING, BY_ACTIONS) if self.believe else (None, BY_RULES)
        belief = Belief(history, evidence, limits, self.seed)
        belief.join(self.view)
        return belief

    @cached_property
    def hands(self) -> WeightedHands:
        """The hands from which deals are drawn."""
        return self.belief.now()

    @cached_property
    def explained(self) -> ExplainedMoves | None:
        """How far the blueprint explains the past; None where conventions are not believed."""
        if not self.believe:
            return None
        history, explained = self.belief.history, 0
        for turn, action in enumerate(() if self.blueprint.bot.throws else history.actions):
            before = history.before(turn)
            if int(before[st.SEAT]) == self.view.viewer:
                explained += self.blueprint.decide(before) == action
            else:
                explained += self.belief.share_explaining(turn, self.hands) > 0.5
        return ExplainedMoves(len(history.actions), explained)

    @cached_property
    def position(self) -> SeatPosition:
        """Where the seat stands. Readings are kept only if the blueprint explains every move."""
        bot, history, hands = self.blueprint.bot, self.belief.history, self.hands
        fits = self.explained is not None and self.explained.moves == self.explained.explained
        return SeatPosition(
            self.blueprint,
            history.now,
            hands,
            np.array(history.actions, np.int64) if bot.reads_hands else None,
            None if fits else bot.readings.packed(),
        )

    @cached_property
    def deals(self) -> Deals:
        """The deals on which moves are tried."""
        return Deals(self.position, self.seed)

    def action(self, number: int) -> Action:
        """Return a move by its number."""
        return to_action(self.blueprint.terms, self.position.state, number)

    def number(self, action: Action) -> int:
        """Return the number of a move."""
        return to_number(self.blueprint.terms, self.position.state, action)
