"""Runs analyses of recorded games of any kind: in parts, by workers, kept in a folder, and continued.

A part is some turns of a game. What it gives is a list of rows, one for each turn, as `analyse --json` prints
them; everything else (tables, reports, Parquet) is made of rows, so a continued run ends in the same.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from handsight.lab.executors import ExecutorSettings, finished
from handsight.lab.plan import fingerprint
from handsight.lab.runner import RunSettings
from handsight.lab.sealed_rows import DigestFolder, file_name

GameT = TypeVar("GameT")
SettingsT = TypeVar("SettingsT")
Row = dict[str, Any]
"""What is said about a turn, as JSON data."""


class NamedGame(NamedTuple, Generic[GameT]):
    """A recorded game, what it is called, and which of its turns are asked for."""

    label: str
    game: GameT
    turns: tuple[int, ...]


@dataclass(frozen=True)
class GameWithRows(Generic[GameT, SettingsT]):
    """A game with the rows of its turns."""

    label: str
    game: GameT
    rows: Sequence[Row]
    settings: SettingsT


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
    game: tuple[Any, Any]
    """The setup and the actions."""
    names: tuple[str, ...]
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
        self._files = DigestFolder(path, ".parquet")
        self.columns = columns

    def read(self, part: Part) -> list[Row] | None:
        """Return the rows of a part, if they are there; a damaged file is named and set aside."""
        from pyarrow import parquet  # 0.4 s that only a run with a folder needs

        for content in self._files.read_each(f"*-{part.key}", "its turns are analysed again"):
            table = parquet.read_table(BytesIO(content))
            return [json.loads(text) for text in table["json"].to_pylist()]
        return None

    def write(self, part: Part, rows: Sequence[Row]) -> None:
        """Write the rows of a part, all of them or nothing."""
        from pyarrow import parquet

        content = BytesIO()
        parquet.write_table(arrow_table(rows, self.columns), content)
        self._files.write(f"{file_name(part.label)[-40:]}-{part.key}", content.getvalue())


def arrow_table(rows: Sequence[Row], columns: Callable[[Row], Row]) -> Any:
    """Return rows as an Arrow table: a game's own columns, and the whole row as JSON."""
    import pyarrow as pa

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
