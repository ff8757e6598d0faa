"""Runs analyses of recorded games of any kind: in parts, by workers, kept in a folder, and continued.

A part is some turns of a game. What it gives is a list of rows, one for each turn, as `analyse --json` prints
them; everything else (tables, reports, Parquet) is made of rows, so a continued run ends in the same.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any

from handsight.errors import InputError
from handsight.files import digest, notice, write_file
from handsight.lab.executors import ExecutorSettings, finished
from handsight.lab.plan import fingerprint
from handsight.lab.runner import RunSettings

Row = dict[str, Any]
"""What is said about a turn, as JSON data."""
NAME = re.compile(r".*-(?P<part>[0-9a-f]{16})-(?P<digest>[0-9a-f]{32})\.parquet")


@dataclass(frozen=True)
class Part:
    """Some turns of one game, with all that a worker needs to analyse them."""

    label: str
    """What the game is called in messages and rows."""
    number: int
    """Which of the games it is, from 0."""
    turns: tuple[int, ...]
    work: Callable[["Part"], list[Row]]
    """Analyses the part, in whichever process the worker is."""
    game: Any
    settings: Any
    content: str
    """Everything that the rows depend on, besides Handsight itself: the game and the settings, in words."""

    @property
    def key(self) -> str:
        """A digest of all that the rows depend on."""
        text = f"{fingerprint()}\0{self.label}\0{self.content}\0{self.turns}"
        return blake2b(text.encode(), digest_size=8).hexdigest()


def _analyse(part: Part) -> list[Row]:
    return part.work(part)


class RowFolder:
    """A folder with a Parquet file of rows for each part that is done."""

    def __init__(self, path: str | Path, columns: Callable[[Row], Row]) -> None:
        self.path = Path(path)
        self.columns = columns
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                f"{path} cannot be a folder of results ({error.strerror}); choose another"
            ) from error

    def read(self, part: Part) -> list[Row] | None:
        """Return the rows of a part, if they are there; a damaged file is named and set aside."""
        from pyarrow import parquet  # noqa: PLC0415  0.4 s that only a run with a folder needs

        for path in sorted(self.path.glob(f"*-{part.key}-*.parquet")):
            name, content = NAME.fullmatch(path.name), path.read_bytes()
            if name and digest(content).hex() == name["digest"]:
                table = parquet.read_table(BytesIO(content))
                return [json.loads(text) for text in table["json"].to_pylist()]
            notice(f"{path} is damaged; its turns are analysed again")
            path.replace(path.with_name(path.name + ".damaged"))
        return None

    def write(self, part: Part, rows: Sequence[Row]) -> None:
        """Write the rows of a part, all of them or nothing."""
        from pyarrow import parquet  # noqa: PLC0415  as above

        content = BytesIO()
        parquet.write_table(arrow_table(rows, self.columns), content)
        stem = re.sub(r"[^\w.]+", "_", part.label)[-40:]
        seal = digest(content.getvalue()).hex()
        write_file(self.path / f"{stem}-{part.key}-{seal}.parquet", content.getvalue())


def arrow_table(rows: Sequence[Row], columns: Callable[[Row], Row]) -> Any:
    """Return rows as an Arrow table: a game's own columns, and the whole row as JSON."""
    import pyarrow as pa  # noqa: PLC0415  as above

    kept = [columns(row) | {"json": json.dumps(row, ensure_ascii=False)} for row in rows]
    return pa.Table.from_pylist(kept)


def run_parts(
    parts: Sequence[Part], settings: RunSettings, columns: Callable[[Row], Row]
) -> Iterator[tuple[int, list[Row]]]:
    """Analyse every part, and yield each game with its rows as soon as it and all before it are done."""
    folder = RowFolder(settings.out, columns) if settings.out is not None else None
    found = {at: folder.read(part) if folder else None for at, part in enumerate(parts)}
    total = sum(len(part.turns) for part in parts)
    done = sum(len(part.turns) for at, part in enumerate(parts) if found[at] is not None)
    if settings.progress:
        settings.progress(done, total)
    left = [at for at, rows in found.items() if rows is None]
    yielded = 0
    for number, rows in _whole_games(parts, found, yielded):
        yield number, rows
        yielded = number + 1
    executors = _executors(settings)
    for at, rows in finished(_Work(parts), left, executors) if left else ():
        found[at] = rows
        if folder:
            folder.write(parts[at], rows)
        done += len(parts[at].turns)
        if settings.progress:
            settings.progress(done, total)
        for number, whole in _whole_games(parts, found, yielded):
            yield number, whole
            yielded = number + 1


@dataclass(frozen=True)
class _Work:
    """Analyses the part of a number."""

    parts: Sequence[Part]

    def __call__(self, at: int) -> list[Row]:
        return _analyse(self.parts[at])


def _executors(settings: RunSettings) -> ExecutorSettings:
    executors = ExecutorSettings(settings.workers, settings.engine, settings.scheduler)
    return executors.with_threads() if executors.may_be_threads else executors  # kernels hold no lock


def _whole_games(
    parts: Sequence[Part], found: dict[int, list[Row] | None], first: int
) -> Iterator[tuple[int, list[Row]]]:
    """Yield the games from a number on of which all parts are there, up to the first that is not whole."""
    by_game: dict[int, list[list[Row] | None]] = {}
    for at, part in enumerate(parts):
        by_game.setdefault(part.number, []).append(found[at])
    for number in sorted(by_game):
        if number < first:
            continue
        rows = by_game[number]
        if any(one is None for one in rows):
            return
        yield number, [row for one in rows if one for row in one]
