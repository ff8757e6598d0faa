"""Point at a place in a convention file, and guess what was meant there."""

from collections.abc import Iterable
from difflib import get_close_matches

from handsight.conventions.syntax.phrases import Spot
from handsight.notation.hanabi.record import Place, Problem
from handsight.notation.hanabi.remedies import listed

__all__ = ["Finder", "listed", "nearest"]

SHOWN_LINE = 200


class Finder:
    """Knows the lines of a file, and makes problems that point into them."""

    def __init__(self, text: str, name: str = "") -> None:
        self.name = name
        self._lines = text.split("\n")

    def problem(self, spot: Spot, message: str, code: str = "bad-syntax") -> Problem:
        """Make a problem that shows its line."""
        line, column, _ = spot
        if not 1 <= line <= len(self._lines):
            return Problem(code, message)
        source = self._lines[line - 1]
        shown = source if column <= SHOWN_LINE and source.isprintable() else None
        return Problem(code, message, place=Place(line, column, shown and shown[:SHOWN_LINE]))


def nearest(text: str, choices: Iterable[str]) -> str | None:
    """Return the choice that a mistyped word is nearest to, or None."""
    if len(text) > 40:
        return None
    return next(iter(get_close_matches(text, list(choices), 1, 0.5 if len(text) <= 2 else 0.6)), None)
