"""A row for each turn of a recorded game, of any kind: made by the runner, kept, and summed up.

A row is what is said about a turn, as `analyse --json` prints it; the fields that are used here are the same
in every game. Tables, reports and Parquet files are made of rows alone, so a continued run ends in the same.
"""

import json
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from handsight.lab import statistics as stats
from handsight.lab.numbered_job import Job, parquet_bytes, read_parquet
from handsight.lab.result_summary import TextTable

GameT = TypeVar("GameT")
SettingsT = TypeVar("SettingsT")
Row = dict[str, Any]
"""What is said about a turn, as JSON data."""
INACCURACY, MISTAKE, BLUNDER = CALLS = "inaccuracy", "mistake", "blunder"
"""What a loss is called, from the smallest."""
SURE = 3.0
"""A loss is called a blunder, mistake or inaccuracy only if it is at least this many standard errors."""


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
    shares_threads: ClassVar[bool] = True  # kernels hold no lock

    title: str
    """What the game is called in messages and rows."""
    setup: Any
    actions: tuple[Any, ...]
    names: tuple[str, ...]
    settings: Any
    turns_at_once: int
    """How many turns a worker analyses at a time."""

    @staticmethod
    @abstractmethod
    def columns(row: Row) -> Row:
        """Return the columns that Parquet has of a row, beside the row itself."""

    @abstractmethod
    def analyse_turn(self, turn: int) -> Row:
        """Return what is said about a turn."""

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

    def encode(self, _first: int, rows: list[Row]) -> bytes:
        """Return rows as a Parquet file."""
        return parquet_bytes(arrow_table(rows, self.columns))

    def decode(self, content: bytes, _first: int, _count: int) -> list[Row]:
        """Return the rows of a Parquet file."""
        return [json.loads(text) for text in read_parquet(content)["json"].to_pylist()]


def arrow_table(rows: Sequence[Row], columns: Callable[[Row], Row]) -> Any:
    """Return rows as an Arrow table: a game's own columns, and the whole row as JSON."""
    import pyarrow as pa

    kept = [columns(row) | {"json": json.dumps(row, ensure_ascii=False)} for row in rows]
    return pa.Table.from_pylist(kept)


def call_of(loss: float, error: float, least: dict[str, float]) -> str | None:
    """Return what a loss is called, by the least loss for each call; None where it is small, or not sure."""
    if loss < round(SURE * error, 6):  # three times 0.1 is 0.3
        return None
    return next((call for call in reversed(CALLS) if loss >= least[call]), None)


def played_move(row: Row) -> Row | None:
    """Return the move of a row that was played, with its figures."""
    return next((move for move in row["moves"] if move["move"] == row["played"]), None)


def loss_of(row: Row) -> float:
    """Return what the move that was played lost in expectation."""
    played = played_move(row)
    return float(played["loss"]) if played else 0.0


class Losses(NamedTuple):
    """What moves lost on average, how many were among the best, and what was called."""

    name: str
    moves: int
    mean: float
    error: float
    """The standard error over games, as moves of one game depend on each other; NaN for one game."""
    best: float
    calls: Counter[str]


def losses_of(name: str, rows: Sequence[Row]) -> Losses:
    """Sum up the moves of some rows."""
    rows = [row for row in rows if row["played"] is not None]
    lost = [loss_of(row) for row in rows]
    games: dict[object, list[float]] = {}
    for row, loss in zip(rows, lost, strict=True):
        games.setdefault(row.get("game"), []).append(loss)
    mean, error = 0.0, nan
    if lost:
        found = stats.estimate_by_deal([sum(one) for one in games.values()], list(map(len, games.values())))
        mean, error = found.mean, found.stderr
    best = sum(row["played"] in row["best"] for row in rows) / len(rows) if rows else 0.0
    return Losses(name, len(rows), mean, error, best, Counter(row["call"] for row in rows if row["call"]))


def loss_table(head: str, groups: Sequence[Losses]) -> TextTable:
    """Return a table of what moves lost, a line for each group."""
    heads = (head, "moves", "mean loss", "± s.e.", "best", "inaccuracies", "mistakes", "blunders")
    rows = [
        (
            one.name,
            f"{one.moves:,}",
            f"{one.mean:.3f}",
            "–" if isnan(one.error) else f"{one.error:.3f}",
            f"{one.best:.1%}",
            *(f"{one.calls[call]:,}" for call in CALLS),
        )
        for one in groups
    ]
    return TextTable(heads, rows)


def by_player(games: Sequence[GameWithRows[Any, Any]]) -> list[Losses]:
    """Sum up the moves of each player."""
    rows = [row for game in games for row in game.rows]
    names = dict.fromkeys(row["player"] for row in rows)
    return [losses_of(name, [row for row in rows if row["player"] == name]) for name in names]


def worst_rows(rows: Sequence[Row], most: int = 10) -> list[Row]:
    """Return the turns that lost most: those that are called something, the largest loss first."""
    called = [row for row in rows if row["call"]]
    return sorted(called, key=lambda row: (-loss_of(row), row["turn"]))[:most]
