"""Results as Parquet files: one file for each finished chunk of games, so that a run can be continued.

A file is named by its plan (a hash of everything its games depend on) and by its games. Files of several
plans may lie in one folder; every row says what it belongs to.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numpy as np

from handsight.errors import InputError
from handsight.lab.plan import Found, Plan, Rows

NAME = re.compile(r".*-(?P<plan>[0-9a-f]{12})-(?P<first>\d+)-(?P<count>\d+)\.parquet")


class ResultFolder:
    """A folder of result files."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=self.path).close()  # a folder may be there and yet take no file
        except OSError as error:
            raise InputError(
                f"{path} cannot be a folder of results ({error.strerror}); choose another"
            ) from error

    def read(self, plan: Plan, games: int) -> tuple[Rows, Found]:
        """Return the rows of the first games of a plan, and which of them are there already."""
        rows, found = plan.blank_rows(games), np.zeros(games, np.bool_)
        for path in sorted(self.path.glob(f"*-{plan.digest()}-*.parquet")):
            name = NAME.fullmatch(path.name)
            if name and int(name["first"]) < games:
                part = _read_file(path, plan, int(name["count"]))
                if part is not None:
                    span = slice(int(name["first"]), min(games, int(name["first"]) + len(part)))
                    rows[span] = part[: span.stop - span.start]
                    found[span] = True
        return rows, found

    def write(self, plan: Plan, first: int, rows: Rows) -> None:
        """Write the rows of a chunk, all of them or nothing."""
        from pyarrow import parquet  # noqa: PLC0415  0.4 s that only a run with a folder needs

        name = re.sub(r"[^\w.]+", "_", "-".join(plan.names))[:60]
        path = self.path / f"{name}-{plan.digest()}-{first:09}-{len(rows)}.parquet"
        with replaced_file(path) as unfinished:
            parquet.write_table(plan.to_arrow(first, rows), unfinished)


def _read_file(path: Path, plan: Plan, count: int) -> Rows | None:
    """Return the rows of a file, or None where it is damaged and its games must be played again."""
    import pyarrow as pa  # noqa: PLC0415  as above
    from pyarrow import parquet  # noqa: PLC0415  as above

    rows = plan.blank_rows(count)
    try:
        plan.read_arrow(parquet.read_table(path), rows)
    except (pa.ArrowException, OSError, KeyError, ValueError):
        return None
    return rows


def missing(found: Found, size: int) -> Iterator[tuple[int, int]]:
    """Cut the games that are not there into chunks of a size at most: the first of each, and how many."""
    edges = np.flatnonzero(np.diff(np.concatenate(([True], found, [True]))))
    for first, end in edges.reshape(-1, 2).tolist():
        for start in range(first, end, size):
            yield start, min(size, end - start)


def repeated(text: str, count: int) -> Any:
    """Return an Arrow column that holds one text in every row."""
    import pyarrow as pa  # noqa: PLC0415  as above

    return pa.array([text] * count).dictionary_encode()


@contextmanager
def replaced_file(path: Path) -> Iterator[Path]:
    """Write beside a file, and replace it only when the new one is whole."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield unfinished
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
