"""What can be wrong with a convention file, and where."""

from msgspec import Struct

from handsight.conventions.syntax.syntax_tree import Location
from handsight.text.diagnostics import Diagnostics, Problem

BAD_WORD, BAD_CHANGE, BAD_TYPE, NO_FILE = "bad-word", "bad-change", "bad-type", "no-file"
SECRET, UNREACHABLE, NO_ACTION = "secret", "unreachable", "no-action"


class FileProblem(Struct, frozen=True):
    """Something wrong at a location; with *warning*, the convention can be played all the same."""

    at: Location
    message: str
    code: str = BAD_WORD
    warning: bool = False
    advice: str = ""
    """What the author of the file might do about it."""


class CheckError(Exception):
    """Raised where a statement is wrong; the checker goes on with the next statement."""

    def __init__(self, at: Location, message: str, code: str = BAD_WORD, *, advice: str = "") -> None:
        super().__init__(message)
        self.problem = FileProblem(at, message, code, advice=advice)


class ShownText:
    """The text of a file; it makes problems that show their lines."""

    def __init__(self, text: str, name: str = "") -> None:
        self.text = text
        self.name = name
        self._diagnostics = Diagnostics(text.split("\n"))

    def problem(self, at: Location, message: str, code: str = "bad-syntax") -> Problem:
        """Make a problem that shows its line."""
        if not 1 <= at.line <= len(self._diagnostics.lines):
            return Problem(code, message)
        return Problem(code, message, position=self._diagnostics.position(at.line, at.column))
