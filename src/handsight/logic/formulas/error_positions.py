"""Errors that point: the line, and a caret under the place."""

from dataclasses import dataclass
from typing import Any

from handsight.errors import InputError
from handsight.text.front_end import Language, SyntaxMistake
from handsight.text.positions import marked, position_of

WIDTH = 70
"""How much of a long line is shown around an error."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """Makes errors that show the line and a caret under the place; places count from *start* in the text."""

    text: str
    start: int = 0

    def __call__(self, place: int, message: str) -> InputError:
        """The error at this place in the text."""
        line, column = self.place(place)
        source = self.text[self.start + place - column + 1 :].partition("\n")[0].rstrip("\r")
        return InputError(message + marked(source, column, WIDTH), line=line, column=column)

    def place(self, place: int) -> tuple[int, int]:
        """The line and the column, both from 1."""
        line, column, _ = position_of(self.text, self.start + place)
        return line, column or 1

    def moved(self, start: int) -> "Pointer":
        """The same text, whose places count from there."""
        return Pointer(self.text, self.start + start)


def parse(language: Language, text: str, point: Pointer) -> Any:
    """Return the tree of a text, or raise InputError that points at the first mistake."""
    try:
        return language.parse(text)
    except SyntaxMistake as mistake:
        raise point(mistake.offset, language.describe(mistake, text)) from None
