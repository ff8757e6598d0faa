"""The public announcements of a round, one after the other, and what each does to the model of all deals.

A card that is played and a suit that is not followed rule deals out. Trump, the suit of a trick, bids and the
dealer's change of its bid are heard by everybody and say nothing about the deal, by the rules: a player may
bid what it likes. A player who trusts that others bid by some rule can conclude more, but does not know it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from handsight import boeren
from handsight.knowledge.boeren.owners import SEAT_LETTERS, SUIT_CODES, public_owners
from handsight.logic import Formula, atom, formula_text, has_value
from handsight.logic.deal_model import dealt_to, void
from handsight.notation.boeren.table_text import event_sentence
from handsight.text.counting_from_one import counted, turn_number

KINDS: dict[type[boeren.Event], str] = {
    boeren.TrumpAnnounced: "trump",
    boeren.BidMade: "bid",
    boeren.BidChanged: "change",
    boeren.CardPlayed: "play",
    boeren.SuitLed: "led",
    boeren.VoidShown: "void",
    boeren.TrickTaken: "trick",
}
"""What each kind of announcement is called in JSON."""


@dataclass(frozen=True)
class PublicAnnouncement:
    """A public event, and the model after it."""

    event: boeren.Event
    formula: Formula | None
    """What everybody knows after it, as a formula; None for a trick taken, which follows from the plays."""
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
    made: tuple[PublicAnnouncement, ...]

    def sentences(self, names: Sequence[str]) -> Iterator[str]:
        """Yield a line for each announcement: when, what, as a formula, and how many deals it leaves."""
        first, *_ = self.made
        deals = f"{first.deals:,} possible deals before the first"
        yield f"announcements up to turn {turn_number(self.turn)}: {deals}"
        before = first.deals
        for made in self.made:
            when = "deal" if made.event.turn < 0 else f"turn {turn_number(made.event.turn)}"
            formula = f"  [{formula_text(made.formula)}]" if made.formula is not None else ""
            fewer = f"  {counted(made.deals, 'deal')} left" if made.deals != before else ""
            yield f"  {when}: {event_sentence(made.event, names)}{formula}{fewer}"
            before = made.deals

    def to_json(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """Return these announcements as JSON data: when, whose, kind, in words, as a formula, deals left."""
        return {
            "turn": self.turn,
            "announcements": [
                {
                    "turn": made.event.turn,
                    "seat": made.event.seat,
                    "kind": made.kind,
                    "text": event_sentence(made.event, names or boeren.SEAT_NAMES),
                    "formula": None if made.formula is None else formula_text(made.formula),
                    "deals": made.deals,
                }
                for made in self.made
            ],
        }


def announcements(state: boeren.State) -> Announcements:
    """Return every announcement up to a state, with what it says and how many deals it leaves."""
    public = replace(boeren.view(state, 0), viewer=-1, hand=())
    made = []
    for at, event in enumerate(public.events):
        after = replace(public, events=public.events[: at + 1])
        made.append(PublicAnnouncement(event, announced(event, after), public_owners(after).deal.size))
    return Announcements(state.turn, tuple(made))


def announced(event: boeren.Event, after: boeren.View) -> Formula | None:
    """Return what an event tells everybody, given any view of the table after it."""
    match event:
        case boeren.TrumpAnnounced() | boeren.BidMade() | boeren.BidChanged():
            return _announced_by_bid(event)
        case boeren.SuitLed(_, _, suit):
            return has_value("led", SUIT_CODES[suit])
        case boeren.CardPlayed(_, seat, card, _):
            return dealt_to(SEAT_LETTERS[seat], str(card))
        case boeren.VoidShown(_, seat, suit):
            played = [str(play.card) for play in after.plays if play.seat == seat]
            pack = [card for card in after.terms.pack if card != after.turned]
            return void(SEAT_LETTERS[seat], [str(card) for card in pack if card.suit == suit], played)
        case boeren.TrickTaken():
            return None


def _announced_by_bid(event: boeren.TrumpAnnounced | boeren.BidMade | boeren.BidChanged) -> Formula:
    if isinstance(event, boeren.TrumpAnnounced):
        return has_value("trump", SUIT_CODES[event.suit])
    who = SEAT_LETTERS[event.seat]
    if isinstance(event, boeren.BidMade):
        return has_value(f"guess({who})", event.tricks)
    before, now = has_value(f"guess({who})", event.guess), has_value(f"bid({who})", event.tricks)
    return atom(f"changed({who})") & before & now
