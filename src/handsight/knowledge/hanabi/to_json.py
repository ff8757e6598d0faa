"""Knowledge of Hanabi as JSON data, in the shapes that `know --json` prints.

Turns and slots are indices from 0: a turn is how many actions had been taken, slot 0 is the newest card.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from handsight.knowledge.claims import FormulaAnswer, formula_json
from handsight.knowledge.hanabi.explanation import (
    ClueFact,
    Explanation,
    Fact,
    HiddenClueFact,
    SeenFact,
    claim_sentence,
)
from handsight.knowledge.hanabi.nested import NestedCardKnowledge, NestedKnowledge
from handsight.knowledge.hanabi.own_hand import CardKnowledge, Knowledge
from handsight.knowledge.hanabi.timeline import InformationGain

Answer = Knowledge | NestedKnowledge | Explanation | InformationGain | FormulaAnswer
Names = Sequence[str]


def to_json(answer: Answer, names: Names = ()) -> dict[str, Any]:
    """Return any answer about knowledge as JSON data; *names* are those of the seats, for sentences."""
    match answer:
        case Knowledge():
            return knowledge_json(answer, totals=True)
        case NestedKnowledge():
            return nested_json(answer)
        case Explanation():
            return explanation_json(answer, names)
        case InformationGain():
            return information_gain_json(answer)
        case FormulaAnswer():
            return formula_json(answer) | {"witnesses": list(answer.witnesses)}


def knowledge_json(knowledge: Knowledge, *, totals: bool = False) -> dict[str, Any]:
    """Return what a seat knows of its hand; with *totals*, also how likely every suit and rank is."""
    row: dict[str, Any] = {
        "seat": knowledge.seat,
        "worlds": knowledge.worlds,
        "hand": [_card(card) | (_totals(card) if totals else {}) for card in knowledge],
    }
    return row | {"caveat": knowledge.caveat} if knowledge.caveat else row


def _card(card: CardKnowledge) -> dict[str, Any]:
    text = card.variant.text
    return {
        "order": card.order,
        "slot": card.slot,
        "possible": [text(face) for face in card.possible],
        "probability": {text(face): _rounded(chance) for face, chance in card.probability.items()},
        "playable": _rounded(card.playable),
        "trash": _rounded(card.trash),
        "critical": _rounded(card.critical),
        "needed_later": _rounded(card.needed_later),
        "clues": [text(face) for face in card.clued],
        "counted": [text(face) for face in card.counted],
    }


def _totals(card: CardKnowledge) -> dict[str, Any]:
    return {
        "by_suit": {suit: _rounded(chance) for suit, chance in card.by_suit.items()},
        "by_rank": {rank: _rounded(chance) for rank, chance in card.by_rank.items()},
    }


def _rounded(chance: Fraction | None) -> float | None:
    return None if chance is None else round(float(chance), 12)


def nested_json(nested: NestedKnowledge) -> dict[str, Any]:
    """Return what a seat knows of what another seat knows of its own hand."""
    return {
        "turn": nested.turn,
        "seat": nested.seat,
        "of": nested.of,
        "hand": [nested_card_json(card) for card in nested],
    }


def nested_card_json(card: NestedCardKnowledge) -> dict[str, Any]:
    """Return what a viewer knows of what a holder knows of one card."""
    text = card.possible.variant.text
    row: dict[str, Any] = {
        "order": card.order,
        "slot": card.slot,
        "clues": [text(face) for face in card.clued],
        "possible": [text(face) for face in card.possible],
        "surely_playable": card.surely_playable,
        "surely_trash": card.surely_trash,
    }
    return row | {"caveat": card.caveat} if card.caveat else row


def explanation_json(explanation: Explanation, names: Names = ()) -> dict[str, Any]:
    """Return an explanation: its reasons (claims with their facts and a sentence), and since when."""
    return {
        "turn": explanation.turn,
        "seat": explanation.seat,
        "slot": explanation.slot,
        "order": explanation.order,
        "reasons": [
            {
                "claim": claim.text,
                "facts": [_fact(fact) for fact in claim.facts],
                "sentence": claim_sentence(claim, explanation, names),
                "since": claim.since,
            }
            for claim in explanation.claims
            if claim.facts is not None
        ],
        "since": {claim.name: claim.since for claim in explanation.claims},
    }


def _fact(fact: Fact) -> dict[str, Any]:
    match fact:
        case ClueFact(event, order, touched):
            return {"fact": "clue", "turn": event.turn, "order": order, "touched": touched}
        case HiddenClueFact(event):
            return {"fact": "hidden clue", "turn": event.turn, "touched": list(event.touched)}
        case SeenFact(order, _):
            return {"fact": "seen", "order": order}


def information_gain_json(gain: InformationGain) -> dict[str, Any]:
    """Return the information that a move gave a seat; `turn` is the number of actions before the move."""
    return {
        "turn": gain.turn,
        "seat": gain.seat,
        "before": gain.before,
        "after": gain.after,
        "bits": round(gain.bits, 12),
        "learned": [{"order": order, "property": name} for order, name in gain.learned],
        "exact": gain.exact,
        "bound": gain.bound,
    }
