"""Why a seat knows what it knows of a card, and since when.

Each claim comes with facts from which it follows and of which none can be left out.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from handsight.deals import Deal
from handsight.errors import ContradictionError
from handsight.game.bitmask import members
from handsight.game.recorded_game import index_in
from handsight.hanabi import SEAT_NAMES, Card, ClueGiven, HanabiRecord, State, View, card_value, view
from handsight.knowledge.claims import Claim, Explanation, known_since, minimal_facts
from handsight.knowledge.hanabi.evidence import clue_cases, clue_masks, hidden_orders, narrow_by_hidden_clues
from handsight.knowledge.hanabi.own_hand import PROPERTIES, Knowledge, view_of
from handsight.notation.hanabi.table_text import card_in_words, clue_in_words
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
class SeenCopyFact:
    """A card is visible, in another hand or on the table."""

    order: int
    card: Card


Fact = ClueFact | HiddenClueFact | SeenCopyFact


@dataclass(frozen=True, slots=True, repr=False)
class CardExplanation(Explanation[Fact]):
    """Everything that a seat knows for certain about one card of its own hand."""

    slot: int
    """The card's index in the hand, 0 = newest."""

    @property
    def order(self) -> int:
        """The card's index in the deck."""
        order: int = self.view.hands[self.seat][self.slot]
        return order

    @property
    def subject_json(self) -> dict[str, Any]:
        """Which card is explained, as fields of JSON data."""
        return {"slot": self.slot, "order": self.order}

    @property
    def subject(self) -> str:
        """The card that is explained, as Python code names it."""
        return f"slot index {self.slot}"

    def label(self, claim: Claim[Fact]) -> str:
        """Return a claim in one word."""
        return claim.text

    def known_as(self, claim: Claim[Fact]) -> str:
        """Return the name of a claim."""
        return claim.name

    def sentences(self, names: Sequence[str]) -> Iterator[str]:
        """Yield a sentence for each claim."""
        which = f"{names[self.seat]}'s slot {slot_number(self.slot)} (card {self.order})"
        if not self.claims:
            yield f"{which}: nothing is certain yet"
        for claim in self.claims:
            since = turn_number(claim.since)
            yield f"{which} is {self.claim_sentence(claim, names)}; known since turn {since}"

    def claim_sentence(self, claim: Claim[Fact], names: Sequence[str]) -> str:
        """Return what is known and why: "blue 4, because turn 5's blue clue touched it"."""
        variant = self.view.terms.variant
        text = (
            card_in_words(variant, variant.read(claim.value))
            if claim.value
            else f"{claim.name} as the table stands"
        )
        if claim.facts is None:
            return f"{text}, which follows only from replaying the face-down cards"
        facts = [*self._clues(claim.facts), *_hidden_clues(claim.facts), *self._seen(claim.facts, names)]
        return f"{text}, because {_joined(facts)}" if facts else f"{text}, whatever it is"

    def fact_json(self, fact: Fact) -> dict[str, Any]:
        """Return a fact as JSON data."""
        match fact:
            case ClueFact(event, order, touched):
                return {"fact": "clue", "turn": event.turn, "order": order, "touched": touched}
            case HiddenClueFact(event):
                return {"fact": "hidden clue", "turn": event.turn, "touched": list(event.touched)}
            case SeenCopyFact(order, _):
                return {"fact": "seen", "order": order}

    def _clues(self, facts: Iterable[Fact]) -> Iterator[str]:
        variant = self.view.terms.variant
        for fact in sorted((f for f in facts if isinstance(f, ClueFact)), key=lambda f: f.event.turn):
            if fact.event.clue is not None:
                clue, verb = clue_in_words(variant, fact.event.clue), "touched" if fact.touched else "missed"
                yield f"turn {turn_number(fact.event.turn)}'s {clue} clue {verb} {self._which(fact.order)}"

    def _which(self, order: int) -> str:
        hand = self.view.hands[self.seat]
        if order == self.order:
            return "it"
        return (
            f"slot {slot_number(hand.index(order))}"
            if order in hand
            else f"card {order}, which is hidden too"
        )

    def _seen(self, facts: Iterable[Fact], names: Sequence[str]) -> Iterator[str]:
        """Yield where copies are seen, those of one card together."""
        variant = self.view.terms.variant
        places: dict[Card, list[str]] = {}
        for fact in facts:
            if isinstance(fact, SeenCopyFact):
                places.setdefault(fact.card, []).append(self._place(fact.order, names))
        for card, where in sorted(places.items()):
            count, copies = len(where), variant.copies[variant.identity(card)]
            plural, verb = ("", "is") if count == 1 else ("s", "are")
            many = COUNTS.get(count, f"all {count}") if count == copies else "a" if count == 1 else str(count)
            said = f"{many} {card_in_words(variant, card)}{plural} {verb}"
            yield f"{said} {' and '.join(dict.fromkeys(where))}"

    def _place(self, order: int, names: Sequence[str]) -> str:
        for seat, hand in enumerate(self.view.hands):
            if order in hand:
                return f"in {names[seat]}'s hand"
        return "in the discard pile" if order in self.view.discarded else "on the table"


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}{',' * (len(parts) > 2)} and {parts[-1]}"


