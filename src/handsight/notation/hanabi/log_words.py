"""Words of a log: where they stand, what was probably meant, and the problems filed against them."""

import json
import re
from typing import NamedTuple

from handsight.text.diagnostics import Diagnostics
from handsight.text.suggestions import listed, quote, remedy

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
    """A position that is no statement; *kind* is the statement it seems to have been meant for, if any."""

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


class LogDiagnostics(Diagnostics):
    """Problems of a log, reported against its words."""

    turn: int = 0

    def refuse(self, word: Word, message: str, code: str = "bad-word") -> None:
        """File a problem against a word."""
        self.report(word.line, word.column, message, code)

    def number(self, word: Word) -> int | None:
        """Read a number, unless it is absurdly large."""
        digits = word.text.lstrip("Pp")
        if len(digits.lstrip("-")) > LONGEST:
            self.refuse(word, f"{quote(word.text)} is too large a number; {LONGEST} digits are the most")
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
            self.report(word.line, at, f"this backslash means nothing; {advice}")
            return None
        return text


class Seats(NamedTuple):
    """Who sits where, as far as a log has said."""

    players: int | None = None
    names: tuple[str, ...] = ()

    def read(self, word: Word, clerk: LogDiagnostics) -> int | None:
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
                f"{len(same)} players are called {quote(name)}; write {listed(f'P{seat}' for seat in same)}"
            )
            clerk.refuse(word, text, "unknown-seat")
            return None
        everybody = (*self.names, *(f"P{seat}" for seat in range(self.players or 2)))
        clerk.refuse(word, f"nobody is called {quote(name)}{remedy(name, everybody)}", "unknown-seat")
        return None
