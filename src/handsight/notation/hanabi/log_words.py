"""Words of a log: where they stand, what was probably meant, and the problems filed against them."""

import json
import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct, field

from handsight.notation.hanabi.record import Place, Problem
from handsight.notation.hanabi.remedies import listed

KEYWORDS = {
    "Card": "card",
    "Players": "players",
    "Variant": "variant",
    "Rules": "rules",
    "Switch": "switch",
    "Option": "option",
    "Character": "character",
    "Id": "id",
    "Seed": "seed",
    "Extra": "extra",
    "Note": "note",
    "End": "action",
}
"""The words that begin a statement, and what it then is; any other word begins an action."""
VERBS = ("plays", "discards", "clues", "ends")
RESERVED = {word.casefold() for word in (*KEYWORDS, *VERBS, "START")}

LONGEST = 18
"""Digits of the largest number that anybody needs."""
LAST_NOTE = 999
"""The highest number that a note may carry: far beyond any deck."""
MOST_PROBLEMS = 1_000
SHOWN = 40
SHOWN_LINE = 200
SHOWN_CHOICES = 12


_PLAIN = re.compile(r"(?!p[0-9]+$)[^\W\d][\w.'-]*", re.IGNORECASE)
_ALIKE = str.maketrans("oil", "011")
"""Letters that are easily typed for digits."""
_SEATS = {f"p{seat}" for seat in range(6)}


class Word(NamedTuple):
    """One word of a log: what it stands for in its statement, and where."""

    kind: str
    text: str
    line: int
    column: int


class Statement(NamedTuple):
    """A finished sentence of the language, such as a card, a clue or a setting."""

    kind: str
    words: tuple[Word, ...]


class Fault(NamedTuple):
    """A place that is no statement; *kind* is the statement it seems to have been meant for, if any."""

    kind: str
    line: int
    column: int
    message: str


def spelled(text: str, *, quote: bool = False) -> str:
    """Write a text as one plain word where that can be read back, else (or where wanted) in double quotes."""
    if not quote and _PLAIN.fullmatch(text) and text.isprintable() and text.casefold() not in RESERVED:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in quoted)


def shown(text: str) -> str:
    """Quote a word for a message, short and with nothing invisible in it."""
    return repr(str(text) if len(text) <= SHOWN else text[: SHOWN - 1] + "…")


def meant(text: str, choices: Iterable[str], expected: str = "") -> str:
    """Say what was expected (the choices themselves, unless told in words) and which choice was meant."""
    odd = next((letter for letter in text if not letter.isprintable()), None)
    if odd is not None:
        name = unicodedata.name(odd, "a control character")
        return f"; it holds U+{ord(odd):04X} ({name}), which cannot be seen; remove it"
    by_fold = dict[str, str]()
    for choice in choices:
        by_fold.setdefault(choice.casefold(), choice)
    words = list(by_fold.values())
    if not expected and words:
        expected = (
            listed(words)
            if len(words) <= SHOWN_CHOICES
            else ", ".join(words[:SHOWN_CHOICES]) + f" or {len(words) - SHOWN_CHOICES} more"
        )
    text_ = f"; expected {expected}" if expected else ""
    near = nearest(text, by_fold)
    return text_ + (f"; did you mean {by_fold[near]}?" if near else "")


def nearest(text: str, choices: Iterable[str]) -> str | None:
    """Return the choice (in lower case) that a mistyped word is nearest to, or None."""
    if len(text) > SHOWN:
        return None
    known, word = list(choices), text.casefold()
    alike = [choice for choice in known if choice.translate(_ALIKE) == word.translate(_ALIKE)]
    if alike:
        return alike[0]
    from difflib import get_close_matches  # noqa: PLC0415  # only a mistake needs it

    return next(iter(get_close_matches(word, known, 1, 0.5 if len(word) <= 2 else 0.6)), None)


class Clerk(Struct):
    """Knows the lines of a text, and files a problem with its place against what means nothing."""

    lines: list[str]
    problems: list[Problem] = field(default_factory=list)
    turn: int = 0
    """How many actions have been read: the turn of the next problem."""

    def place(self, line: int, column: int) -> Place:
        """Show a place, with its line as far as it can be printed."""
        if column > SHOWN_LINE:
            return Place(line, column)
        source = self.lines[line - 1][:SHOWN_LINE]
        return Place(line, column, source if source.isprintable() else "".join(map(_printed, source)))

    def file(self, line: int, column: int, message: str, code: str = "bad-word") -> None:
        """File a problem."""
        self.problems.append(Problem(code, message, self.turn, self.place(line, column)))

    def refuse(self, word: Word, message: str, code: str = "bad-word") -> None:
        """File a problem against a word."""
        self.file(word.line, word.column, message, code)

    def number(self, word: Word) -> int | None:
        """Read a number, unless it is absurdly large."""
        digits = word.text.lstrip("Pp")
        if len(digits.lstrip("-")) > LONGEST:
            self.refuse(word, f"{shown(word.text)} is too large a number; {LONGEST} digits are the most")
            return None
        return int(digits)

    def text(self, word: Word) -> str | None:
        """Read a word for itself, or a text in double quotes."""
        return self.quoted(word) if word.kind == "QUOTED" else word.text

    def quoted(self, word: Word) -> str | None:
        """Read a text in double quotes, with the escapes of JSON."""
        try:
            text: str = json.loads(word.text, strict=False)
        except json.JSONDecodeError as error:
            at = word.column + error.pos
            advice = r"write \\ for a backslash, \" for a quote, \n for a new line"
            self.file(word.line, at, f"this backslash means nothing; {advice}")
            return None
        return text


def _printed(letter: str) -> str:
    return letter if letter.isprintable() else " " if letter.isspace() else "\N{REPLACEMENT CHARACTER}"


class Seats(NamedTuple):
    """Who sits where, as far as a log has said."""

    players: int | None = None
    names: tuple[str, ...] = ()

    def read(self, word: Word, clerk: Clerk) -> int | None:
        """Find the seat that a word names: P0, P1, …, or a player's name in any case.

        While it is unknown how many play, which is a problem of its own, any seat and name will do.
        """
        if word.kind == "SEAT":
            seat = clerk.number(word)
            if seat is None or self.players is None or seat < self.players:
                return seat
            text = f"there is no seat {word.text}; the seats are P0 to P{self.players - 1}"
            clerk.refuse(word, text, "unknown-seat")
            return None
        name = clerk.text(word)
        if name is None or (self.players is None and name.casefold().translate(_ALIKE) not in _SEATS):
            return None
        same = [seat for seat, called in enumerate(self.names) if called == name]
        same = same or [s for s, called in enumerate(self.names) if called.casefold() == name.casefold()]
        if len(same) == 1:
            return same[0]
        if same:
            text = (
                f"{len(same)} players are called {shown(name)}; write {listed(f'P{seat}' for seat in same)}"
            )
            clerk.refuse(word, text, "unknown-seat")
            return None
        everybody = (*self.names, *(f"P{seat}" for seat in range(self.players or 2)))
        clerk.refuse(word, f"nobody is called {shown(name)}{meant(name, everybody)}", "unknown-seat")
        return None
