"""Pages of HTML with an analysis, which need nothing else; what the pages of every game share."""

from collections.abc import Iterable, Sequence
from html import escape

from handsight.lab.analysis_rows import played_move
from handsight.lab.analysis_runs import Row
from handsight.lab.plan import fingerprint
from handsight.text.counting import turn_number
from handsight.text.report_style import REPORT_STYLE

STYLE = (
    REPORT_STYLE
    + """
:root { --curve: #2563ab; }
@media (prefers-color-scheme: dark) { :root { --curve: #8ab8ff; } }
tr.called td { font-weight: 600; }
.fact { color: var(--bad); }
svg text { fill: var(--faint); font: 11px system-ui, sans-serif; }
svg .curve { fill: none; stroke: var(--curve); stroke-width: 2; }
svg .grid { stroke: var(--line); }
svg .call { fill: var(--bad); }
svg .most { fill: none; stroke: var(--faint); stroke-dasharray: 4 3; }
details { margin: 1rem 0; }
summary { cursor: pointer; }
"""
)


def page(title: str, body: Iterable[str]) -> str:
    """Return a whole page."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} – Handsight</title><style>{STYLE}</style></head><body>\n"
        + "\n".join(body)
        + f'\n<p class="faint">Made by handsight {escape(fingerprint())}</p>\n</body></html>\n'
    )


def sentence(text: str) -> str:
    """Return a text as a sentence."""
    return f"{text[:1].upper()}{text[1:]}."


def turn_table(rows: Sequence[Row], replay: str | None = None) -> str:
    """Return a table of turns: what was played, what was best, the loss, and words; links to a replay."""
    names = ("turn", "player", "played", "value", "best", "value", "loss", "in words")
    words = (1, 2, 4, 7)
    heads = "".join(f"<th{' class=words' * (at in words)}>{name}</th>" for at, name in enumerate(names))
    heads = f"<tr>{heads}</tr>"
    return f'<div class="wide"><table>{heads}{"".join(_turn_row(row, replay) for row in rows)}</table></div>'


def _turn_row(row: Row, replay: str | None) -> str:
    turn = turn_number(row["turn"])
    shown = f'<a href="{escape(replay)}#/?turn={turn}">{turn}</a>' if replay else str(turn)
    played, best = played_move(row), row["moves"][0]
    facts = "".join(f'<div class="fact">fact: {escape(fact["text"])}</div>' for fact in row["facts"])
    loss = f"{played['loss']:.2f} ± {played['loss_error']:.2f}" if played and played["loss"] else ""
    return (
        f"<tr{' class=called' if row['call'] else ''}><td>{shown}</td>"
        f"<td class=words>{escape(row['player'])}</td>"
        f"<td class=words>{escape(played['words'] if played else '')}</td>"
        f"<td>{'' if played is None else format(played['value'], '.2f')}</td>"
        f"<td class=words>{escape(best['words'])}</td><td>{best['value']:.2f}</td><td>{loss}</td>"
        f"<td class=words>{escape(row['text'])}{facts}</td></tr>"
    )
