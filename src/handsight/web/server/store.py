"""Saved game tables and recorded games, in one SQLite file.

A table is how it was opened and every entry since, appended as it happens. Write-ahead logging makes an entry
safe from a killed server as soon as `append` returns.
"""

import sqlite3
import time
from pathlib import Path
from typing import TypeVar

import msgspec

from handsight.errors import InputError
from handsight.web.server.table import Opening

VERSION = 1
MOST_RECORDS = 500
"""Recorded games that are saved; the oldest are deleted first."""
SCHEMA = """
create table if not exists tables (id text primary key, made real not null, opening blob not null) strict;
create table if not exists entries (
  table_id text not null references tables, at integer not null, entry blob not null,
  primary key (table_id, at)
) strict, without rowid;
create table if not exists records (id text primary key, made real not null, text text not null) strict;
create table if not exists notes (key text primary key, value text not null) strict, without rowid;
"""

OpeningT = TypeVar("OpeningT", bound=Opening)
EntryT = TypeVar("EntryT")


class Store:
    """A file of tables and recorded games; `:memory:` saves nothing beyond the life of the server."""

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        if self.path != ":memory:":
            Path(path).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            self._database = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            self._database.execute("pragma journal_mode = wal")
            self._database.execute("pragma synchronous = normal")
            known = self._database.execute("pragma user_version").fetchone()[0]
            if known not in (0, VERSION):
                raise InputError(f"{path} was written by another version of Handsight; choose another --data")
            self._database.executescript(SCHEMA)
            self._database.execute(f"pragma user_version = {VERSION}")
        except sqlite3.Error as error:
            raise InputError(f"{path} cannot hold saved games: {error}; choose another --data") from None

    def save_table(self, opening: Opening) -> None:
        """Save how a new table was opened."""
        row = (opening.id, opening.made, msgspec.json.encode(opening))
        self._database.execute("insert into tables values (?, ?, ?)", row)

    def append(self, table: str, number: int, entry: object) -> None:
        """Save the next entry of a table; its number must be new."""
        row = (table, number, msgspec.json.encode(entry))
        self._database.execute("insert into entries values (?, ?, ?)", row)

    def load_table(
        self, table: str, opening: msgspec.json.Decoder[OpeningT], entry: msgspec.json.Decoder[EntryT]
    ) -> tuple[OpeningT, list[EntryT]] | None:
        """Load a table with all its entries, or None if the game of these decoders has none of that name."""
        row = self._database.execute("select opening from tables where id = ?", (table,)).fetchone()
        if row is None:
            return None
        try:
            opened = opening.decode(row[0])
        except msgspec.ValidationError:  # a table of another game
            return None
        rows = self._database.execute("select entry from entries where table_id = ? order by at", (table,))
        return opened, [entry.decode(text) for (text,) in rows]

    def save_record(self, record: str, text: str) -> None:
        """Save the text of a recorded game, and delete the oldest when there are too many."""
        row = (record, time.time(), text)
        self._database.execute("insert or replace into records values (?, ?, ?)", row)
        self._database.execute(
            "delete from records where id not in (select id from records order by made desc limit ?)",
            (MOST_RECORDS,),
        )

    def load_record(self, record: str) -> str | None:
        """Load the text of a recorded game, or None if there is none of that name."""
        row = self._database.execute("select text from records where id = ?", (record,)).fetchone()
        return None if row is None else str(row[0])

    def setting(self, key: str) -> str | None:
        """Return a setting that the server has saved for itself."""
        row = self._database.execute("select value from notes where key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def save_setting(self, key: str, value: str) -> None:
        """Save a setting of the server."""
        self._database.execute("insert or replace into notes values (?, ?)", (key, value))

    def close(self) -> None:
        """Close the file."""
        self._database.close()
