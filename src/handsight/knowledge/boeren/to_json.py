"""Knowledge of Boeren Bridge as JSON data, in the shapes that `know --game boeren --json` prints.

Places are seats from "0" to "3", or "stock"; a turn is how many actions had been taken.
"""

from collections.abc import Sequence
from typing import Any

from handsight.boeren import SEAT_NAMES, SEATS, State, view
from handsight.game.bitmask import members
from handsight.knowledge.boeren.announcements import Announcements
from handsight.knowledge.boeren.explanation import (
    Explanation,
    Fact,
    SeenFact,
    SizeFact,
    VoidFact,
    claim_sentence,
)
from handsight.knowledge.boeren.kripke_model import NestedKnowledge, nested_knowledge
from handsight.knowledge.boeren.owners import STOCK, Owners, owners
from handsight.knowledge.boeren.sentences import event_sentence
from handsight.knowledge.claims import FormulaAnswer, formula_json
from handsight.logic import formula_text

Answer = Owners | NestedKnowledge | Explanation | Announcements | FormulaAnswer
Names = Sequence[str]


def to_json(answer: Answer, names: Names = ()) -> dict[str, Any]:
    """Return any answer about knowledge as JSON data; *names* are those of the seats, for sentences."""
    match answer:
        case Owners():
            return owners_json(answer)
        case NestedKnowledge():
            return nested_json(answer)
        case Explanation():
            return explanation_json(answer, names)
        case Announcements():
            return announcements_json(answer, names)
        case FormulaAnswer():
            return formula_json(answer, "deals")


def announcements_json(found: Announcements, names: Names = ()) -> dict[str, Any]:
    """Return the announcements up to a turn: when, whose, what kind, in words, as a formula, deals left."""
    return {
        "turn": found.turn,
        "announcements": [
            {
                "turn": made.event.turn,
                "seat": made.event.seat,
                "kind": made.kind,
                "text": event_sentence(made.event, names or SEAT_NAMES),
                "formula": None if made.formula is None else formula_text(made.formula),
                "deals": made.deals,
            }
            for made in found.made
        ],
    }


def position_json(state: State, name: str, *, nested: bool = False) -> dict[str, Any]:
    """Return what every seat knows of a position, and with *nested* who knows what others know."""
    row: dict[str, Any] = {
        "id": name,
        "views": [owners_json(owners(view(state, seat))) for seat in range(SEATS)],
    }
    return row | {"nested": nested_json(nested_knowledge(state))} if nested else row


def owners_json(found: Owners) -> dict[str, Any]:
    """Return who may hold each card that a seat does not see."""
    return {
        "seat": found.view.viewer,
        "deals": found.deal.size,
        "owners": {
            str(card): {_place(place): f"{p.numerator}/{p.denominator}" for place, p in row.items()}
            for card, row in found.chances.items()
        },
        "per_card": {
            str(card): [_place(place) for place in members(alone)]
            for card, alone in zip(found.cards, found.per_card, strict=True)
        },
        "per_card_too_weak": [str(card) for card in found.too_weak],
    }


def _place(place: int) -> str:
    return "stock" if place == STOCK else str(place)


def nested_json(found: NestedKnowledge) -> dict[str, Any]:
    """Return who knows that who knows, what is common knowledge, and what pairs of seats know together."""
    return {
        "public_deals": found.public_deals,
        "common_knowledge_component": found.common_component,
        "knows_that_knows_owner": {
            f"{one}>{other}": [str(card) for card in cards]
            for (one, other), cards in found.knows_that_knows.items()
        },
        "common_owners": {str(card): list(seats) for card, seats in found.common_owners.items()},
        "pooled": {
            f"{one}+{other}": {"deals": deals, "known": [str(card) for card in known]}
            for (one, other), (deals, known) in found.pooled.items()
        },
    }


def explanation_json(explanation: Explanation, names: Names = ()) -> dict[str, Any]:
    """Return an explanation: its reasons (claims with their facts and a sentence), and since when."""
    return {
        "turn": explanation.turn,
        "seat": explanation.seat,
        "card": str(explanation.card),
        "reasons": [
            {
                "claim": f"{claim.name} {claim.value}",
                "facts": [_fact(fact) for fact in claim.facts or ()],
                "sentence": claim_sentence(claim, explanation, names),
                "since": claim.since,
            }
            for claim in explanation.claims
        ],
        "since": {f"{claim.name} {claim.value}": claim.since for claim in explanation.claims},
    }


def _fact(fact: Fact) -> dict[str, Any]:
    match fact:
        case VoidFact(event):
            return {"fact": "void", "turn": event.turn, "seat": event.seat, "suit": event.suit}
        case SizeFact(place, size):
            return {"fact": "size", "place": _place(place), "cards": size}
        case SeenFact(place, turn):
            return {"fact": "seen", "place": _place(place), "turn": turn}
