"""Bots from outside: a class in somebody's file, read anew whenever the file has changed, or in a module."""

import re
import sys
from functools import lru_cache
from hashlib import blake2b
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec
from inspect import getsource
from pathlib import Path
from traceback import walk_tb
from types import CodeType, ModuleType

from handsight.bots.file_stamp import Stamp, stamp
from handsight.bots.hanabi.bot import Maker
from handsight.bots.hanabi.bot_spec import Player
from handsight.errors import BotError, HandsightError, UnknownNameError

NO_BOT = "it has no class with a method `decide`"


def outside(word: str, place: str, name: str) -> Player:
    """Find a class in somebody's file or module; once, until the file changes."""
    return _found(word, place, name, stamp(Path(place)) if place.endswith(".py") else None)


@lru_cache(maxsize=1 << 10)
def _found(word: str, place: str, name: str, file: Stamp | None) -> Player:
    module, identity = _imported(place, file)
    make = getattr(module, name, None)
    if not callable(make):
        found = _bots(module)
        hint = f"it has {', '.join(found)}" if found else NO_BOT
        raise BotError(f"{place} has no bot {name!r}; {hint}")
    return Player(word, first_line(make), make, identity=identity)


def unnamed(place: str) -> HandsightError:
    """Say which bots there are in a file of which only the name was said."""
    module, _ = _imported(place, stamp(Path(place)))
    found = " or ".join(f"{place}:{name}" for name in _bots(module))
    if not found:
        return BotError(f"{place} has no bot; {NO_BOT}")
    return UnknownNameError(f"{place} is a file; say which bot of it is meant: {found}")


def _bots(module: ModuleType) -> list[str]:
    """Name the bots of a module; those that it has from this package, to build on, are not meant."""
    return [
        name
        for name, value in vars(module).items()
        if hasattr(value, "decide") and not _ours(getattr(value, "__module__", ""))
    ]


def _ours(module: str) -> bool:
    return module.partition(".")[0] == __name__.partition(".")[0]


def line_of(error: BaseException, make: object) -> str:
    """Say at which line of its own file a bot failed, in brackets; nothing of one of this package."""
    module = getattr(make, "__module__", "")
    file = getattr(sys.modules.get(module), "__file__", None)
    return "" if _ours(module) else _line_in(file, error)


def _line_in(file: str | None, error: BaseException) -> str:
    lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == file]
    return f" ({Path(file).name}, line {lines[-1]})" if file and lines else ""


def _imported(place: str, file: Stamp | None) -> tuple[ModuleType, str]:
    """Import a file or a module, which is known by its text, as it was read."""
    if place.endswith(".py") and file is None:
        raise BotError(f"there is no file {place}")
    try:
        return _named(place) if file is None else _module(file)
    except Exception as error:
        line = _line_in(file[0] if file else None, error)
        raise BotError(f"{place} cannot be imported: {type(error).__name__}: {error}{line}") from error


def _named(name: str) -> tuple[ModuleType, str]:
    """Import a module by its name."""
    module = import_module(name)
    try:
        return module, _hash(getsource(module).encode())
    except (OSError, TypeError):  # it is not written in Python
        return module, ""


def _hash(source: bytes) -> str:
    return blake2b(source, digest_size=6).hexdigest()


@lru_cache(maxsize=1 << 10)
def _module(file: Stamp) -> tuple[ModuleType, str]:
    """Read a file as a module of its own name: two files, or a file before and after a change, are two."""
    path = Path(file[0])
    stem, key = re.sub(r"\W", "_", path.stem), blake2b(repr(file).encode(), digest_size=4).hexdigest()
    name = f"bot_{stem}_{key}"
    loader = _Fresh(name, path.read_bytes(), str(path))
    spec = ModuleSpec(name, loader, origin=str(path))
    spec.has_location = True
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module, _hash(loader.source)


class _Fresh(SourceFileLoader):
    """Loads the text of a file itself: bytecode kept beside it is only told apart by the second."""

    def __init__(self, name: str, source: bytes, path: str) -> None:
        super().__init__(name, path)
        self.source = source

    def get_code(self, fullname: str) -> CodeType:
        """Compile the text."""
        code: CodeType = self.source_to_code(self.source, self.get_filename(fullname))
        return code


def first_line(make: Maker) -> str:
    """Say what a class is, in the first line of its own words."""
    return (getattr(make, "__doc__", None) or "").strip().split("\n")[0]
