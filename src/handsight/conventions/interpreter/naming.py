"""Name the things of a game in words, as one seat sees them: cards, seats, clues, values and actions."""

from collections.abc import Callable
from typing import Any

from handsight.conventions.core import CARD, CLUE, SEAT, VALUE
from handsight.hanabi import Discard, GiveClue, Play, View
from handsight.notation.hanabi.remedies import clue_word, seat_name


class Naming:
    """Names what a view shows; *names* are those of the players."""

    def __init__(self, view: View, names: tuple[str, ...] = ()) -> None:
        self._view = view
        self._names = names
        self._variant = view.terms.variant
        self._kinds: dict[str, Callable[[Any], str]] = {
            CARD: self.card,
            SEAT: self.seat,
            CLUE: self.clue,
            VALUE: lambda value: self._variant.text(self._variant.card(value)),
        }

    def thing(self, kind: str, thing: object) -> str:
        """Name a thing of a kind that the core knows."""
        return self._kinds[kind](thing)

    def seat(self, seat: int) -> str:
        """Name a seat."""
        return seat_name(seat, self._names)

    def card(self, order: int) -> str:
        """Name a card by its face, if the seat sees it, and by where it lies."""
        face = self._view.cards[order]
        places = [
            f"{self.seat(seat)}'s slot {hand.index(order)}"
            for seat, hand in enumerate(self._view.hands)
            if order in hand
        ]
        return " in ".join([*([self._variant.text(face)] if face else []), *places])

    def clue(self, clue: GiveClue) -> str:
        """Name a clue and whom it is for."""
        return f"{clue_word(self._variant, clue.clue)} to {self.seat(clue.seat)}"

    def action(self, action: Play | Discard | GiveClue) -> str:
        """Say what somebody would do."""
        match action:
            case GiveClue(seat, clue):
                return f"clue {self.seat(seat)} {clue_word(self._variant, clue)}"
            case Play(order):
                return f"play {self.card(order)}"
            case Discard(order):
                return f"discard {self.card(order)}"
