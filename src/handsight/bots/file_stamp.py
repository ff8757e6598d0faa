"""Detect whether a file has changed since it was read."""

from pathlib import Path

FileStamp = tuple[str, int, int]


def file_stamp(path: Path) -> FileStamp | None:
    """Return a file's path, time of last change and size, as a key for caches; None if there is no file."""
    if not path.is_file():
        return None
    status = path.stat()
    return str(path.resolve()), status.st_mtime_ns, status.st_size
