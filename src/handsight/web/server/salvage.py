"""Carry over what can be read of a damaged store into a new one; the damaged files are kept as they were.

Every table is read by itself, so damage to one costs no other. A table of which anything is missing is
carried over as far as it can be read, and its digest then shows that it is damaged; one that cannot be read
at all is named, from the index of names where that is whole.
"""

import os
import shutil
import sqlite3
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from handsight.errors import RequestError
from handsight.text.counting_from_one import counted
from handsight.web.server import store_file
from handsight.web.server.data_folder import PRIVATE_FILE, PRIVATE_FOLDER, private_file
from handsight.web.server.saved_table import with_digest

SUFFIXES = ("", "-wal", "-shm")
MOST_ROWS = 1 << 22
MOST_FAILURES = 20_000
"""Places that are tried one by one before the rest of a part is given up."""
WAL_HEADER, FRAME_HEADER = 32, 24
WAL_MAGIC = 0x377F0682
Row = tuple[Any, ...]


def salvage(path: Path, damage: str) -> list[str]:
    """Replace a damaged store by a new one with what can be read of it; return what was done, in lines."""
    aside = _set_aside(path)
    first = (
        f"{path} is damaged ({damage}); it is kept as it was in {aside}, and its newest moves may be missing"
    )
    return [first, *_replaced(path, aside, store_file.new_store, _carried_over)]


def salvage_archive(path: Path, damage: str) -> list[str]:
    """Replace a damaged archive by a new one with the tables that can be read; return what was done."""
    aside = _set_aside(path)
    first = f"{path} is damaged ({damage}); it is kept as it was in {aside}"
    return [first, *_replaced(path, aside, store_file.open_archive, _carried_over_archive)]


def _replaced(
    path: Path,
    aside: Path,
    make: Callable[[Path], sqlite3.Connection],
    carry_over: Callable[[Path, sqlite3.Connection], list[str]],
) -> list[str]:
    """Put a new file with what can be read of the one set aside in its place; return lines about it."""
    work = path.with_name("salvage")
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(aside, work)
    (work / f"{path.name}-shm").unlink(missing_ok=True)
    fresh = work / "new.sqlite3"
    private_file(fresh)
    with closing(make(fresh)) as new:
        lines = carry_over(work / path.name, new)
        new.execute("pragma wal_checkpoint(truncate)")
        new.execute("pragma journal_mode = delete")
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    fresh.replace(path)
    shutil.rmtree(work, ignore_errors=True)
    return lines


def _carried_over_archive(path: Path, new: sqlite3.Connection) -> list[str]:
    """Copy the tables of a damaged archive that are whole; return lines about the others."""
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        old.text_factory = lambda data: data.decode("utf-8", "replace")
        try:
            old.execute("pragma cell_size_check = on")
            old.execute("select count(*) from sqlite_master").fetchone()
        except sqlite3.Error as error:
            return [f"nothing of the archive can be read: {error}"]
        index = "select id from archived indexed by sqlite_autoindex_archived_1"
        names = {row[0] for row in _all_rows(old, index)}
        whole = set()
        new.execute("begin")
        for row in _by_rowid(old, "select id, archived, saved from archived where rowid between ? and ?"):
            names.add(row[0])
            with suppress(RequestError):
                if isinstance(row[2], bytes):
                    store_file.archived_table(row[0], row[2]).check()
                    _insert(new, "archived", row)
                    whole.add(row[0])
        new.execute("commit")
    lost = sorted(ascii(name)[1:-1] for name in names - whole if isinstance(name, str))
    lines = [f"table {name} cannot be read; its game is lost, but for the damaged file" for name in lost]
    return [*lines, f"{counted(len(whole), 'table')} of the archive could be read and carried over"]


