"""The hat bot: compiled for whole games (`HAT`), and in one seat of a game that Python plays (`HatSeat`)."""

import numpy as np

from handsight.bots.hanabi.hat.compiled import memory_layout as mem
from handsight.bots.hanabi.hat.compiled.policy import decide
from handsight.bots.hanabi.hat.compiled.read_action import read, read_for_seat, restart
from handsight.hanabi import (
    Action,
    ClueGiven,
    Event,
    Terms,
    View,
)
from handsight.hanabi.actions import action_of
from handsight.hanabi.compiled import deal, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.compiled_bot import CompiledBot, Readings
from handsight.hanabi.compiled.state_conversion import to_action, to_number
from handsight.hanabi.compiled.terms_layout import terms_array


class HatSeat:
    """The hat bot in one seat: it keeps a state in which its own hand is only assumed, as the clues allow."""

    def __init__(self, terms: Terms, seat: int) -> None:
        self.terms = terms
        self.seat = seat
        self._packed_terms = terms_array(terms)
        self._state = st.blank_state(mem.MEMORY_WORDS)
        self._workspace = np.zeros(mem.WORKSPACE_WORDS, np.int64)
        self._events_read = 0

    def decide(self, view: View) -> Action:
        """Read the events up to this view, and choose an action."""
        self._write_visible_cards(view)
        if not self._events_read:
            deal.start_game(self._packed_terms, self._state)
            read_for_seat(self._packed_terms, self._state, self.seat, self._workspace)
        for event in view.events[self._events_read :]:
            self._read_event(event)
        self._events_read = len(view.events)
        number = int(decide(self._packed_terms, self._state, self._workspace))
        return to_action(self.terms, self._state, number)

    def _write_visible_cards(self, view: View) -> None:
        """Write the identity of every card that the seat sees."""
        for order, card in enumerate(view.cards):
            if card is not None:
                self._state[st.DECK + order] = self.terms.variant.identity(card)

    def _read_event(self, event: Event) -> None:
        """Apply the action of an event to the state, and read it."""
        action = action_of(event)
        if action is None:
            return
        if isinstance(event, ClueGiven) and event.target == self.seat:
            self._suppose_own_hand(event)
        rules.step(self._packed_terms, self._state, to_number(self.terms, self._state, action))
        read_for_seat(self._packed_terms, self._state, self.seat, self._workspace)

    def _suppose_own_hand(self, event: ClueGiven) -> None:
        """Assume an own hand that the clue touches as it did."""
        touch = 0 if event.clue is None else self.terms.variant.touch(event.clue)
        for orders, mask in ((event.touched, touch), (event.missed, ~touch)):
            for order in orders:
                left = int(self._state[st.CLUE_MASKS + order]) & mask
                if not left >> int(self._state[st.DECK + order]) & 1:
                    self._state[st.DECK + order] = (left & -left).bit_length() - 1


READINGS = Readings(allowed=tuple(mem.PUBLIC_MASKS + seat * st.MAX_CARDS for seat in range(st.MAX_SEATS)))
HAT = CompiledBot(
    decide, read, mem.MEMORY_WORDS, mem.WORKSPACE_WORDS, readings=READINGS, restart=restart, reads_hands=True
)
