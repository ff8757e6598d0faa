"""Which Handsight this is, to the letter: results of different sources are never mixed."""

from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

from handsight import __version__
from handsight.errors import WorkerError


@cache
def fingerprint() -> str:
    """Return the version with a hash of every file of the package, as ``0.1.0+3f2a…``."""
    package = Path(__file__).parents[1]
    digest = blake2b(digest_size=6)
    for source in sorted(package.rglob("*")):
        if source.is_file() and source.parent.name != "__pycache__":
            digest.update(source.relative_to(package).as_posix().encode() + b"\0")
            digest.update(source.read_bytes())
    return f"{__version__}+{digest.hexdigest()}"


Identities = tuple[tuple[str, str], ...]
"""Players by name, each with what it is known by."""


class Table(Protocol):
    """Whatever players sit at."""

    @property
    def identities(self) -> Identities:
        """The players, as they are found here."""


@dataclass(frozen=True)
class Label:
    """What a piece of work is of: a version of Handsight, and the players."""

    version: str
    players: Identities

    def check(self, table: Table) -> None:
        """Refuse to work where another version is, or where a player's file says something else."""
        if self.version != fingerprint():
            raise WorkerError(
                f"a worker has handsight {fingerprint()}, but the run is of {self.version};"
                " install that there"
            )
        for (name, identity), (_, here) in zip(self.players, table.identities, strict=True):
            if identity != here:
                raise WorkerError(f"a worker has another {name} than the run; copy its file there")
