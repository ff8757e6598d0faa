"""What a player can choose to do in a turn, and the events that follow; all of them are public announcements.

Two kinds of events say something about the deal: a card that was played was in that hand, and a hand that
did not follow suit has no card of it. `turn` is the number of actions taken before; trump is announced with
the deal, before the first action, and its turn is -1.
"""

from msgspec import Struct

from handsight.boeren.cards import Card


class Bid(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Bid how many tricks one will take."""

    tricks: int


class ChangeBid(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """As the dealer, change the bid that makes all bids sum to the number of tricks."""

    tricks: int


class Play(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Play a card of one's own hand."""

    card: Card


Action = Bid | ChangeBid | Play


class TrumpAnnounced(Struct, frozen=True, tag=True):
    """The dealer announced the trump; *card* is the stock's top card, where it was turned up."""

    turn: int
    seat: int
    suit: int
    card: Card | None = None


class BidMade(Struct, frozen=True, tag=True):
    """A seat bid a number of tricks."""

    turn: int
    seat: int
    tricks: int


class BidChanged(Struct, frozen=True, tag=True):
    """The dealer had to change its bid from *guess* to *tricks*: all bids summed to the number of tricks."""

    turn: int
    seat: int
    guess: int
    tricks: int


class CardPlayed(Struct, frozen=True, tag=True):
    """A seat played a card; *led* is the suit of the trick it joined, None if it opened one."""

    turn: int
    seat: int
    card: Card
    led: int | None


class SuitLed(Struct, frozen=True, tag=True):
    """A seat opened a trick, and so announced the suit that the others must follow."""

    turn: int
    seat: int
    suit: int


class VoidShown(Struct, frozen=True, tag=True):
    """A seat did not follow suit, and so showed that it has no card of it left."""

    turn: int
    seat: int
    suit: int


class TrickTaken(Struct, frozen=True, tag=True):
    """A seat took a trick; *cards* are in the order of play, the leader's first."""

    turn: int
    seat: int
    leader: int
    cards: tuple[Card, ...]


Event = TrumpAnnounced | BidMade | BidChanged | CardPlayed | SuitLed | VoidShown | TrickTaken
