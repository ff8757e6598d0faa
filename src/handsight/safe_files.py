"""Files that are written whole or not at all, and contents with a digest that shows damage.

Every file that Handsight writes for a user goes through `write_file` or `replaced_file`: the text is written
beside the file and takes its place only when it is whole, so a full disk, a crash or an interrupt leaves what
was there before. `sealed` puts a digest before a content; `unsealed` returns None if the content has changed.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex

from handsight.errors import InputError

DIGEST_BYTES = 16


@contextmanager
def replaced_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside a file; what is written there replaces the file, if nothing fails."""
    unfinished = path.with_name(f".{path.name[:100]}.{os.getpid()}.{token_hex(4)}")
    try:
        yield unfinished
        with unfinished.open("rb") as written:
            os.fsync(written.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def write_file(path: Path, content: str | bytes, *, replace: bool = True) -> None:
    """Write a whole file or none; raise InputError if it cannot be written or may not be replaced.

    A link is followed, and a device or pipe is written to as it is. Texts are written in UTF-8.
    """
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():  # /dev/stdout, a named pipe
            path.write_bytes(data)
            return
        if path.exists() and not replace:
            if path.read_bytes() == data:
                return
            raise InputError(f"{path} exists already and was not changed; --force replaces it")
        real = path.resolve()
        mode = real.stat().st_mode & 0o777 if real.exists() else None
        with replaced_file(real) as unfinished:
            unfinished.write_bytes(data)
            if mode is not None:
                unfinished.chmod(mode)
    except OSError as error:
        raise InputError(
            f"{path} cannot be written ({error.strerror or error}); nothing was changed"
        ) from error


def notice(text: str) -> None:
    """Write a notice to stderr: what is wrong or takes long, and what is done about it."""
    sys.stderr.write(f"handsight: {text}\n")


def digest(content: bytes, name: str = "") -> bytes:
    """Return one digest of a content and its name together."""
    return blake2b(
        content, digest_size=DIGEST_BYTES, person=blake2b(name.encode(), digest_size=16).digest()
    ).digest()


def sealed(content: bytes, name: str) -> bytes:
    """Return the digest of a content and its name, followed by the content."""
    return digest(content, name) + content


def unsealed(data: bytes, name: str) -> bytes | None:
    """Return the content of sealed data, or None if it is damaged, cut off, or sealed under another name."""
    content = data[DIGEST_BYTES:]
    return content if data[:DIGEST_BYTES] == digest(content, name) else None
