"""Parts of the vectors that players who learn see: the index tables of observations."""

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
