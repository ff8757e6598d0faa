"""A recorded game as a convention reads it, for the page: every card at every turn, and every move.

A card has a `probability` where promises tell its holder more than the rules do, and `public`, what everybody
can tell about it, where promises narrow that.

Turns and slots are indices from 0. What a reading ends in (whether a promise was true, when it was settled)
stands apart, so that the page can hide the future. What a move `told` of cards stands on the board; all that
it `said`, with flags, in the tab.
"""

import re
from html import escape
from typing import Any
from urllib.parse import quote, urlencode

from handsight.analysis.hanabi.convention_review import KINDS, OTHER_MOVE, Broken, MoveReview, Review
from handsight.analysis.hanabi.game_reading import SHOWN_BITS, GameReading
from handsight.analysis.hanabi.move_sentences import MoveSentence, move_sentences
from handsight.conventions import load_convention, promised_knowledge
from handsight.hanabi import CardSet
from handsight.hanabi import HanabiRecord as Game
from handsight.notation.hanabi.table_text import score_text
from handsight.text.counting_from_one import counted, turn_number
from handsight.text.report_style import REPORT_STYLE
from handsight.web.games import CONVENTION_TEXTS

Row = dict[str, Any]
ON_THE_BOARD = ("open", "play", "value")
"""The kinds of sentences that stand on the board."""
LONGEST_WORD = 14
"""Letters that fit under a card."""


def reading_json(game: Game, name: str) -> Row:
    """Return a game as a convention reads it.

    Raises:
        InputError: There is no such convention, or it cannot be kept on the terms of the game.
    """
    review = Review(promised_knowledge(game, load_convention(name)))
    reading = review.reading
    return {
        "convention": name,
        "text": CONVENTION_TEXTS.get(name, review.convention.flat.file.text),
        "flags": {flag.name: flag_words(flag.name, flag.text) for flag in review.convention.flags},
        "turns": [_turn(reading, turn) for turn in range(reading.last + 1)],
        "moves": [_move(review, move) for move in review.moves],
    }


def flag_words(name: str, text: str) -> Row:
    """Return what the page says of a flag: a word under a card, what that means, and the whole text.

    The word is empty where the clues on the card show it already.

    >>> flag_words("CH", "chop: the oldest card without a clue")["word"]
    'chop'
    """
    head = re.split(r"[:,;(]", text)[0].strip()
    head = re.split(" (?:of|by) ", re.sub("^(it (was|is)|what its holder) ", "", head))[0]
    word = head or name
    if len(word) > LONGEST_WORD:
        word = word.split(" ")[-1]
    meaning = text.removeprefix(word).lstrip(":,; ") if text.startswith(word) else text
    return {"word": "" if head in ("touched", "clued") else word, "meaning": meaning, "text": text or name}


def _turn(reading: GameReading, turn: int) -> Row:
    """Return what the convention says about every card at a turn."""
    state = reading.game.states[turn]
    variant = state.terms.variant
    cards, in_public = {}, reading.sure_in_public(turn)
    for seat, hand in enumerate(state.hands):
        sure, by_rules = reading.sure_plays(turn, seat), reading.possible_by_rules(turn, seat)
        masks = reading.possible(turn, seat)
        for slot, order in enumerate(hand):
            card: Row = {
                "flags": list(reading.knowledge.flags(turn, order)),
                "told": order in sure,
                "told_in_public": order in in_public,
            }
            if masks[slot] != by_rules[slot]:
                chances = reading.chances(turn, seat, slot)
                card["probability"] = {
                    variant.text(face): round(chances[variant.identity(face)], 6)
                    for face in CardSet(variant, masks[slot])
                }
            public = reading.in_public(turn, order)
            if public is not None:
                card["public"] = [variant.text(face) for face in public]
            cards[order] = card
    supports = [{"card": order, "on": list(on)} for order, on in reading.supports(turn).items()]
    return {"cards": cards, "supports": supports}


def _move(review: Review, move: MoveReview) -> Row:
    """Return what a move meant, what the convention would have done, and how it was broken."""
    meaning, reading = move.meaning, review.reading
    said, in_public_said = move_sentences(meaning, reading), move_sentences(meaning, reading, public=True)
    opened = {one.focus: one for one in meaning.readings}
    in_public = [card for card in reading.said_in_public(move.turn) if card.order not in opened]
    ends = [card for card in meaning.cards if card.promised is not None and card.says_by_convention]
    ends = [card for card in ends if card.order not in opened]
    return {
        "turn": move.turn,
        "seat": meaning.seat,
        "text": meaning.text,
        "said": [one.text for one in said],
        "said_in_public": [one.text for one in in_public_said],
        "opened": [
            *opened,
            *(card.order for card in in_public if card.promised is not None and card.says_by_convention),
        ],
        "told": _on_the_board(said),
        "told_in_public": _on_the_board(in_public_said),
        "endings": [
            *({"order": one.focus, "true": one.true, "settled": one.settled} for one in meaning.readings),
            *({"order": card.order, "true": card.true, "settled": card.settled} for card in ends),
        ],
        "agrees": move.agrees,
        "wanted": move.wanted_text,
        "rule": move.wanted.rule,
        "bits": [round(bits, 2) for bits in meaning.bits],
        "broken": [_broken(one) for one in move.broken],
    }


def _on_the_board(said: list[MoveSentence]) -> list[Row]:
    return [{"order": one.order, "text": one.text} for one in said if one.kind in ON_THE_BOARD]


def _broken(one: Broken) -> Row:
    """Return how a move broke the convention, and as `in_public` how players say it who can tell less."""
    return {
        "kind": one.kind,
        "text": one.text,
        "order": one.order,
        "holder": one.holder,
        "seen": one.seen,
        "told_from": one.told_from,
        "known_from": list(one.known_from),
        "in_public": None if one.in_public is None else _broken(one.in_public),
    }


# A review as a page of its own, whose moves lead into the replay beside it.

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
