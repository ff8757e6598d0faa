"""Results as Parquet files: one part for each finished chunk of games, so that a run can be taken up again.

A part is named by its plan (a hash of all that its games depend on) and by its games. Parts of several plans
may lie in one folder; every row says what it belongs to.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from handsight.errors import InputError
from handsight.hanabi import End
from handsight.lab.fingerprint import fingerprint
from handsight.lab.hanabi import result_row
from handsight.lab.hanabi.plan import Plan
from handsight.lab.hanabi.result_row import Results

Rows = NDArray[Any]
NAME = re.compile(r".*-(?P<plan>[0-9a-f]{12})-(?P<first>\d+)-(?P<count>\d+)\.parquet")
WHOLE = ("score", "points", "strikes", "turns")
"""The fields that are written as they are; tokens are written in whole clues, an end by its name."""


class Named(Protocol):
    """A plan of games: by the names of its players, and by a hash of all that the games depend on."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""

    @property
    def digest(self) -> str:
        """The hash."""


PlanT = TypeVar("PlanT", bound=Named)


@dataclass(frozen=True)
class Shape(Generic[PlanT]):
    """How the results of a game are kept: no rows yet, rows as a table, and rows read from a table."""

    blank: Callable[[int], Rows]
    table: Callable[[PlanT, int, Rows], Any]
    fill: Callable[[PlanT, Any, Rows], None]


class Folder(Generic[PlanT]):
    """A folder of parts."""

    def __init__(self, path: str | Path, shape: Shape[PlanT]) -> None:
        self.path = Path(path)
        self.shape = shape
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=self.path).close()  # a folder may be there and yet take no file
        except OSError as error:
            raise InputError(
                f"{path} cannot be a folder of results ({error.strerror}); choose another"
            ) from error

    def found(self, plan: PlanT, games: int) -> tuple[Rows, NDArray[np.bool_]]:
        """Return the rows of the first games of a plan, and which of them are there already."""
        rows, there = self.shape.blank(games), np.zeros(games, np.bool_)
        for path in sorted(self.path.glob(f"*-{plan.digest}-*.parquet")):
            name = NAME.fullmatch(path.name)
            if name and int(name["first"]) < games:
                read = self._read(path, plan, int(name["count"]))
                if read is not None:
                    span = slice(int(name["first"]), min(games, int(name["first"]) + len(read)))
                    rows[span] = read[: span.stop - span.start]
                    there[span] = True
        return rows, there

    def keep(self, plan: PlanT, first: int, rows: Rows) -> None:
        """Write the rows of a chunk, all of them or nothing."""
        from pyarrow import parquet  # noqa: PLC0415  0.4 s that only a run with a folder needs

        name = re.sub(r"[^\w.]+", "_", "-".join(plan.names))[:60]
        path = self.path / f"{name}-{plan.digest}-{first:09}-{len(rows)}.parquet"
        with replaced(path) as draft:
            parquet.write_table(self.shape.table(plan, first, rows), draft)

    def _read(self, path: Path, plan: PlanT, count: int) -> Rows | None:
        """Return the rows of a part, or None where it is damaged and its games must be played again."""
        import pyarrow as pa  # noqa: PLC0415  as above
        from pyarrow import parquet  # noqa: PLC0415  as above

        rows = self.shape.blank(count)
        try:
            self.shape.fill(plan, parquet.read_table(path), rows)
        except (pa.ArrowException, OSError, KeyError, ValueError):
            return None
        return rows


def missing(there: NDArray[np.bool_], size: int) -> Iterator[tuple[int, int]]:
    """Cut the games that are not there into chunks of a size at most: the first of each, and how many."""
    edges = np.flatnonzero(np.diff(np.concatenate(([True], there, [True]))))
    for first, end in edges.reshape(-1, 2).tolist():
        for start in range(first, end, size):
            yield start, min(size, end - start)


def _table(plan: Plan, first: int, rows: Results) -> Any:
    """Return the rows of a chunk with all that they depend on."""
    import pyarrow as pa  # noqa: PLC0415  as above

    def same(text: str) -> Any:
        return pa.array([text] * len(rows)).dictionary_encode()

    terms, games = plan.terms, range(first, first + len(rows))
    seats = [" ".join(player.name for player in plan.seating(game)) for game in games]
    columns = {
        "game": pa.array(games, pa.int64()),
        "seed": pa.array([plan.seed] * len(rows), pa.uint64()),
        "bots": pa.array(seats).dictionary_encode(),
        "players": pa.array([terms.players] * len(rows), pa.int8()),
        "rules": same(terms.rules.name),
        "variant": same(terms.variant.name),
        "version": same(fingerprint()),
        **{name: pa.array(rows[:, result_row.FIELDS.index(name)]) for name in WHOLE},
        "tokens": pa.array(rows[:, result_row.COINS] / terms.clue_cost),
        "end": pa.array([result_row.ENDS[end].value for end in rows[:, result_row.END]]).dictionary_encode(),
    }
    return pa.table(columns, metadata={"terms": repr(terms), "plan": plan.digest})


def _fill(plan: Plan, table: Any, rows: Results) -> None:
    """Read rows from a table."""
    for name in WHOLE:
        rows[:, result_row.FIELDS.index(name)] = table[name].to_numpy()
    rows[:, result_row.COINS] = table["tokens"].to_numpy() * plan.terms.clue_cost
    rows[:, result_row.END] = [result_row.ENDS.index(End(end)) for end in table["end"].to_pylist()]


HANABI = Shape(result_row.blank, _table, _fill)


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """Write beside a file and put it in its place only when it is whole."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield draft
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