def _hidden_clues(facts: Iterable[Fact]) -> Iterator[str]:
    kinds = {"color": "colour clue", "number": "number clue"}
    for fact in facts:
        if isinstance(fact, HiddenClueFact):
            kind, turn = kinds.get(fact.event.kind or "", "clue"), turn_number(fact.event.turn)
            yield f"some {kind} at turn {turn} touched {counted(len(fact.event.touched), 'card')}"


def explain(
    game: HanabiRecord | State,
    *,
    seat: int | str,
    slot: int,
    turn: int | None = None,
    known: Callable[[int], Knowledge] | None = None,
) -> CardExplanation:
    """Return what a seat knows for certain of one of its cards, why, and since when.

    *known* returns the seat's knowledge at an earlier turn, where a caller has computed it already.
    """
    now = view_of(game, seat=seat, turn=turn)
    hand = now.hands[now.viewer]
    slot = index_in("slot", slot, len(hand) - 1, "this hand has slots")
    knowledge = Knowledge(now)
    order, certain = hand[slot], knowledge[slot].certain

    def certain_at(at: int) -> tuple[str, ...]:
        if isinstance(game, State) or order not in (held := game.states[at].hands[now.viewer]):
            return ()
        then = known(at) if known else Knowledge(view(game.states[at], now.viewer))
        return then[held.index(order)].certain

    since = known_since(now.turn, certain, certain_at)
    prover = Prover(now, slot)
    claims = []
    for name in certain:
        card = knowledge[slot].known if name == "identity" else None
        value = now.terms.variant.text(card) if card else ""
        claims.append(Claim(name, value, prover.facts_for(prover.target(name, card)), since[name]))
    names = SEAT_NAMES[: now.terms.players] if isinstance(game, State) else game.seats
    return CardExplanation(now, tuple(claims), names, slot)


