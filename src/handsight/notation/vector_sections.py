"""Sections of observation vectors: where each begins, how long it is, and what it holds."""

from typing import NamedTuple


class Section(NamedTuple):
    """A part of a vector, with what it holds."""

    name: str
    start: int
    length: int
    holds: str

    @property
    def places(self) -> slice:
        """The places of the vector."""
        return slice(self.start, self.start + self.length)
