"""Tables on disk: how each was opened, and every entry since, appended as it happens.

Write-ahead logging makes an entry safe from a killed server as soon as `append` returns.
"""

import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from handsight.errors import InputError
from handsight.web.hanabi.entries import Entry, Opening

VERSION = 1
MOST_RECORDS = 500
"""Recorded games that are kept; the oldest go first."""
SCHEMA = """
create table if not exists tables (id text primary key, made real not null, opening blob not null) strict;
create table if not exists entries (
  table_id text not null references tables, at integer not null, entry blob not null,
  primary key (table_id, at)
) strict, without rowid;
create table if not exists records (id text primary key, made real not null, text text not null) strict;
create table if not exists notes (key text primary key, value text not null) strict, without rowid;
"""

Start = TypeVar("Start", bound="Opened")
Later = TypeVar("Later", bound=msgspec.Struct)


class Opened(Protocol):
    """How a table of any game was opened: what the store must know of it."""

    @property
    def id(self) -> str:
        """The name of the table."""

    @property
    def made(self) -> float:
        """When it was opened."""


@dataclass(frozen=True)
class Shapes(Generic[Start, Later]):
    """How the tables of a game are written down."""

    opening: msgspec.json.Decoder[Start]
    entry: msgspec.json.Decoder[Later]


HANABI: Shapes[Opening, Entry] = Shapes(msgspec.json.Decoder(Opening), msgspec.json.Decoder(Entry))


class Store:
    """A file of tables; `:memory:` keeps them for as long as the server runs."""

    def __init__(self, place: Path | str) -> None:
        self.place = str(place)
        if self.place != ":memory:":
            Path(place).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            self._base = sqlite3.connect(self.place, isolation_level=None, check_same_thread=False)
            self._base.execute("pragma journal_mode = wal")
            self._base.execute("pragma synchronous = normal")
            known = self._base.execute("pragma user_version").fetchone()[0]
            if known not in (0, VERSION):
                raise InputError(
                    f"{place} was written by another version of Handsight; choose another --data"
                )
            self._base.executescript(SCHEMA)
            self._base.execute(f"pragma user_version = {VERSION}")
        except sqlite3.Error as error:
            raise InputError(f"{place} cannot hold saved games: {error}; choose another --data") from None

    def open(self, opening: Opened) -> None:
        """Write down a new table."""
        row = (opening.id, opening.made, msgspec.json.encode(opening))
        self._base.execute("insert into tables values (?, ?, ?)", row)

    def append(self, table: str, at: int, entry: msgspec.Struct) -> None:
        """Write down the next entry of a table; its number must be new."""
        row = (table, at, msgspec.json.encode(entry))
        self._base.execute("insert into entries values (?, ?, ?)", row)

    def table(self, table: str, shapes: Shapes[Start, Later]) -> tuple[Start, list[Later]] | None:
        """Read a table with all its entries, or None if there is none of that name in that game."""
        row = self._base.execute("select opening from tables where id = ?", (table,)).fetchone()
        if row is None:
            return None
        try:
            opening = shapes.opening.decode(row[0])
        except msgspec.ValidationError:
            return None
        rows = self._base.execute("select entry from entries where table_id = ? order by at", (table,))
        return opening, [shapes.entry.decode(entry) for (entry,) in rows]

    def shelve(self, record: str, text: str) -> None:
        """Keep the text of a recorded game, and let the oldest go when there are too many."""
        row = (record, time.time(), text)
        self._base.execute("insert or replace into records values (?, ?, ?)", row)
        self._base.execute(
            "delete from records where id not in (select id from records order by made desc limit ?)",
            (MOST_RECORDS,),
        )

    def record(self, record: str) -> str | None:
        """Read the text of a recorded game, or None if there is none of that name."""
        row = self._base.execute("select text from records where id = ?", (record,)).fetchone()
        return None if row is None else str(row[0])

    def note(self, key: str) -> str | None:
        """Read a note of the server to itself."""
        row = self._base.execute("select value from notes where key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def keep(self, key: str, value: str) -> None:
        """Keep a note of the server to itself."""
        self._base.execute("insert or replace into notes values (?, ?)", (key, value))

    def close(self) -> None:
        """Close the file."""
        self._base.close()
