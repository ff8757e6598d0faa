"""The SQLite file of a store: opening and checking it, and reading and writing the rows of a table."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from handsight.errors import InputError, RequestError
from handsight.web.server.saved_table import SavedTable, damaged, with_digest

VERSION = 3
"""The version of the file. Version 1 had no digests and no versions of rules, version 2 no talk."""
DIGESTS, TALK = 2, 3
"""The versions since which a file has digests, and what people write at tables."""
SCHEMA_NOTE = "schema"
"""The store's setting that has the version once more, so that damage to the file's own cannot mislead."""
SCHEMA = """
create table if not exists tables (id text primary key, made real not null, opening blob not null) strict;
create table if not exists entries (
  table_id text not null references tables, at integer not null, entry blob not null,
  primary key (table_id, at)
) strict, without rowid;
create table if not exists written (
  table_id text primary key references tables, rules integer not null, deal text not null,
  count integer not null, digest blob not null, over integer not null, touched real not null
) strict, without rowid;
create table if not exists talk (
  table_id text not null references tables, key text not null, text blob not null, primary key (table_id, key)
) strict, without rowid;
create table if not exists records (id text primary key, made real not null, text text not null) strict;
create table if not exists notes (key text primary key, value text not null) strict, without rowid;
"""
ARCHIVE_SCHEMA = """
create table if not exists archived (id text primary key, archived real not null, saved blob not null) strict;
"""


class DamagedStoreError(Exception):
    """The file itself is damaged: not a table in it, but what holds them."""


def connect(path: Path | str, *, read_only: bool = False) -> sqlite3.Connection:
    """Open an SQLite file so that what is committed is on the disk."""
    address = f"{Path(path).absolute().as_uri()}?mode=ro" if read_only else str(path)
    database = sqlite3.connect(address, isolation_level=None, check_same_thread=False, uri=read_only)
    try:
        database.execute("pragma trusted_schema = off")
        database.execute("pragma cell_size_check = on")
        if not read_only:
            database.execute("pragma journal_mode = wal")
            database.execute("pragma synchronous = full")
    except BaseException:
        database.close()
        raise
    return database


def open_checked(path: Path) -> sqlite3.Connection:
    """Open a store, or raise DamagedStoreError if it is damaged."""
    return _open_checked(path, integrity_problem, set_up)


def open_archive(path: Path | str) -> sqlite3.Connection:
    """Open the archive, or raise DamagedStoreError if it is damaged."""
    return _open_checked(path, archive_problem, set_up_archive)


def _open_checked(
    path: Path | str,
    problem_of: Callable[[sqlite3.Connection], str],
    set_up_parts: Callable[[sqlite3.Connection], sqlite3.Connection],
) -> sqlite3.Connection:
    """Open a file, look for a problem in it, and make the parts that it should have."""
    try:
        database = connect(path)
    except sqlite3.DatabaseError as error:
        raise _damage(error) from None
    try:
        problem = problem_of(database)
        if not problem:
            return set_up_parts(database)
    except sqlite3.DatabaseError as error:
        database.close()
        raise _damage(error) from None
    except BaseException:
        database.close()
        raise
    database.close()
    raise DamagedStoreError(problem)


def _damage(error: sqlite3.DatabaseError) -> Exception:
    """Tell a damaged file from one that cannot be opened or written."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    outside = (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_PERM,
    )
    return error if code in outside else DamagedStoreError(str(error))


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error while reading or writing says that the file is damaged."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _sqlite_problem(database: sqlite3.Connection) -> str:
    """Return the first thing that SQLite finds wrong with a file, or nothing."""
    (found,) = database.execute("pragma integrity_check(1)").fetchone()
    return "" if found == "ok" else " ".join(str(found).split())


def integrity_problem(database: sqlite3.Connection) -> str:
    """Return the first thing that is wrong with a store's file, or nothing."""
    if problem := _sqlite_problem(database):
        return problem
    known = database.execute("pragma user_version").fetchone()[0]
    names = {row[0] for row in database.execute("select name from sqlite_master where type = 'table'")}
    noted = (
        database.execute("select value from notes where key = ?", (SCHEMA_NOTE,)).fetchone()
        if "notes" in names
        else None
    )
    if noted is not None and noted[0] != str(known):
        return f"it says that it has version {known}, and also that it has version {noted[0]}"
    needed = {"tables", "entries", "written", "records", "notes", *(("talk",) if known >= TALK else ())}
    if (noted is not None or known >= DIGESTS) and not needed <= names:
        return "a part of it is missing"
    return ""


def new_store(path: Path) -> sqlite3.Connection:
    """Open a file that does not hold a store yet, and make the parts of one."""
    return set_up(connect(path))


def archive_problem(database: sqlite3.Connection) -> str:
    """Return the first thing that is wrong with an archive's file, or nothing."""
    if problem := _sqlite_problem(database):
        return problem
    if database.execute("select 1 from sqlite_master").fetchone():
        database.execute("select id, archived, saved from archived limit 0")  # its parts are there
    return ""


def damaged_archived(database: sqlite3.Connection) -> dict[str, str]:
    """Return, by name, why tables of an archive cannot be opened."""
    found: dict[str, str] = {}
    if not database.execute("select 1 from sqlite_master").fetchone():
        return found
    for row, key in database.execute("select rowid, cast(id as blob) from archived").fetchall():
        name = bytes(key).decode("ascii", "backslashreplace")
        query = "select saved from archived where rowid = ?"
        try:
            archived_table(name, database.execute(query, (row,)).fetchone()[0]).check()
        except sqlite3.Error as error:
            found[name] = str(damaged(name, f"its place in the archive: {error}"))
        except RequestError as error:
            found[name] = str(error)
    return found


