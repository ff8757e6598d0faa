"""The folder with saved games: private to its owner, and used by one server at a time."""

import os
import stat
import sys
from pathlib import Path
from typing import IO

from handsight.errors import InputError

LOCK = "lock"
OURS = ("tables", "records", "settings", LOCK, "server.log", "version-", "changes", "archive", "damaged-")
"""How the names of everything that a server writes into its folder begin."""
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600


def usual_folder() -> Path:
    """Return where games are saved if nobody says otherwise."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "handsight"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "handsight"


def private_folder(place: Path) -> Path:
    """Make a folder that only its owner can enter, or raise InputError; return it.

    A folder that exists and holds other things too stays open to whom it was; its files are private even so.
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
            raise InputError(f"{place} cannot hold saved games: it may not be written; choose another --data")
    except OSError as error:
        raise InputError(
            f"{place} cannot hold saved games: {error.strerror}; choose another --data"
        ) from None
    return place


def make_private(path: Path) -> None:
    """Let only its owner read a file or enter a folder, where it is ours to say so."""
    mode = path.lstat().st_mode
    if stat.S_ISREG(mode) and mode & 0o077:
        path.chmod(PRIVATE_FILE)
    elif stat.S_ISDIR(mode) and mode & 0o077:
        path.chmod(PRIVATE_FOLDER)


def private_file(path: Path) -> None:
    """Make an empty file that only its owner can read, or make an old one so."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
    make_private(path)


class FolderLock:
    """Held by the one server that uses a folder; a killed server loses it by itself."""

    def __init__(self, folder: Path) -> None:
        path = folder / LOCK
        try:
            private_file(path)
            self._file: IO[str] = path.open("r+", encoding="utf-8")
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror}; choose another --data") from None
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
        self._file.truncate()
        self._file.write(str(os.getpid()))
        self._file.flush()

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
