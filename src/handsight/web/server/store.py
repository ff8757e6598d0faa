"""Saved game tables and recorded games, in one SQLite file.

A table is how it was opened and every entry since, appended as it happens; with each entry the table's digest
goes on, so that no damage passes for a game. An entry is on the disk when `append` returns: write-ahead
logging with `synchronous = full` keeps it through a killed server and a loss of power.

Opening a store checks it. A damaged file is set aside and what can be read of it is carried over (`salvage`);
a damaged table is named in `set_aside` and stays as it is, and all others are served.
"""

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import disk_usage
from threading import RLock

import msgspec

from handsight.errors import InputError, RequestError
from handsight.text.counting_from_one import counted
from handsight.web.server.data_folder import ARCHIVE, COUNTER, make_private, private_file
from handsight.web.server.salvage import salvage, salvage_archive, write_ahead_damage
from handsight.web.server.saved_table import (
    DAMAGED,
    SavedTable,
    damaged,
    next_digest,
    talk_problems,
    with_digest,
)
from handsight.web.server.store_file import (
    DamagedStoreError,
    archived_table,
    connect,
    damaged_record,
    damaged_records,
    delete_table,
    insert_table,
    is_damage,
    open_archive,
    open_checked,
    record_name,
    saved_table,
    set_up,
    transaction,
    written,
)
from handsight.web.server.table import Opening

DAMAGED_RECORD = "damaged-game"
"""The code of the error about a recorded game whose text is not what was saved."""
CHANGES_NOTE = "changes"
"""The store's setting that counts the changes of tables."""
MEMORY = ":memory:"
MOST_TABLES = 5_000
"""Tables that are saved; beyond, the oldest finished ones are moved to the archive."""
MOST_ARCHIVED = 20_000
"""Tables in the archive; the oldest are deleted first."""
ARCHIVED_AT_ONCE = 50
ABANDONED_SECONDS = 3600.0
"""A table at which nobody has moved for so long makes room if no finished one can."""
MOST_RECORDS = 500
"""Recorded games that are saved; the oldest are deleted first."""
LITTLE_SPACE = 1 << 20
"""Bytes; with less on the disk, a failed write is because it is full."""


