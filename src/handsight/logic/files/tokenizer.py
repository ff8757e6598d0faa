"""Taking a text apart word by word, with the place of each."""

import re
from dataclasses import dataclass

from handsight.errors import InputError
from handsight.logic.formulas.error_positions import Pointer


@dataclass
class Scan:
    """A stretch of a text, read from left to right."""

    text: str
    place: int
    end: int
    point: Pointer

    def skip(self) -> None:
        """Pass over white space."""
        while self.place < self.end and self.text[self.place].isspace():
            self.place += 1

    def at_end(self) -> bool:
        """Whether nothing is left but white space."""
        self.skip()
        return self.place >= self.end

    def maybe(self, pattern: str) -> str | None:
        """The next word if it has this pattern."""
        self.skip()
        found = re.compile(pattern).match(self.text, self.place, self.end)
        if found is None:
            return None
        self.place = found.end()
        return found[0]

    def take(self, pattern: str, what: str) -> str:
        """The next word, which must have this pattern."""
        found = self.maybe(pattern)
        if found is None:
            rest = self.text[self.place : self.end].split(maxsplit=1)
            raise self.error(
                f"expected {what}, " + (f"found {rest[0][:20]!r}" if rest else "but the line ends here")
            )
        return found

    def finish(self) -> None:
        """Refuse what is left over."""
        if not self.at_end():
            rest = self.text[self.place : self.end].split(maxsplit=1)
            raise self.error(f"expected the end of the line, found {rest[0][:20]!r}")

    def error(self, message: str, place: int | None = None) -> InputError:
        """An error that points here, or at an earlier place."""
        return self.point(self.place if place is None else place, message)

    def rest(self) -> tuple[str, Pointer]:
        """What is left, and how to point into it."""
        self.skip()
        start, self.place = self.place, self.end
        return self.text[start : self.end], self.point.moved(start)
