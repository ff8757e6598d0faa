"""What a player may choose to do."""

from msgspec import Struct

from handsight.boeren.cards import Card


class Bid(Struct, frozen=True):
    """Say how many tricks one will take."""

    tricks: int


class Play(Struct, frozen=True):
    """Play a card of the own hand."""

    card: Card


Action = Bid | Play