def _set_aside(path: Path) -> Path:
    """Copy a store's files into a folder of their own."""
    name = time.strftime("damaged-%Y%m%d-%H%M%S")
    number = 1
    aside = path.with_name(name)
    while aside.exists():
        number += 1
        aside = path.with_name(f"{name}-{number}")
    aside.mkdir(mode=PRIVATE_FOLDER)
    for suffix in SUFFIXES:
        if (file := path.with_name(path.name + suffix)).exists():
            copy = aside / file.name
            shutil.copyfile(file, copy)
            copy.chmod(PRIVATE_FILE)
            with copy.open("rb") as written:
                os.fsync(written.fileno())
    return aside


def _carried_over(path: Path, new: sqlite3.Connection) -> list[str]:
    """Copy what can be read; return lines about what could not."""
    try:
        old = sqlite3.connect(path, isolation_level=None)
    except sqlite3.Error as error:
        return [f"nothing of it can be read: {error}"]
    with closing(old):
        old.text_factory = lambda data: data.decode("utf-8", "replace")
        try:
            old.execute("pragma cell_size_check = on")
            old.execute("select count(*) from sqlite_master").fetchone()
        except sqlite3.Error as error:
            return [f"nothing of it can be read: {error}; the page starts without the games saved before"]
        new.execute("begin")
        lines = _tables(old, new)
        lines += _records(old, new)
        for key, value in _all_rows(old, "select key, value from notes"):
            if isinstance(key, str) and isinstance(value, str) and key != "schema":
                _insert(new, "notes", (key, value))
        new.execute("commit")
    return lines


def _tables(old: sqlite3.Connection, new: sqlite3.Connection) -> list[str]:
    listed = {row[0] for row in _all_rows(old, "select id from tables indexed by sqlite_autoindex_tables_1")}
    found: dict[str, Row] = {}
    for row in _by_rowid(old, "select id, made, opening from tables where rowid between ? and ?"):
        if isinstance(row[0], str) and isinstance(row[1], float) and isinstance(row[2], bytes):
            found[row[0]] = row
    versioned = bool(_all_rows(old, "select 1 from sqlite_master where name = 'written'"))
    for name, row in found.items():
        _insert(new, "tables", row)
        entries = _all_rows(old, "select at, entry from entries where table_id = ? order by at", name)
        for at, entry in entries:
            if isinstance(at, int) and isinstance(entry, bytes):
                _insert(new, "entries", (name, at, entry))
        written = _all_rows(
            old,
            "select table_id, rules, deal, count, digest, over, touched from written where table_id = ?",
            name,
        )
        for one in written[:1]:
            _insert(new, "written", one)
        _talk(old, new, name)
        if not versioned:
            _adopt(new, name)
    for one in _all_rows(old, "select table_id, rules, deal, count, digest, over, touched from written"):
        if one[0] not in found:
            _insert(new, "written", one)  # so that the store names it
    lost = sorted(name for name in listed - set(found) if isinstance(name, str))
    lines = [f"table {name} cannot be read; its game is lost, but for the damaged file" for name in lost]
    return [*lines, f"{counted(len(found), 'table')} of it could be read and carried over"]


def _talk(old: sqlite3.Connection, new: sqlite3.Connection, name: str) -> None:
    """Copy what people wrote at a table."""
    for key, text in _all_rows(old, "select key, text from talk where table_id = ?", name):
        if isinstance(key, str) and isinstance(text, bytes):
            _insert(new, "talk", (name, key, text))


def _adopt(new: sqlite3.Connection, name: str) -> None:
    """Give a table of the first version of the store its digest."""
    if saved := store_file.saved_table(new, name):
        store_file.insert_written(new, with_digest(saved))


def _records(old: sqlite3.Connection, new: sqlite3.Connection) -> list[str]:
    """Copy the recorded games whose text is what it was; return lines about those that are dropped."""
    index = "select id from records indexed by sqlite_autoindex_records_1"
    names = {row[0] for row in _all_rows(old, index)}
    whole = set()
    for row in _by_rowid(old, "select id, made, text from records where rowid between ? and ?"):
        name, _, text = row
        names.add(name)
        if isinstance(text, str) and store_file.record_name(text.encode("utf-8", "replace")) == name:
            _insert(new, "records", row)
            whole.add(name)
    lost = sorted(ascii(name)[1:-1] for name in names - whole if isinstance(name, str))
    return [store_file.damaged_record(name, "it is only in the damaged file now") for name in lost]


