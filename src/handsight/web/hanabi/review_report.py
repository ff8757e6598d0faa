"""A review of a game by a convention as a page of its own, whose moves lead into the replay beside it."""

from html import escape
from urllib.parse import quote, urlencode

from handsight.analysis.hanabi.convention_review import KINDS, OTHER_MOVE, MoveReview, Review
from handsight.analysis.hanabi.game_reading import SHOWN_BITS
from handsight.analysis.hanabi.move_sentences import move_sentences
from handsight.notation.hanabi.table_text import score_text
from handsight.text.counting_from_one import counted, turn_number
from handsight.text.report_style import REPORT_STYLE

STYLE = (
    REPORT_STYLE
    + """
body { max-width: 70rem; }
.moves { width: 100%; }
th, td { text-align: left; padding: .4rem .6rem; }
.moves th:nth-child(2) { width: 52%; }
.would { color: var(--faint); }
ul { margin: 0; padding-left: 1.1rem; }
th.number, td.number { text-align: right; }
.broken { border-left: .3rem solid var(--bad); }
.kind { font-weight: 600; color: var(--bad); }
.told { white-space: nowrap; }
"""
)


def review_report(review: Review, replay: str) -> str:
    """Return a review as one page of HTML; *replay* is the file of the replay, beside the page."""
    name = review.convention.name
    title = f"{' · '.join(review.game.seats)}, reviewed by {name}"
    same = sum(move.agrees for move in review.moves)
    share = f"{same / len(review.moves):.0%} of " if review.moves else ""
    rows = "\n".join(_row(review, move, replay) for move in review.moves)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
<p>{escape(review.game.setup.terms.variant.name)}, score {escape(score_text(review.game.final))}.
{escape(_about(review))}
It would have made {share}{counted(len(review.moves), "move")} itself.
A move that breaks a convention need not be bad. Another clue to the same player that leaves the same flags as
the convention's is not counted as another move.</p>
{_kinds(review)}
<table class="moves">
<thead><tr><th class="number">move</th><th>what was done, and what it meant</th><th>the convention</th>
<th>bits told</th></tr></thead>
<tbody>
{rows}
</tbody>
</table>
<p class="faint">Bits: how much more likely, in powers of 2, a player finds what the own cards truly are; less
than 0 where the convention misleads. Numbers of moves lead to the
<a href="{_href(replay, name, 0)}">replay</a>.</p>
</body>
</html>
"""


def _about(review: Review) -> str:
    """Return what a convention is, in a sentence; that of a file with changes is its name."""
    name, text = review.convention.name, review.convention.flat.file.text
    said = name if text in ("", name) else f"{name}: {text}"
    return said if said.endswith(".") else f"{said}."


def _kinds(review: Review) -> str:
    """Return how often each player broke the convention in each way."""
    seats = range(len(review.game.seats))
    heads = "".join(f'<th class="number">{escape(name)}</th>' for name in review.game.seats)
    lines = []
    broken = [(move.meaning.seat, one.kind) for move in review.moves for one in move.broken]
    for kind in KINDS:
        counts = [broken.count((seat, kind)) for seat in seats]
        if any(counts):
            cells = "".join(f'<td class="number">{count or ""}</td>' for count in counts)
            lines.append(f"<tr><td>{escape(kind)}</td>{cells}</tr>")
    if not lines:
        return "<p>Nobody broke it.</p>"
    return f"<table><thead><tr><th>broken by</th>{heads}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _row(review: Review, move: MoveReview, replay: str) -> str:
    name, reading = review.convention.name, review.reading
    told = [one.with_ending for one in move_sentences(move.meaning, reading)]
    said = "".join(f"<li>{escape(line)}</li>" for line in told)
    serious = [one for one in move.broken if one.kind != OTHER_MOVE]  # another move is told beside it
    broken = "".join(
        f'<li><span class="kind">{escape(one.kind)}</span>: {escape(review.whole_text(one))}</li>'
        for one in serious
    )
    rule = f" by <i>{escape(move.wanted.rule)}</i>" if move.wanted.rule else ""
    would = "does the same" if move.agrees else f"would {escape(move.wanted_text or 'find nothing to do')}"
    if len(serious) < len(move.broken):
        would = f"{OTHER_MOVE}: {would}"
    if move.leaves_same_flags:
        rule += ", which leaves the same flags"
    bits_told = "<br>".join(
        f"{escape(reading.name(seat))} {bits:+.1f}"
        for seat, bits in enumerate(move.meaning.bits)
        if abs(bits) >= SHOWN_BITS
    )
    number = turn_number(move.turn)
    link = f'<a href="{_href(replay, name, move.turn + 1)}">{number}</a>'
    return (
        f'<tr id="move-{number}"{" class=broken" if serious else ""}><td class="number">{link}</td>'
        f"<td>{escape(move.meaning.text)}<ul>{said}</ul></td>"
        f"<td><span{' class=would' if move.agrees else ''}>{would}{rule}</span><ul>{broken}</ul></td>"
        f'<td class="told">{bits_told}</td></tr>'
    )


def _href(replay: str, name: str, turn: int) -> str:
    """Return the address of a turn of the replay, read by a convention."""
    return escape(
        f"{quote(replay)}#/?{urlencode({'turn': turn_number(turn), 'from': 'convention', 'by': name})}"
    )
