"""Results as Parquet files: one file for each finished chunk of games, so that a run can be continued.

A file is named by its plan (a hash of everything its games depend on), by its games and by a digest of its
content (see `digest_files`). The games of a damaged file are played again. Files of several plans may lie in
one folder; every row says what it belongs to.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from handsight.errors import InputError
from handsight.lab.plan import Found, Plan, Rows
from handsight.lab.sealed_rows import DigestFolder, file_name, set_aside

NAME = re.compile(
    r".*-(?P<plan>[0-9a-f]{12})-(?P<first>\d+)-(?P<count>\d+)-(?P<digest>[0-9a-f]{32})\.parquet"
)


class ResultFolder:
    """A folder of result files."""

    def __init__(self, path: str | Path) -> None:
        self._files = DigestFolder(path, ".parquet")
        self.path = self._files.path

    def read(self, plan: Plan, games: int) -> tuple[Rows, Found]:
        """Return the rows of the first games of a plan, and which of them are there already."""
        rows, found = plan.blank_rows(games), np.zeros(games, np.bool_)
        for path in self._files.find(f"*-{plan.digest()}"):
            name = NAME.fullmatch(path.name)
            first, count = (int(name["first"]), int(name["count"])) if name else (0, 0)
            if name and first >= games:
                continue
            try:
                part = self._read_file(path, plan, name)
            except (OSError, ValueError) as error:
                lost = f"games {first} to {first + count - 1} are" if count else "its games are"
                set_aside(path, error, f"{lost} played again")
                continue
            span = slice(first, min(games, first + count))
            part = part[: span.stop - first]
            both = found[span]
            if not np.array_equal(rows[span][both], part[both]):
                raise InputError(f"{path} and another file there tell the same games differently; remove one")
            rows[span], found[span] = part, True
        return rows, found

    def write(self, plan: Plan, first: int, rows: Rows) -> None:
        """Write the rows of a chunk, all of them or nothing."""
        from pyarrow import parquet  # 0.4 s that only a run with a folder needs

        content = BytesIO()
        parquet.write_table(plan.to_arrow(first, rows), content)
        name = file_name("-".join(plan.names))[:60]
        self._files.write(f"{name}-{plan.digest()}-{first:09}-{len(rows)}", content.getvalue())

    def _read_file(self, path: Path, plan: Plan, name: re.Match[str] | None) -> Rows:
        """Return the rows of a file; OSError or ValueError says why it is damaged."""
        if name is None:
            raise ValueError("its name says neither its games nor its digest")
        content = self._files.read(path)  # checks its digest, before anything takes it apart
        import pyarrow as pa
        from pyarrow import parquet

        first, rows = int(name["first"]), plan.blank_rows(int(name["count"]))
        try:
            table = parquet.read_table(BytesIO(content))
            plan.read_arrow(table, rows)
        except (pa.ArrowException, KeyError) as error:
            raise ValueError(str(error)) from error
        if not table.equals(plan.to_arrow(first, rows), check_metadata=False):
            raise ValueError("its rows are of other games than its name says")
        if wrong := plan.impossible(rows):
            raise ValueError(wrong)
        return rows


def missing(found: Found, size: int) -> Iterator[tuple[int, int]]:
    """Cut the games that are not there into chunks of a size at most: the first of each, and how many."""
    edges = np.flatnonzero(np.diff(np.concatenate(([True], found, [True]))))
    for first, end in edges.reshape(-1, 2).tolist():
        for start in range(first, end, size):
            yield start, min(size, end - start)


def repeated(text: str, count: int) -> Any:
    """Return an Arrow column that holds one text in every row."""
    import pyarrow as pa

    return pa.array([text] * count).dictionary_encode()
