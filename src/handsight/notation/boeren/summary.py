"""Summaries of a checked round: the row of `check --json`, and a line for people."""

from typing import Any

from handsight.boeren import SUIT_NAMES, score
from handsight.notation.boeren.record import Round
from handsight.notation.record import CheckedGame
from handsight.text.counting import counted


def summary(checked: CheckedGame[Round]) -> dict[str, Any]:
    """Return the row of `check --json`; an invalid round is summarised as of its last valid turn."""
    final = checked.game.final if checked.game else None
    points = score(final) if final else None
    return checked.json(
        {
            "won": list(final.won) if final else None,
            "scores": None if points is None else list(points),
            "winners": [trick.seat for trick in final.tricks] if final else None,
        }
    )


def sentence(checked: CheckedGame[Round]) -> str:
    """Say in one line how a round stands."""
    if checked.game is None:
        return f"{checked.label}: cannot be read"
    final, seats = checked.game.final, checked.game.seats
    verdict = "valid" if checked.valid else "INVALID, as of its last valid turn"
    points = score(final)
    figures = zip(seats, final.won, points or ("-",) * len(seats), strict=True)
    results = ", ".join(
        f"{name} {counted(won, 'trick')}, {counted(total, 'point')}" for name, won, total in figures
    )
    trump = SUIT_NAMES[final.trump].lower()
    size, turns = counted(final.terms.hand_size, "card"), counted(final.turn, "turn")
    return f"{checked.label}: {verdict}; {size}, {trump} trump, {turns}; {results}"
