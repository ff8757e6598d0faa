"""What a player can choose to do in a turn, and the events that follow from it."""

from typing import NamedTuple

from msgspec import Struct

from handsight.hanabi.cards import Card
from handsight.hanabi.variants.variant import Clue


class Play(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Play a card of one's own hand (or, with deck plays, the last card of the deck)."""

    order: int
    """The card's index in the deck."""


class Discard(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Discard a card of one's own hand."""

    order: int
    """The card's index in the deck."""


class GiveClue(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Give a clue to another seat."""

    seat: int
    """The seat that receives it."""
    clue: Clue


class StopReason(NamedTuple):
    """Why a game was stopped early: hanab.live's end code, and a word for it."""

    code: int
    word: str


STOP_REASONS = (
    StopReason(3, "timeout"),
    StopReason(4, "terminated"),
    StopReason(6, "idle"),
    StopReason(7, "softlock"),
    StopReason(10, "vote"),
)


class Stop(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Stop the game early; no turn passes."""

    seat: int | None
    """The seat that stopped it; None if the table itself did."""
    reason: StopReason


Action = Play | Discard | GiveClue | Stop


class ClueGiven(Struct, frozen=True, tag=True):
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


class CardPlayed(Struct, frozen=True, tag=True):
    """A seat played a card, which fitted its stack or was a misplay."""

    turn: int
    seat: int
    order: int
    card: Card | None
    fits: bool | None


class CardDiscarded(Struct, frozen=True, tag=True):
    """A seat discarded a card."""

    turn: int
    seat: int
    order: int
    card: Card | None


class CardDrawn(Struct, frozen=True, tag=True):
    """A seat drew the next card of the deck."""

    turn: int
    seat: int
    order: int


class GameStopped(Struct, frozen=True, tag=True):
    """The game was stopped early."""

    turn: int
    stop: Stop


Event = ClueGiven | CardPlayed | CardDiscarded | CardDrawn | GameStopped
MoveEvent = ClueGiven | CardPlayed | CardDiscarded
"""The events that are moves."""


def action_of(event: Event) -> Action | None:
    """Return the action that an event records; None if it records none, or a clue whose value is hidden."""
    match event:
        case ClueGiven(target=target, clue=clue) if clue is not None:
            return GiveClue(target, clue)
        case CardPlayed(order=order):
            return Play(order)
        case CardDiscarded(order=order):
            return Discard(order)
    return None
