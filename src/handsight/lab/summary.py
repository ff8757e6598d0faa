"""What an experiment found, ready to be printed, drawn and written as a report, whichever game it was."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite
from typing import TYPE_CHECKING, Any

from handsight.lab.plan import fingerprint
from handsight.lab.statistics import Difference
from handsight.lab.text_tables import TextTable
from handsight.text.report_style import REPORT_STYLE
from handsight.text.wrapping import fitted

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

STYLE = f"{REPORT_STYLE}svg {{ background: #fff; }}\n"


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
    """Functions that draw what a report shows."""
    drawn: int = 0
    """Which of them `--plot` draws."""
    remark: str = ""
    """What follows the caption in the terminal."""
    before: Sequence[str] = ()
    """Paragraphs between the caption and the tables, in the terminal."""
    after: Sequence[str] = ()
    """Paragraphs below the tables, in the terminal."""
    report_tables: Sequence[TextTable] = ()
    """Further tables of a report: what a terminal is too narrow for."""

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
        """Write a report: a page of HTML that needs nothing else."""
        body = [
            f"<h1>{escape(self.title)}</h1>",
            f"<p>{escape(self.caption)}</p>",
            *(table.html for table in (*self.tables, *self.report_tables)),
            *(_svg(plot()) for plot in self.plots),
            f"<p>Made by handsight {escape(fingerprint())}</p>",
        ]
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            f"<title>{escape(self.title)}</title><style>{STYLE}</style></head><body>\n"
            + "\n".join(body)
            + "\n</body></html>\n"
        )


def _svg(picture: "Figure") -> str:
    from handsight.lab.plots import svg

    text = svg(picture)
    return text[text.index("<svg") :]


def finite(value: float) -> float | None:
    """Return a number, or None for nan and infinity, which JSON does not have."""
    return value if isfinite(value) else None


def interval_json(found: Difference) -> dict[str, Any]:
    """Return the standard error, the interval and the p-value of a difference, as JSON has them."""
    bounds = {"stderr": found.stderr, "low": found.low, "high": found.high}
    return {name: finite(bound) for name, bound in bounds.items()} | {"p": found.p}
