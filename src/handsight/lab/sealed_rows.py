"""Result files that carry a digest of their content in their name, so that damage is noticed.

A file is called STEM-DIGEST.ENDING, and the stem says what is in it. A file whose content does not have that
digest is damaged: it is named, set aside, and what it held is computed again.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

from handsight.errors import InputError
from handsight.safe_files import digest, notice, write_file

NAME = re.compile(r"(?P<stem>.*)-(?P<digest>[0-9a-f]{32})")
DAMAGED = ".damaged"
"""Is added to the name of a damaged file."""


class DigestFolder:
    """A folder of such files; it is made where there is none."""

    def __init__(self, path: str | Path, ending: str) -> None:
        self.path = Path(path)
        self.ending = ending
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=self.path).close()  # a folder may be there and yet take no file
        except OSError as error:
            raise InputError(
                f"{path} cannot be a folder of results ({error.strerror}); choose another"
            ) from error

    def find(self, stem: str) -> list[Path]:
        """Return the files whose stem fits a pattern of the shell, in the order of their names."""
        return sorted(self.path.glob(f"{stem}-*{self.ending}"))

    def read(self, path: Path) -> bytes:
        """Return the content of a file; OSError or ValueError says why it is damaged."""
        name = NAME.fullmatch(path.name.removesuffix(self.ending))
        if name is None:
            raise ValueError("its name has no digest")
        content = path.read_bytes()
        if digest(content).hex() != name["digest"]:
            raise ValueError("its content does not have the digest in its name")
        return content

    def read_each(self, stem: str, again: str) -> Iterator[bytes]:
        """Yield the content of the files that fit; a damaged one is set aside, with what is done *again*."""
        for path in self.find(stem):
            try:
                content = self.read(path)
            except (OSError, ValueError) as error:
                set_aside(path, error, again)
                continue
            yield content

    def write(self, stem: str, content: bytes) -> None:
        """Write a whole file or none."""
        write_file(self.path / f"{stem}-{digest(content).hex()}{self.ending}", content)


def set_aside(path: Path, error: Exception, again: str) -> None:
    """Say that a file is damaged and what is done *again*, and rename it."""
    notice(f"{path} is damaged ({error}); {again}")
    with suppress(OSError):
        path.replace(path.with_name(path.name + DAMAGED))


def file_name(text: str) -> str:
    """Return a text without what file names should not hold."""
    return re.sub(r"[^\w.]+", "_", text)
