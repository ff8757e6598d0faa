"""The hat bot: compiled for whole games (`HAT`), and in one seat of a game that Python plays (`HatSeat`)."""

import numpy as np

from handsight.hanabi import (
    Action,
    CardDiscarded,
    CardPlayed,
    ClueGiven,
    Discard,
    Event,
    GiveClue,
    Play,
    Terms,
    View,
)
from handsight.kernels.hanabi import deal, rules
from handsight.kernels.hanabi import state_layout as st
from handsight.kernels.hanabi.compiled_bots import CompiledBot
from handsight.kernels.hanabi.convert import to_action, to_number
from handsight.kernels.hanabi.terms_layout import terms_array
from handsight.kernels.hat import memory_layout as mem
from handsight.kernels.hat.policy import decide
from handsight.kernels.hat.read_action import read, read_for_seat


class HatSeat:
    """Keeps a row of the game in which the own hand is only supposed: anything that the clues allow."""

    def __init__(self, terms: Terms, seat: int) -> None:
        self.terms = terms
        self.seat = seat
        self._packed_terms = terms_array(terms)
        self._state = st.blank_state(mem.MEMORY_WORDS)
        self._workspace = np.zeros(mem.WORKSPACE_WORDS, np.int64)
        self._events_read = 0

    def decide(self, view: View) -> Action:
        """Follow the game up to this view, and choose."""
        self._write_visible_cards(view)
        if not self._events_read:
            deal.start_game(self._packed_terms, self._state)
            read_for_seat(self._packed_terms, self._state, self.seat, self._workspace)
        for event in view.events[self._events_read :]:
            self._read_event(event)
        self._events_read = len(view.events)
        return to_action(
            self.terms, self._state, int(decide(self._packed_terms, self._state, self._workspace))
        )

    def _write_visible_cards(self, view: View) -> None:
        """Turn up every card that the seat sees."""
        for order, card in enumerate(view.cards):
            if card is not None:
                self._state[st.DECK + order] = self.terms.variant.identity(card)

    def _read_event(self, event: Event) -> None:
        """Take the action of an event, and read it."""
        action = _action(event)
        if action is None:
            return
        if isinstance(event, ClueGiven) and event.target == self.seat:
            self._suppose_own_hand(event)
        rules.step(self._packed_terms, self._state, to_number(self.terms, self._state, action))
        read_for_seat(self._packed_terms, self._state, self.seat, self._workspace)

    def _suppose_own_hand(self, event: ClueGiven) -> None:
        """Suppose an own hand that the clue touches as it did."""
        touch = 0 if event.clue is None else self.terms.variant.touch(event.clue)
        for orders, mask in ((event.touched, touch), (event.missed, ~touch)):
            for order in orders:
                left = int(self._state[st.CLUE_MASKS + order]) & mask
                if not left >> int(self._state[st.DECK + order]) & 1:
                    self._state[st.DECK + order] = (left & -left).bit_length() - 1


def _action(event: Event) -> Action | None:
    """Return the action of which an event tells, if any."""
    match event:
        case ClueGiven(_, _, target, clue) if clue is not None:
            return GiveClue(target, clue)
        case CardPlayed(_, _, order):
            return Play(order)
        case CardDiscarded(_, _, order):
            return Discard(order)
    return None


HAT = CompiledBot(decide, read, mem.MEMORY_WORDS, mem.WORKSPACE_WORDS)
