"""Knowledge as rows of data, in the shapes that `know --json` prints."""

from fractions import Fraction
from typing import Any

from handsight.knowledge.hanabi.nested import Regard
from handsight.knowledge.hanabi.own_hand import CardKnowledge, Knowledge
from handsight.knowledge.hanabi.timeline import Lesson
from handsight.knowledge.hanabi.why import ClueFact, Reason, RiddleFact, SeenFact


def knowledge_row(knowledge: Knowledge) -> dict[str, Any]:
    """Return what a seat knows of its hand."""
    row: dict[str, Any] = {
        "seat": knowledge.seat,
        "worlds": knowledge.worlds,
        "hand": [_card(card) for card in knowledge],
    }
    return row | {"caveat": knowledge.caveat} if knowledge.caveat else row


def _card(card: CardKnowledge) -> dict[str, Any]:
    text = card.variant.text
    return {
        "order": card.order,
        "slot": card.slot,
        "possible": [text(face) for face in card.possible],
        "probability": {text(face): _number(chance) for face, chance in card.probability.items()},
        "playable": _number(card.playable),
        "trash": _number(card.trash),
        "critical": _number(card.critical),
        "clues": [text(face) for face in card.clued],
        "counted": [text(face) for face in card.counted],
    }


def _number(chance: Fraction | None) -> float | None:
    return None if chance is None else round(float(chance), 12)


def regard_row(said: Regard) -> dict[str, Any]:
    """Return what a viewer can say of what a holder may think of one card."""
    text = said.possible.variant.text
    row: dict[str, Any] = {
        "order": said.order,
        "slot": said.slot,
        "clues": [text(face) for face in said.clued],
        "possible": [text(face) for face in said.possible],
        "surely_playable": said.surely_playable,
        "surely_trash": said.surely_trash,
    }
    return row | {"caveat": said.caveat} if said.caveat else row


def reason_row(reason: Reason, sentence: str) -> dict[str, Any]:
    """Return a claim, the facts from which it follows (moves count from 1), and the sentence that says so."""
    facts: list[dict[str, Any]] = []
    for fact in reason.facts:
        match fact:
            case ClueFact(event, order, touched):
                facts.append({"fact": "clue", "turn": event.turn + 1, "order": order, "touched": touched})
            case RiddleFact(event):
                facts.append({"fact": "hidden clue", "turn": event.turn + 1, "touched": list(event.touched)})
            case SeenFact(order, _):
                facts.append({"fact": "seen", "order": order})
    return {"claim": reason.claim, "facts": facts, "sentence": sentence}


def lesson_row(lesson: Lesson) -> dict[str, Any]:
    """Return what a move taught a seat."""
    return {
        "turn": lesson.turn,
        "seat": lesson.seat,
        "before": lesson.before,
        "after": lesson.after,
        "bits": round(lesson.bits, 12),
        "learned": [{"order": order, "property": name} for order, name in lesson.learned],
        "exact": not lesson.bound,
        "bound": lesson.bound,
    }
