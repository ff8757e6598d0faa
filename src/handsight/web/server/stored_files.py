"""The files of a store: on the disk, private to their owner, or in memory for a server that saves nothing."""

import os
import time
from contextlib import suppress
from pathlib import Path

from handsight.safe_files import replaced_file
from handsight.web.server.data_folder import PRIVATE_FILE, PRIVATE_FOLDER, make_private


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

    def read(self, name: str) -> bytes:
        """Return what a file holds, or raise FileNotFoundError."""
        return (self.folder / name).read_bytes()

    def append(self, name: str, at: int, data: bytes, *, sync: bool = True) -> None:
        """Write from *at* on, where a file ends, or where its part ends that is whole."""
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
        """Write a whole file, or leave the one that is there."""
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
        """Remove a file, where it is there."""
        (self.folder / name).unlink(missing_ok=True)


class MemoryFiles(StoredFiles):
    """Files that are gone with the server."""

    def __init__(self) -> None:
        super().__init__(Path())
        self._files: dict[str, tuple[float, bytes]] = {}

    def names(self, folder: str) -> dict[str, float]:
        """List the files of a folder."""
        return {name: made for name, (made, _) in self._files.items() if name.startswith(f"{folder}/")}

    def read(self, name: str) -> bytes:
        """Return what a file holds."""
        if name not in self._files:
            raise FileNotFoundError(name)
        return self._files[name][1]

    def append(self, name: str, at: int, data: bytes, *, sync: bool = True) -> None:  # noqa: ARG002 no disk
        """Add to a file."""
        self.replace(name, self.read(name)[:at] + data)

    def replace(self, name: str, data: bytes) -> None:
        """Write a whole file."""
        self._files[name] = time.time(), data

    def remove(self, name: str) -> None:
        """Remove a file."""
        self._files.pop(name, None)
