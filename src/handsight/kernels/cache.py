"""Where compiled kernels are kept, so that they are compiled once and never used when out of date.

Numba looks only at the file of the function it has cached. Edit a function or a constant that this one
uses from another file, and the old machine code runs on in silence. So the folder is named by a hash of
every source that can end up in a kernel, of Numba's version, and of the settings that change its code.
"""

import os
import shutil
import sys
import time
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

CACHE_VARIABLE = "HANDSIGHT_CACHE"
ROOMS = ("boeren", "conventions", "deals", "hanabi", "kernels", "table")  # what a kernel may be made of
IGNORED_SETTINGS = ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS")
KEEP_DAYS = 30
KEY_LENGTH = 16


def cache_folder() -> Path:
    """Return the folder for everything Handsight may throw away: HANDSIGHT_CACHE, or the user's own."""
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen).expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "handsight"


@cache
def source_key() -> str:
    """Hash what the machine code depends on."""
    digest = blake2b(version("numba").encode(), digest_size=KEY_LENGTH // 2)
    for name in sorted(os.environ):
        if name.startswith("NUMBA_") and name not in IGNORED_SETTINGS:
            digest.update(f"{name}={os.environ[name]}\n".encode())
    package = Path(__file__).parents[1]
    for room in ROOMS:
        for source in sorted((package / room).rglob("*.py")):
            digest.update(f"{source.relative_to(package)}\n".encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()


@cache
def kernel_folder() -> Path | None:
    """Return the folder for today's kernels, made and marked as used; None if it cannot be written."""
    today = cache_folder() / "kernels" / source_key()
    try:
        new = not today.is_dir()
        today.mkdir(parents=True, exist_ok=True)
        os.utime(today)
    except OSError as error:
        _notice(f"cannot write {today} ({error.strerror}); set {CACHE_VARIABLE} to another folder")
        return None
    if new:
        _notice("compiling kernels, once for this version; up to a minute")
        _remove_unused(today)
    return today


def _remove_unused(today: Path) -> None:
    """Remove the folders of other versions that nobody has used for long."""
    limit = time.time() - KEEP_DAYS * 24 * 3600
    for other in today.parent.iterdir():
        if len(other.name) == KEY_LENGTH and other != today and other.stat().st_mtime < limit:
            shutil.rmtree(other, ignore_errors=True)


def _notice(text: str) -> None:
    sys.stderr.write(f"handsight: {text}\n")
