"""Tables of figures as text for the terminal and as HTML for a report."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple


class TextTable(NamedTuple):
    """Cells under column heads; the first column holds names, the others figures."""

    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]

    @property
    def text(self) -> str:
        """The table in aligned columns, for a terminal."""
        widths = [max(map(len, column)) for column in zip(self.heads, *self.rows, strict=True)]
        return "\n".join(_line(row, widths) for row in (self.heads, *self.rows))

    @property
    def markdown(self) -> str:
        """The table as Markdown, for a document."""
        lines = [self.heads, ["---"] * len(self.heads), *self.rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    @property
    def html(self) -> str:
        """The table as HTML."""
        head = "".join(f"<th>{escape(cell)}</th>" for cell in self.heads)
        body = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in self.rows)
        return f"<table><tr>{head}</tr>{body}</table>"


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = (
        f"{cell:<{w}}" if at == 0 else f"{cell:>{w}}"
        for at, (cell, w) in enumerate(zip(row, widths, strict=True))
    )
    return "  " + "   ".join([first, *others]).rstrip()
