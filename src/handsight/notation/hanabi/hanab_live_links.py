"""hanab.live's compressed replay links, and the bare codes in them.

A code has three fields between commas, a fourth for the seed in the newer form. The first holds the number of
players, the lowest and the highest rank, and a character for each card; the second the lowest and the highest
type of action, and two characters for each action; the third the variant's number. Hyphens are cosmetic.
"""

import re
from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple
from urllib.parse import unquote

from handsight.errors import InputError
from handsight.game.recorded_game import SEATED
from handsight.hanabi import SEAT_NAMES, Card, HanabiRecord, Terms, variant
from handsight.notation.checked_game import Written
from handsight.notation.hanabi import hanab_live_export as hanab_live
from handsight.notation.hanabi import hanab_live_schema as schema
from handsight.notation.hanabi import hanab_live_seeds
from handsight.notation.hanabi.hanab_live_schema import ActionType, ExportedAction
from handsight.notation.hanabi.validation import ParsedGame, ParsedMove
from handsight.text.diagnostics import Position, Problem

ALPHABET = ascii_lowercase + digits + ascii_uppercase
VALUE = {letter: value for value, letter in enumerate(ALPHABET)}
GROUP = 20
"""A hyphen follows each group of this many characters."""
LONGEST = 5_000
SITE = "https://hanab.live/replay-json/"


class _Field(NamedTuple):
    """A field of a code without its hyphens, and the column of each character."""

    text: str
    columns: Sequence[int]

    def digits(self, count: int) -> list[int]:
        """Return the digits with which the field begins."""
        head = self.text[:count]
        if len(head) < count or not (head.isascii() and head.isdigit()):
            raise InputError(f"{head!r} should be {count} digits", column=self.columns[0])
        return [int(digit) for digit in head]

    def values(self, start: int) -> list[int]:
        """Return the numbers that the characters from *start* on stand for."""
        for at in range(start, len(self.text)):
            if self.text[at] not in VALUE:
                text = f"{self.text[at]!r} stands for nothing; codes are made of a-z, 0-9 and A-Z"
                raise InputError(text, column=self.columns[at])
        return [VALUE[letter] for letter in self.text[start:]]


