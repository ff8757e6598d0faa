"""What can be wrong with a convention, and where."""

from msgspec import Struct

from handsight.conventions.syntax.phrases import Spot

BAD_WORD, BAD_CHANGE, NO_FILE, BAD_TYPE, SECRET, UNREACHABLE, NO_ACTION = (
    "bad-word",
    "bad-change",
    "no-file",
    "bad-type",
    "secret",
    "unreachable",
    "no-action",
)


class Mistake(Struct, frozen=True):
    """Something wrong at a place: its kind and a sentence; *warning*: it can be played all the same."""

    spot: Spot
    message: str
    code: str = BAD_WORD
    warning: bool = False
    advice: str = ""
    """What the writer of the file might do about it."""


class Refused(Exception):  # noqa: N818  # not an error of ours: it becomes a problem with a place
    """A statement says what it cannot say."""

    def __init__(self, spot: Spot, message: str, code: str = BAD_WORD, *, advice: str = "") -> None:
        super().__init__(message)
        self.mistake = Mistake(spot, message, code, advice=advice)
