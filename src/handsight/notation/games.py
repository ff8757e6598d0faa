"""Every game whose files can be read, by name.

A game is added with one line here; its module (see `GameFiles`) is imported when a file needs it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, cast

from msgspec import Struct

from handsight.errors import InputError
from handsight.notation.checked_game import CheckedGame, ReadOptions, Written


class Format(NamedTuple):
    """A format of a game's files, and the module that reads and writes it (imported when it is needed)."""

    name: str
    about: str
    suffix: str
    """How such files usually end."""
    module: str
    writer: str | None = None
    """The function of the module that writes it, if any; it takes games and returns `Written`."""
    several: bool = False
    """Whether one text can hold several games."""

    def load(self) -> Any:
        """Import the module that reads and writes this format."""
        return import_module(self.module)

    def write(self, *games: Any) -> Written:
        """Return games as text (only one, unless the format can hold several), or raise InputError."""
        if self.writer is None:
            raise InputError(f"{self.name} can be read, but not written")
        if len(games) != 1 and not self.several:
            raise InputError(f"{self.name} holds one game, not {len(games)}; choose one by its number")
        written: Written = getattr(self.load(), self.writer)(*games)
        return written


class GameLink(NamedTuple):
    """A source that is a game, or the address of one: a short name, and the turn it leads to (from 1)."""

    label: str
    turn: int | None = None
    export: str | None = None
    """The address from which the game must be downloaded first; None if it need not."""
    how_to_fetch: str = ""
    """What to tell people where nothing may be downloaded."""


def by_name(*formats: Format) -> Mapping[str, Format]:
    """Return the formats of a game by name, as its module has them."""
    return MappingProxyType({one.name: one for one in formats})


class GameFiles(Protocol):
    """What a game's module must have for its files to be recognised, read, checked and written."""

    @property
    def FORMATS(self) -> Mapping[str, Format]:  # noqa: N802  # a constant of a module
        """The formats of this game's files, by name."""

    @property
    def SAMPLES(self) -> Path | None:  # noqa: N802  # a constant of a module
        """The folder of sample games that come with the package, if any."""

    @property
    def ABOUT_SAMPLES(self) -> Mapping[str, str]:  # noqa: N802  # a constant of a module
        """What each sample shows, by the name of its file without the ending."""

    def recognise(self, text: str, label: str = "", /) -> bool:
        """Whether a text is of this game, by its file's ending or by its content, valid or not."""

    def link(self, source: str, /) -> "GameLink | None":
        """Return the game that a source such as a link, a code or an address stands for, or None."""

    def read(self, text: str, label: str, options: ReadOptions, /) -> Iterator[CheckedGame[Any]]:
        """Read and validate every game of a text; an InputError is raised when the first is asked for.

        Raises:
            UnknownNameError: no rule set has the name that the options give; at once.
        """

    def to_score(self, games: Iterable[CheckedGame[Any]], /) -> Iterable[CheckedGame[Any]]:
        """Return the games without those that have no score, such as positions."""

    def summary(self, checked: CheckedGame[Any], /) -> dict[str, Any]:
        """Return the row of `check --json`."""

    def sentence(self, checked: CheckedGame[Any], /) -> str:
        """Return one line that says whether a game is valid, and how it stands or ended."""


class GameNotation(Struct, frozen=True):
    """How the files of one game are read and written."""

    title: str
    """What people call the game."""
    module: str
    """The module that has what `GameFiles` says."""

    def load(self) -> GameFiles:
        """Import the game's module."""
        return cast("GameFiles", import_module(self.module))

    def formats(self) -> Mapping[str, Format]:
        """Return the formats of this game's files, by name."""
        return self.load().FORMATS

    def writable(self) -> list[str]:
        """Return the names of the formats that can be written."""
        return [name for name, format_ in self.formats().items() if format_.writer]

    def write(self, games: Sequence[Any], format_name: str) -> Written:
        """Return games as text in a format, or raise InputError if it cannot hold them."""
        if format_name not in self.writable():
            choices = ", ".join(self.writable())
            raise InputError(f"{self.title} is not written as {format_name}; choose {choices}")
        return self.formats()[format_name].write(*games)


GAMES: dict[str, GameNotation] = {
    "hanabi": GameNotation("Hanabi", "handsight.notation.hanabi.file_formats"),
    "boeren": GameNotation("Boeren Bridge", "handsight.notation.boeren.file_formats"),
}


def recognise(text: str, label: str = "") -> str:
    """Return the name of the game that a text is of, by the ending of its file or by its content.

    The first game of the table is asked last: where no other game claims a text, it says what is wrong.
    """
    first, *others = GAMES
    return next((name for name in others if GAMES[name].load().recognise(text, label)), first)
