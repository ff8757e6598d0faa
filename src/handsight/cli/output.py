"""Text for a terminal: fitted to its width, on stdout or stderr.

The width is that of the terminal, or `COLUMNS` where that is set. Otherwise lines that go to a file or to
another program stay whole, so that they can be searched and compared; messages on stderr always do.
"""

import os
import sys
from typing import IO

from handsight.text.wrapping import fitted


def width_of(stream: IO[str]) -> int | None:
    """Return how many columns a stream has; None where lines may have any length."""
    named = os.environ.get("COLUMNS", "")
    if named.isascii() and named.isdecimal() and len(named) < 6 and int(named):
        return int(named)
    try:
        return os.get_terminal_size(stream.fileno()).columns or None if stream.isatty() else None
    except (OSError, ValueError):  # closed, or no file at all
        return None


def say(text: str) -> None:
    """Print text for people on stdout."""
    print(fitted(text, width_of(sys.stdout)))


def remark(text: str) -> None:
    """Print text for people on stderr: what is not the result itself."""
    print(fitted(text, width_of(sys.stderr) if sys.stderr.isatty() else None), file=sys.stderr)
