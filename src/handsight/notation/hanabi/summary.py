"""Summaries of a checked game: the row of `check --json`, and a line for people."""

from typing import Any

from handsight.hanabi import State, pace_and_efficiency
from handsight.notation.hanabi.record import Game
from handsight.notation.record import CheckedGame
from handsight.text.counting import counted

FIGURES = (
    *("players", "variant", "rules", "turns", "score", "max_score", "stacks", "clues", "strikes"),
    *("end", "pace", "efficiency"),
)
"""The figures of every game; all None for a game that cannot be read."""


def summary(checked: CheckedGame[Game]) -> dict[str, Any]:
    """Return the row of `check --json`; an invalid game is summarised as of its last valid turn."""
    return checked.json(_figures(checked.game.final) if checked.game else dict.fromkeys(FIGURES))


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


def sentence(checked: CheckedGame[Game]) -> str:
    """Say in one line how a game stands."""
    if checked.game is None:
        return f"{checked.label}: cannot be played"
    final = checked.game.final
    variant = final.terms.variant
    verdict = "valid" if checked.valid else "INVALID, as of its last valid turn"
    end = final.end.value.replace("_", " ")
    stacks = " ".join(
        letter + rule.top(at)
        for letter, rule, at in zip(variant.letters, variant.stacks, final.stacks, strict=True)
    )
    return (
        f"{checked.label}: {verdict}; {variant.name}, {final.terms.players} players, "
        f"{final.turn} turns, {end}, score {final.score} of {final.max_score} ({stacks}), "
        f"{counted(final.tokens, 'clue')}, {counted(final.strikes, 'strike')}"
    )
