"""Why a seat knows who holds a card, or who does not, and since when.

The facts are the suits that seats have shown not to hold, how many cards each place holds, and cards that
the seat has seen. Each claim comes with facts from which it follows and of which none can be left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from handsight.boeren import SEAT_NAMES, SEATS, SUIT_NAMES, BoerenRecord, Card, State, View, VoidShown, view
from handsight.deals import Deal
from handsight.errors import ContradictionError, InputError
from handsight.game.bitmask import members
from handsight.knowledge.boeren.owners import (
    PLACES,
    SEAT_LETTERS,
    STOCK,
    Owners,
    owners,
    place_json,
    view_of,
)
from handsight.knowledge.claims import Claim, Explanation, known_since, minimal_facts
from handsight.text.counting_from_one import counted, turn_number
from handsight.text.suggestions import listed


@dataclass(frozen=True, slots=True)
class VoidFact:
    """A seat did not follow suit, and so holds no more cards of it."""

    event: VoidShown


@dataclass(frozen=True, slots=True)
class SizeFact:
    """A place (a seat from 0 to 3, or the stock) holds no more than this many hidden cards."""

    place: int
    size: int


@dataclass(frozen=True, slots=True)
class SeenCardFact:
    """The card itself is or was visible: in the viewer's hand, played (at a turn) or turned up."""

    place: int
    turn: int | None


Fact = VoidFact | SizeFact | SeenCardFact


@dataclass(frozen=True, slots=True, repr=False)
class OwnerExplanation(Explanation[Fact]):
    """Everything that a seat knows for certain about who holds one card.

    A claim is named "owner" (its value is the place, as `N` or `stock`) or "not held by".
    """

    card: Card

    @property
    def subject_json(self) -> dict[str, Any]:
        """Which card is explained, as fields of JSON data."""
        return {"card": str(self.card)}

    @property
    def subject(self) -> str:
        """The card that is explained, as Python code names it."""
        return f"card {self.card}"

    def label(self, claim: Claim[Fact]) -> str:
        """Return a claim in a few words."""
        return f"{claim.name} {claim.value}"

    def sentences(self, names: Sequence[str]) -> Iterator[str]:
        """Yield a sentence for each claim."""
        who = names[self.seat]
        if not self.claims:
            yield f"{who} knows nothing for certain about who holds {self.card}"
        for claim in self.claims:
            said = self.claim_sentence(claim, names)
            yield f"{said}; {who} knows it since turn {turn_number(claim.since)}"

    def claim_sentence(self, claim: Claim[Fact], names: Sequence[str]) -> str:
        """Return what is known and why: "QH is East's, because South holds no more hearts (turn 9)"."""
        place = PLACES.index(claim.value)
        owner = "in the stock" if place == STOCK else f"{_name(place, names)}'s"
        facts = [self._fact(fact, names) for fact in claim.facts or ()]
        because = f", because {listed(facts, 'and')}" if facts else ""
        return f"{self.card} is {'' if claim.name == 'owner' else 'not '}{owner}{because}"

    def _fact(self, fact: Fact, names: Sequence[str]) -> str:
        match fact:
            case VoidFact(event):
                suit, turn = SUIT_NAMES[event.suit].lower(), turn_number(event.turn)
                return f"{_name(event.seat, names)} showed that it has no {suit} at turn {turn}"
            case SizeFact(place, 0):
                return f"{_name(place, names)} has no cards left"
            case SizeFact(place, size):
                return f"{_name(place, names)} holds {counted(size, 'card')}"
            case SeenCardFact(place, None):
                return "it was turned up" if place == STOCK else f"{_name(self.seat, names)} holds it"
            case SeenCardFact(place, turn):
                return f"{_name(place, names)} played it at turn {turn_number(turn or 0)}"

    def fact_json(self, fact: Fact) -> dict[str, Any]:
        """Return a fact as JSON data."""
        match fact:
            case VoidFact(event):
                return {"fact": "void", "turn": event.turn, "seat": event.seat, "suit": event.suit}
            case SizeFact(place, size):
                return {"fact": "size", "place": place_json(place), "cards": size}
            case SeenCardFact(place, turn):
                return {"fact": "seen", "place": place_json(place), "turn": turn}


