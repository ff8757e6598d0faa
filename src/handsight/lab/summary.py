"""What an experiment found, ready to be printed, drawn and written as a report, whichever game it was."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from handsight.lab.text_tables import TextTable

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure


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

    @property
    def text(self) -> str:
        """Everything as text for a terminal."""
        tables = [table.text for table in self.tables]
        return "\n\n".join([self.caption + self.remark, *self.before, *tables, *self.after])

    def report(self) -> str:
        """Write a report: a page of HTML that needs nothing else."""
        from handsight.lab.report import report  # noqa: PLC0415  as above

        return report(self.title, self.caption, self.tables, [plot() for plot in self.plots])


def finite(value: float) -> float | None:
    """Return a number, or None for nan and infinity, which JSON does not have."""
    return value if isfinite(value) else None
