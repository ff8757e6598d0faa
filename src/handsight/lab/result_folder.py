"""A folder of results: a file for each finished portion of a job, so that a run can be continued.

A file is called LABEL-JOB-FIRST-COUNT-DIGEST: by a hash of everything that the job's rows depend on, by the
numbers of the rows, and by a digest of its content. A file whose content does not have that digest is
damaged: it is named and set aside, and what it held is done again. One folder may hold files of several jobs.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from handsight.errors import InputError
from handsight.lab.numbered_job import Job
from handsight.safe_files import digest, notice, write_file

NAME = re.compile(r".*-(?P<first>\d+)-(?P<count>\d+)-(?P<digest>[0-9a-f]{32})\.\w+")
DAMAGED = ".damaged"
"""Is added to the name of a damaged file."""


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

        Args:
            job: The job.
            wanted: A mask of the numbers that are asked for; a file without any of them is not read.
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
