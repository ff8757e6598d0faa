"""An analysis of recorded games as text for a terminal, and as one self-contained page of HTML."""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from handsight.analysis.analysis_rows import (
    AnalysedGame,
    Row,
    by_player,
    loss_table,
    losses_of,
    played_move,
    worst_rows,
)
from handsight.lab.result_summary import TextTable, report_page
from handsight.text.counting_from_one import counted, turn_number
from handsight.text.wrapping import fitted

Analysed = AnalysedGame[Any, Any]
STYLE = """
tr.called td:first-child { box-shadow: inset 3px 0 var(--bad); }
.turns td:nth-child(3), .turns td:nth-child(5) { white-space: nowrap; }
.turns td:last-child { min-width: 14rem; }
.blunder { color: var(--bad); font-weight: 600; }
body { max-width: 70rem; }
.fact { color: var(--bad); }
code { font: .9em ui-monospace, monospace; }
svg { background: #fff; }
details { margin: 1rem 0; }
summary { cursor: pointer; }
"""
KINDS = (
    ("fact", "what became impossible, by the rules and the cards that came to light; no error"),
    ("could have known", "what the mover knew for certain, and exact chances, from clues and visible cards"),
    ("expected", "the mean final score over deals that the mover could not rule out, when a bot goes on"),
    ("open hand", "the best score with all cards known, the deck too; only where it was asked for"),
)
"""The four kinds of statement, which are never mixed."""


def game_text(one: Analysed, width: int | None) -> str:
    """Return a game's analysis as text: worst turns, all turns, players, losses; of one turn, its moves."""
    lines = [fitted(text, width) for text in (one.caption, one.reason) if text]
    worst = worst_rows(one.rows)
    if worst and len(one.rows) > 1:
        lines += ["", "the turns that lost most:"]
        lines += [fitted(f"  {_turn_line(row)}", width, 4) for row in worst]
    lines += ["", *(fitted(_turn_line(row), width, 4) for row in one.rows), ""]
    if len(one.rows) == 1:
        return "\n".join([*lines, *_moves(one.rows[0])])
    lines += [loss_table("player", by_player([one])).fitted(width), ""]
    return "\n".join([*lines, *(fitted(text, width, 2) for text in one.lost)])


def _turn_line(row: Row) -> str:
    facts = "".join(f" FACT: {fact['text']}." for fact in row["facts"])
    opened = f" [open hands: {row['open']['best']}]" if row.get("open") else ""
    believed = row.get("believe")
    told = f" [{believed['explained']} of {believed['moves']} moves explained]" if believed else ""
    return f"{turn_number(row['turn']):>3} {row['player']}: {row['text']}{opened}{told}{facts}"


def _moves(row: Row) -> Iterator[str]:
    """Yield a line for each legal move of a turn: its value, its loss, and the number of deals."""
    for move in row["moves"]:
        mark = "▸" if move["move"] == row["played"] else "★" if move["move"] in row["best"] else " "
        loss = f"-{move['loss']:.2f} ± {move['loss_error']:.2f}" if move["loss"] else ""
        figures = f"{move['value']:6.2f} ± {move['error']:.2f}"
        yield f"  {mark} {move['words']:<28} {figures}  {loss:<14} {counted(move['deals'], 'deal')}"


def collection_tables(games: Sequence[Analysed]) -> list[TextTable]:
    """Return tables of what the moves of many games lost: together, by player, and as the game adds."""
    every = losses_of("all", [row for one in games for row in one.rows])
    tables = [loss_table("all moves", [every]), loss_table("player", by_player(games))]
    return [*tables, *games[0].further_tables(games)]


