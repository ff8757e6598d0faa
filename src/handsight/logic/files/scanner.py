"""Reading a statement from left to right, with errors that show the place."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from handsight.errors import InputError
from handsight.logic.formulas.name_checks import unknown_name
from handsight.logic.formulas.source_text import SourceText


@dataclass
class Scanner:
    """A stretch of a text, read from left to right: from *offset*, which moves on, to *end*."""

    text: str
    offset: int
    end: int
    source: SourceText

    def skip_spaces(self) -> None:
        """Move past white space."""
        while self.offset < self.end and self.text[self.offset].isspace():
            self.offset += 1

    def at_end(self) -> bool:
        """Return whether nothing is left but white space."""
        self.skip_spaces()
        return self.offset >= self.end

    def maybe(self, pattern: str) -> str | None:
        """Read the next token if it matches the pattern; otherwise return None."""
        self.skip_spaces()
        match = re.compile(pattern).match(self.text, self.offset, self.end)
        if match is None:
            return None
        self.offset = match.end()
        return match[0]

    def expect(self, pattern: str, what: str) -> str:
        """Read the next token, which must match the pattern; *what* names it in the error if it does not."""
        token = self.maybe(pattern)
        if token is None:
            raise self._expected(what)
        return token

    def expect_end(self) -> None:
        """Raise InputError if anything is left."""
        if not self.at_end():
            raise self._expected("the end of the line")

    def _expected(self, what: str) -> InputError:
        rest = self.text[self.offset : self.end].split(maxsplit=1)
        if not rest:
            return self.error(f"the line ends too early; expected {what}")
        return self.error(f"{rest[0][:20]!r} cannot stand here; expected {what}")

    def error(self, message: str, offset: int | None = None) -> InputError:
        """Return an error that shows the current place, or an earlier one."""
        return self.source.error(self.offset if offset is None else offset, message)

    def declared(self, name: str, kind: str, known: Collection[str]) -> str:
        """Return the name that was just read, which must be declared."""
        if name not in known:
            raise self.error(unknown_name(kind, name, known).message, self.offset - len(name))
        return name

    def undeclared(self, name: str, known: Collection[str]) -> str:
        """Return the name that was just read, which must not be declared yet."""
        if name in known:
            raise self.error(f"{name} is declared twice; leave one", self.offset - len(name))
        return name

    def rest(self) -> tuple[str, SourceText]:
        """Return what is left, and the source from there on."""
        self.skip_spaces()
        start, self.offset = self.offset, self.end
        return self.text[start : self.end], self.source.after(start)
