"""The result of an experiment with any game, ready to be printed, drawn and written as a report."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from handsight.lab.statistics import Difference, Estimate
from handsight.text.report_style import REPORT_STYLE
from handsight.text.wrapping import fitted, hanging
from handsight.version import __version__

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

STYLE = "svg { background: #fff; }\n"
"""The style that reports with plots add: plots are drawn on white."""
GAP, MARGIN, MOST_NAME = "   ", 2, 16
"""The text between columns; the spaces before the first; and the least width to which names are broken."""
UNKNOWN = "–"
"""Stands for a figure that cannot be computed, such as the standard error of a single game."""


def error_text(error: float, form: str = ".3f") -> str:
    """Return a standard error as text; a dash for a single game (or deal), which has none."""
    return format(error, form) if isfinite(error) else UNKNOWN


def mean_text(found: Estimate, form: str = ".3f") -> str:
    """Return a mean with its standard error, as in ``19.753 ± 0.032``; a single game has no error."""
    error = f" ± {found.stderr:{form}}" if isfinite(found.stderr) else ""
    return f"{found.mean:{form}}{error}"


def interval_text(found: Difference, form: str = "+.3f") -> str:
    """Return the confidence interval of a difference as text; a dash for a single game, which has none."""
    return f"{found.low:{form}} to {found.high:{form}}" if isfinite(found.low) else UNKNOWN


def p_text(found: Difference) -> str:
    """Return the p-value of a difference as text; a dash for a single game, which has none."""
    return f"{found.p:.2g}" if isfinite(found.low) else UNKNOWN


def finite(value: float) -> float | None:
    """Return a number, or None for nan and infinity, which JSON does not have."""
    return value if isfinite(value) else None


def interval_json(found: Difference) -> dict[str, Any]:
    """Return the standard error, the interval and the p-value of a difference, as JSON has them."""
    bounds = {"stderr": found.stderr, "low": found.low, "high": found.high}
    return {name: finite(bound) for name, bound in bounds.items()} | {"p": found.p}


class TextTable(NamedTuple):
    """Cells under column heads; the first column holds names, the others figures."""

    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]

    @property
    def text(self) -> str:
        """The table in aligned columns, for a terminal."""
        return self.fitted(None)

    def fitted(self, width: int | None) -> str:
        """Return the table in aligned columns; if it is too wide, in parts below each other.

        Each part repeats the names. A name that is longer than half the width is broken over lines.
        """
        names, *columns = zip(self.heads, *self.rows, strict=True)
        limit = max(map(len, names)) if width is None else max(MOST_NAME, width // 2 - MARGIN)
        labels = [hanging(name, limit, 0) if name else [""] for name in names]
        label_width = max(len(line) for label in labels for line in label)
        parts = _parts(columns, None if width is None else width - MARGIN - label_width)
        return "\n\n".join(_part(labels, part, label_width) for part in parts)

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


Column = tuple[str, ...]


def _parts(columns: Sequence[Column], room: int | None) -> list[list[Column]]:
    """Divide columns into groups that fit into *room* characters; every group has at least one column."""
    parts, left = list[list[Column]](), 0
    for column in columns:
        needed = len(GAP) + max(map(len, column))
        if not parts or (room is not None and needed > left):
            parts.append([])
            left = room or 0
        parts[-1].append(column)
        left -= needed
    return parts or [[]]


def _part(labels: Sequence[list[str]], columns: Sequence[Column], label_width: int) -> str:
    """Return some columns beside the names; figures stand in the first line of a name."""
    lines = []
    for at, label in enumerate(labels):
        cells = [f"{column[at]:>{max(map(len, column))}}" for column in columns]
        lines.append(GAP.join([f"{label[0]:<{label_width}}", *cells]))
        lines += label[1:]
    return "\n".join(f"  {line}".rstrip() for line in lines)


@dataclass(frozen=True)
class Summary:
    """The result of an experiment in all the forms in which people and programs read it."""

    title: str
    caption: str
    """Which games these are, in a line."""
    json: dict[str, Any]
    """What `--json` prints."""
    tables: Sequence[TextTable]
    plots: "Sequence[Callable[[], Figure]]"
    """Functions that draw the plots of a report."""
    drawn: int = 0
    """The index of the plot that `--plot` draws."""
    remark: str = ""
    """What follows the caption in the terminal."""
    before: Sequence[str] = ()
    """Paragraphs between the caption and the tables, in the terminal."""
    after: Sequence[str] = ()
    """Paragraphs below the tables, in the terminal."""
    report_tables: Sequence[TextTable] = ()
    """Further tables, which only a report has: a terminal is too narrow for them."""

    @property
    def text(self) -> str:
        """Everything as text."""
        return self.fitted(None)

    def fitted(self, width: int | None) -> str:
        """Return everything as text for a terminal of a width; None is any width."""
        caption = fitted(self.caption + self.remark, width)
        after = [fitted(paragraph, width) for paragraph in self.after]
        tables = [table.fitted(width) for table in self.tables]
        return "\n\n".join([caption, *self.before, *tables, *after])

    def report(self) -> str:
        """Return a report as one self-contained page of HTML."""
        from handsight.lab.plots import svg

        pictures = [svg(plot()) for plot in self.plots]
        body = [
            f"<h1>{escape(self.title)}</h1>",
            f"<p>{escape(self.caption)}</p>",
            *(table.html for table in (*self.tables, *self.report_tables)),
            *(picture[picture.index("<svg") :] for picture in pictures),
        ]
        return report_page(self.title, body, STYLE)


def report_page(title: str, body: Iterable[str], style: str = "") -> str:
    """Return a self-contained page of HTML; *style* is added to the style that all reports share."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} – Handsight</title><style>{REPORT_STYLE}{style}</style></head><body>\n"
        + "\n".join(body)
        + f'\n<p class="faint">Made by handsight {__version__}</p>\n</body></html>\n'
    )
