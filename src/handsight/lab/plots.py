"""Plots of results, as SVG or PNG."""

from collections.abc import Mapping, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.figure import Figure

from handsight.errors import InputError
from handsight.safe_files import write_file

KINDS = (".svg", ".png")
STYLE: Any = {  # a dictionary of Literals to its own stubs
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 10,
    "svg.fonttype": "none",  # text stays text: small, and searchable
    "svg.hashsalt": "handsight",  # the same picture is the same file
}


class Span(NamedTuple):
    """A mean with its interval, under a label."""

    label: str
    low: float
    middle: float
    high: float


def distribution(shares: Sequence[float], label: str, title: str) -> Figure:
    """Draw the share of games with each score, from 0 up."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(7, 3.6), layout="constrained")
        axes = figure.add_subplot()
        axes.bar(range(len(shares)), shares, 0.9, label=label)
        axes.set_xlabel("score")
        axes.set_ylabel("share of games")
        axes.set_title(title, fontsize=10)
        axes.legend(frameon=False)
    return figure


def intervals(spans: Sequence[Span], title: str, meaning: str) -> Figure:
    """Draw means with their intervals, one below the other, and a line at 0."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(7, 1.4 + 0.4 * len(spans)), layout="constrained")
        axes = figure.add_subplot()
        for at, span in enumerate(reversed(spans)):
            axes.plot([span.low, span.high], [at, at], color="C0", linewidth=2)
            axes.plot([span.middle], [at], "o", color="C0")
        axes.axvline(0, color="0.6", linewidth=1)
        axes.set_yticks(range(len(spans)), [span.label for span in reversed(spans)])
        axes.set_ylim(-0.6, len(spans) - 0.4)
        axes.set_xlabel(meaning)
        axes.set_title(title, fontsize=10)
    return figure


def paths(
    lines: Mapping[str, Sequence[float]], bars: Mapping[str, Sequence[float]], title: str, first: int = 0
) -> Figure:
    """Draw lines by turn, from turn *first* on, and below them the points lost at each turn, by cause."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(7, 5), layout="constrained")
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
        for at, (label, heights) in enumerate(lines.items()):
            above.plot(range(first, first + len(heights)), heights, color=("0.3", "C0")[at % 2], label=label)
        above.set_ylabel("points")
        above.set_ylim(bottom=0)
        above.set_title(title, fontsize=10, wrap=True)
        above.legend(frameon=False)
        turns = range(first, first + max(map(len, bars.values())))
        colors = [f"C{at + 1}" for at in range(len(bars))]
        below.stackplot(turns, *bars.values(), labels=[*bars], colors=colors, step="mid", linewidth=0)
        below.set_xlabel("turn")
        below.set_ylabel("points lost a game")
        below.legend(frameon=False, fontsize=8)
    return figure


def matrix(names: Sequence[str], means: Sequence[Sequence[float]], title: str) -> Figure:
    """Draw the mean of every bot (row) among copies of every partner (column)."""
    with mpl.rc_context(STYLE):
        side = 2.5 + 0.8 * len(names)
        figure = Figure(figsize=(side, side), layout="constrained")
        axes = figure.add_subplot()
        axes.imshow(means, cmap="Blues", vmin=0)
        middle = max(map(max, means)) / 2
        for row, cells in enumerate(means):
            for column, mean in enumerate(cells):
                ink = "white" if mean > middle else "black"
                axes.text(column, row, f"{mean:.2f}", ha="center", va="center", color=ink)
        axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
        axes.set_yticks(range(len(names)), names)
        axes.set_xlabel("partners")
        axes.set_ylabel("bot")
        axes.set_title(title, fontsize=8, wrap=True)
    return figure


def svg(figure: Figure) -> str:
    """Return a plot as SVG; the same plot gives the same text."""
    text = StringIO()
    with mpl.rc_context(STYLE):
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()


def kind_of(path: str | Path) -> str:
    """Return the ending of a plot's file name, .svg or .png, or raise InputError."""
    kind = Path(path).suffix.lower()
    if kind not in KINDS:
        raise InputError(f"{path} is no file name for a plot; end it in {' or '.join(KINDS)}")
    return kind


def save(figure: Figure, path: str | Path) -> None:
    """Write a plot to a file that ends in .svg or .png."""
    write_file(Path(path), svg(figure) if kind_of(path) == ".svg" else _png(figure))


def _png(figure: Figure) -> bytes:
    picture = BytesIO()
    figure.savefig(picture, format="png", dpi=150)
    return picture.getvalue()
