"""Problems found in a text, as people are shown them: what is wrong, what would be right, and where."""

from codecs import BOM_UTF8
from typing import Any, NamedTuple

from msgspec import Struct, field

from handsight.errors import InputError
from handsight.text.counting_from_one import turn_number

WIDTH = 200
"""How many characters of a line are shown around a position."""


class Position(NamedTuple):
    """A position in a text: line and column from 1, and the text of that line, or None."""

    line: int
    column: int | None = None
    source: str | None = None

    def __str__(self) -> str:
        return f"line {self.line}" + (f", column {self.column}" if self.column else "")

    def excerpt(self) -> str:
        """Return the line with a caret under the column, indented, on lines of its own; empty if unknown."""
        return "" if self.source is None or not self.column else marked(self.source, self.column)


def marked(line: str, column: int, width: int = WIDTH) -> str:
    """Return a line with a caret under a column (from 1), both on lines of their own; long lines are cut."""
    left = max(0, min(column - 1 - width // 2, len(line) - width))
    shown = printable(line[left : left + width])
    before, after = "…" if left else "", "…" if left + width < len(line) else ""
    return f"\n    {before}{shown}{after}\n    {' ' * (len(before) + column - 1 - left)}^"


def printable(line: str) -> str:
    """Replace characters that cannot be printed, each by one that can."""
    if line.isprintable():
        return line
    return "".join(
        char if char.isprintable() else " " if char.isspace() else "\N{REPLACEMENT CHARACTER}"
        for char in line
    )


def position_of(text: str, offset: int) -> Position:
    """Return the line and the column of the character at an offset (from 0) in a text."""
    return Position(text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def utf8_text(data: bytes, mark: bytes = BOM_UTF8, encoding: str = "utf-8") -> str:
    """Decode bytes as text, without their byte order mark, or raise InputError at the first wrong byte."""
    start = len(mark) if data.startswith(mark) else 0
    try:
        return data[start:].decode(encoding)
    except UnicodeDecodeError as error:
        at = start + error.start
        before = data[start:at].decode(encoding, "replace")
        line, column, _ = position_of(before, len(before))
        kind = encoding.upper().removesuffix("-LE").removesuffix("-BE")
        message = f"the byte at offset {at} ({data[at]:#04x}) is not {kind}; save the file as UTF-8"
        raise InputError(message, line=line, column=column) from None


class Problem(Struct, frozen=True):
    """Something wrong with a text: a code, a sentence that says how to mend it, and where it is.

    `turn` counts the actions taken before it, from 0; as text, turns count from 1.
    """

    code: str
    message: str
    turn: int | None = None
    position: Position | None = None

    def __str__(self) -> str:
        where = [str(self.position)] if self.position else []
        where += [f"turn {turn_number(self.turn)}"] if self.turn is not None else []
        text = f"{', '.join(where)}: {self.message}" if where else self.message
        return text + (self.position.excerpt() if self.position else "")


def problem_json(problem: Problem) -> dict[str, Any]:
    """Return a problem as JSON shows it; `turn` counts from 0, `line` and `column` from 1."""
    line, column, _ = problem.position or (None, None, None)
    return {
        "code": problem.code,
        "turn": problem.turn,
        "line": line,
        "column": column,
        "message": problem.message,
    }


class Diagnostics(Struct):
    """The lines of a text, and the problems found in it so far."""

    lines: list[str]
    problems: list[Problem] = field(default_factory=list)
    turn: int | None = None
    """How many actions have been read: the turn of the next problem; None in a text without turns."""

    def position(self, line: int, column: int) -> Position:
        """Return a position with the text of its line, in which unprintable characters are replaced."""
        source = self.lines[line - 1] if 1 <= line <= len(self.lines) else None
        return Position(line, column, None if source is None else printable(source))

    def report(self, line: int, column: int, message: str, code: str = "bad-word") -> None:
        """Add a problem at a position."""
        self.problems.append(Problem(code, message, self.turn, self.position(line, column)))
