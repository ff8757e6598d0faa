"""What can be wrong with a convention file, and where."""

from msgspec import Struct

from handsight.conventions.syntax.tree import Location

BAD_WORD, BAD_CHANGE, NO_FILE, BAD_TYPE, SECRET, UNREACHABLE, NO_ACTION = (
    "bad-word",
    "bad-change",
    "no-file",
    "bad-type",
    "secret",
    "unreachable",
    "no-action",
)


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