def read(text: str) -> list[ParsedGame]:
    """Read links or bare codes, one on a line."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > hanab_live.MOST_GAMES:
        problem = Problem("no-game", f"the text holds more than {hanab_live.MOST_GAMES:,} codes; split it")
        return [ParsedGame(None, problems=(problem,))]
    return [_line(number, line) for number, line in lines or [(1, text)]]


def _line(number: int, line: str) -> ParsedGame:
    code, column = code_in(line)
    try:
        return _parse(code, number, column)
    except InputError as error:
        position = Position(number, error.column or column)
        return ParsedGame(
            None, problems=(Problem("bad-code", error.message, position=position),), position=position
        )


def code_in(text: str) -> tuple[str, int]:
    """Return the code in a link, without the turn that it may point at, and the column where it begins."""
    head, link, tail = text.strip().rpartition("replay-json/")
    code = re.split("[?#]", tail, maxsplit=1)[0].rstrip("/") if link else tail
    column = 1 + len(text) - len(text.lstrip()) + len(head) + len(link)
    return (unquote(code) if "%" in code else code), column


def _parse(code: str, line: int, column: int) -> ParsedGame:
    if len(code) > LONGEST:
        raise InputError(f"a code is no longer than {LONGEST:,} characters")
    fields = _fields(code, column)
    if not 3 <= len(fields) <= 4:
        raise InputError(f"a code has three or four fields, separated by commas, not {len(fields)}")
    cards, actions, number = fields[:3]
    players, *_ = cards.digits(1)
    if not (number.text.isascii() and number.text.isdigit() and len(number.text) < 7):
        raise InputError(f"{number.text!r} is not the number of a variant", column=number.columns[0])
    terms = Terms(players, variant(int(number.text)))
    deck = _cards(cards)
    moves, problems = _moves(actions, players, line)
    seed = (code.split(",", 3)[3] or None) if len(fields) == 4 else None
    mismatch = hanab_live_seeds.seed_mismatch(seed, terms, deck) if seed else None
    return ParsedGame(
        terms,
        deck,
        deck_positions=tuple(Position(line, column) for column in cards.columns[3 : 3 + len(deck)]),
        moves=moves,
        names=SEAT_NAMES[:players],
        seed=seed,
        position=Position(line, column),
        problems=problems,
        notices=(mismatch,) if mismatch else (),
        retry=schema.retry_for_six(terms),
    )


def _fields(code: str, column: int) -> list[_Field]:
    fields, at = [], column
    for part in code.split(",", 3):
        letters = [(letter, at + i) for i, letter in enumerate(part) if letter != "-"]
        # A field that is empty has its problems where it would begin.
        columns = [position for _, position in letters] + [at + len(part)]
        fields.append(_Field("".join(letter for letter, _ in letters), columns))
        at += len(part) + 1
    return fields


def _cards(field: _Field) -> tuple[Card, ...]:
    _, low, high = field.digits(3)
    width = high - low + 1
    if width < 1:
        raise InputError(f"the ranks cannot run from {low} to {high}", column=field.columns[1])
    return tuple(Card(value // width, value % width + low) for value in field.values(3))


def _moves(field: _Field, players: int, line: int) -> tuple[tuple[ParsedMove, ...], tuple[Problem, ...]]:
    low, high = field.digits(2)
    width, values = high - low + 1, field.values(2)
    if width < 1:
        raise InputError(f"the types of actions cannot run from {low} to {high}", column=field.columns[0])
    if len(values) % 2:
        raise InputError("an action takes two characters; the last one has one", column=field.columns[-2])
    moves: list[ParsedMove] = []
    for turn, (first, target) in enumerate(zip(values[::2], values[1::2], strict=True)):
        position = Position(line, field.columns[2 + 2 * turn])
        value, kind = divmod(first, width)
        try:
            shape = ExportedAction(kind + low, target, value - 1 if value else None)
            moves.append(ParsedMove(hanab_live.action(shape, players), position=position))
        except InputError as error:
            return tuple(moves), (Problem("bad-action", error.message, turn, position),)
    return tuple(moves), ()


def write(game: HanabiRecord) -> Written:
    """Write a game as a bare code; it cannot hold names, notes or options."""
    terms, lost = game.setup.terms, list(_lost(game))
    ranks = [card.rank for card in game.setup.deck]
    low, high = min(ranks, default=1), max(ranks, default=5)
    width = high - low + 1
    cards = [_letter(card.suit * width + card.rank - low) for card in game.setup.deck]
    shapes = []
    for kind, target, value in map(hanab_live.encode, game.actions):
        if target < 0 or kind == ActionType.END_BY_VOTE:
            lost.append("how the game was broken off, so that it seems to be still in progress")
        else:
            shapes.append((kind, target, 0 if value is None else value + 1))
    kinds = [kind for kind, _, _ in shapes]
    first, last = min(kinds, default=0), max(kinds, default=0)
    span = last - first + 1
    actions = [_letter(value * span + kind - first) + _letter(target) for kind, target, value in shapes]
    text = f"{terms.players}{low}{high}{''.join(cards)},{first}{last}{''.join(actions)},{terms.variant.id}"
    code = "-".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))
    if game.seed and re.fullmatch(r"[\w.~!*'()+-]+", game.seed, re.ASCII):
        code += f",{game.seed}"
    elif game.seed:
        lost.append(f"the seed {game.seed!r}, which a link cannot hold")
    return Written(code + "\n", tuple(lost))


def write_link(game: HanabiRecord) -> Written:
    """Write a game as a link to hanab.live; it cannot hold names, notes or options."""
    code, lost = write(game)
    return Written(SITE + code, lost)


def _lost(game: HanabiRecord) -> list[str]:
    terms, lost = game.setup.terms, []
    if game.seats != SEAT_NAMES[: terms.players]:
        lost.append(f"the players' names ({', '.join(game.seats)})")
    if any(map(any, game.notes)):
        lost.append("the notes")
    if game.id is not None:
        lost.append(f"the game's number, {game.id}")
    options = schema.write_options(terms, game.extras)
    options.pop("variant", None)
    if options.pop(SEATED, None):
        lost.append("who sat where, a person or which bot")
    if options:
        lost.append(f"the option{'s' * (len(options) > 1)} {', '.join(options)}")
    if terms.characters:
        lost.append("the characters")
    if schema.write_house_rules(terms.rules):
        lost.append(f"the rule set {terms.rules.name}")
    return lost


def _letter(value: int) -> str:
    if not 0 <= value < len(ALPHABET):
        raise InputError(f"a code cannot hold the number {value}: its characters stand for 0 to 61")
    return ALPHABET[value]
