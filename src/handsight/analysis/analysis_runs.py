"""Recorded games of any kind as jobs of the runner: a row for each turn, as `analyse --json` prints it.

Everything else (tables, reports, Parquet) is made of rows, so a continued run ends in the same.
"""

import json
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from handsight.lab.job_runner import Job

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
class GameJob(Job[list[Row]]):
    """The turns of one recorded game, with all that a worker needs to analyse them."""

    unit: ClassVar[str] = "turn"
    doing: ClassVar[str] = "analysed"
    ending: ClassVar[str] = ".parquet"

    title: str
    """What the game is called in messages and rows."""
    setup: Any
    actions: tuple[Any, ...]
    names: tuple[str, ...]
    settings: Any
    turns_at_once: int
    """How many turns a worker analyses at a time."""

    @abstractmethod
    def analyse_turn(self, turn: int) -> Row:
        """Return what is said about a turn."""

    @abstractmethod
    def columns(self, row: Row) -> Row:
        """Return the columns that Parquet has of a row, beside the row itself."""

    @property
    def label(self) -> str:
        """What the game is called; names of games differ at their end."""
        return self.title[-40:]

    def conditions(self) -> str:
        """Return everything that the rows depend on, besides Handsight itself."""
        return repr((self.title, self.setup, self.actions, self.names, self.settings))

    def work(self, first: int, count: int) -> list[Row]:
        """Analyse the turns from number *first* on."""
        return [{"game": self.title} | self.analyse_turn(turn) for turn in range(first, first + count)]

    def chunk_size(self, _numbers: int) -> int:
        """Return how many turns a worker analyses at a time."""
        return self.turns_at_once

    def shares_threads(self) -> bool:
        """Whether threads can share the work; the kernels hold no lock."""
        return True

    def encode(self, _first: int, rows: list[Row]) -> bytes:
        """Return rows as a Parquet file."""
        from pyarrow import parquet  # 0.4 s that only a run with a folder needs

        content = BytesIO()
        parquet.write_table(arrow_table(rows, self.columns), content)
        return content.getvalue()

    def decode(self, content: bytes, _first: int, _count: int) -> list[Row]:
        """Return the rows of a Parquet file."""
        from pyarrow import parquet

        table = parquet.read_table(BytesIO(content))
        return [json.loads(text) for text in table["json"].to_pylist()]


def arrow_table(rows: Sequence[Row], columns: Callable[[Row], Row]) -> Any:
    """Return rows as an Arrow table: a game's own columns, and the whole row as JSON."""
    import pyarrow as pa

    kept = [columns(row) | {"json": json.dumps(row, ensure_ascii=False)} for row in rows]
    return pa.Table.from_pylist(kept)
