"""Problems found in a text: what is wrong, where, and what would be right."""

from typing import Any

from msgspec import Struct, field

from handsight.text.counting import turn_number
from handsight.text.positions import Position, printable


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
    """How many actions have been read: the turn of the next problem, in a text that has turns."""

    def position(self, line: int, column: int) -> Position:
        """Return a position with its line, as far as that can be printed."""
        source = self.lines[line - 1] if 1 <= line <= len(self.lines) else None
        return Position(line, column, None if source is None else printable(source))

    def report(self, line: int, column: int, message: str, code: str = "bad-word") -> None:
        """Add a problem at a position."""
        self.problems.append(Problem(code, message, self.turn, self.position(line, column)))