def _insert(new: sqlite3.Connection, part: str, row: Row) -> None:
    marks = ", ".join("?" * len(row))
    with suppress(sqlite3.Error, UnicodeEncodeError, OverflowError):
        new.execute(f"insert or ignore into {part} values ({marks})", row)  # noqa: S608 our own names


def _all_rows(old: sqlite3.Connection, query: str, *words: Any) -> list[Row]:
    """Return the rows of a query up to the first that cannot be read."""
    rows: list[Row] = []
    with suppress(sqlite3.Error, UnicodeEncodeError, OverflowError, MemoryError):
        for row in old.execute(query, words):
            rows.append(row)  # noqa: PERF402 what was read before an error counts
    return rows


def _by_rowid(old: sqlite3.Connection, query: str) -> Iterator[Row]:
    """Return all rows that can be read, halving every range of numbers in which one cannot."""
    last = MOST_ROWS
    part = query.partition(" from ")[2].partition(" ")[0]
    if found := _all_rows(old, f"select max(rowid) from {part}"):  # noqa: S608 our own names
        last = min(found[0][0] or 0, MOST_ROWS)
    failures = 0

    def rows(low: int, high: int) -> Iterator[Row]:
        nonlocal failures
        try:
            yield from old.execute(query, (low, high)).fetchall()
        except (sqlite3.Error, MemoryError):
            failures += 1
            if low < high and failures < MOST_FAILURES:
                middle = (low + high) // 2
                yield from rows(low, middle)
                yield from rows(middle + 1, high)

    yield from rows(0, last)


def write_ahead_damage(path: Path) -> str:
    """Return how the log of changes beside a store is damaged, or nothing.

    SQLite reads the log up to the first frame that is not whole and drops the rest without a word. The last
    frames may be so after a loss of power; frames that were committed behind such a one are damage.
    """
    log = path.with_name(f"{path.name}-wal")
    data = log.read_bytes() if log.exists() else b""
    if not data:
        return ""
    if len(data) < WAL_HEADER:
        return "the log of its newest changes is cut off"
    magic, _, page_size, _ = struct.unpack(">4I", data[:16])
    order = ">" if magic & 1 else "<"
    if magic & ~1 != WAL_MAGIC or _sums(order, data[:24], (0, 0)) != struct.unpack(">2I", data[24:32]):
        return "the log of its newest changes begins wrong"
    frame = FRAME_HEADER + (65_536 if page_size == 1 else page_size)
    frames = [data[at : at + frame] for at in range(WAL_HEADER, len(data), frame)]
    good = _good_frames(frames, data[16:24], struct.unpack(">2I", data[24:32]), _summing(order))
    behind = [one for one in frames[good:] if one[8:16] == data[16:24] and one[4:8] != b"\0\0\0\0"]
    cut = len(frames[-1]) < frame if frames else False
    if behind or cut:
        return f"the log of its newest changes is damaged from part {good + 1} of {len(frames)} on"
    return ""


def _good_frames(frames: list[bytes], salt: bytes, sums: Row, add: Callable[[bytes, Row], Row]) -> int:
    """Count the frames from the first whose checksums are right."""
    for number, one in enumerate(frames):
        if one[8:16] != salt:
            return number
        sums = add(one[:8] + one[FRAME_HEADER:], sums)
        if struct.pack(">2I", *sums) != one[16:24]:
            return number
    return len(frames)


def _summing(order: str) -> Callable[[bytes, Row], Row]:
    return lambda data, sums: _sums(order, data, sums)


def _sums(order: str, data: bytes, sums: Row) -> Row:
    """Return SQLite's checksum of some bytes, which goes on from another."""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data[: len(data) // 4 * 4])
    for at in range(0, len(words) - 1, 2):
        first = (first + words[at] + second) & 0xFFFFFFFF
        second = (second + words[at + 1] + first) & 0xFFFFFFFF
    return first, second
