"""Lines that tell whether they are damaged: each begins with a digest of itself and of the line before it."""

from hashlib import blake2b

from msgspec import Struct

DIGEST_BYTES = 16


class Journal(Struct, frozen=True):
    """The lines of a journal up to the first that is not as it was written."""

    lines: tuple[bytes, ...]
    digest: bytes
    """That of the last of these lines; the next line goes on from it."""
    end: int
    """How many bytes these lines take."""
    broken: bool
    """Whether more follows than the one unfinished line that an interrupted write leaves."""


def checked_line(before: bytes, text: bytes) -> tuple[bytes, bytes]:
    """Return a digest and the line that begins with it.

    *before* is the digest of the line before it in a journal, or the name of what holds a line that stands
    alone.
    """
    digest = blake2b(before + text, digest_size=DIGEST_BYTES).digest()
    return digest, b"%s %s\n" % (digest.hex().encode(), text)


def read_line(before: bytes, line: bytes) -> bytes | None:
    """Return the text of a line, or None if it is not as it was written."""
    text = line[2 * DIGEST_BYTES + 1 : -1]
    return text if checked_line(before, text)[1] == line else None


def read_journal(data: bytes) -> Journal:
    """Read a journal up to the first line that is not as it was written."""
    lines, digest, end = list[bytes](), b"", 0
    while stop := data.find(b"\n", end) + 1:
        text = data[end + 2 * DIGEST_BYTES + 1 : stop - 1]
        now, line = checked_line(digest, text)
        if line != data[end:stop]:
            break
        lines.append(text)
        digest, end = now, stop
    return Journal(tuple(lines), digest, end, b"\n" in data[end:])
