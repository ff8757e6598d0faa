"""Point at a place in a convention file, and guess what was meant there."""

from handsight.conventions.syntax.phrases import Spot
from handsight.text.diagnostics import Diagnostics, Problem
from handsight.text.suggestions import listed, nearest

__all__ = ["Finder", "listed", "nearest"]


class Finder:
    """Knows the lines of a file, and makes problems that point into them."""

    def __init__(self, text: str, name: str = "") -> None:
        self.name = name
        self._lines = Diagnostics(text.split("\n"))

    def problem(self, spot: Spot, message: str, code: str = "bad-syntax") -> Problem:
        """Make a problem that shows its line."""
        line, column, _ = spot
        if not 1 <= line <= len(self._lines.lines):
            return Problem(code, message)
        return Problem(code, message, position=self._lines.position(line, column))
