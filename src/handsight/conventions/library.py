"""Find convention files: those that ship with the package, and those of the user."""

from functools import cache
from pathlib import Path

from msgspec import Struct

from handsight.conventions.syntax.diagnostics import listed, nearest
from handsight.errors import InputError, UnknownNameError

SUFFIX = ".convention"
SHELF = Path(__file__).parent / "library"


class Source(Struct, frozen=True):
    """A file: what messages call it, its text, and the folder in which it looks for others first."""

    name: str
    text: str
    folder: Path = SHELF


@cache
def shipped() -> tuple[str, ...]:
    """The names of the conventions and ideas that ship with the package."""
    return tuple(sorted(path.stem for path in SHELF.glob(f"*{SUFFIX}")))


@cache
def shipped_conventions() -> tuple[str, ...]:
    """The names of those of them that are conventions, by their first word; the others are ideas."""
    return tuple(name for name in shipped() if _first_word(SHELF / f"{name}{SUFFIX}") == "convention")


def _first_word(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(line.split()[0] for line in lines if line.strip() and not line.startswith("#"))


def by_path(word: str) -> str:
    """Return a word as a path, if it is no name that ships but a file that is here; else as it is."""
    here = "/" not in word and word not in shipped() and Path(word).is_file()
    return f"./{word}" if here else word


def source(name: str, folder: Path | None = None) -> Source:
    """Find a file by its path, or by its name in a folder or among those that ship."""
    looked = [Path(name)] if name.endswith(SUFFIX) or "/" in name else []
    looked += [place / f"{name}{SUFFIX}" for place in (folder, SHELF) if place]
    for path in looked:
        if path.is_file():
            return Source(path.stem if path.parent == SHELF else str(path), text_of(path), path.parent)
    if looked and looked[0] == Path(name):
        raise InputError(f"{name}: there is no such file")
    near = nearest(name, shipped())
    advice = f"did you mean {near}?" if near else f"those that ship are {listed(shipped())}"
    raise UnknownNameError(f"no convention is called {name!r}; {advice}, or give the path of a file")


def text_of(path: Path) -> str:
    """Read a file, or raise InputError if it is no text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: this is no text (byte {error.start} is not UTF-8)") from None
