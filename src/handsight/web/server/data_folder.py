"""The folder with saved games, private to its owner and used by one server at a time, and its files."""

import os
import re
import shutil
import stat
import sys
import time
from contextlib import suppress
from errno import EDQUOT, ENOSPC
from pathlib import Path
from typing import IO

from handsight.errors import InputError
from handsight.safe_files import replaced_file

LOCK = "lock"
OURS = ("tables", "records", "settings", LOCK, "server.log", "version-", "changes", "archive", "damaged-")
"""How the names of everything that a server writes into its folder begin."""
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
FULL = (ENOSPC, EDQUOT)
"""The numbers of the errors of a full disk."""
FEW_BYTES = 1 << 16
"""A disk with less free space counts as full."""
UNFINISHED = re.compile(r"\..+\.\d+\.[0-9a-f]{8}")
"""The name of a file that was still being written (see `replaced_file`)."""


def usual_folder() -> Path:
    """Return the folder where games are saved if --data names none."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "handsight"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "handsight"


def private_folder(place: Path) -> Path:
    """Make a folder that only its owner can enter, or raise InputError; return it.

    A folder that also holds files of others keeps its permissions; what is saved in it is private even so.
    """
    try:
        if not place.is_dir():
            place.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        names = [path.name for path in place.iterdir()]
        if all(name.startswith(OURS) for name in names):
            place.chmod(PRIVATE_FOLDER)
            for name in names:
                make_private(place / name)
        if not os.access(place, os.W_OK | os.X_OK):
            raise InputError(f"{place} cannot hold saved games: it is not writable; choose another --data")
    except OSError as error:
        raise cannot_hold(place, error) from None
    return place


def cannot_hold(place: Path | str, error: OSError) -> InputError:
    """Return the error about a folder in which games cannot be saved."""
    if error.errno in FULL:
        return InputError(f"the disk of {place} is full; free some space and start again: no game is lost")
    return InputError(f"{place} cannot hold saved games: {error.strerror or error}; choose another --data")


def remove_unused(place: Path, *, fresh: bool) -> None:
    """Remove the lock of a folder that holds nothing else, and a *fresh* folder with it."""
    if [path.name for path in place.iterdir()] == [LOCK]:
        (place / LOCK).unlink()
        if fresh:
            place.rmdir()


def make_private(path: Path) -> None:
    """Let only its owner read a file or enter a folder; anything else, such as a link, stays as it is."""
    mode = path.lstat().st_mode
    if stat.S_ISREG(mode) and mode & 0o077:
        path.chmod(PRIVATE_FILE)
    elif stat.S_ISDIR(mode) and mode & 0o077:
        path.chmod(PRIVATE_FOLDER)


def private_file(path: Path) -> None:
    """Create an empty file that only its owner can read, or make an existing one so."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
    make_private(path)


class FolderLock:
    """The lock of the one server that uses a folder; the system releases it when the server ends."""

    def __init__(self, folder: Path) -> None:
        path = folder / LOCK
        try:
            private_file(path)
            self._file: IO[str] = path.open("r+", encoding="utf-8")
        except OSError as error:
            raise cannot_hold(folder, error) from None
        try:
            _lock(self._file)
        except OSError:
            owner = self._file.read(20).strip()
            self._file.close()
            process = f" (process {owner})" if owner.isdecimal() else ""
            raise InputError(
                f"another server{process} is using the games in {folder}; "
                "stop it, open its address, or choose another --data"
            ) from None
        with suppress(OSError):  # the disk is full; the lock holds even so
            os.ftruncate(self._file.fileno(), 0)
            os.pwrite(self._file.fileno(), str(os.getpid()).encode(), 0)

    def release(self) -> None:
        """Let another server use the folder."""
        self._file.close()


def _lock(file: IO[str]) -> None:
    """Lock a file until it is closed, or raise OSError if another process has."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(1 << 20)  # beyond the text, so that others can read it
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class StoredFiles:
    """Files in a folder, by names such as ``tables/x.moves``.

    What `append` and `replace` have written is on the disk when they return. Where they raise OSError, the
    file still begins with what it held before.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self, folder: str) -> dict[str, float]:
        """Return the names of the files in a folder, each with the time of its last change."""
        place = self.folder / folder
        files = place.iterdir() if place.is_dir() else ()
        return {
            f"{folder}/{one.name}": one.stat().st_mtime
            for one in files
            if one.is_file() and not one.name.startswith(".")  # an unfinished one
        }

    def remove_unfinished(self) -> None:
        """Remove what a server that was killed had not finished to write."""
        for one in (*self.folder.glob(".tables*"), *self.folder.glob("*/.*")):
            if UNFINISHED.fullmatch(one.name):
                one.unlink(missing_ok=True)

    @property
    def full(self) -> bool:
        """Whether the disk has next to no space left."""
        return shutil.disk_usage(self.folder).free < FEW_BYTES

    def read(self, name: str) -> bytes:
        """Return what a file holds, or raise FileNotFoundError."""
        return (self.folder / name).read_bytes()

    def append(self, name: str, at: int, data: bytes, *, sync: bool = True) -> None:
        """Write data at the offset *at* of a file, in place of all that follows there."""
        with (self.folder / name).open("r+b", buffering=0) as file:
            if file.seek(0, os.SEEK_END) < at:
                raise OSError(f"{name} was cut off by another program")
            file.truncate(at)
            file.seek(at)
            try:
                left = memoryview(data)
                while left:
                    left = left[file.write(left) :]  # a second write says why the first was not complete
                if sync:
                    os.fsync(file.fileno())
            except OSError:
                with suppress(OSError):
                    file.truncate(at)
                raise

    def replace(self, name: str, data: bytes) -> None:
        """Replace a file as a whole, or raise OSError and leave it as it is."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        with replaced_file(path) as unfinished:
            unfinished.touch(PRIVATE_FILE)
            unfinished.write_bytes(data)
        make_private(path)
        with suppress(PermissionError):  # Windows opens no folder, and needs not be told to save it
            folder = os.open(path.parent, os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)

    def remove(self, name: str) -> None:
        """Remove a file, if there is one."""
        (self.folder / name).unlink(missing_ok=True)


class MemoryFiles(StoredFiles):
    """Files in memory, which are lost when the server ends."""

    def __init__(self) -> None:
        super().__init__(Path())
        self._files: dict[str, tuple[float, bytes]] = {}

    def remove_unfinished(self) -> None:
        """Remove nothing: every file is written whole."""

    @property
    def full(self) -> bool:
        """Whether there is next to no space left."""
        return False

    def names(self, folder: str) -> dict[str, float]:
        """Return the names of the files in a folder, each with the time of its last change."""
        return {name: made for name, (made, _) in self._files.items() if name.startswith(f"{folder}/")}

    def read(self, name: str) -> bytes:
        """Return what a file holds."""
        if name not in self._files:
            raise FileNotFoundError(name)
        return self._files[name][1]

    def append(self, name: str, at: int, data: bytes, *, sync: bool = True) -> None:  # noqa: ARG002 no disk
        """Write data at the offset *at* of a file, in place of all that follows there."""
        self.replace(name, self.read(name)[:at] + data)

    def replace(self, name: str, data: bytes) -> None:
        """Write a whole file."""
        self._files[name] = time.time(), data

    def remove(self, name: str) -> None:
        """Remove a file."""
        self._files.pop(name, None)
