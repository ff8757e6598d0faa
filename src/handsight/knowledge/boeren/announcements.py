"""The public announcements of a round, one after the other, and what each does to the model of all deals.

A card that is played and a suit that is not followed rule deals out. Trump, the suit of a trick, bids and the
dealer's change of its bid are heard by everybody and say nothing about the deal, by the rules: a player may
bid what it likes. Who trusts that others bid by some rule can conclude more, but does not know it.
"""

from dataclasses import dataclass

from msgspec.structs import replace

from handsight.boeren import (
    BidChanged,
    BidMade,
    CardPlayed,
    Event,
    State,
    SuitLed,
    TrickTaken,
    TrumpAnnounced,
    View,
    VoidShown,
    view,
)
from handsight.knowledge.boeren.formulas import SUIT_CODES
from handsight.knowledge.boeren.owners import SEAT_LETTERS, public_owners
from handsight.logic import Formula, atom, has_value
from handsight.logic.deal_model import dealt_to, void

KINDS: dict[type[Event], str] = {
    TrumpAnnounced: "trump",
    BidMade: "bid",
    BidChanged: "change",
    CardPlayed: "play",
    SuitLed: "led",
    VoidShown: "void",
    TrickTaken: "trick",
}
"""What each kind of announcement is called in JSON."""


@dataclass(frozen=True)
class Announcement:
    """A public event, and the model after it."""

    event: Event
    formula: Formula | None
    """What everybody knows from it, true at the table after it; None where it follows from what was said."""
    deals: int
    """How many deals are then possible for an observer who sees no hand."""

    @property
    def kind(self) -> str:
        """What kind of announcement it is."""
        return KINDS[type(self.event)]


@dataclass(frozen=True)
class Announcements:
    """The announcements of a round up to a turn; the first is the trump."""

    turn: int
    """How many actions had been taken."""
    made: tuple[Announcement, ...]


def announcements(state: State) -> Announcements:
    """Return every announcement up to a state, with what it says and how many deals it leaves."""
    public = replace(view(state, 0), viewer=-1, hand=())
    made = []
    for at, event in enumerate(public.events):
        after = replace(public, events=public.events[: at + 1])
        made.append(Announcement(event, announced(event, after), public_owners(after).deal.size))
    return Announcements(state.turn, tuple(made))


def announced(event: Event, after: View) -> Formula | None:
    """Return what an event tells everybody, given any view of the table after it."""
    match event:
        case TrumpAnnounced() | BidMade() | BidChanged():
            return _announced_by_bid(event)
        case SuitLed(_, _, suit):
            return has_value("led", SUIT_CODES[suit])
        case CardPlayed(_, seat, card, _):
            return dealt_to(SEAT_LETTERS[seat], str(card))
        case VoidShown(_, seat, suit):
            played = [str(play.card) for play in after.plays if play.seat == seat]
            pack = [card for card in after.terms.pack if card != after.turned]
            return void(SEAT_LETTERS[seat], [str(card) for card in pack if card.suit == suit], played)
        case TrickTaken():
            return None


def _announced_by_bid(event: TrumpAnnounced | BidMade | BidChanged) -> Formula:
    if isinstance(event, TrumpAnnounced):
        return has_value("trump", SUIT_CODES[event.suit])
    who = SEAT_LETTERS[event.seat]
    if isinstance(event, BidMade):
        return has_value(f"guess({who})", event.tricks)
    before, now = has_value(f"guess({who})", event.guess), has_value(f"bid({who})", event.tricks)
    return atom(f"changed({who})") & before & now
