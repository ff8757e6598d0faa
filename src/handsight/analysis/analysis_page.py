"""Pages of HTML with an analysis, which need nothing else; what the pages of every game share."""

import re
from collections.abc import Iterable, Sequence
from html import escape

from handsight.analysis.analysis_rows import Row, played_move
from handsight.lab.result_summary import report_page
from handsight.text.counting_from_one import turn_number

STYLE = """
:root { --curve: #2563ab; }
@media (prefers-color-scheme: dark) { :root { --curve: #8ab8ff; } }
tr.called td:first-child { box-shadow: inset 3px 0 var(--bad); }
.turns td:nth-child(3), .turns td:nth-child(5) { white-space: nowrap; }
.turns td:last-child { min-width: 14rem; }
.blunder { color: var(--bad); font-weight: 600; }
body { max-width: 70rem; }
.fact { color: var(--bad); }
code { font: .9em ui-monospace, monospace; }
svg text { fill: var(--faint); font: 12px system-ui, sans-serif; }
svg .curve { fill: none; stroke: var(--curve); stroke-width: 2; }
svg .grid { stroke: var(--line); }
svg .call { fill: var(--bad); }
svg .most { fill: none; stroke: var(--faint); stroke-dasharray: 4 3; }
details { margin: 1rem 0; }
summary { cursor: pointer; }
"""


def page(title: str, body: Iterable[str]) -> str:
    """Return a whole page."""
    return report_page(title, body, STYLE)


def sentence(text: str) -> str:
    """Return a text as a sentence."""
    return f"{text[:1].upper()}{text[1:]}."


def marked(text: str) -> str:
    """Return a text as HTML; what stands between backticks is a name.

    >>> marked("`circle` would clue <Bob>")
    '<code>circle</code> would clue &lt;Bob&gt;'
    """
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def turn_table(rows: Sequence[Row], replay: str | None = None) -> str:
    """Return a table of turns: what was played and best, the loss, its name, and why; links to a replay."""
    names = ("turn", "player", "played", "value", "best move", "value", "loss", "call", "why")
    words = (1, 2, 4, 7, 8)
    heads = "".join(f"<th{' class=words' * (at in words)}>{name}</th>" for at, name in enumerate(names))
    heads = f"<tr>{heads}</tr>"
    lines = "".join(_turn_row(row, replay) for row in rows)
    return f'<div class="wide"><table class="turns">{heads}{lines}</table></div>'


def _turn_row(row: Row, replay: str | None) -> str:
    turn = turn_number(row["turn"])
    shown = f'<a href="{escape(replay)}#/?turn={turn}">{turn}</a>' if replay else str(turn)
    played, best = played_move(row), row["moves"][0]
    facts = "".join(f'<div class="fact">fact: {marked(fact["text"])}</div>' for fact in row["facts"])
    loss = f"{played['loss']:.2f}&nbsp;±&nbsp;{played['loss_error']:.2f}" if played and played["loss"] else ""
    same = played is not None and played["move"] == best["move"]
    call = row["call"] or ""
    why = marked(row.get("why", ""))  # rows that were kept before may have none
    return (
        f"<tr{' class=called' if row['call'] else ''}><td>{shown}</td>"
        f"<td class=words>{escape(row['player'])}</td>"
        f"<td class=words>{escape(played['words'] if played else '')}</td>"
        f"<td>{'' if played is None else format(played['value'], '.2f')}</td>"
        f"<td class=words>{'the same' if same else escape(best['words'])}</td>"
        f"<td>{'' if same else format(best['value'], '.2f')}</td><td>{loss}</td>"
        f'<td class="words {call}">{call}</td><td class=words>{why}{facts}</td></tr>'
    )
