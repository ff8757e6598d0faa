"""What a player may choose to do."""

from typing import NamedTuple

from msgspec import Struct

from handsight.hanabi.variants.variant import Clue


class Play(Struct, frozen=True):
    """Play a card of the own hand (or, as a deck play, the last card of the deck)."""

    order: int


class Discard(Struct, frozen=True):
    """Discard a card of the own hand."""

    order: int


class GiveClue(Struct, frozen=True):
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


class Stop(Struct, frozen=True):
    """Break the game off; no turn passes. Nobody's seat means that the table itself ended it."""

    seat: int | None
    reason: StopReason


Action = Play | Discard | GiveClue | Stop
