"""The game as one seat has seen it, in states for kernels, with a hand supposed for that seat.

A state holds every card, so the seat's own hand is supposed. What is public in the states does not depend on
it, as long as the supposed hand fits every clue. What a bot remembers may depend on it (hat bots look at all
hands); so the supposed hand also fits what the partners did, and a new one means that the game is replayed.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.compiled.jit import Ints
from handsight.hanabi import ClueGiven, Event, View
from handsight.hanabi.actions import action_of
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.state_conversion import to_number
from handsight.search.blueprint import Blueprint
from handsight.search.compiled.possible_hands import agree
from handsight.search.compiled.rollouts import replay

Kept = NDArray[np.bool_]
UNKNOWN = -1


class History:
    """The states before each action so far, and the actions, as a seat knows them."""

    def __init__(self, blueprint: Blueprint, seat: int) -> None:
        self.blueprint = blueprint
        self.seat = seat
        self.actions = list[int]()
        """Every action so far, as a number."""
        self.cards: Ints = np.full(st.MAX_CARDS, UNKNOWN, np.int64)
        """By order: the identity of each card that the seat sees."""
        self._supposed: Ints = np.zeros(st.MAX_CARDS, np.int64)
        self._states = blueprint.states(64)
        self._room = blueprint.states(1)[0]
        self._workspace = blueprint.workspace()
        self._begun = False

    @property
    def turn(self) -> int:
        """How many actions have been taken."""
        return len(self.actions)

    @property
    def now(self) -> Ints:
        """The state after the last action."""
        return self.before(self.turn)

    def before(self, turn: int) -> Ints:
        """Return the state before the action of a turn."""
        state: Ints = self._states[turn]
        return state

    def see(self, view: View) -> None:
        """Take note of every card that the seat sees."""
        variant = self.blueprint.terms.variant
        for order, card in enumerate(view.cards):
            if card is not None:
                self.cards[order] = variant.identity(card)
        if not self._begun:
            self._begun = True
            self._replay()

    def own_orders(self) -> Ints:
        """Return the orders of the cards in the seat's hand, newest first."""
        hand, size = int(self.now[st.HANDS + self.seat]), int(self.now[st.HAND_SIZES + self.seat])
        return np.array([hand >> 8 * slot & 63 for slot in range(size)], np.int64)

    def own_masks(self, orders: Ints, clue: ClueGiven | None = None) -> Ints:
        """Return what each card of the seat's hand may be, by the clues and, if the seat sees it, the card.

        A clue that was given to the seat and is not in the states yet counts, too.
        """
        masks = self.now[st.CLUE_MASKS + orders].copy()
        for slot, order in enumerate(orders.tolist()):
            if clue is not None and clue.target == self.seat and clue.clue is not None:
                touch = self.blueprint.terms.variant.touch(clue.clue)
                masks[slot] &= touch if order in clue.touched else ~touch
            if self.cards[order] != UNKNOWN:
                masks[slot] &= 1 << int(self.cards[order])
        return masks

    def hidden_copies(self, orders: Ints) -> Ints:
        """Return, by identity, the number of copies in the seat's hand or not seen anywhere."""
        copies = np.array(self.blueprint.terms.variant.copies, np.int64)
        seen = self.cards.copy()
        seen[orders] = UNKNOWN
        np.subtract.at(copies, seen[seen != UNKNOWN], 1)
        return copies

    def supposed(self, orders: Ints) -> int:
        """Return the supposed hand as a word."""
        hand = self.now[st.DECK + orders]
        return sum(int(identity) << 8 * slot for slot, identity in enumerate(hand))

    def suppose(self, orders: Ints, hand: int) -> None:
        """Suppose a hand, and replay the game with it."""
        for slot, order in enumerate(orders.tolist()):
            self._supposed[order] = hand >> 8 * slot & 63
        self._replay()

    def agreeing(self, turn: int, action: int, orders: Ints, hands: Ints) -> Kept:
        """Return, for each hand of this seat, whether the blueprint would have taken a partner's action.

        The turn may be the present one; the cards of the hands (*orders*, by slot) may have been drawn later.
        """
        keep: Kept = np.ones(len(hands), np.bool_)
        agree(
            self.blueprint.bot.decide,
            self.blueprint.packed_terms,
            self.before(turn),
            self.seat,
            orders,
            hands,
            action,
            keep,
            self._room,
            self._workspace,
        )
        return keep

    def add(self, action: int) -> None:
        """Add an action, and the state after it."""
        if self.turn + 2 > len(self._states):
            self._states = np.concatenate([self._states, self.blueprint.states(len(self._states))])
        state = self._states[self.turn + 1]
        state[:] = self.now
        self.actions.append(action)
        state[st.DECK : st.DECK + st.MAX_CARDS] = self._deck()
        rules.step(self.blueprint.packed_terms, state, action)
        if self.blueprint.bot.memory:
            self.blueprint.bot.read(self.blueprint.packed_terms, state, self._workspace)

    def _deck(self) -> Ints:
        deck: Ints = np.where(self.cards == UNKNOWN, self._supposed, self.cards)
        return deck

    def _replay(self) -> None:
        self._states[0, st.DECK : st.DECK + st.MAX_CARDS] = self._deck()
        actions = np.array(self.actions, np.int64)
        replay(
            self.blueprint.bot.read,
            self.blueprint.packed_terms,
            actions,
            self._states[: self.turn + 1],
            self._workspace,
        )

    def number(self, event: Event) -> int | None:
        """Return the number of the action that an event records; None if it records none."""
        action = action_of(event)
        return None if action is None else to_number(self.blueprint.terms, self.now, action)
