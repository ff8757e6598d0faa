"""A hash of Handsight's own files: results of different versions are never mixed."""

from functools import cache
from hashlib import blake2b
from pathlib import Path

from handsight import __version__


@cache
def fingerprint() -> str:
    """Return the version with a hash of every file of the package, as ``0.2.0+3f2a…``."""
    package = Path(__file__).parents[1]
    digest = blake2b(digest_size=6)
    for source in sorted(package.rglob("*")):
        if source.is_file() and source.parent.name != "__pycache__":
            digest.update(source.relative_to(package).as_posix().encode() + b"\0")
            digest.update(source.read_bytes())
    return f"{__version__}+{digest.hexdigest()}"
