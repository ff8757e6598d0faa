"""Text for a terminal: fitted to its width, on stdout or stderr.

The width is that of the terminal, or `COLUMNS` where that is set. Otherwise lines that go to a file or to
another program stay whole, so that they can be searched and compared; messages on stderr always do.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from handsight.text.wrapping import fitted


def _pictures() -> dict[int, str]:
    """Return what is shown for every character that a terminal would obey, but for line ends and tabs."""
    shown = {code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\n\t"}
    shown |= {code: f"\\x{code:02x}" for code in range(0x80, 0xA0)}  # each is an escape of its own
    turning = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))  # they turn the direction of the text around
    return shown | {0x7F: "\N{SYMBOL FOR DELETE}"} | {code: f"\\u{code:04x}" for code in turning}


PICTURES = _pictures()


class PlainStream:
    """A stream that shows what a terminal would obey: names and lines of files may hold anything."""

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text, with a picture for every control character."""
        return self.stream.write(text if text.isprintable() else text.translate(PICTURES))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def raw(stream: Any) -> IO[str]:
    """Return the stream itself, for files that are written to it and for what is drawn in colours."""
    found: IO[str] = stream.stream if isinstance(stream, PlainStream) else stream
    return found


@contextmanager
def plain_streams() -> Iterator[None]:
    """Show control characters instead of sending them to the terminal, in this block."""
    before = sys.stdout, sys.stderr
    plain: Any = PlainStream(raw(sys.stdout)), PlainStream(raw(sys.stderr))
    sys.stdout, sys.stderr = plain
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


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
