"""What each bid or card was worth: expected points in the mover's eyes, as `handsight analyse` finds them."""

from typing import Any

from handsight.analysis.boeren.analyse import AnalysisSettings, analyse_turn
from handsight.boeren import BoerenRecord as Round
from handsight.web.server.worker import Report


def answer(_: Report, game: Round, turn: int, at: int) -> dict[str, Any]:
    """Analyse a move: number *turn* of the table, and number *at* of its round."""
    return {"type": "worth"} | analyse_turn(game, at, AnalysisSettings()) | {"turn": turn}
