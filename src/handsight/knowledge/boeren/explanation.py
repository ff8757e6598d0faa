"""What an explanation of who holds a card of Boeren Bridge consists of, and how it is said in sentences."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from handsight.boeren import SUIT_NAMES, Card, View, VoidShown
from handsight.knowledge.boeren.owners import PLACES, SEAT_LETTERS, STOCK
from handsight.knowledge.claims import Claim
from handsight.text.counting_from_one import turn_number
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
class SeenFact:
    """The card itself is or was visible: in the viewer's hand, played (at a turn) or turned up."""

    place: int
    turn: int | None


Fact = VoidFact | SizeFact | SeenFact


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that a seat knows for certain about who holds one card: claims with facts and dates.

    A claim is named "owner" (its value is the place, as `N` or `stock`) or "not held by".
    """

    view: View
    """What the seat sees at that turn."""
    card: Card
    claims: tuple[Claim[Fact], ...]
    names: tuple[str, ...]
    """A name for every seat."""

    def __repr__(self) -> str:
        claims = ", ".join(f"{claim.name} {claim.value}" for claim in self.claims) or "nothing certain"
        return f"<Explanation, turn index {self.turn}, seat {self.seat}, card {self.card}: {claims}>"

    def __str__(self) -> str:
        """Return the explanation in sentences, which count turns from 1."""
        return "\n".join(explanation_sentences(self, self.names))

    @property
    def turn(self) -> int:
        """How many actions had been taken."""
        return self.view.turn

    @property
    def seat(self) -> int:
        """The seat that knows."""
        return self.view.viewer


def explanation_sentences(explanation: Explanation, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each claim."""
    who = names[explanation.seat]
    if not explanation.claims:
        yield f"{who} knows nothing for certain about who holds {explanation.card}"
    for claim in explanation.claims:
        since = turn_number(claim.since)
        yield f"{claim_sentence(claim, explanation, names)}; {who} knows it since turn {since}"


def claim_sentence(claim: Claim[Fact], explanation: Explanation, names: Sequence[str]) -> str:
    """Say what is known and why: "QH is East's, because South holds no more hearts (turn 9)"."""
    place = PLACES.index(claim.value)
    facts = [_fact(fact, explanation, names) for fact in claim.facts or ()]
    because = f", because {listed(facts, 'and')}" if facts else ""
    return f"{explanation.card} is {'' if claim.name == 'owner' else 'not '}{_owner(place, names)}{because}"


def _owner(place: int, names: Sequence[str]) -> str:
    return "in the stock" if place == STOCK else f"{_name(place, names)}'s"


def _name(place: int, names: Sequence[str]) -> str:
    if place == STOCK:
        return "the stock"
    return names[place] if place < len(names) else SEAT_LETTERS[place]


def _fact(fact: Fact, explanation: Explanation, names: Sequence[str]) -> str:
    match fact:
        case VoidFact(event):
            suit = SUIT_NAMES[event.suit].lower()
            return (
                f"{_name(event.seat, names)} showed that it has no {suit} at turn {turn_number(event.turn)}"
            )
        case SizeFact(place, 0):
            return f"{_name(place, names)} has no cards left"
        case SizeFact(place, size):
            return f"{_name(place, names)} holds {size} card{'s' * (size != 1)}"
        case SeenFact(place, None):
            return "it was turned up" if place == STOCK else f"{_name(explanation.seat, names)} holds it"
        case SeenFact(place, turn):
            return f"{_name(place, names)} played it at turn {turn_number(turn or 0)}"
