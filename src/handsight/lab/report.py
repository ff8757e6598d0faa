"""A report as one HTML file that needs nothing else: tables and plots."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from handsight.lab.fingerprint import fingerprint
from handsight.lab.text_tables import TextTable

if TYPE_CHECKING:  # 1 s that only a picture needs
    from matplotlib.figure import Figure

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; max-width: 50rem; margin: 2rem auto; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
svg { max-width: 100%; height: auto; }
"""


def report(title: str, caption: str, tables: Sequence[TextTable], pictures: Sequence["Figure"]) -> str:
    """Write a report."""
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(caption)}</p>",
        *(table.html for table in tables),
        *map(_svg, pictures),
        f"<p>Made by handsight {escape(fingerprint())}</p>",
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def _svg(picture: "Figure") -> str:
    from handsight.lab.plots import svg  # noqa: PLC0415  as above

    text = svg(picture)
    return text[text.index("<svg") :]
