"""What a player can choose to do in a turn."""

from msgspec import Struct

from handsight.boeren.cards import Card


class Bid(Struct, frozen=True):
    """Bid how many tricks one will take."""

    tricks: int


class Play(Struct, frozen=True):
    """Play a card of one's own hand."""

    card: Card


Action = Bid | Play
