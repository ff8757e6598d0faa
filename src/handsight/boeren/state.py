"""The complete state of a round, hidden cards included; a seat sees only its `View`."""

from collections.abc import Hashable

from msgspec import Struct

from handsight.boeren.actions import Event, TrickTaken
from handsight.boeren.cards import Card
from handsight.boeren.terms import SEATS, Setup, Terms


def must_change_bid(terms: Terms, bids: tuple[int | None, ...]) -> bool:
    """Whether all bids are made and sum to the number of tricks, so that the dealer must change its bid."""
    made = [bid for bid in bids if bid is not None]
    allowed = terms.rules.dealer_change == "none"
    return not allowed and len(made) == SEATS and sum(made) == terms.hand_size


class State(Struct, frozen=True):
    """The state of a round."""

    setup: Setup
    hands: tuple[tuple[Card, ...], ...]
    """What each seat still holds, suit by suit, low cards first."""
    bids: tuple[int | None, ...]
    """Each seat's bid, None until it is made."""
    leader: int
    """The seat that leads, or has led, to the trick."""
    trick: tuple[Card, ...]
    """The cards on the table, the leader's first."""
    won: tuple[int, ...]
    """How many tricks each seat has taken."""
    turn: int
    """How many actions have been taken."""
    events: tuple[Event, ...] = ()

    @property
    def terms(self) -> Terms:
        """What the players agreed on."""
        return self.setup.terms

    @property
    def trump(self) -> int:
        """The suit that beats the others."""
        return self.setup.trump

    @property
    def dealer(self) -> int:
        """The seat that bids last."""
        return self.setup.dealer

    @property
    def must_change(self) -> bool:
        """Whether the dealer has to change its bid before the first card is played."""
        return must_change_bid(self.terms, self.bids)

    @property
    def bidding(self) -> bool:
        """Whether bids are still being made, or changed."""
        return self.terms.bidding and (None in self.bids or self.must_change)

    @property
    def seat(self) -> int:
        """The seat to move (after the last card, the one that took it)."""
        if self.must_change:
            return self.dealer
        return (self.leader + (self.turn if self.bidding else len(self.trick))) % SEATS

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the seat to move."""
        return self.hands[self.seat]

    @property
    def led(self) -> int | None:
        """The suit to follow; None for the seat that leads."""
        return self.trick[0].suit if self.trick else None

    @property
    def over(self) -> bool:
        """Whether the last trick has been taken."""
        return sum(self.won) == self.terms.hand_size

    @property
    def tricks(self) -> tuple[TrickTaken, ...]:
        """The tricks taken so far, in order."""
        return tuple(event for event in self.events if isinstance(event, TrickTaken))

    @property
    def position(self) -> Hashable:
        """Everything that the future depends on, without the past; equal positions have equal futures."""
        return self.hands, self.bids, self.leader, self.trick, self.won
