"""A page of Python source in the making."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count


class Page:
    """Lines, each indented by the blocks that are open."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._depth = 0
        self._numbers = count()

    def line(self, text: str) -> None:
        """Write a line."""
        self.lines.append("    " * self._depth + text)

    def gap(self) -> None:
        """Leave two lines blank, as between functions."""
        self.lines += ["", ""]

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write what is inside under a head."""
        self.line(f"{head}:")
        self._depth += 1
        yield
        self._depth -= 1

    def number(self) -> int:
        """A number for names that nothing else has: a name that is bound once is compiled sooner."""
        return next(self._numbers)

    def name(self, stem: str) -> str:
        """Invent such a name."""
        return f"{stem}{self.number()}"
