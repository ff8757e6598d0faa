"""Users' own bots: loads them from a module, or from a file (again when it changes); words their faults."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import lru_cache, partial
from hashlib import blake2b
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec
from pathlib import Path
from threading import current_thread, main_thread
from traceback import walk_tb
from types import ModuleType
from typing import Any, NoReturn

from handsight.bots.bot import BotSpec, first_line, source_hash
from handsight.errors import BotError, HandsightError, UnknownNameError

NO_BOT = "it has no class with a method `decide`"
FileStamp = tuple[str, int, int]


def file_stamp(path: Path) -> FileStamp | None:
    """Return a file's path, time of last change and size, as a key for caches; None if there is no file."""
    if not path.is_file():
        return None
    status = path.stat()
    return str(path.resolve()), status.st_mtime_ns, status.st_size


def find_user_bot(name: str) -> BotSpec | None:
    """Find the bot ``file.py:Class`` or ``module:Class``; None for other names, an error for ``file.py``."""
    place, colon, class_name = name.rpartition(":")
    if colon and place and class_name:
        return _find(name, place, class_name, file_stamp(Path(place)) if place.endswith(".py") else None)
    if name.endswith(".py"):
        raise _class_missing(name)
    return None


@lru_cache(maxsize=1 << 10)
def _find(name: str, place: str, class_name: str, stamp: FileStamp | None) -> BotSpec:
    module, identity = _imported(place, stamp)
    make = getattr(module, class_name, None)
    if not callable(make):
        bots = _bots_in(module)
        hint = f"it has {', '.join(bots)}" if bots else NO_BOT
        raise BotError(f"{place} has no bot {class_name!r}; {hint}")
    return BotSpec(name, first_line(make), make, identity=lambda: identity)


def load_class(name: str) -> Any:
    """Return the class that ``file.py:Class`` or ``module:Class`` names, or the only bot of ``file.py``."""
    if name.endswith(".py"):
        bots = _bots_in(_imported(name, file_stamp(Path(name)))[0])
        if len(bots) != 1:
            raise _class_missing(name)
        name = f"{name}:{bots[0]}"
    found = find_user_bot(name)
    if found is None:
        raise BotError(f"{name} has neither the form file.py:Class nor module:Class")
    return found.make


def _class_missing(place: str) -> HandsightError:
    """Return the error for a file that was named without a class; it lists the file's bots."""
    module, _ = _imported(place, file_stamp(Path(place)))
    bots = " or ".join(f"{place}:{name}" for name in _bots_in(module))
    if not bots:
        return BotError(f"{place} has no bot; {NO_BOT}")
    return UnknownNameError(f"{place} is a file; say which of its bots is meant: {bots}")


def _bots_in(module: ModuleType) -> list[str]:
    """Return the names of the bots in a module, without those that it imports from this package."""
    return [
        name
        for name, value in vars(module).items()
        if hasattr(value, "decide") and not _is_ours(getattr(value, "__module__", ""))
    ]


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == __name__.partition(".")[0]


def is_users_bot(make: object) -> bool:
    """Whether a bot is made by a class that is not of this package."""
    while isinstance(make, partial):
        make = make.func
    return not _is_ours(getattr(make, "__module__", __name__))


def line_of(error: BaseException, make: object) -> str:
    """Return where a user's bot failed, as ``" (bot.py, line 3)"``; "" for bots of this package."""
    module = getattr(make, "__module__", "")
    file = getattr(sys.modules.get(module), "__file__", None)
    return "" if _is_ours(module) else _line_in(file, error)


def _line_in(file: str | None, error: BaseException) -> str:
    lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == file]
    return f" ({Path(file).name}, line {lines[-1]})" if file and lines else ""


def _imported(place: str, stamp: FileStamp | None) -> tuple[ModuleType, str]:
    """Import a file or a module, and return it with a hash of its text."""
    if place.endswith(".py") and stamp is None:
        raise BotError(f"there is no file {place}")
    try:
        with printing_to_stderr():
            if stamp:
                return _imported_file(stamp)
            module = import_module(place)
            return module, source_hash(module)
    except (Exception, SystemExit) as error:
        line = _line_in(stamp[0] if stamp else None, error)
        raise BotError(f"{place} cannot be imported: {fault_text(error)}{line}") from error


@lru_cache(maxsize=1 << 10)
def _imported_file(stamp: FileStamp) -> tuple[ModuleType, str]:
    """Import a file under a module name of its own: two files, or two versions of one, are two modules."""
    path = Path(stamp[0])
    stem, key = re.sub(r"\W", "_", path.stem), blake2b(repr(stamp).encode(), digest_size=4).hexdigest()
    name = f"bot_{stem}_{key}"
    loader, digest = _SourceLoader(name, str(path)), blake2b(path.read_bytes(), digest_size=6)
    module = module_from_spec(ModuleSpec(name, loader, origin=str(path)))
    module.__file__ = str(path)
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module, digest.hexdigest()


class _SourceLoader(SourceFileLoader):
    """Compiles the text itself: Python's cached bytecode would not notice two changes in one second."""

    def path_stats(self, path: str) -> NoReturn:
        """Refuse to say when the file changed, without which Python neither reads nor writes bytecode."""
        raise OSError(path)


# What a bot does wrong, also what is no exception of its own: ending the program, printing.


class BotFault(Exception):  # noqa: N818  the error that users see is BotError, which says where, too
    """What a bot did wrong, in words; `BotSeat` adds which bot it was, and where."""


class BotMissing(BotFault):
    """There is no such bot: the mistake of whoever named it, not of a bot."""


def fault_text(error: BaseException) -> str:
    """Return in words what a bot did wrong."""
    if isinstance(error, BotFault):
        return str(error)
    if isinstance(error, SystemExit):
        status = "" if error.code is None else repr(error.code)
        return f"SystemExit: it called sys.exit({status}), but a bot only returns actions"
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001  a stranger's exception may do anything
        return type(error).__name__


@contextmanager
def printing_to_stderr() -> Iterator[None]:
    """Send what a bot prints to standard error, since standard output is for results."""
    if current_thread() is not main_thread():  # standard output belongs to all threads
        yield
        return
    with redirect_stdout(sys.stderr):
        yield