def collection_text(games: Sequence[Analysed], width: int | None) -> str:
    """Return the analysis of many games as text: a line for each game, then the tables of all."""
    first = games[0]
    head = f"{counted(len(games), first.noun)}; {first.how_found}"
    lines = [*(fitted(text, width) for text in (head, first.reason) if text), ""]
    for one in games:
        found = losses_of(one.label, one.rows)
        calls = ", ".join(_called(call, count) for call, count in found.calls.items()) or "no mistakes"
        said = f"{one.label}: {one.outcome}, mean loss {found.mean:.3f} a move, {calls}"
        lines.append(fitted(said, width, 2))
    return "\n\n".join(["\n".join(lines), *(table.fitted(width) for table in collection_tables(games))])


def _called(call: str, count: int) -> str:
    several = f"{call.removesuffix('y')}ies" if call[-1] == "y" else f"{call}s"
    return f"{count} {call if count == 1 else several}"


def report(games: Sequence[Analysed], replays: Mapping[str, str] | None = None) -> str:
    """Return the analysis of games as a page of HTML; *replays* maps labels to addresses of replays."""
    replays, first, alone = replays or {}, games[0], len(games) == 1
    title = f"Analysis of {first.label if alone else counted(len(games), first.noun)}"
    body = [f"<h1>{escape(title)}</h1>", f"<p>{escape(sentence(first.how_found))}</p>"]
    if first.reason:
        body.append(f"<p>{marked(sentence(first.reason))}</p>")
    body.append("<details><summary>Four kinds of statement</summary><dl>")
    body += [f"<dt><b>{escape(kind)}</b></dt><dd>{escape(what)}</dd>" for kind, what in KINDS]
    body.append("</dl></details>")
    if not alone:
        body.append("<h2>Where points go</h2>")
        body += [f'<div class="wide">{table.html}</div>' for table in collection_tables(games)]
    for number, one in enumerate(games, 1):
        body += _game_section(one, number, replays.get(one.label), alone=alone)
    return report_page(title, body, STYLE)


def _game_section(one: Analysed, number: int, replay: str | None, *, alone: bool) -> Iterator[str]:
    """Yield the parts of the page about one game."""
    if not alone:
        yield f'<h2 id="game-{number}">{escape(one.label)}</h2>'
    yield f"<p>{escape(one.outcome)}.</p>"
    if replay:
        yield f'<p><a href="{escape(replay)}">Open the replay</a>; every turn below leads to it, too.</p>'
    yield curve_svg(one)
    yield "<ul>" + "".join(f"<li>{marked(text.strip())}</li>" for text in one.lost) + "</ul>"
    yield loss_table("player", by_player([one])).html
    if worst := worst_rows(one.rows):
        yield f"<h3>The turns that lost most</h3>{turn_table(worst, replay)}"
    yield f"<details{' open' if alone else ''}><summary>Every turn</summary>"
    yield f"{turn_table(one.rows, replay)}</details>"


def sentence(text: str) -> str:
    """Return a text with a capital first letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def marked(text: str) -> str:
    """Return a text as HTML, with what stands between backticks set as code.

    >>> marked("`circle` would clue <Bob>")
    '<code>circle</code> would clue &lt;Bob&gt;'
    """
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def turn_table(rows: Sequence[Row], replay: str | None = None) -> str:
    """Return an HTML table of turns: move played, best move, loss, call, reason; linked to *replay*."""
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


def curve_svg(one: Analysed) -> str:
    """Return the plot of an analysed game as SVG text; empty if there is no curve to draw."""
    if not one.has_curve:
        return ""
    from handsight.lab.plots import svg

    picture = svg(one.plot())
    return picture[picture.index("<svg") :]


def notebook_html(one: Analysed) -> str:
    """Return an analysis as HTML for a notebook: caption, curve, players, and the five worst turns."""
    worst = worst_rows(one.rows, 5)
    listed = "".join(
        f"<li>turn {turn_number(row['turn'])}, {escape(row['player'])}: {escape(row['text'])}</li>"
        for row in worst
    )
    return (
        f"<div><p>{escape(one.caption)}</p>{curve_svg(one)}"
        f"{loss_table('player', by_player([one])).html}<ul>{listed}</ul></div>"
    )
