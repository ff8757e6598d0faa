"""What the runner runs: work in numbers, each of which gives a row that follows from the job alone."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache, wraps
from hashlib import blake2b
from typing import Any, ClassVar, Generic, TypeVar, cast

import msgspec

from handsight.source_code import source_key
from handsight.version import __version__

T = TypeVar("T")
RowsT = TypeVar("RowsT")
Identities = tuple[tuple[str, str], ...]
"""What a worker must have besides Handsight, by name, each with its identity, such as the file of a bot."""


def once(method: Callable[[Any], T]) -> Callable[[Any], T]:
    """Make a slow method work at its first call, and keep the answer in the object itself."""
    name = f"_{method.__name__}"

    @wraps(method)
    def answer(self: Any) -> T:
        if name not in self.__dict__:
            self.__dict__[name] = method(self)
        return cast("T", self.__dict__[name])

    return answer


@cache
def code_version(*modules: str) -> str:
    """Return the version of Handsight with a hash of the sources that modules use, as ``0.3.0+3f2a…``.

    Results of different sources are never mixed.
    """
    return f"{__version__}+{source_key(modules, lazily=True)[:12]}"


class Job(ABC, Generic[RowsT]):
    """Work in numbers: each row follows from the job and the row's number alone, wherever it is made."""

    unit: ClassVar[str] = "game"
    """What a number is."""
    doing: ClassVar[str] = "played"
    """What is done with it, as in "game 3 is played again"."""
    ending: ClassVar[str] = ".json"
    """Of the files that keep the rows."""
    row_type: ClassVar[Any] = Any
    """The type of a row, as `msgspec` reads it."""
    chunk: ClassVar[int] = 1
    """How many numbers a worker does at a time."""
    shares_threads: ClassVar[bool] = False
    """Whether threads can share the work, since it does not hold the interpreter."""

    @property
    @abstractmethod
    def label(self) -> str:
        """What the names of its files begin with."""

    @abstractmethod
    def conditions(self) -> str:
        """Return everything that the rows depend on besides Handsight itself and the `identities`."""

    @abstractmethod
    def work(self, first: int, count: int) -> RowsT:
        """Make the rows from number *first* on."""

    def identities(self) -> Identities:
        """Return what a worker must have besides Handsight."""
        return ()

    def check(self) -> None:
        """Refuse what cannot be done, before anything is done."""

    def chunk_size(self, _numbers: int) -> int:
        """Return how many numbers a worker does at a time, of this many."""
        return self.chunk

    def prepare(self) -> bool:
        """Compile what the work needs, and return whether threads can share it."""
        return self.shares_threads

    def impossible(self, _rows: RowsT) -> str:
        """Say what no rows of this job can be; "" where these are possible."""
        return ""

    @property
    def version(self) -> str:
        """The version of the code that makes the rows."""
        return code_version(type(self).__module__)

    @once
    def digest(self) -> str:
        """Hash everything that the rows depend on."""
        parts = [self.version, self.conditions(), *self.identities()]
        return blake2b(repr(parts).encode(), digest_size=6).hexdigest()

    def encode(self, _first: int, rows: RowsT) -> bytes:
        """Return rows from number *first* on as the content of a file."""
        return msgspec.json.encode(rows)

    def decode(self, content: bytes, _first: int, count: int) -> RowsT:
        """Return the rows of a file; ValueError says what is wrong with them."""
        rows = msgspec.json.decode(content, type=list[self.row_type])  # type: ignore[name-defined]
        if len(rows) != count:
            raise ValueError("it has another number of rows than its name says")
        return cast("RowsT", rows)
