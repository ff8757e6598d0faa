"""The plan of an experiment, for any game: bots, rules and a seed, which determine every game."""

from abc import abstractmethod
from dataclasses import dataclass, fields
from hashlib import blake2b
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from handsight.bots import BotName, BotSpec
from handsight.errors import InputError
from handsight.lab.numbered_job import Job, once, parquet_bytes, read_parquet
from handsight.roster.games import Roster

MOST_GAMES = 10**9
CHUNKS, MOST_IN_CHUNK = 100, 5_000
"""A run is cut into about CHUNKS tasks, each of at most MOST_IN_CHUNK games."""
FEW_GAMES = 100
"""If fewer games than this are asked for and a bot is not compiled, each game is a task of its own."""

Rows = NDArray[Any]
"""Results: one entry for every game, in the order of game numbers."""
Columns = dict[str, Any]
"""Columns of a table by name: an array, a list of texts, or one text or number that stands in every row."""


@dataclass(frozen=True)
class Plan(Job[Rows]):
    """Bots, rules and a seed. A game follows from the plan and the game's number alone.

    A plan is sent to workers, so it holds names of bots; each process finds and compiles the bots once.
    """

    ending: ClassVar[str] = ".parquet"
    roster: ClassVar[Roster]
    """The module that finds the game's bots by name."""
    smallest_chunk: ClassVar[int] = 20
    """The fewest games worth sending to a worker."""

    bots: tuple[BotName, ...]
    """One for every seat."""

    @abstractmethod
    def agreed(self) -> Any:
        """Return the terms or rules with which bots are made and compiled."""

    @abstractmethod
    def play_chunk(self, first: int, count: int) -> Rows:
        """Play *count* games, from number *first* on, and return their rows."""

    @abstractmethod
    def blank_rows(self, games: int) -> Rows:
        """Return an array of zeros with room for this many games."""

    @abstractmethod
    def columns(self, games: range, rows: Rows) -> Columns:
        """Return the rows of games as columns of a table, with the conditions of the games."""

    @abstractmethod
    def read_columns(self, table: Any, rows: Rows) -> None:
        """Fill rows from an Arrow table with the columns that `columns` returns."""

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields alone, without what a worker computes itself."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def label(self) -> str:
        """The names of the bots, joined by hyphens."""
        return "-".join(self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The bots by name; one that plays as another on these terms says so, as in ``robot3 → careful``."""
        terms = self.agreed()
        return tuple(spec.name_on(terms) for spec in self.specs())

    @once
    def specs(self) -> tuple[BotSpec, ...]:
        """Return the bots, found once; UnknownNameError or BotError says which cannot be found."""
        return tuple(map(self.roster.find_bot, self.bots))

    @once
    def digest(self) -> str:
        """Hash everything the games depend on: rules, seed, bots and the sources that play them."""
        parts = [self.version, self.conditions(), *(spec.fingerprint() for spec in self.specs())]
        return blake2b(repr(parts).encode(), digest_size=6).hexdigest()

    def check(self) -> None:
        """Refuse a bot that cannot play on these terms."""
        for spec in self.specs():
            spec.name_on(self.agreed())

    @once
    def compiled_bots(self) -> tuple[Any, ...] | None:
        """Return the bots, compiled once; None unless every bot has a compiled version for these rules."""
        specs = self.specs()
        if any(spec.compiler is None for spec in specs):
            return None
        compiled = {spec: spec.compiled(self.agreed()) for spec in dict.fromkeys(specs)}
        return None if None in compiled.values() else tuple(compiled[spec] for spec in specs)

    def prepare(self) -> bool:
        """Compile the bots; return whether all are compiled, so that threads can play at the same time."""
        return self.compiled_bots() is not None

    def chunk_size(self, games: int) -> int:
        """Return how many games a worker plays at a time."""
        if games < FEW_GAMES and self.compiled_bots() is None:
            return 1  # such games may take seconds each, and progress is told by tasks
        return min(MOST_IN_CHUNK, max(self.smallest_chunk, games // CHUNKS))

    def work(self, first: int, count: int) -> Rows:
        """Play *count* games, from number *first* on, and return their rows."""
        return self.play_chunk(first, count)

    def to_arrow(self, first: int, rows: Rows) -> Any:
        """Return the rows of games from number *first* on as an Arrow table, with the games' conditions."""
        import pyarrow as pa  # 0.4 s that only tables need

        games = np.arange(first, first + len(rows))
        columns = {"game": games, **self.columns(range(first, first + len(rows)), rows)}
        made = {name: _arrow_column(values, len(rows)) for name, values in columns.items()}
        version = _arrow_column(self.version, len(rows))
        return pa.table(made | {"version": version}, metadata={"plan": self.digest()})

    def encode(self, first: int, rows: Rows) -> bytes:
        """Return rows as a Parquet file."""
        return parquet_bytes(self.to_arrow(first, rows))

    def decode(self, content: bytes, first: int, count: int) -> Rows:
        """Return the rows of a Parquet file; ValueError says what is wrong with them."""
        import pyarrow as pa

        rows = self.blank_rows(count)
        try:
            table = read_parquet(content)
            self.read_columns(table, rows)
        except (pa.ArrowException, KeyError) as error:
            raise ValueError(str(error)) from error
        if not table.equals(self.to_arrow(first, rows), check_metadata=False):
            raise ValueError("it does not hold the games that its name says")
        return rows


def _arrow_column(values: Any, count: int) -> Any:
    """Return values as an Arrow column of *count* rows; equal texts are stored once."""
    import pyarrow as pa

    if isinstance(values, np.ndarray):
        return pa.array(values)
    if isinstance(values, int):
        return pa.array([values] * count, pa.uint64())
    return pa.array([values] * count if isinstance(values, str) else values).dictionary_encode()


def check_games(games: int) -> None:
    """Raise InputError unless the number of games is between 1 and `MOST_GAMES`."""
    if games < 1:
        raise InputError(f"{games} games cannot be played; ask for 1 or more")
    if games > MOST_GAMES:
        raise InputError(f"{games:,} games are too many; ask for {MOST_GAMES:,} or fewer")