class Prover:
    """Collects the facts about one card of a hand, and finds facts that prove a claim about it."""

    def __init__(self, view: View, slot: int) -> None:
        self.view = view
        self.variant = view.terms.variant
        self.orders = hidden_orders(view, view.viewer)
        self.slot = slot
        self.order = self.orders[slot]
        self.clues = self._clues()
        self.hidden_clues = [HiddenClueFact(event) for event in clue_masks(view, view.viewer)[1]]
        self.seen = [SeenCopyFact(at, card) for at, card in enumerate(view.cards) if card is not None]

    @property
    def facts(self) -> list[Fact]:
        """All facts: clues to hidden cards, clues of hidden value, and visible cards."""
        return [*self.clues, *self.hidden_clues, *self.seen]

    def _clues(self) -> list[ClueFact]:
        facts = []
        for event in self.view.events:
            if isinstance(event, ClueGiven) and event.clue is not None:
                facts += [ClueFact(event, order, touched=True) for order in event.touched]
                facts += [ClueFact(event, order, touched=False) for order in event.missed]
        return [fact for fact in facts if fact.order in self.orders]

    def target(self, name: str, card: Card | None = None) -> int:
        """Return the mask of identities for which a claim is true; an identity claim names its card."""
        if card is not None:
            return 1 << self.variant.identity(card)
        if self.view.stacks is None:
            return 0  # where played cards lie face down, clues and visible cards prove no such claim
        masks = card_value.value_masks(self.variant, self.view.stacks, self.view.discarded_copies)
        return dict(zip(PROPERTIES[1:], masks, strict=True))[name]

    def facts_for(self, target: int) -> tuple[Fact, ...] | None:
        """Return facts, none to spare, that prove the card is in the target (or, face down, maybe None)."""
        if self.variant.face_down and not self.follows(self.facts, target):
            return None
        own = [fact for fact in self.clues if fact.order == self.order]
        others = [fact for fact in self.clues if fact.order != self.order]
        short = self._single_card_proof(own, target)
        if self.hidden_clues:
            return short if short is not None else self._hidden_clue_proof(own, others, target)
        orderings: list[Sequence[Fact]] = [
            [*own, *others, *self.seen],
            [*self.seen, *own, *others],
            [*others, *own, *self.seen],
        ]
        found = [minimal_facts(facts, lambda kept: self.follows(kept, target)) for facts in orderings]
        return min([short, *found] if short is not None else found, key=len)

    def follows(self, facts: Iterable[Fact], target: int) -> bool:
        """Whether these facts alone leave the card only what is in the target."""
        masks = dict.fromkeys(self.orders, self.variant.everything)
        limits, hidden_clues = list(self.variant.copies), list[ClueGiven]()
        for fact in facts:
            match fact:
                case ClueFact():
                    masks[fact.order] &= self._clue_mask(fact)
                case SeenCopyFact(_, card):
                    limits[self.variant.identity(card)] -= 1
                case HiddenClueFact(event):
                    hidden_clues.append(event)
        try:
            deal, _ = narrow_by_hidden_clues(
                Deal(tuple(masks.values()), tuple(limits)),
                [clue_cases(event, self.orders, self.view) for event in hidden_clues],
            )
            return not deal.possible[self.slot] & ~target
        except ContradictionError:
            return True

    def _clue_mask(self, fact: ClueFact) -> int:
        """Return the mask of identities that a clue leaves its card."""
        assert fact.event.clue is not None  # noqa: S101  only clues of known value become clue facts
        touch = self.variant.touch(fact.event.clue)
        return touch if fact.touched else self.variant.everything & ~touch

    def _hidden_clue_proof(
        self, own: list[ClueFact], others: list[ClueFact], target: int
    ) -> tuple[Fact, ...]:
        """Return facts that suffice where clues are hidden; the nearest are tried first, to save time."""
        near = [fact for fact in self.hidden_clues if self.order in fact.event.touched + fact.event.missed]
        facts: list[Fact] = [*own, *near, *self.seen]
        if not self.follows(facts, target):
            facts = [*own, *self.hidden_clues, *others, *self.seen]
        return minimal_facts(facts, lambda kept: self.follows(kept, target))

    def _single_card_proof(self, own: list[ClueFact], target: int) -> tuple[Fact, ...] | None:
        """Return the fewest clues to the card and visible copies that prove the claim; None if none do."""
        distinct = list({self._clue_mask(fact): fact for fact in reversed(own)}.values())
        best: tuple[Fact, ...] | None = None
        for size in range(len(distinct) + 1):
            for chosen in combinations(distinct, size):
                left = self.variant.everything & ~target
                for fact in chosen:
                    left &= self._clue_mask(fact)
                seen = [fact for fact in self.seen if left >> self.variant.identity(fact.card) & 1]
                complete = len(seen) == sum(self.variant.copies[i] for i in members(left))
                if complete and (best is None or size + len(seen) < len(best)):
                    best = (*chosen, *seen)
        return best
