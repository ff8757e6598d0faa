"""Whether a file is still the one that was read: what is remembered of it goes by its stamp."""

from pathlib import Path

Stamp = tuple[str, int, int]


def stamp(path: Path) -> Stamp | None:
    """Return where a file is, when it was last written and how long it is; None if there is no file."""
    if not path.is_file():
        return None
    found = path.stat()
    return str(path.resolve()), found.st_mtime_ns, found.st_size