class Store:
    """A file of tables and recorded games; `:memory:` saves nothing beyond the life of the server.

    Args:
        path: the file; its folder must exist or be ours to make.
        most_tables: tables that are kept; beyond, the oldest finished ones are archived.
    """

    def __init__(self, path: Path | str, most_tables: int = MOST_TABLES) -> None:
        self.path = str(path)
        self.most_tables = most_tables
        self.set_aside: dict[str, str] = {}
        """By table, why it cannot be opened."""
        self.problems: list[str] = []
        """What was found damaged when the store was opened, a line each."""
        self._lock = RLock()
        self._archive: sqlite3.Connection | None = None
        self._started = False
        self._changes = 0
        self._counter: Path | None = None
        try:
            self._database = self._opened()
            self._count_changes()
            self._check_tables()
            self.problems += damaged_records(self._database).values()
            if self.path != MEMORY and self._archive_path.exists():
                self._open_archive()
        except (sqlite3.Error, OSError) as error:
            raise InputError(f"{path} cannot hold saved games: {error}; choose another --data") from None
        self._started = True

    def _opened(self) -> sqlite3.Connection:
        """Open the file; where it is damaged, carry over what can be read into a new one first."""
        if self.path == MEMORY:
            return set_up(connect(self.path))
        path = Path(self.path)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        private_file(path)
        for suffix in ("-wal", "-shm"):
            if (beside := path.with_name(path.name + suffix)).exists():
                make_private(beside)
        if damage := write_ahead_damage(path):
            self.problems += salvage(path, damage)
        try:
            return open_checked(path)
        except DamagedStoreError as error:
            self.problems += salvage(path, str(error))
            return open_checked(path)

    def _count_changes(self) -> None:
        """Compare how many changes the store has with how many were made, as the file beside it says."""
        noted = self.setting(CHANGES_NOTE) or ""
        self._changes = int(noted) if noted.isdecimal() and len(noted) < 20 else 0
        if self.path == MEMORY:
            return
        counter = Path(self.path).with_name(COUNTER)
        made = counter.read_bytes()[:20].strip() if counter.exists() else b""
        missing = int(made) - self._changes if made.isdigit() else 0
        if missing > 0:
            if not self.problems:
                self.problems.append(
                    f"the last {missing} changes of tables are missing from {self.path}, so "
                    "its newest moves may be missing; was it replaced by an older copy?"
                )
            self._changes += missing
            self.save_setting(CHANGES_NOTE, str(self._changes))
        private_file(counter)
        self._counter = counter
        self._note_changes()

    def _note_changes(self) -> None:
        """Write the number of changes beside the store, after they were saved."""
        if self._counter is not None:
            with suppress(OSError), self._counter.open("r+b", buffering=0) as file:
                file.write(b"%-20d" % self._changes)

    def _check_tables(self) -> None:
        """Find the tables whose bytes have changed since they were saved, and set them aside."""
        with self._reading() as database:
            orphans = "select table_id from written where table_id not in (select id from tables)"
            for (name,) in database.execute(orphans):
                self.set_aside[name] = str(damaged(name, "how it was opened is missing"))
        written: list[str] = []
        for saved in self.saved_tables():
            with suppress(RequestError):
                self._verified(saved)
                written += talk_problems(saved)
        self.problems += [*self.set_aside.values(), *written]

    def _verified(self, saved: SavedTable) -> SavedTable:
        try:
            saved.check()
        except RequestError as error:
            self.set_aside[saved.id] = str(error)
            raise
        return saved

    # Tables.

    def save_table(self, opening: Opening, rules: int = 1, deal: str = "") -> None:
        """Save how a new table was opened, with the version of its rules and the digest of its deal."""
        saved = SavedTable(opening.id, opening.made, msgspec.json.encode(opening), (), rules, deal)
        self._make_room()
        with self._changing() as database:
            insert_table(database, with_digest(saved))

    def append(self, table: str, number: int, entry: object) -> None:
        """Save the next entry of a table, or raise RequestError; its number must be the next."""
        text = msgspec.json.encode(entry)
        with self._changing() as database:
            row = written(database, table)
            if row is None:
                self._restore(database, table)
                row = written(database, table)
            if row is None or row[0] != number:
                raise RequestError("not-saved", "this table was changed by another server; open it again")
            database.execute("insert into entries values (?, ?, ?)", (table, number, text))
            database.execute(
                "update written set count = ?, digest = ?, touched = ? where table_id = ?",
                (number + 1, next_digest(row[1], text), time.time(), table),
            )

    def save_talk(self, table: str, key: str, text: bytes) -> None:
        """Save what a person wrote at a table, in place of what was saved under the same key."""
        with self._saving() as database:
            if written(database, table) is None:
                self._restore(database, table)
            database.execute("insert or replace into talk values (?, ?, ?)", (table, key, text))

    def save_over(self, table: str, *, over: bool) -> None:
        """Save whether a table's game is over, so that it may be archived."""
        with self._saving() as database:
            database.execute("update written set over = ? where table_id = ?", (int(over), table))

    def load_table(self, table: str) -> SavedTable | None:
        """Load a table, from the archive too, or None if there is none; a damaged one is a RequestError."""
        with self._reading() as database:
            if (saved := saved_table(database, table)) is not None:
                return self._verified(saved)
            archived = self._archived(table)
        if archived is None:
            if table in self.set_aside:
                raise RequestError(DAMAGED, self.set_aside[table])
            return None
        self._verified(archived)
        with self._saving() as database:
            self._restore(database, table)
        return archived

    def replace_table(self, saved: SavedTable) -> None:
        """Save a table that was migrated in place of what it was; that is kept in the archive."""
        with self._saving() as database:
            if old := saved_table(database, saved.id):
                named = msgspec.structs.replace(old, id=f"{old.id} rules {old.rules}")
                self._to_archive([with_digest(named)])
                delete_table(database, saved.id)
            insert_table(database, saved)

    def saved_tables(self) -> Iterator[SavedTable]:
        """Load all tables one after the other, whether damaged or not."""
        with self._reading() as database:
            names = [row[0] for row in database.execute("select id from tables order by made")]
        for name in names:
            try:
                with self._reading() as database:
                    saved = saved_table(database, name)
            except RequestError as error:
                self.set_aside[name] = str(error)
            else:
                if saved is not None:
                    yield saved

    # The archive.

    def _make_room(self) -> None:
        """Archive the oldest finished tables where there are too many, or raise RequestError."""
        with self._reading() as database:
            (count,) = database.execute("select count(*) from tables").fetchone()
            if count < self.most_tables:
                return
            names = [
                row[0]
                for row in database.execute(
                    "select table_id from written where over = 1 or touched < ? "
                    "order by over desc, touched limit ?",
                    (time.time() - ABANDONED_SECONDS, ARCHIVED_AT_ONCE + count - self.most_tables),
                )
                if row[0] not in self.set_aside
            ]
            saved = [found for name in names if (found := saved_table(database, name)) is not None]
        if not saved:
            raise RequestError(
                "full",
                f"this server keeps {counted(self.most_tables, 'table')}, and no game there is over; "
                "finish one, or try again later",
            )
        with self._saving() as database:
            self._to_archive(saved)
            for one in saved:
                delete_table(database, one.id)

    def _to_archive(self, saved: list[SavedTable]) -> None:
        try:
            self._insert_archived(saved)
        except sqlite3.Error as error:
            if self._archive is None or not is_damage(error):
                raise
            self._archive.close()
            self._archive = None
            self._replace_archive(str(error))
            self._insert_archived(saved)

    def _insert_archived(self, saved: list[SavedTable]) -> None:
        archive = self._open_archive()
        now = time.time()
        rows = [(one.id, now, msgspec.msgpack.encode(one)) for one in saved]
        with transaction(archive):
            archive.executemany("insert or replace into archived values (?, ?, ?)", rows)
            archive.execute(
                "delete from archived where id in "
                "(select id from archived order by archived desc limit -1 offset ?)",
                (MOST_ARCHIVED,),
            )

    def _archived(self, table: str) -> SavedTable | None:
        if self._archive is None and self.path != MEMORY and not self._archive_path.exists():
            return None
        row = self._open_archive().execute("select saved from archived where id = ?", (table,)).fetchone()
        return None if row is None else archived_table(table, row[0])

    def _restore(self, database: sqlite3.Connection, table: str) -> None:
        """Move a table back from the archive, if it is there."""
        if (saved := self._archived(table)) is not None:
            insert_table(database, saved)

    @property
    def _archive_path(self) -> Path:
        return Path(self.path).with_name(ARCHIVE)

    def _open_archive(self) -> sqlite3.Connection:
        if self._archive is None:
            self._archive = open_archive(MEMORY) if self.path == MEMORY else self._archive_file()
        return self._archive

    def _archive_file(self) -> sqlite3.Connection:
        """Open the file of the archive; where it is damaged, set it aside and begin a new one first."""
        path = self._archive_path
        private_file(path)
        if damage := write_ahead_damage(path):
            self._replace_archive(damage)
        try:
            return open_archive(path)
        except DamagedStoreError as error:
            self._replace_archive(str(error))
            return open_archive(path)

    def _replace_archive(self, damage: str) -> None:
        self.report(salvage_archive(self._archive_path, damage))

    def report(self, lines: list[str]) -> None:
        """Add what was found damaged to the problems, and to the log where the server runs already."""
        fresh = [line for line in lines if line not in self.problems]
        self.problems += fresh
        if self._started:
            for line in fresh:
                logging.getLogger(__name__).error(line)

    # Recorded games and settings.

    def save_record(self, record: str, text: str) -> None:
        """Save the text of a recorded game, and delete the oldest when there are too many."""
        row = (record, time.time(), text)
        with self._saving() as database:
            database.execute("insert or replace into records values (?, ?, ?)", row)
            database.execute(
                "delete from records where id not in (select id from records order by made desc limit ?)",
                (MOST_RECORDS,),
            )

    def load_record(self, record: str) -> str | None:
        """Load the text of a recorded game, or None if there is none; a damaged one is a RequestError."""
        with self._reading() as database:
            query = "select cast(text as blob) from records where id = ?"
            row = database.execute(query, (record,)).fetchone()
        if row is None:
            return None
        text = bytes(row[0])
        if record_name(text) != record:
            raise RequestError(DAMAGED_RECORD, damaged_record(record))
        return text.decode()

    def setting(self, key: str) -> str | None:
        """Return a setting that the server has saved for itself."""
        with self._reading() as database:
            row = database.execute("select value from notes where key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def save_setting(self, key: str, value: str) -> None:
        """Save a setting of the server."""
        with self._saving() as database:
            database.execute("insert or replace into notes values (?, ?)", (key, value))

    def delete_setting(self, key: str) -> None:
        """Delete a setting of the server, where there is one."""
        with self._saving() as database:
            database.execute("delete from notes where key = ?", (key,))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._database.close()
            if self._archive is not None:
                self._archive.close()

    # Access to the file: one thread at a time, and every failure is a RequestError.

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                yield self._database
            except (sqlite3.Error, UnicodeDecodeError) as error:
                raise RequestError(DAMAGED, f"the server cannot read this from its disk: {error}") from None

    @contextmanager
    def _saving(self) -> Iterator[sqlite3.Connection]:
        """Save all that is done inside, or nothing."""
        with self._lock:
            try:
                with transaction(self._database):
                    yield self._database
            except (sqlite3.Error, OSError) as error:
                raise self._not_saved(error) from None

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        """Save a change of a table, and count it."""
        with self._lock:
            with self._saving() as database:
                row = (CHANGES_NOTE, str(self._changes + 1))
                database.execute("insert or replace into notes values (?, ?)", row)
                yield database
            self._changes += 1
            self._note_changes()

    def _not_saved(self, error: Exception) -> RequestError:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        full = code == sqlite3.SQLITE_FULL
        if self.path != MEMORY and not full:
            with suppress(OSError):
                full = disk_usage(Path(self.path).parent).free < LITTLE_SPACE
        if full:
            return RequestError(
                "disk-full",
                "the server's disk is full, so this was not saved and nothing has changed; "
                "try again when there is space",
            )
        return RequestError(
            "not-saved", f"the server could not save this, so nothing has changed: {error}; try again"
        )