def _name(place: int, names: Sequence[str]) -> str:
    if place == STOCK:
        return "the stock"
    return names[place] if place < len(names) else SEAT_LETTERS[place]


def explain(
    game: BoerenRecord | State, *, seat: int | str, card: Card | str, turn: int | None = None
) -> OwnerExplanation:
    """Return what a seat knows for certain about who holds a card, why, and since when.

    Where the owner is known, that is the only claim; otherwise there is one for each place ruled out. A card
    that is not in the pack is an InputError.
    """
    now = view_of(game, seat=seat, turn=turn)
    asked = Card.read(card) if isinstance(card, str) else card
    if asked not in now.terms.pack:
        raise InputError(f"{asked} is not in the pack of this round")

    def known_at(at: int) -> tuple[str, ...]:
        if isinstance(game, State):
            return ()
        return tuple(_known(view(game.states[at], now.viewer), asked))

    known = _known(now, asked)
    since = known_since(now.turn, tuple(known), known_at)
    owner = next((text for text in known if text.startswith("owner ")), None)
    shown = [owner] if owner else list(known)
    claims = []
    for text in shown:
        name, _, place = text.rpartition(" ")
        claims.append(Claim(name, place, _facts(now, asked, known[text]), since[text]))
    names = SEAT_NAMES if isinstance(game, State) else game.seats
    return OwnerExplanation(now, tuple(claims), names, asked)


def _known(view: View, card: Card) -> dict[str, int]:
    """Return every certain claim about a card, each with the mask of places for which it is true."""
    everywhere = (1 << len(PLACES)) - 1
    seen = _seen(view, card)
    if seen:
        possible = 1 << seen.place
    else:
        found = owners(view)
        possible = found.deal.possible[found.cards.index(card)]
    places = SEATS + bool(view.terms.stock)
    claims = {
        f"not held by {PLACES[at]}": everywhere & ~(1 << at) for at in members(~possible & (1 << places) - 1)
    }
    if not seen:
        claims.pop(f"not held by {PLACES[view.viewer]}", None)  # it sees its own hand
    if possible.bit_count() == 1:
        claims[f"owner {PLACES[possible.bit_length() - 1]}"] = possible
    return claims


def _seen(view: View, card: Card) -> SeenCardFact | None:
    """Return where the viewer sees or saw a card, or None if it is hidden."""
    if card in view.hand:
        return SeenCardFact(view.viewer, None)
    if card == view.turned:
        return SeenCardFact(STOCK, None)
    return next((SeenCardFact(play.seat, play.turn) for play in view.plays if play.card == card), None)


def _facts(view: View, card: Card, target: int) -> tuple[Fact, ...]:
    """Return facts that leave the card only places in the target, and of which none can be left out."""
    if seen := _seen(view, card):
        return (seen,)
    found = owners(view)
    voids: list[Fact] = [VoidFact(event) for event in view.events if isinstance(event, VoidShown)]
    sizes: list[Fact] = [SizeFact(place, size) for place, size in enumerate(found.deal.limits)]
    own = [fact for fact in voids if isinstance(fact, VoidFact) and fact.event.suit == card.suit]
    others = [fact for fact in voids if fact not in own]
    orderings = ([*own, *sizes, *others], [*sizes, *own, *others])
    index = found.cards.index(card)
    return min(
        (minimal_facts(facts, lambda kept: _follows(found, index, kept, target)) for facts in orderings),
        key=len,
    )


def _follows(found: Owners, index: int, facts: Iterable[Fact], target: int) -> bool:
    """Whether these facts alone leave a card only places in the target."""
    viewer, count = found.view.viewer, len(found.cards)
    limits = [0 if place == viewer else count for place in range(len(PLACES))]
    if not found.view.terms.stock:
        limits[STOCK] = 0
    masks = [(1 << len(PLACES)) - 1] * count
    for fact in facts:
        match fact:
            case SizeFact(place, size):
                limits[place] = size
            case VoidFact(event):
                for at, card in enumerate(found.cards):
                    if card.suit == event.suit:
                        masks[at] &= ~(1 << event.seat)
            case SeenCardFact():
                pass
    try:
        return not Deal(tuple(masks), tuple(limits)).possible[index] & ~target
    except ContradictionError:
        return True
