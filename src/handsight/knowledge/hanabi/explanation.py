"""What an explanation of a card of Hanabi consists of, and how it is said in sentences."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from handsight.hanabi import START, Card, Clue, ClueGiven, Variant, View
from handsight.knowledge.claims import Claim
from handsight.text.counting_from_one import counted, slot_number, turn_number

COUNTS = {1: "the only", 2: "both", 3: "all three"}


@dataclass(frozen=True, slots=True)
class ClueFact:
    """A clue touched a card of the hand, or did not touch it."""

    event: ClueGiven
    order: int
    touched: bool


@dataclass(frozen=True, slots=True)
class HiddenClueFact:
    """Some clue, whose value is hidden, touched exactly these cards."""

    event: ClueGiven


@dataclass(frozen=True, slots=True)
class SeenFact:
    """A card is visible, in another hand or on the table."""

    order: int
    card: Card


Fact = ClueFact | HiddenClueFact | SeenFact


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that a seat knows for certain of one of its cards: claims with facts and dates."""

    view: View
    """What the seat sees at that turn."""
    slot: int
    """The card's index in the hand, 0 = newest."""
    claims: tuple[Claim[Fact], ...]
    names: tuple[str, ...]
    """A name for every seat."""

    def __repr__(self) -> str:
        claims = ", ".join(claim.text for claim in self.claims) or "nothing certain"
        return f"<Explanation, turn index {self.turn}, seat {self.seat}, slot index {self.slot}: {claims}>"

    def __str__(self) -> str:
        """Return the explanation in sentences, which count turns and slots from 1."""
        return "\n".join(explanation_sentences(self, self.names))

    @property
    def turn(self) -> int:
        """How many actions had been taken."""
        return self.view.turn

    @property
    def seat(self) -> int:
        """The seat that holds the card."""
        return self.view.viewer

    @property
    def order(self) -> int:
        """The card's index in the deck."""
        return self.view.hands[self.seat][self.slot]


def explanation_sentences(explanation: Explanation, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each claim."""
    slot = slot_number(explanation.slot)
    which = f"{names[explanation.seat]}'s slot {slot} (card {explanation.order})"
    if not explanation.claims:
        yield f"{which}: nothing is certain yet"
    for claim in explanation.claims:
        since = turn_number(claim.since)
        yield f"{which} is {claim_sentence(claim, explanation, names)}; known since turn {since}"


def card_in_words(variant: Variant, card: Card) -> str:
    """Name a card in words: blue 4."""
    rank = "START" if card.rank == START else str(card.rank)
    return f"{variant.suits[card.suit].display.lower()} {rank}"


def clue_in_words(variant: Variant, clue: Clue) -> str:
    """Name a clue in words: blue, or 4."""
    return variant.colors[clue.value].lower() if clue.kind == "color" else str(clue.value)


def claim_sentence(claim: Claim[Fact], explanation: Explanation, names: Sequence[str]) -> str:
    """Say what is known and why: "blue 4, because turn 5's blue clue touched it"."""
    view = explanation.view
    variant = view.terms.variant
    text = card_in_words(variant, variant.read(claim.value)) if claim.value else claim.name
    if not claim.value:
        text += " as the table stands"
    if claim.facts is None:
        return f"{text}, which follows only from replaying the face-down cards"
    facts = [*_clues(claim.facts, explanation), *_hidden_clues(claim.facts), *_seen(claim.facts, view, names)]
    return f"{text}, because {_joined(facts)}" if facts else f"{text}, whatever it is"


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}{',' * (len(parts) > 2)} and {parts[-1]}"


def _clues(facts: Iterable[Fact], explanation: Explanation) -> Iterator[str]:
    variant = explanation.view.terms.variant
    for fact in sorted((f for f in facts if isinstance(f, ClueFact)), key=lambda f: f.event.turn):
        if fact.event.clue is not None:
            clue, verb = clue_in_words(variant, fact.event.clue), "touched" if fact.touched else "missed"
            yield f"turn {turn_number(fact.event.turn)}'s {clue} clue {verb} {_which(fact, explanation)}"


def _which(fact: ClueFact, explanation: Explanation) -> str:
    hand = explanation.view.hands[explanation.seat]
    if fact.order == explanation.order:
        return "it"
    if fact.order in hand:
        return f"slot {slot_number(hand.index(fact.order))}"
    return f"card {fact.order}, which is hidden too"


def _hidden_clues(facts: Iterable[Fact]) -> Iterator[str]:
    kinds = {"color": "colour clue", "number": "number clue"}
    for fact in facts:
        if isinstance(fact, HiddenClueFact):
            kind, turn = kinds.get(fact.event.kind or "", "clue"), turn_number(fact.event.turn)
            yield f"some {kind} at turn {turn} touched {counted(len(fact.event.touched), 'card')}"


def _seen(facts: Iterable[Fact], view: View, names: Sequence[str]) -> Iterator[str]:
    """Say where copies are seen, those of one card together."""
    variant = view.terms.variant
    places: dict[Card, list[str]] = {}
    for fact in facts:
        if isinstance(fact, SeenFact):
            places.setdefault(fact.card, []).append(_place(fact.order, view, names))
    for card, where in sorted(places.items()):
        count, copies, name = len(where), variant.copies[variant.identity(card)], card_in_words(variant, card)
        plural, verb = ("", "is") if count == 1 else ("s", "are")
        many = COUNTS.get(count, f"all {count}") if count == copies else "a" if count == 1 else str(count)
        yield f"{many} {name}{plural} {verb} {' and '.join(dict.fromkeys(where))}"


def _place(order: int, view: View, names: Sequence[str]) -> str:
    for seat, hand in enumerate(view.hands):
        if order in hand:
            return f"in {names[seat]}'s hand"
    return "in the discard pile" if order in view.discarded else "on the table"
