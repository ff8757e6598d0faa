"""What happened, as the table tells it; a None stands where a seat may not look."""

from dataclasses import dataclass

from handsight.hanabi.actions import Stop
from handsight.hanabi.cards import Card
from handsight.hanabi.variant import Clue


@dataclass(frozen=True, slots=True)
class Clued:
    """A seat gave a clue: it touched some cards of a hand and missed the others."""

    turn: int
    seat: int
    target: int
    clue: Clue | None
    kind: str | None
    touched: tuple[int, ...]
    missed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A seat played a card, which fitted its stack or was a strike."""

    turn: int
    seat: int
    order: int
    card: Card | None
    fits: bool | None


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat discarded a card."""

    turn: int
    seat: int
    order: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew the next card of the deck."""

    turn: int
    seat: int
    order: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """The game was broken off."""

    turn: int
    stop: Stop


Event = Clued | Played | Discarded | Drew | Stopped
