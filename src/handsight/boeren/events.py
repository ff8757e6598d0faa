"""What happened, as the table tells it; every seat hears the same.

Two events say something about the deal: a card played was in that hand, and a hand that does not follow
suit holds no other card of it. Bids and tricks follow from the rules and from free choice.
"""

from msgspec import Struct

from handsight.boeren.cards import Card


class BidMade(Struct, frozen=True):
    """A seat bid a number of tricks."""

    turn: int
    seat: int
    tricks: int


class CardPlayed(Struct, frozen=True):
    """A seat played a card; *led* is the suit of the trick it joined, None if it opened one."""

    turn: int
    seat: int
    card: Card
    led: int | None


class VoidShown(Struct, frozen=True):
    """A seat did not follow suit, and so told everybody that it has no card of it left."""

    turn: int
    seat: int
    suit: int


class TrickTaken(Struct, frozen=True):
    """A seat took a trick; its cards lie in the order of play, the leader's first."""

    turn: int
    seat: int
    leader: int
    cards: tuple[Card, ...]


Event = BidMade | CardPlayed | VoidShown | TrickTaken
