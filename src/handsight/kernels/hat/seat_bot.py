"""A hat player in one seat: it sees what its seat sees, and decides by the kernels of compiled games."""

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
from handsight.kernels.hanabi import deal, rules, state_layout
from handsight.kernels.hanabi.convert import to_action, to_number
from handsight.kernels.hanabi.terms_layout import book
from handsight.kernels.hat import memory_layout
from handsight.kernels.hat.policy import decide
from handsight.kernels.hat.read_action import follow


class Seated:
    """Keeps a row of the game in which the own hand is only supposed: anything that the clues allow."""

    def __init__(self, terms: Terms, seat: int) -> None:
        self.terms = terms
        self.seat = seat
        self._book = book(terms)
        self._row = state_layout.blank(memory_layout.NOTES)
        self._scratch = np.zeros(memory_layout.SCRATCH, np.int64)
        self._heard = 0

    def decide(self, view: View) -> Action:
        """Follow the game up to this view, and choose."""
        self._lay(view)
        if not self._heard:
            deal.begin(self._book, self._row)
            follow(self._book, self._row, self.seat, self._scratch)
        for event in view.events[self._heard :]:
            self._follow(event)
        self._heard = len(view.events)
        return to_action(self.terms, self._row, int(decide(self._book, self._row, self._scratch)))

    def _lay(self, view: View) -> None:
        """Turn up every card that the seat sees."""
        for order, card in enumerate(view.cards):
            if card is not None:
                self._row[state_layout.DECK + order] = self.terms.variant.identity(card)

    def _follow(self, event: Event) -> None:
        """Take the action of an event, and read it."""
        action = _action(event)
        if action is None:
            return
        if isinstance(event, ClueGiven) and event.target == self.seat:
            self._suppose(event)
        rules.step(self._book, self._row, to_number(self.terms, self._row, action))
        follow(self._book, self._row, self.seat, self._scratch)

    def _suppose(self, event: ClueGiven) -> None:
        """Suppose an own hand that the clue touches as it did."""
        touch = 0 if event.clue is None else self.terms.variant.touch(event.clue)
        for orders, mask in ((event.touched, touch), (event.missed, ~touch)):
            for order in orders:
                left = int(self._row[state_layout.MASKS + order]) & mask
                if not left >> int(self._row[state_layout.DECK + order]) & 1:
                    self._row[state_layout.DECK + order] = (left & -left).bit_length() - 1


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
