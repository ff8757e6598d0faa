"""Statements of a line-by-line language, their words, and problems reported against words."""

import json
from typing import NamedTuple

from handsight.text.diagnostics import Diagnostics
from handsight.text.suggestions import quote

MOST_DIGITS = 18
"""Longer numbers are refused."""


class Word(NamedTuple):
    """One word of a statement: its terminal, its text, and its position."""

    kind: str
    text: str
    line: int
    column: int


class Statement(NamedTuple):
    """A complete statement: the grammar's rule for it, and its words."""

    kind: str
    words: tuple[Word, ...]


class Fault(NamedTuple):
    """A part of a text that is no statement; *kind* is the statement that was probably meant, if any."""

    kind: str
    line: int
    column: int
    message: str


class WordDiagnostics(Diagnostics):
    """Problems reported against words, and how a word is read as a number or as a text."""

    turn: int = 0

    def report_word(self, word: Word, message: str, code: str = "bad-word") -> None:
        """Add a problem at a word."""
        self.report(word.line, word.column, message, code)

    def number(self, word: Word) -> int | None:
        """Read a number such as 12 or the number of a seat such as P1, unless it is absurdly large."""
        digits = word.text.lstrip("Pp")
        if len(digits.lstrip("-")) > MOST_DIGITS:
            self.report_word(
                word, f"{quote(word.text)} is too large a number; {MOST_DIGITS} digits are the most"
            )
            return None
        return int(digits)

    def text(self, word: Word) -> str | None:
        """Read a word as it is, or a text in double quotes."""
        return self.quoted(word) if word.text.startswith('"') else word.text

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
