"""What there is to say of a game that was read: as a row of data, and as a line for people."""

from typing import Any

from handsight.hanabi import State, stats
from handsight.notation.record import Problem, Reading


def summary(reading: Reading) -> dict[str, Any]:
    """Return the row of `check --json`; an invalid game is told as of its last good turn."""
    row: dict[str, Any] = {"game": reading.label, "valid": reading.valid}
    row |= _figures(reading.game.final) if reading.game else {}
    row["error"] = _error(reading.problems[0]) if reading.problems else None
    if len(reading.problems) > 1:
        row["errors"] = [_error(problem) for problem in reading.problems]
    if reading.notices:
        row["notices"] = list(reading.notices)
    return row


def _figures(final: State) -> dict[str, Any]:
    efficiency = stats.efficiency(final)
    return {
        "players": final.terms.players,
        "variant": final.terms.variant.name,
        "rules": final.terms.rules.name,
        "turns": final.turn,
        "score": final.score,
        "max_score": final.max_score,
        "stacks": list(final.heights),
        "clues": final.tokens,
        "strikes": final.strikes,
        "end": final.end.value,
        "pace": stats.pace(final),
        "efficiency": None if efficiency is None else round(efficiency, 2),
    }


def _error(problem: Problem) -> dict[str, Any]:
    line, column, _ = problem.place or (None, None, None)
    return {
        "code": problem.code,
        "turn": problem.turn,
        "line": line,
        "column": column,
        "message": problem.message,
    }


def sentence(reading: Reading) -> str:
    """Say in a line how a game stands."""
    if reading.game is None:
        return f"{reading.label}: cannot be read"
    final = reading.game.final
    verdict = "valid" if reading.valid else "INVALID, good until here"
    end = final.end.value.replace("_", " ")
    stacks = " ".join(
        f"{letter}{height}" for letter, height in zip(final.terms.variant.letters, final.heights, strict=True)
    )
    return (
        f"{reading.label}: {verdict}; {final.terms.variant.name}, {final.terms.players} players, "
        f"{final.turn} turns, {end}, score {final.score} of {final.max_score} ({stacks}), "
        f"{final.tokens} clues, {final.strikes} strikes"
    )
