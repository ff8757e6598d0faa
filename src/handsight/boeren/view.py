"""What one seat sees of a state, and nothing else."""

from msgspec import Struct
from msgspec.structs import asdict

from handsight.boeren.actions import CardPlayed, Event, VoidShown
from handsight.boeren.cards import Card
from handsight.boeren.state import State, must_change_bid
from handsight.boeren.terms import SEATS, Terms


class View(Struct, frozen=True):
    """The table as one seat sees it; it holds no reference to the state."""

    terms: Terms
    viewer: int
    hand: tuple[Card, ...]
    """What the viewer still holds."""
    trump: int
    turned: Card | None
    dealer: int
    bids: tuple[int | None, ...]
    leader: int
    trick: tuple[Card, ...]
    won: tuple[int, ...]
    seat: int
    """The seat to move."""
    turn: int
    bidding: bool
    over: bool
    events: tuple[Event, ...]

    @property
    def must_change(self) -> bool:
        """Whether the dealer has to change its bid before the first card is played."""
        return must_change_bid(self.terms, self.bids)

    @property
    def led(self) -> int | None:
        """The suit to follow; None for the seat that leads."""
        return self.trick[0].suit if self.trick else None

    @property
    def plays(self) -> tuple[CardPlayed, ...]:
        """Every card played so far, in order."""
        return tuple(event for event in self.events if isinstance(event, CardPlayed))

    @property
    def dealt(self) -> tuple[Card, ...]:
        """The cards the viewer was dealt."""
        return tuple(sorted((*self.hand, *(p.card for p in self.plays if p.seat == self.viewer))))

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that may be in another hand or in the stock, in the order of the pack."""
        seen = {*self.hand, *(play.card for play in self.plays), self.turned}
        return tuple(card for card in self.terms.pack if card not in seen)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat still holds."""
        gone = [play.seat for play in self.plays]
        return tuple(self.terms.hand_size - gone.count(seat) for seat in range(SEATS))

    @property
    def voids(self) -> tuple[frozenset[int], ...]:
        """The suits that each seat has shown not to hold."""
        shown = [event for event in self.events if isinstance(event, VoidShown)]
        return tuple(frozenset(show.suit for show in shown if show.seat == seat) for seat in range(SEATS))


class SpectatorView(View, frozen=True, kw_only=True):
    """A seat's view, with all hands visible: for spectators, and for bots that cheat on purpose."""

    hands: tuple[tuple[Card, ...], ...]


def view(state: State, seat: int) -> View:
    """Return what a seat sees of a state."""
    return View(
        terms=state.terms,
        viewer=seat,
        hand=state.hands[seat],
        trump=state.trump,
        turned=state.setup.turned,
        dealer=state.dealer,
        bids=state.bids,
        leader=state.leader,
        trick=state.trick,
        won=state.won,
        seat=state.seat,
        turn=state.turn,
        bidding=state.bidding,
        over=state.over,
        events=state.events,
    )


def spectator_view(state: State, seat: int) -> SpectatorView:
    """Return a seat's view, with all hands visible."""
    return SpectatorView(**asdict(view(state, seat)), hands=state.hands)
