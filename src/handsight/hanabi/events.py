"""What happened, as the table tells it; a None stands where a seat may not look."""

from msgspec import Struct

from handsight.hanabi.actions import Stop
from handsight.hanabi.cards import Card
from handsight.hanabi.variants.variant import Clue


class ClueGiven(Struct, frozen=True):
    """A seat gave a clue: it touched some cards of a hand and missed the others."""

    turn: int
    seat: int
    target: int
    clue: Clue | None
    kind: str | None
    touched: tuple[int, ...]
    missed: tuple[int, ...]


class CardPlayed(Struct, frozen=True):
    """A seat played a card, which fitted its stack or was a strike."""

    turn: int
    seat: int
    order: int
    card: Card | None
    fits: bool | None


class CardDiscarded(Struct, frozen=True):
    """A seat discarded a card."""

    turn: int
    seat: int
    order: int
    card: Card | None


class CardDrawn(Struct, frozen=True):
    """A seat drew the next card of the deck."""

    turn: int
    seat: int
    order: int


class GameStopped(Struct, frozen=True):
    """The game was broken off."""

    turn: int
    stop: Stop


Event = ClueGiven | CardPlayed | CardDiscarded | CardDrawn | GameStopped

MoveEvent = ClueGiven | CardPlayed | CardDiscarded
"""What a seat did in its turn: every event that is a move."""
