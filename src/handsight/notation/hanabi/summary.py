"""What there is to say of a game that was read: as a row of data, and as a line for people."""

from typing import Any

from handsight.hanabi import State, pace_and_efficiency
from handsight.notation.hanabi.record import Reading
from handsight.text.diagnostics import problem_json

FIGURES = (
    *("players", "variant", "rules", "turns", "score", "max_score", "stacks", "clues", "strikes"),
    *("end", "pace", "efficiency"),
)
"""What is told of every game; nothing of a game that cannot be read."""


def summary(reading: Reading) -> dict[str, Any]:
    """Return the row of `check --json`; an invalid game is told as of its last good turn."""
    row: dict[str, Any] = {"game": reading.label, "valid": reading.valid}
    row |= _figures(reading.game.final) if reading.game else dict.fromkeys(FIGURES)
    row["error"] = problem_json(reading.problems[0]) if reading.problems else None
    if len(reading.problems) > 1:
        row["errors"] = [problem_json(problem) for problem in reading.problems]
    if reading.notices:
        row["notices"] = list(reading.notices)
    return row


def _figures(final: State) -> dict[str, Any]:
    efficiency = pace_and_efficiency.efficiency(final)
    figures = (
        final.terms.players,
        final.terms.variant.name,
        final.terms.rules.name,
        final.turn,
        final.score,
        final.max_score,
        list(final.heights),
        final.tokens,
        final.strikes,
        final.end.value,
        pace_and_efficiency.pace(final),
        None if efficiency is None else round(efficiency, 2),
    )
    return dict(zip(FIGURES, figures, strict=True))


def sentence(reading: Reading) -> str:
    """Say in a line how a game stands."""
    if reading.game is None:
        return f"{reading.label}: cannot be played"
    final = reading.game.final
    variant = final.terms.variant
    verdict = "valid" if reading.valid else "INVALID, good until here"
    end = final.end.value.replace("_", " ")
    stacks = " ".join(
        letter + rule.top(at)
        for letter, rule, at in zip(variant.letters, variant.stacks, final.stacks, strict=True)
    )
    return (
        f"{reading.label}: {verdict}; {variant.name}, {final.terms.players} players, "
        f"{final.turn} turns, {end}, score {final.score} of {final.max_score} ({stacks}), "
        f"{_some(final.tokens, 'clue')}, {_some(final.strikes, 'strike')}"
    )


def _some(number: float, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
