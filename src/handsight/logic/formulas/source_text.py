"""A text that is being read, and errors that show a line of it with a caret under the mistake."""

from dataclasses import dataclass
from typing import Any

from handsight.errors import InputError
from handsight.text.diagnostics import Position, marked, position_of
from handsight.text.front_end import Language, SyntaxMistake

WIDTH = 70
"""How many characters of a long line are shown around an error."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A text, or the rest of it after *start*; offsets count from there, positions in the whole text."""

    text: str
    start: int = 0

    def error(self, offset: int, message: str) -> InputError:
        """Return the error at an offset, with its position, the line and a caret."""
        line, column, _ = self.position(offset)
        begin = self.start + offset - (column or 1) + 1
        source = self.text[begin:].partition("\n")[0].rstrip("\r")
        return InputError(message + marked(source, column or 1, WIDTH), line=line, column=column)

    def position(self, offset: int) -> Position:
        """Return the line and the column of an offset."""
        return position_of(self.text, self.start + offset)

    def after(self, offset: int) -> "SourceText":
        """Return the rest of the text after an offset."""
        return SourceText(self.text, self.start + offset)


def parse_tree(language: Language, text: str, source: SourceText) -> Any:
    """Return the syntax tree of a text.

    Raises:
        InputError: The text breaks the grammar; the message shows the first mistake in the source.
    """
    try:
        return language.parse(text)
    except SyntaxMistake as mistake:
        raise source.error(mistake.offset, language.describe(mistake, text)) from None
