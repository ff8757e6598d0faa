"""An analysis as text for a terminal, and as one page of HTML that needs nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from handsight.analysis.analysis_page import marked, page, sentence, turn_table
from handsight.analysis.analysis_rows import Row, by_player, loss_table, losses_of, worst_rows
from handsight.analysis.hanabi.many_games import (
    AnalysedGame,
    by_kind,
    by_phase,
    cause_table,
    lost_points,
    open_sentence,
)
from handsight.analysis.hanabi.many_games import how_found as _how_found
from handsight.lab.result_summary import TextTable
from handsight.text.counting_from_one import counted, turn_number
from handsight.text.wrapping import fitted

KINDS = (
    ("fact", "what became impossible, by the rules and the cards that came to light; no error"),
    ("could have known", "what the mover knew for certain, and exact chances, from clues and visible cards"),
    ("expected", "the mean final score over deals that the mover could not rule out, when a bot goes on"),
    ("open hand", "the best score with all cards known, the deck too; only where it was asked for"),
)
"""The four kinds of statement, which are never mixed."""


def game_text(one: AnalysedGame, width: int | None) -> str:
    """Return the analysis of a game as text: the turns that lost most, every turn, players, lost points."""
    lines = [fitted(one.caption, width)]
    if one.reason:
        lines.append(fitted(one.reason, width))
    worst = worst_rows(one.rows)
    if worst and len(one.rows) > 1:
        lines += ["", "the turns that lost most:"]
        lines += [fitted(f"  {_turn_line(row)}", width, 4) for row in worst]
    lines += ["", *(fitted(_turn_line(row), width, 4) for row in one.rows)]
    if len(one.rows) == 1:
        lines += ["", *_moves(one.rows[0])]
        return "\n".join(lines)
    lines += ["", loss_table("player", by_player([one])).fitted(width), ""]
    lines += [fitted(text, width, 2) for text in lost_points(one)]
    if said := open_sentence(one.rows):
        lines.append(said)
    return "\n".join(lines)


def _turn_line(row: Row) -> str:
    facts = "".join(f" FACT: {fact['text']}." for fact in row["facts"])
    opened = f" [open hands: {row['open']['best']}]" if row["open"] else ""
    believed = row["believe"]
    told = f" [{believed['explained']} of {believed['moves']} moves explained]" if believed else ""
    return f"{turn_number(row['turn']):>3} {row['player']}: {row['text']}{opened}{told}{facts}"


def _moves(row: Row) -> Iterator[str]:
    """Yield every legal move of a turn with its figures."""
    for move in row["moves"]:
        mark = "▸" if move["move"] == row["played"] else "★" if move["move"] in row["best"] else " "
        loss = f"-{move['loss']:.2f} ± {move['loss_error']:.2f}" if move["loss"] else ""
        figures = f"{move['value']:6.2f} ± {move['error']:.2f}"
        yield f"  {mark} {move['words']:<28} {figures}  {loss:<14} {counted(move['deals'], 'deal')}"


def collection_tables(games: Sequence[AnalysedGame]) -> list[TextTable]:
    """Return where the points of many games go."""
    rows = [row for one in games for row in one.rows]
    return [
        loss_table("all moves", [losses_of("all", rows)]),
        loss_table("player", by_player(games)),
        loss_table("phase", by_phase(games)),
        loss_table("moves that lost, by what could be known", by_kind(games)),
        cause_table(games),
    ]


def collection_text(games: Sequence[AnalysedGame], width: int | None) -> str:
    """Return the analysis of many games as text: a line for each game, and where points go."""
    lines = [fitted(f"{counted(len(games), 'game')}; {_how_found(games[0].settings)}", width)]
    if games[0].reason:
        lines.append(fitted(games[0].reason, width))
    lines.append("")
    for one in games:
        found = losses_of(one.label, one.rows)
        calls = ", ".join(_called(call, count) for call, count in found.calls.items()) or "nothing called"
        lines.append(
            fitted(
                f"{one.label}: score {one.game.final.score}, mean loss {found.mean:.3f} a move, {calls}",
                width,
                2,
            )
        )
    return "\n\n".join(["\n".join(lines), *(table.fitted(width) for table in collection_tables(games))])


def _called(call: str, count: int) -> str:
    return (
        f"{count} {call}"
        if count == 1
        else f"{count} {call.removesuffix('y')}{'ies' if call[-1] == 'y' else 's'}"
    )


def report(games: Sequence[AnalysedGame], replays: Mapping[str, str] | None = None) -> str:
    """Write the analysis of games as one page of HTML.

    Args:
        games: The games with their rows.
        replays: For some games, by label, the address of a replay in a file of its own.
    """
    replays = replays or {}
    title = f"Analysis of {games[0].label}" if len(games) == 1 else f"Analysis of {len(games)} games"
    body = [f"<h1>{escape(title)}</h1>", f"<p>{escape(sentence(_how_found(games[0].settings)))}</p>"]
    if games[0].reason:
        body.append(f"<p>{marked(sentence(games[0].reason))}</p>")
    body.append("<details><summary>Four kinds of statement</summary><dl>")
    body += [f"<dt><b>{escape(kind)}</b></dt><dd>{escape(what)}</dd>" for kind, what in KINDS]
    body.append("</dl></details>")
    if len(games) > 1:
        body.append("<h2>Where points go</h2>")
        body += [f'<div class="wide">{table.html}</div>' for table in collection_tables(games)]
    for number, one in enumerate(games, 1):
        body += _game_section(one, number, replays.get(one.label), alone=len(games) == 1)
    return page(title, body)


def _game_section(one: AnalysedGame, number: int, replay: str | None, *, alone: bool) -> Iterator[str]:
    """Yield the parts of the page about one game."""
    if not alone:
        yield f'<h2 id="game-{number}">{escape(one.label)}</h2>'
    yield f"<p>{escape(one.outcome)}.</p>"
    if replay:
        yield f'<p><a href="{escape(replay)}">Open the replay</a>; every turn below leads to it, too.</p>'
    yield curve_svg(one)
    if said := open_sentence(one.rows):
        yield f"<p>Open hands: {escape(said)}.</p>"
    yield "<ul>" + "".join(f"<li>{marked(text.strip())}</li>" for text in lost_points(one)) + "</ul>"
    yield loss_table("player", by_player([one])).html
    worst = worst_rows(one.rows)
    if worst:
        yield "<h3>The turns that lost most</h3>"
        yield turn_table(worst, replay)
    yield f"<details{' open' if alone else ''}><summary>Every turn</summary>"
    yield turn_table(one.rows, replay)
    yield "</details>"


WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 860, 260, 44, 24, 24


def curve_svg(one: AnalysedGame) -> str:
    """Draw the value of each turn, the most that was possible, and marks at facts and calls."""
    rows = one.rows
    if len(rows) < 2:
        return ""
    top = one.game.setup.terms.variant.max_score
    low = 0 if min(row["value"] for row in rows) < top / 2 else top // 2
    first, last = rows[0]["turn"], rows[-1]["turn"]

    def place(turn: int, value: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - 8) * (turn - first) / max(1, last - first)
        return across, TOP + (HEIGHT - BOTTOM - TOP) * (top - value) / max(1, top - low)

    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="expected score by turn">']
    step = 5 if top - low > 10 else 1
    parts.append(f'<text x="{LEFT}" y="12">expected score</text>')
    parts.append(f'<text x="{LEFT - 8}" y="{HEIGHT - 6}" text-anchor="end">turn</text>')
    for value in range(-(-int(low) // step) * step, top + 1, step):
        _, down = place(first, value)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - 8}" y1="{down:.1f}" y2="{down:.1f}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{down + 4:.1f}" text-anchor="end">{value}</text>')
    for turn in range(first, last + 1):
        if turn_number(turn) % 10 == 0 or turn == first:
            across, _ = place(turn, top)
            parts.append(
                f'<text x="{across:.1f}" y="{HEIGHT - 6}" text-anchor="middle">{turn_number(turn)}</text>'
            )
    for name, values in (
        ("most", [row["max_score"]["before"] for row in rows]),
        ("curve", [row["value"] for row in rows]),
    ):
        points = " ".join(
            "{:.1f},{:.1f}".format(*place(row["turn"], value))
            for row, value in zip(rows, values, strict=True)
        )
        parts.append(f'<polyline class="{name}" points="{points}"/>')
    for row in rows:
        across, down = place(row["turn"], row["value"])
        said = [fact["text"] for fact in row["facts"]] + ([row["text"]] if row["call"] else [])
        if not said:
            continue
        mark = "▼" if row["facts"] else "●"
        title = escape(f"turn {turn_number(row['turn'])}, {row['player']}: {'; '.join(said)}")
        lift = -8 if row["facts"] else 4
        parts.append(
            f'<text class="call" x="{across:.1f}" y="{down + lift:.1f}" text-anchor="middle"'
            f' style="fill: var(--bad)">{mark}<title>{title}</title></text>'
        )
    return "".join([*parts, "</svg>"]) + (
        '<p class="faint">Expected score in the mover\'s eyes (line), the most that the cards allow (dashed),'
        " ▼ a fact: points became impossible, ● a call.</p>"
    )


NOTEBOOK_STYLE = """
.handsight svg .curve { fill: none; stroke: #2563ab; stroke-width: 2; }
.handsight svg .grid { stroke: #ddd; }
.handsight svg .most { fill: none; stroke: #999; stroke-dasharray: 4 3; }
.handsight svg text { font: 12px sans-serif; }
"""


def notebook_html(one: AnalysedGame) -> str:
    """Return what a notebook shows of an analysis."""
    worst = worst_rows(one.rows, 5)
    listed = "".join(
        f"<li>turn {turn_number(row['turn'])}, {escape(row['player'])}: {escape(row['text'])}</li>"
        for row in worst
    )
    return (
        f'<style>{NOTEBOOK_STYLE}</style><div class="handsight"><p>{escape(one.caption)}</p>{curve_svg(one)}'
        f"{loss_table('player', by_player([one])).html}<ul>{listed}</ul></div>"
    )
