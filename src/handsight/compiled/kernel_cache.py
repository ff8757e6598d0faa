"""Where compiled kernels are cached, so that they are compiled once and never used when out of date.

Numba's own cache looks only at the file of the cached function. If a function or constant that it uses from
another file changes, the old machine code would still run. So a cached file is named by a hash of the source
of its module and of every module that this one imports, directly or not: an edit compiles again what depends
on it, and nothing else. The folder is named by the versions and settings that change the code.

A cached file begins with a digest of its content and name, which is checked before the content is used:
machine code that is damaged, cut off or from elsewhere would fail or crash. Such a file is compiled again and
replaced.
"""

import os
import shutil
import sys
import time
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

from handsight.safe_files import notice, replaced_file, sealed, unsealed

CACHE_VARIABLE = "HANDSIGHT_CACHE"
IGNORED_SETTINGS = ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS")
DAY = 24 * 3600.0
KEEP_DAYS = 30
KEY_LENGTH = 16
MARKER = "compiling"
"""A file in the folder of kernels, as old as the last notice that kernels are compiled."""
SAID_SECONDS = 120.0
"""After a process has said that kernels are compiled, others stay silent for this many seconds."""


def cache_folder() -> Path:
    """Return the folder for cached files: HANDSIGHT_CACHE, or the cache folder of the user."""
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen).expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "handsight"


@cache
def environment_key() -> str:
    """Return a hash of the versions and settings that machine code depends on."""
    set_here = {name for name in os.environ if name.startswith("NUMBA_")}.difference(IGNORED_SETTINGS)
    settings = (f"{name}={os.environ[name]}" for name in sorted(set_here))
    parts = version("numba"), version("llvmlite"), sys.version, *settings
    return blake2b("\n".join(parts).encode(), digest_size=KEY_LENGTH // 2).hexdigest()


@cache
def kernel_folder() -> Path | None:
    """Return the folder of the current kernels, created and marked as used; None if it cannot be written."""
    current = cache_folder() / "kernels" / environment_key()
    try:
        new = not current.is_dir()
        current.mkdir(parents=True, exist_ok=True)
        os.utime(current)
    except OSError as error:
        notice(f"cannot write {current} ({error.strerror}); set {CACHE_VARIABLE} to another folder")
        return None
    if new:
        _remove_unused(current.parent)
    return current


def notice_compiling() -> None:
    """Tell the user that kernels are compiled, and for how long; processes that do so together tell once."""
    if _told:
        return
    _told.append(True)
    folder = kernel_folder()
    if folder is None:
        notice("compiling kernels, which cannot be kept; up to two minutes at every start")
        return
    marker = folder / MARKER
    with suppress(OSError):
        if marker.exists() and time.time() - marker.stat().st_mtime < SAID_SECONDS:
            return
        if marker.exists() and time.time() - marker.stat().st_mtime > DAY:
            _remove_unused(folder)
        marker.touch()
    notice("compiling kernels, once for this version of Handsight; up to two minutes")


def read_cached(name: str) -> bytes | None:
    """Return the content of a cached file; None where there is none, or where it is damaged."""
    path = _path(name)
    try:
        data = path.read_bytes() if path else None
    except FileNotFoundError:
        return None
    except OSError:  # a folder in its place, or a file that may not be read
        data = b""
    if data is None:
        return None
    content = unsealed(data, name)
    if content is None:
        notice_damage(name)
    elif path and time.time() - path.stat().st_mtime > DAY:
        with suppress(OSError):
            os.utime(path)  # it is in use, so it stays
    return content


def write_cached(name: str, content: bytes) -> None:
    """Cache bytes under a name, if possible; the file appears whole or not at all to other processes."""
    path = _path(name)
    if path is None:
        return
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        with replaced_file(path) as unfinished:
            unfinished.write_bytes(sealed(content, name))


def notice_damage(name: str) -> None:
    """Tell the user, once in a process, that a cached kernel is damaged."""
    if not _damaged:
        notice(f"the cached kernel {name} is damaged; damaged kernels are compiled again")
    _damaged.add(name)


def _path(name: str) -> Path | None:
    folder = kernel_folder()
    return folder and folder / name


_damaged = set[str]()
_told = list[bool]()


def _remove_unused(folder: Path) -> None:
    """Remove the folders and files in a folder that were not used for KEEP_DAYS."""
    limit = time.time() - KEEP_DAYS * DAY
    for old in folder.iterdir():
        if old.stat().st_mtime < limit:
            if old.is_file():
                old.unlink(missing_ok=True)
            elif len(old.name) == KEY_LENGTH:
                shutil.rmtree(old, ignore_errors=True)
