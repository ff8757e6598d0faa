"""Every format of recorded games: who reads it, who writes it, and how to tell it by its content."""

import re
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from handsight.errors import InputError
from handsight.notation.hanabi.record import Draft, Game, Written


class Format(NamedTuple):
    """A format, the module that speaks it (imported when it is needed), and the name of its writer if any.

    *suffix* is how such files usually end.
    """

    name: str
    about: str
    suffix: str
    module: str
    writer: str | None = None

    def read(self, text: str, *, players: int | None = None) -> list[Draft]:
        """Read every game of a text; *players* helps a log that does not say how many there are."""
        told = {"players": players} if self.name == "log" else {}
        drafts: list[Draft] = self._speaker.read(text, **told)
        return drafts

    def write(self, game: Game) -> Written:
        """Write a game, or raise InputError if this format cannot hold it."""
        if self.writer is None:
            raise InputError(f"nobody writes {self.name}; choose {', '.join(writable())}")
        written: Written = getattr(self._speaker, self.writer)(game)
        return written

    @property
    def _speaker(self) -> Any:  # a module
        return import_module(f"handsight.notation.hanabi.{self.module}")


formats = MappingProxyType(
    {
        format_.name: format_
        for format_ in (
            Format("log", "the log language, one statement a line", ".hanabi", "log", "write"),
            Format("live", "a hanab.live export", ".json", "hanab_live", "write"),
            Format("jsonl", "hanab.live exports, one a line", ".jsonl", "hanab_live", "write"),
            Format("code", "the code in a hanab.live replay link", ".code", "link_code", "write"),
            Format("url", "a hanab.live replay link", ".url", "link_code", "write_link"),
            Format("hanabidata", "a log of HanabiData", ".log", "hanabidata"),
            Format("save001", "a save file of Alexis-Fab's terminal Hanabi", ".py", "terminal_save"),
        )
    }
)


def writable() -> list[str]:
    """Names of the formats that can be written."""
    return [name for name, format_ in formats.items() if format_.writer]


_CODE = r"[0-9][A-Za-z0-9-]{20,},[A-Za-z0-9-]{2,},[0-9-]+(?:,\S*)?"
_LINK = r"(?:\S*/)?(?:shared-)?replay-json/\S*"
_STATEMENT = (
    r"card[ \t]+\w|players[ \t]+\d+[ \t]*\r?$|\S+[ \t]+(?:plays|discards)[ \t]+\d|p\d+[ \t]+(?:clues|ends)\b"
)

# The first of these that is found at the beginning of a line tells the format of a text. Blanks of a pattern
# stay within a line, or a file of empty lines would be searched over and over; none is compiled in advance.
_SIGNS = (
    (r"(?im)^[ \t]*(?:players|cards|moves)[ \t]*=", "save001"),
    (r"(?im)^MOVE: ", "hanabidata"),
    (rf"(?im)^[ \t]*(?:{_STATEMENT})", "log"),
)

# What the first line may look like; of other people's texts, what to say of them.
_FIRST = (
    (r"(?i)\[?(?:Old GID:|Treatment:)", "hanabidata"),
    (r"[\[{]", "live"),
    (rf"(?:{_LINK}|{_CODE})\Z", "code"),
)
_STRANGERS = (
    (
        r"(?i)\S*hanab(?:i|\.live)\S*/(?:shared-)?replay/(\d+)\S*\Z",
        "nothing is downloaded; save https://hanab.live/export/{0} as a file and read that",
    ),
    (r"\w+://\S*\Z", "nothing is downloaded; save the page as a file and read that"),
    (r"<", "this is a web page or XML, no game; save the export, not the page that shows it"),
    (r"%PDF", "this is a PDF document, no game"),
)
BOEREN = (
    "this is a game of Boeren Bridge, and only games of Hanabi are read here;"
    " check, show, know and convert read both (--game boeren)"
)
_WIDTH = 4_000
"""As much of the first line is looked at."""


def recognised(text: str) -> Format:
    """The format of a text by its content, or InputError saying what it seems to be."""
    start = text.strip()
    if not start:
        raise InputError("there is no text in it")
    line = start.split("\n", 1)[0].rstrip()[:_WIDTH]
    for sign, name in _FIRST:
        if re.match(sign, line):
            return formats[name]
    for sign, said in _STRANGERS:
        found = re.match(sign, line)
        if found:
            raise InputError(said.format(*found.groups()))
    for sign, name in _SIGNS:
        if re.search(sign, text):
            return formats[name]
    if import_module("handsight.notation.boeren.files").recognised(text):
        raise InputError(BOEREN)
    known = "; ".join(format_.about for format_ in formats.values())
    raise InputError(f"this is no recorded game in a format that is known: {known}")
