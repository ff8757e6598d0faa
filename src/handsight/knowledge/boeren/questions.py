"""What the table of games asks about knowledge in Boeren Bridge; see `GameKnowledge`."""

from collections.abc import Sequence
from typing import Any

from handsight.boeren import BoerenRecord, State
from handsight.knowledge.boeren.announcements import Announcements, announcement_lines, announcements_json
from handsight.knowledge.boeren.explain import OwnerExplanation, explanation_json
from handsight.knowledge.boeren.explain import explain as explain_card
from handsight.knowledge.boeren.kripke_model import NestedOwners, ask, nested_json, nested_lines
from handsight.knowledge.boeren.owners import Owners, know, owner_lines, owners_json
from handsight.knowledge.claims import FormulaAnswer, formula_json, formula_sentences

__all__ = ["ABOUT", "FORMULAS", "State", "ask", "explain", "explain_card", "know", "sentences", "to_json"]

ABOUT = "a card such as QH"
FORMULAS = "has(N,QH) or N_H_Q, owner(QH)=N, bid(W)=3, guess(W)=2, changed(W), trump=H, led=SP"
Answer = Owners | NestedOwners | OwnerExplanation | Announcements | FormulaAnswer


def explain(
    game: BoerenRecord | State, *, seat: int | str, about: str, turn: int | None = None
) -> OwnerExplanation:
    """Explain what a seat knows of who holds a card, which is written such as ``QH``."""
    return explain_card(game, seat=seat, card=about, turn=turn)


def sentences(answer: Answer, names: Sequence[str]) -> list[str]:
    """Return an answer as lines of text for people; *names* are those of the seats."""
    match answer:
        case Owners():
            return list(owner_lines(answer, names))
        case NestedOwners():
            return list(nested_lines(answer, names))
        case Announcements():
            return list(announcement_lines(answer, names))
        case OwnerExplanation():
            return list(answer.sentences(names))
        case FormulaAnswer():
            return formula_sentences(answer, "deal")


def to_json(answer: Answer, names: Sequence[str] = ()) -> dict[str, Any]:
    """Return an answer as JSON data; *names* are those of the seats, for its sentences."""
    match answer:
        case Owners():
            return owners_json(answer)
        case NestedOwners():
            return nested_json(answer)
        case Announcements():
            return announcements_json(answer, names)
        case OwnerExplanation():
            return explanation_json(answer, names)
        case FormulaAnswer():
            return formula_json(answer, "deals")
