"""What happened; in a view, None stands for what the seat does not see.

`turn` is the number of actions taken before; `order` is a card's index in the deck.
"""

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
    """"color" or "number"."""
    touched: tuple[int, ...]
    """The orders of the cards it touched, newest first."""
    missed: tuple[int, ...]


class CardPlayed(Struct, frozen=True):
    """A seat played a card, which fitted its stack or was a misplay."""

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
    """The game was stopped early."""

    turn: int
    stop: Stop


Event = ClueGiven | CardPlayed | CardDiscarded | CardDrawn | GameStopped
MoveEvent = ClueGiven | CardPlayed | CardDiscarded
"""The events that are moves."""
