"""Where a seat to move stands, and the deals that it holds possible: drawn in blocks, or all of them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from handsight.compiled.jit import Ints
from handsight.game.seeded_dice import SEARCH, Seed, stream_start
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.search.blueprint import Blueprint
from handsight.search.compiled.possible_hands import one_die
from handsight.search.compiled.rollouts import DEAL_WORDS, TOO_MANY_DEALS, draw_deals, list_deals
from handsight.search.hand_belief import WeightedHands
from handsight.search.search_settings import BLOCK

MOST_LISTED = 50_000
"""More deals than these are never listed: they would take long, and much memory."""


@dataclass(frozen=True)
class SeatPosition:
    """Where a seat to move stands, as it knows it."""

    blueprint: Blueprint
    """Who plays on, in every seat."""
    state: Ints
    """The state of the seat to move; its own hand and the deck in it do not matter."""
    hands: WeightedHands
    """The hands that it may hold."""
    past: Ints | None = None
    """Actions to play again in every deal, since the blueprint's memory depends on hands; None to keep the
    memory that is in the state."""
    readings: Ints | None = None
    """Where the memory holds readings, of which wrong ones are dropped in every deal; None to keep all."""

    @cached_property
    def legal(self) -> list[int]:
        """The legal actions, as numbers."""
        terms = self.blueprint.packed_terms
        legal = int(rules.legal(terms, self.state))
        return [action for action in range(int(terms[tm.ACTIONS])) if legal >> action & 1]

    @cached_property
    def blueprint_action(self) -> int | None:
        """What the blueprint would do; None where it finds no legal action."""
        action = self.blueprint.decide(self.state)
        return action if action in self.legal else None


@dataclass(frozen=True)
class Deals:
    """The deals of a position, in blocks: each follows from the key, the turn and its number."""

    position: SeatPosition
    key: Seed
    block: int = BLOCK
    """The deals of a block."""

    def start(self, number: int) -> int:
        """Return the start of the dice of a block; the first has number 0."""
        return stream_start(self.key, int(self.position.state[st.TURN]), number + 1, SEARCH)

    def draw(self, number: int, count: int) -> Ints:
        """Draw the first deals of a block, one a row."""
        position, blueprint = self.position, self.position.blueprint
        deals = np.zeros((count, DEAL_WORDS), np.int64)
        draw_deals(
            blueprint.packed_terms,
            position.state,
            *position.hands.arrays,
            one_die(self.start(number)),
            deals,
            blueprint.states(1)[0],
            blueprint.workspace(),
        )
        return deals

    def every(self, most: int) -> tuple[Ints, Ints] | None:
        """Return every deal with its weight; None if there are more than *most*, or hands are not listed.

        Copies of a card are not told apart, but count in the weights. A blueprint that throws dice may end
        one deal in many ways, so there is nothing to list.
        """
        position, blueprint, hands = self.position, self.position.blueprint, self.position.hands
        most = min(most, MOST_LISTED)
        if not hands.whole or blueprint.bot.throws or len(hands.hands) > most:
            return None
        deals, weights = np.zeros((most, DEAL_WORDS), np.int64), np.zeros(most, np.int64)
        found = list_deals(
            blueprint.packed_terms,
            position.state,
            hands.orders,
            hands.hands,
            hands.weights,
            deals,
            weights,
            blueprint.states(1)[0],
        )
        return None if found == TOO_MANY_DEALS else (deals[:found], weights[:found])
