"""Positions in a text: lines and columns, and how a position is shown to people."""

from typing import NamedTuple

WIDTH = 200
"""How many characters of a line are shown around a position."""


class Position(NamedTuple):
    """A position in a text: line and column from 1, and the line itself where it can be shown."""

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
    """Replace what cannot be printed, so that every character takes one column."""
    if line.isprintable():
        return line
    return "".join(
        char if char.isprintable() else " " if char.isspace() else "\N{REPLACEMENT CHARACTER}"
        for char in line
    )


def position_of(text: str, offset: int) -> Position:
    """Return the line and the column of a character of a text."""
    return Position(text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))
