"""The position of a seat to move, the deals that it considers possible, and rollouts on them."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from handsight.compiled.jit import Ints
from handsight.game.seeded_dice import SEARCH, Seed, stream_start
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.game_loop import Results
from handsight.search.blueprint import Blueprint
from handsight.search.compiled.possible_hands import one_die
from handsight.search.compiled.rollouts import DEAL_WORDS, TOO_MANY_DEALS, draw_deals, list_deals, try_actions
from handsight.search.hand_belief import WeightedHands
from handsight.search.search_settings import BLOCK, Stop

NOTHING: Ints = np.zeros(0, np.int64)
MOST_LISTED = 50_000
"""More deals are never listed: that would take long, and much memory."""


@dataclass(frozen=True)
class SeatPosition:
    """The position of a seat to move, as that seat knows it."""

    blueprint: Blueprint
    """The bot that plays on, in every seat."""
    state: Ints
    """The state before its move. The cards of its hand and of the deck in it are ignored."""
    hands: WeightedHands
    """The hands that the seat may hold."""
    past: Ints | None = None
    """The actions so far, to be replayed in every deal because the blueprint's memory depends on hands; None
    to keep the memory in the state."""
    readings: Ints | None = None
    """Where the memory holds readings of clues, so that wrong ones are dropped; None to keep all of them."""

    @cached_property
    def legal(self) -> list[int]:
        """The legal actions, as numbers."""
        terms = self.blueprint.packed_terms
        legal = int(rules.legal(terms, self.state))
        return [action for action in range(int(terms[tm.ACTIONS])) if legal >> action & 1]

    @cached_property
    def blueprint_action(self) -> int | None:
        """What the blueprint would do; None if it finds no legal action."""
        action = self.blueprint.decide(self.state)
        return action if action in self.legal else None


@dataclass(frozen=True)
class Deals:
    """The deals of a position, in blocks. A block follows from the key, the turn and its number."""

    position: SeatPosition
    key: Seed
    block: int = BLOCK
    """The number of deals in a block."""

    def start(self, number: int) -> int:
        """Return the state in which a block's dice start; blocks are numbered from 0."""
        return stream_start(self.key, int(self.position.state[st.TURN]), number + 1, SEARCH)

    def draw(self, number: int, count: int) -> Ints:
        """Return the first *count* deals of a block, one a row."""
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
        """Return every deal with its weight; None if there are more than *most*, or not all hands are listed.

        Deals that differ only by copies of a card are one deal with a larger weight. A blueprint that throws
        dice can end a deal in many ways, so for it the answer is None.
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


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, "search")


class Rollouts:
    """Plays actions on from the deals of a position; threads share the blocks."""

    def __init__(self, deals: Deals, threads: int = 1) -> None:
        self._deals = deals
        player = deals.position.blueprint
        self._rooms = [(player.states(3), player.workspace()) for _ in range(threads)]

    def play(self, actions: Ints, first: int, scores: Results, stop: Stop | None = None) -> bool:
        """Try actions on deals; write the scores by deal and action. False if it was stopped.

        *first* is the number of the first block. As many follow as the scores have room for; of the last,
        only the first deals may be wanted. *stop* is called before every block.
        """
        threads, block = len(self._rooms), self._deals.block
        starts, stopped = range(0, len(scores), block), False

        def work(thread: int) -> None:
            nonlocal stopped
            for at in range(thread, len(starts), threads):
                if stopped or (stop is not None and stop()):
                    stopped = True
                    return
                part = scores[starts[at] : starts[at] + block]
                self._try(actions, self._deals.draw(first + at, len(part)), part, thread)

        if threads == 1 or len(starts) == 1:
            for thread in range(threads):
                work(thread)
        else:
            list(_pool(threads).map(work, range(threads)))
        return not stopped

    def scores(self, actions: Ints, deals: Ints) -> Results:
        """Try actions on given deals; return the scores by deal and action."""
        found = np.zeros((len(deals), len(actions)), np.int16)
        self._try(actions, deals, found, 0)
        return found

    def _try(self, actions: Ints, deals: Ints, scores: Results, thread: int) -> None:
        position, (states, workspace) = self._deals.position, self._rooms[thread]
        bot = position.blueprint.bot
        try_actions(
            bot.decide,
            bot.read,
            bot.restart,
            position.blueprint.packed_terms,
            position.state,
            NOTHING if position.past is None else position.past,
            position.past is not None,
            NOTHING if position.readings is None else position.readings,
            deals,
            actions,
            scores,
            states,
            workspace,
        )
