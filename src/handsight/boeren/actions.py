"""What a player can choose to do in a turn, and the events that follow; all of them are public.

Two kinds of events say something about the deal: a card that was played was in that hand, and a hand that
did not follow suit has no card of it. `turn` is the number of actions taken before.
"""

from msgspec import Struct

from handsight.boeren.cards import Card


class Bid(Struct, frozen=True):
    """Bid how many tricks one will take."""

    tricks: int


class Play(Struct, frozen=True):
    """Play a card of one's own hand."""

    card: Card


Action = Bid | Play


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
    """A seat did not follow suit, and so showed that it has no card of it left."""

    turn: int
    seat: int
    suit: int


class TrickTaken(Struct, frozen=True):
    """A seat took a trick; *cards* are in the order of play, the leader's first."""

    turn: int
    seat: int
    leader: int
    cards: tuple[Card, ...]


Event = BidMade | CardPlayed | VoidShown | TrickTaken