def archived_table(name: str, data: bytes) -> SavedTable:
    """Read a table of the archive, or raise RequestError."""
    try:
        saved = msgspec.msgpack.decode(data, type=SavedTable)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise damaged(name, f"its place in the archive: {error}") from None
    if saved.id != name:
        raise damaged(name, "another table is in its place in the archive")
    return saved


def set_up(database: sqlite3.Connection) -> sqlite3.Connection:
    """Make the parts of a new store, and those that an older version did not have."""
    known = database.execute("pragma user_version").fetchone()[0]
    if known == VERSION:
        return database
    if known > VERSION:
        raise InputError(
            f"these games were saved by a newer version of Handsight (file version {known}, "
            f"this version knows {VERSION}); update Handsight, or choose another --data"
        )
    with transaction(database):
        for statement in SCHEMA.split(";\n"):
            database.execute(statement)
        names = [row[0] for row in database.execute("select id from tables")]
        for name in names:
            if written(database, name) is None and (saved := saved_table(database, name)):
                insert_written(database, with_digest(saved))
        database.execute("insert or replace into notes values (?, ?)", (SCHEMA_NOTE, str(VERSION)))
        database.execute(f"pragma user_version = {VERSION}")
    return database


def set_up_archive(database: sqlite3.Connection) -> sqlite3.Connection:
    """Make the parts of a new archive."""
    database.executescript(ARCHIVE_SCHEMA)
    return database


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Save all that is done inside, or nothing."""
    database.execute("begin immediate")
    try:
        yield
        database.execute("commit")
    except BaseException:
        if database.in_transaction:
            with suppress(sqlite3.Error):
                database.execute("rollback")
        raise


def written(database: sqlite3.Connection, table: str) -> tuple[int, bytes] | None:
    """Return how many entries of a table were saved, and its digest."""
    row: tuple[int, bytes] | None = database.execute(
        "select count, digest from written where table_id = ?", (table,)
    ).fetchone()
    return row


def saved_table(database: sqlite3.Connection, table: str, version: int = VERSION) -> SavedTable | None:
    """Read a table of a file of some version."""
    row = database.execute("select made, opening from tables where id = ?", (table,)).fetchone()
    if row is None:
        return None
    made, opening = row
    numbered = database.execute("select at, entry from entries where table_id = ? order by at", (table,))
    entries = [bytes(entry) for number, (at, entry) in enumerate(numbered) if at == number]
    written = (1, "", 0, b"")
    if version >= DIGESTS:
        query = "select rules, deal, count, digest from written where table_id = ?"
        written = database.execute(query, (table,)).fetchone() or written
    talk = saved_talk(database, table) if version >= TALK else ()
    return SavedTable(table, made, bytes(opening), tuple(entries), *written, talk)


def saved_talk(database: sqlite3.Connection, table: str) -> tuple[tuple[str, bytes], ...]:
    """Read what people wrote at a table; damage to it stops no game."""
    try:
        rows = database.execute(
            "select cast(key as blob), text from talk where table_id = ?", (table,)
        ).fetchall()
    except sqlite3.Error:
        return ()
    return tuple((bytes(key).decode("utf-8", "backslashreplace"), bytes(text)) for key, text in rows)


def record_name(text: bytes) -> str:
    """Return the name of a recorded game, which is a digest of its text."""
    return sha256(text).hexdigest()[:16]


def damaged_record(name: str, why: str = "its text is not what was saved") -> str:
    """Return what to say of a recorded game that cannot be opened."""
    return f"recorded game {name} is damaged: {why}; open its file again"


def damaged_records(database: sqlite3.Connection) -> dict[str, str]:
    """Return, by name, what is wrong with each recorded game whose text has changed since it was saved."""
    found = {}
    for row, key in database.execute("select rowid, cast(id as blob) from records").fetchall():
        name = bytes(key).decode("ascii", "backslashreplace")
        try:
            (text,) = database.execute(
                "select cast(text as blob) from records where rowid = ?", (row,)
            ).fetchone()
        except sqlite3.Error as error:
            found[name] = damaged_record(name, str(error))
        else:
            if record_name(bytes(text)) != name:
                found[name] = damaged_record(name)
    return found


def insert_table(database: sqlite3.Connection, saved: SavedTable) -> None:
    """Insert a table with all its entries."""
    database.execute("insert into tables values (?, ?, ?)", (saved.id, saved.made, saved.opening))
    rows = [(saved.id, at, entry) for at, entry in enumerate(saved.entries)]
    database.executemany("insert into entries values (?, ?, ?)", rows)
    talk = [(saved.id, key, text) for key, text in saved.talk]
    database.executemany("insert or replace into talk values (?, ?, ?)", talk)
    insert_written(database, saved)


def insert_written(database: sqlite3.Connection, saved: SavedTable) -> None:
    """Insert what is known of a table apart from its opening and its entries."""
    database.execute(
        "insert into written values (?, ?, ?, ?, ?, 0, ?)",
        (saved.id, saved.rules, saved.deal, saved.count, saved.digest, time.time()),
    )


def delete_table(database: sqlite3.Connection, table: str) -> None:
    """Delete a table with all its entries."""
    parts = (("entries", "table_id"), ("written", "table_id"), ("talk", "table_id"), ("tables", "id"))
    for part, key in parts:
        database.execute(f"delete from {part} where {key} = ?", (table,))  # noqa: S608 our own names
