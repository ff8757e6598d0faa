"""What the runner runs, and where its rows are kept.

A job is work in numbers, each of which gives a row that follows from the job alone. A folder of results has a
file for each finished portion of a job, called LABEL-JOB-FIRST-COUNT-DIGEST: by a hash of everything that the
job's rows depend on, by the numbers of the rows, and by a digest of its content. A file whose content does
not have that digest is damaged: it is named and set aside, and what it held is done again. One folder may
hold files of several jobs.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, wraps
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, ClassVar, Generic, TypeVar, cast

import msgspec

from handsight.errors import InputError
from handsight.safe_files import digest, notice, write_file
from handsight.source_code import source_key
from handsight.version import __version__

T = TypeVar("T")
RowsT = TypeVar("RowsT")
NAME = re.compile(r".*-(?P<first>\d+)-(?P<count>\d+)-(?P<digest>[0-9a-f]{32})\.\w+")
DAMAGED = ".damaged"
"""Is added to the name of a damaged file."""


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
        """Return everything that the rows depend on besides Handsight itself."""

    @abstractmethod
    def work(self, first: int, count: int) -> RowsT:
        """Make the rows from number *first* on."""

    def check(self) -> None:
        """Refuse what cannot be done, before anything is done."""

    def chunk_size(self, _numbers: int) -> int:
        """Return how many numbers a worker does at a time, of this many."""
        return self.chunk

    def prepare(self) -> bool:
        """Compile what the work needs, and return whether threads can share it."""
        return self.shares_threads

    @property
    def version(self) -> str:
        """The version of the code that makes the rows."""
        return code_version(type(self).__module__)

    @once
    def digest(self) -> str:
        """Hash everything that the rows depend on."""
        parts = [self.version, self.conditions()]
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


class ResultFolder:
    """A folder of result files; it is made where there is none."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=self.path).close()  # a folder may be there and yet take no file
        except OSError as error:
            raise InputError(
                f"{path} cannot be a folder of results ({error.strerror}); choose another"
            ) from error

    def read(self, job: Job[Any], wanted: Any) -> Iterator[tuple[int, Any]]:
        """Yield the rows of a job that are there, each portion with its first number.

        *wanted* is a mask of the numbers that are asked for; a file without any of them is not read.
        """
        for path in sorted(self.path.glob(f"*-{job.digest()}-*{job.ending}")):
            name = NAME.fullmatch(path.name)
            first, count = (int(name["first"]), int(name["count"])) if name else (0, 0)
            if name and not wanted[first : first + count].any():
                continue
            try:
                rows = job.decode(_content(path, name), first, count)
            except (OSError, ValueError) as error:
                notice(f"{path} is damaged ({error}); {_numbers(job, first, count)} {job.doing} again")
                with suppress(OSError):
                    path.replace(path.with_name(path.name + DAMAGED))
                continue
            yield first, rows

    def write(self, job: Job[Any], first: int, rows: Any) -> None:
        """Write the rows of a portion, all of them or nothing."""
        content = job.encode(first, rows)
        label = re.sub(r"[^\w.]+", "_", job.label)[:60]
        name = f"{label}-{job.digest()}-{first:09}-{len(rows)}-{digest(content).hex()}{job.ending}"
        write_file(self.path / name, content)


def _content(path: Path, name: re.Match[str] | None) -> bytes:
    """Return what is in a file, if it is what was written; OSError or ValueError says what is wrong."""
    if name is None:
        raise ValueError("its name says neither its numbers nor its digest")
    content = path.read_bytes()
    if digest(content).hex() != name["digest"]:
        raise ValueError("its content does not have the digest in its name")
    return content


def _numbers(job: Job[Any], first: int, count: int) -> str:
    """Say which games or turns a file holds, as the subject of a sentence."""
    if count == 1:
        return f"{job.unit} {first} is"
    return f"{job.unit}s {first} to {first + count - 1} are" if count else f"its {job.unit}s are"


def parquet_bytes(table: Any) -> bytes:
    """Return an Arrow table as the content of a Parquet file."""
    from pyarrow import parquet  # 0.4 s that only a run with a folder needs

    content = BytesIO()
    parquet.write_table(table, content)
    return content.getvalue()


def read_parquet(content: bytes) -> Any:
    """Return the Arrow table of a Parquet file."""
    from pyarrow import parquet

    return parquet.read_table(BytesIO(content))
