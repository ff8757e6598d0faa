"""What each place of an observation means, as tables that the code prints."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.errors import UnknownNameError
from handsight.hanabi import Terms
from handsight.notation.hanabi import hle
from handsight.notation.hanabi.hle import Section
from handsight.text.suggestions import did_you_mean

LAYOUTS = ("hle",)


class Layout(NamedTuple):
    """The layout of an observation: its size and its sections, in order."""

    name: str
    size: int
    sections: tuple[Section, ...]

    @property
    def bytes_packed(self) -> int:
        """Bytes of a packed vector."""
        return -(-self.size // 8)

    @property
    def private(self) -> tuple[Section, ...]:
        """The sections that only this seat sees: the others' cards."""
        return tuple(section for section in self.sections if section.name == "hands")

    @property
    def public(self) -> tuple[Section, ...]:
        """The sections that every seat can compute."""
        return tuple(section for section in self.sections if section.name != "hands")

    def section(self, name: str) -> Section:
        """Return a section by name, or raise UnknownNameError."""
        names = [section.name for section in self.sections]
        if name not in names:
            hint = did_you_mean(name, names, f"there are {', '.join(names)}")
            raise UnknownNameError(f"no section of {self.name} is called {name!r}; {hint}")
        return self.sections[names.index(name)]

    def table(self) -> str:
        """Return the sections as a Markdown table.

        Examples:
            >>> from handsight.env.layouts import layout
            >>> from handsight.hanabi import Terms
            >>> print(layout("hle", Terms(2)).table().splitlines()[2])
            | hands | 0 | 125 | the others' cards: for each slot, which card it is |
        """
        rows = [
            f"| {section.name} | {section.start} | {section.length} | {section.holds} |"
            for section in self.sections
        ]
        return "\n".join(["| section | start | length | holds |", "| --- | --- | --- | --- |", *rows])

    def unpack(self, packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return packed vectors with a byte for each place."""
        return np.unpackbits(packed, axis=-1, count=self.size, bitorder="little")


def layout(name: str, terms: Terms) -> Layout:
    """Return a layout by name.

    Raises:
        UnknownNameError: There is no such layout.
        InputError: These terms have no such observation.
    """
    if name not in LAYOUTS:
        hint = did_you_mean(name, LAYOUTS, f"there is {', '.join(LAYOUTS)}")
        raise UnknownNameError(f"no observation is called {name!r}; {hint}")
    sections = hle.sections(terms)
    return Layout(name, sections[-1].places.stop, sections)
