"""The jobs that the runner runs, and the folder that keeps their rows.

A job is work on numbered items (games, turns), each of which gives a row that follows from the job and the
number alone. A folder of results has a file for each finished portion of a job, LABEL-JOB-FIRST-COUNT-DIGEST:
JOB is a hash of everything that the job's rows depend on, FIRST and COUNT say which rows they are, DIGEST is
of the content. A file with another content is damaged: a notice names it, it is renamed, and its rows are
made again. One folder may hold files of several jobs.
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
"""The ending that the name of a damaged file gets."""


def once(method: Callable[[Any], T]) -> Callable[[Any], T]:
    """Make a method compute its answer at the first call only, and keep it in the object itself."""
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

    Results that different sources made are never mixed.
    """
    return f"{__version__}+{source_key(modules, lazily=True)[:12]}"


class Job(ABC, Generic[RowsT]):
    """Work on numbered items: each row follows from the job and the item's number alone."""

    unit: ClassVar[str] = "game"
    """What the numbered items are, in one word."""
    doing: ClassVar[str] = "played"
    """What is done with an item, as in "game 3 is played again"."""
    ending: ClassVar[str] = ".json"
    """The ending of the names of the files that keep the rows."""
    row_type: ClassVar[Any] = Any
    """The type of a row, as `msgspec` reads it."""
    chunk: ClassVar[int] = 1
    """How many items a worker does at a time."""
    shares_threads: ClassVar[bool] = False
    """Whether threads can share the work, since it does not hold the interpreter."""

    @property
    @abstractmethod
    def label(self) -> str:
        """The beginning of the names of its files."""

    @abstractmethod
    def conditions(self) -> str:
        """Return everything that the rows depend on besides Handsight itself."""

    @abstractmethod
    def work(self, first: int, count: int) -> RowsT:
        """Make and return *count* rows, from number *first* on."""

    def check(self) -> None:
        """Raise an error if the job cannot be done; called before any work."""

    def chunk_size(self, _numbers: int) -> int:
        """Return how many items a worker does at a time, if there are this many in all."""
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
        """Return the rows of a file; raise ValueError if they are not as its name says."""
        rows = msgspec.json.decode(content, type=list[self.row_type])  # type: ignore[name-defined]
        if len(rows) != count:
            raise ValueError(f"it has {len(rows)} rows, but its name says {count}")
        return cast("RowsT", rows)


class ResultFolder:
    """A folder of result files; it is created if it does not exist."""

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
        """Yield the rows of a job that the folder has: for each file, its first number and its rows.

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
        """Write consecutive rows, from number *first* on, to a file: all of them or nothing."""
        content = job.encode(first, rows)
        label = re.sub(r"[^\w.]+", "_", job.label)[:60]
        name = f"{label}-{job.digest()}-{first:09}-{len(rows)}-{digest(content).hex()}{job.ending}"
        write_file(self.path / name, content)


def _content(path: Path, name: re.Match[str] | None) -> bytes:
    """Return the content of a file; raise ValueError if it is not what was written, as the name tells."""
    if name is None:
        raise ValueError("its name lacks the numbers of its rows, or the digest")
    content = path.read_bytes()
    if digest(content).hex() != name["digest"]:
        raise ValueError("its content does not have the digest in its name")
    return content


def _numbers(job: Job[Any], first: int, count: int) -> str:
    """Return the games or turns in a file as the beginning of a sentence: `games 0 to 9 are`."""
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
