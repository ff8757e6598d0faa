"""Problems of a convention file, shown with their source lines."""

from handsight.conventions.syntax.tree import Location
from handsight.text.diagnostics import Diagnostics, Problem


class Finder:
    """Knows the lines of a file, and makes problems that point into them."""

    def __init__(self, text: str, name: str = "") -> None:
        self.name = name
        self._lines = Diagnostics(text.split("\n"))

    def problem(self, at: Location, message: str, code: str = "bad-syntax") -> Problem:
        """Make a problem that shows its line."""
        line, column, _ = at
        if not 1 <= line <= len(self._lines.lines):
            return Problem(code, message)
        return Problem(code, message, position=self._lines.position(line, column))
