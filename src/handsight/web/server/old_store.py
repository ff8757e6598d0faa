"""The SQLite file in which Handsight 0.1 and 0.2 saved games: it is read once, and then kept in a folder."""

import sqlite3
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from handsight.errors import InputError
from handsight.web.server.data_folder import PRIVATE_FOLDER
from handsight.web.server.saved_table import SavedTable

NAME, ARCHIVE, COUNTER = "tables.sqlite3", "archive.sqlite3", "changes"
KEPT = "version-0.2"
"""The folder into which the old files are moved."""
OWN_SETTINGS = ("schema", "changes")
"""Settings of the file itself."""


class OldStore:
    """The tables, recorded games and settings in a folder of an older version of Handsight.

    Raises:
        InputError: The file is damaged; says what to do.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lost: list[str] = []
        path = folder / NAME
        try:
            self._database = sqlite3.connect(path)
            (found,) = self._database.execute("pragma integrity_check(1)").fetchone()
            if found != "ok":
                raise sqlite3.DatabaseError(found)
            (self._version,) = self._database.execute("pragma user_version").fetchone()
        except sqlite3.Error as error:
            raise InputError(
                f"{path} was saved by Handsight 0.2 and is damaged ({error}); start Handsight 0.2 on it "
                "once, which carries over what can be read, or move it elsewhere"
            ) from None

    def tables(self) -> Iterator[SavedTable]:
        """Return all tables that are as they were saved, those of the archive first."""
        if (self.folder / ARCHIVE).exists():
            archive = sqlite3.connect(self.folder / ARCHIVE)
            for _, data in archive.execute("select archived, saved from archived order by 1"):
                old = msgspec.msgpack.decode(data)
                yield from self._checked(msgspec.convert(old, SavedTable), old["digest"])
            archive.close()
        for name, made, opening in self._rows("select id, made, opening from tables order by made"):
            entries = self._rows("select entry from entries where table_id = ? order by at", name)
            known = self._rows("select rules, deal, digest from written where table_id = ?", name)
            talk = self._rows("select key, text from talk where table_id = ?", name)
            rules, deal, digest = known[0] if known else (1, "", b"")
            yield from self._checked(
                SavedTable(
                    name, made, opening, tuple(entry for (entry,) in entries), rules, deal, tuple(talk)
                ),
                digest,
            )

    def _checked(self, saved: SavedTable, known: bytes) -> Iterator[SavedTable]:
        """Return a table if it is as it was saved; version 1 of the file had no digests."""
        head = f"{saved.id}\0{saved.rules}\0{saved.deal}\0".encode()
        digest = blake2b(head + saved.opening, digest_size=16).digest()
        for entry in saved.entries:
            digest = blake2b(digest + entry, digest_size=16).digest()
        if self._version > 1 and known != digest:
            self._lost.append(saved.id)
        else:
            yield saved

    def records(self) -> list[tuple[str, str]]:
        """Return the recorded games by name, the oldest first."""
        return self._rows("select id, text from records order by made")

    def settings(self) -> list[tuple[str, str]]:
        """Return the server's settings."""
        return [row for row in self._rows("select key, value from notes") if row[0] not in OWN_SETTINGS]

    def close(self) -> list[str]:
        """Move the old files out of the way; return a line about each table that was damaged."""
        self._database.close()
        kept = self.folder / KEPT
        kept.mkdir(exist_ok=True, mode=PRIVATE_FOLDER)
        for name in (NAME, ARCHIVE, COUNTER):
            for path in self.folder.glob(f"{name}*"):
                path.replace(kept / path.name)
        return [f"table {name} is damaged, and stays in {kept} as it is" for name in self._lost]

    def _rows(self, query: str, *words: str) -> list[tuple[Any, ...]]:
        """Return the rows of a query; none where this version of the file has no such part."""
        try:
            return self._database.execute(query, words).fetchall()
        except sqlite3.OperationalError:
            return []
