"""What the table of games asks about knowledge in Boeren Bridge; see `GameKnowledge`."""

from handsight.boeren import BoerenRecord, State
from handsight.knowledge.boeren.explain import OwnerExplanation
from handsight.knowledge.boeren.explain import explain as explain_card
from handsight.knowledge.boeren.kripke_model import ask
from handsight.knowledge.boeren.owners import know

__all__ = ["ABOUT", "FORMULAS", "State", "ask", "explain", "explain_card", "know"]

ABOUT = "a card such as QH"
FORMULAS = "has(N,QH) or N_H_Q, owner(QH)=N, bid(W)=3, guess(W)=2, changed(W), trump=H, led=SP"


def explain(
    game: BoerenRecord | State, *, seat: int | str, about: str, turn: int | None = None
) -> OwnerExplanation:
    """Return what a seat knows for certain about who holds a card, written such as ``QH``."""
    return explain_card(game, seat=seat, card=about, turn=turn)
