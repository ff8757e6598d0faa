"""What a player may choose to do."""

from dataclasses import dataclass
from typing import NamedTuple

from handsight.hanabi.variant import Clue


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card of the own hand (or, as a deck play, the last card of the deck)."""

    order: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card of the own hand."""

    order: int


@dataclass(frozen=True, slots=True)
class Give:
    """Give a clue to another seat."""

    seat: int
    clue: Clue


class StopReason(NamedTuple):
    """Why a game was broken off: hanab.live's end code and a word for it."""

    code: int
    word: str


STOPS = (
    StopReason(3, "timeout"),
    StopReason(4, "terminated"),
    StopReason(6, "idle"),
    StopReason(7, "softlock"),
    StopReason(10, "vote"),
)


@dataclass(frozen=True, slots=True)
class Stop:
    """Break the game off; no turn passes. Nobody's seat means that the table itself ended it."""

    seat: int | None
    reason: StopReason


Action = Play | Discard | Give | Stop
