"""The conventions and ideas that ship with the package, and how convention files are found."""

from functools import cache
from pathlib import Path

from msgspec import Struct

from handsight.errors import InputError, UnknownNameError
from handsight.text.diagnostics import utf8_text
from handsight.text.suggestions import did_you_mean, listed, quote

SUFFIX = ".convention"
LIBRARY = Path(__file__).parent
CONVENTIONS, IDEAS = LIBRARY / "conventions", LIBRARY / "ideas"
"""The folders of the files that ship with the package."""


class Source(Struct, frozen=True):
    """A convention file: its name in messages, its text, and the folder where it first finds others."""

    name: str
    text: str
    folder: Path = LIBRARY


@cache
def shipped() -> tuple[str, ...]:
    """Return the names of the conventions and ideas that ship with the package."""
    return tuple(sorted(path.stem for path in LIBRARY.glob(f"*/*{SUFFIX}")))


@cache
def shipped_conventions() -> tuple[str, ...]:
    """Return the names of the conventions that ship with the package, without the ideas."""
    return tuple(sorted(path.stem for path in CONVENTIONS.glob(f"*{SUFFIX}")))


def path_or_name(text: str) -> str:
    """Return ``./text`` if *text* is a file in the current folder and no name that ships; else *text*."""
    here = "/" not in text and text not in shipped() and _is_file(Path(text))
    return f"./{text}" if here else text


def find_source(name: str, folder: Path | None = None) -> Source:
    """Read a convention file by its path, or by its name: first from *folder*, then from the library."""
    by_path = name.endswith(SUFFIX) or "/" in name
    paths = [Path(name)] if by_path else []
    paths += [place / f"{name}{SUFFIX}" for place in (folder, CONVENTIONS, IDEAS) if place]
    for path in paths:
        if _is_file(path):
            name = path.stem if path.parent in (CONVENTIONS, IDEAS) else str(path)
            return Source(name, read_text(path), path.parent)
    if by_path:
        raise InputError(f"{name}: there is no such file")
    advice = did_you_mean(name, shipped(), f"the package has {listed(shipped())}")
    raise UnknownNameError(
        f"no convention or idea is called {quote(name)}; {advice} (your own: the path of its file)"
    )


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # the name is too long for the system
        return False


def read_text(path: Path) -> str:
    """Read a file; InputError if it is not UTF-8 text."""
    try:
        return utf8_text(path.read_bytes())
    except InputError as error:
        raise InputError(f"{path}: {error}", line=None) from None
