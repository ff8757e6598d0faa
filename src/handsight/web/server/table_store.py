"""Saved game tables, recorded games and settings, in a folder of small files that are each checked.

``tables/ID.moves`` is the journal of a table: how it was opened and every entry since (see `saved_table`). An
entry is on the disk when `append` returns, so it survives a killed server and a loss of power. ``ID.talk``
holds what people wrote there. ``tables.list`` says how many entries every table has, so that one that was cut
off, replaced by an older copy or deleted is noticed.

Opening a store checks every file. A damaged table is named in `set_aside` and stays as it is; all others are
served.
"""

import logging
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from handsight.errors import InputError, RequestError
from handsight.text.counting_from_one import counted
from handsight.web.server.data_folder import FULL, MemoryFiles, StoredFiles, cannot_hold
from handsight.web.server.game_table import Opening, Table
from handsight.web.server.saved_table import (
    DAMAGED,
    SavedTable,
    checked_line,
    damaged,
    read_journal,
    read_line,
    restored,
    table_of,
    talk_problems,
)

VERSION = 5
"""The version of the folder."""
LIST = "tables.list"
OF_0_2 = "tables.sqlite3"
TABLES, RECORDS, SETTINGS = "tables", "records", "settings"
MOVES, TALK = ".moves", ".talk"
DAMAGED_RECORD = "damaged-game"
"""The code of the error about a recorded game whose text is not what was saved."""
MEMORY = ":memory:"
TableKinds = Mapping[str, type[Table[Any, Any]]]
"""By game, its class of tables."""
MOST_TABLES = 25_000
"""Tables that are saved; beyond, the oldest finished ones are deleted."""
DELETED_AT_ONCE = 50
ABANDONED_SECONDS = 3600.0
"""Seconds without a move after which an unfinished table may be deleted to make room."""
MOST_RECORDS = 500
"""Recorded games that are saved; the oldest are deleted first."""
LIST_ROOM = 1 << 20
"""Bytes that the list of tables may grow by, beyond doubling, before it is written anew."""


class Listed(Struct, frozen=True):
    """What the store keeps in memory about a table, part of it also in the list of tables."""

    count: int
    """How many entries were saved; -1 in the list of tables if the table was deleted."""
    over: bool = False
    digest: bytes = b""
    """The digest of the journal's last line; *end* is the offset at which that line ends."""
    end: int = 0
    touched: float = 0.0


class Store:
    """A folder of tables and recorded games; `:memory:` saves nothing beyond the life of the server."""

    def __init__(
        self, folder: Path | str, most_tables: int = MOST_TABLES, kinds: TableKinds | None = None
    ) -> None:
        """Open a store; with *kinds*, play every move again as well, and write nothing."""
        self.most_tables = most_tables
        self._lock = RLock()
        self._files = MemoryFiles() if folder == MEMORY else StoredFiles(Path(folder))
        self._listed: dict[str, Listed] = {}
        self._closed = False
        try:
            self.report = self._check(str(folder), kinds)
            if kinds is None:
                self._files.remove_unfinished()
                if not self._list_end:
                    self._set_list_aside()
                    self._write_list()
        except OSError as error:
            raise cannot_hold(folder, error) from None
        self.set_aside = self.report.damaged
        """By table, why it cannot be opened."""
        self.problems = self.report.problems
        """A sentence for each thing that is damaged."""
        if kinds is None and self._files.full:
            self.problems.append(f"the disk of {folder} is full: games are shown, but no move can be saved")

    def _check(self, folder: str, kinds: TableKinds | None) -> "StoreReport":
        """Read the list, all tables and all recorded games, and return a report of what is damaged."""
        self._listed, self._list_end, problem = read_list(self._files)
        self._list_room = 2 * self._list_end + LIST_ROOM
        faults, talk, moves = dict[str, str](), list[str](), 0
        for name, touched in table_times(self._files, self._listed).items():
            listed = self._listed.setdefault(name, Listed(0))
            try:
                saved, self._listed[name] = read_table(self._files, name, replace(listed, touched=touched))
                moves += len(saved.entries)
                played = None if kinds is None else restored(saved, table_kind(saved, kinds))
            except RequestError as error:
                faults[name] = str(error)
            else:
                talk += talk_problems(saved, played.talk if played else None)
        if folder != MEMORY and (Path(folder) / OF_0_2).exists():
            talk.append(f"{OF_0_2} holds games of Handsight 0.2, which this version cannot read")
        records = damaged_records(self._files)
        return StoreReport(folder, len(self._listed), moves, problem, faults, records, tuple(talk))

    # Tables.

    def save_table(self, opening: Opening[Any]) -> None:
        """Save how a new table was opened."""
        with self._saving():
            self._make_room()
            digest, data = checked_line(b"", msgspec.json.encode(opening))
            self._files.replace(moves_file(opening.id), data)
            self._list(opening.id, Listed(0, digest=digest, end=len(data), touched=time.time()))

    def append(self, table: str, number: int, entry: object) -> None:
        """Save the next entry of a table, or raise RequestError; *number* is how many are saved already."""
        with self._saving():
            listed = self._listed.get(table)
            if listed is None or listed.count != number:
                raise RequestError("not-saved", "this table was changed by another server; open it again")
            digest, line = checked_line(listed.digest, msgspec.json.encode(entry))
            self._files.append(moves_file(table), listed.end, line)
            end = listed.end + len(line)
            self._list(table, Listed(number + 1, listed.over, digest, end, time.time()))

    def save_talk(self, table: str, talk: Iterable[object]) -> None:
        """Save all that people wrote at a table, in place of what was saved before."""
        with self._saving():
            lines = [checked_line(table.encode(), msgspec.json.encode(one))[1] for one in talk]
            self._files.replace(talk_file(table), b"".join(lines))

    def save_over(self, table: str, *, over: bool) -> None:
        """Save whether a table's game is over; finished tables are deleted first to make room."""
        with self._saving():
            self._list(table, replace(self._listed[table], over=over))

    def load_table(self, table: str) -> SavedTable | None:
        """Load a table, or None if there is none; a damaged one is a RequestError."""
        with self._lock:
            if table in self.set_aside:
                raise RequestError(DAMAGED, self.set_aside[table])
            if table not in self._listed:
                return None
            try:
                return read_table(self._files, table, self._listed[table])[0]
            except RequestError as error:
                self.set_aside[table] = str(error)
                raise

    def _make_room(self) -> None:
        """If there are too many tables, delete old ones, finished ones first, or raise RequestError."""
        excess = len(self._listed) - self.most_tables
        if excess < 0:
            return
        abandoned = time.time() - ABANDONED_SECONDS
        found = sorted(
            (not listed.over, listed.touched, name)
            for name, listed in self._listed.items()
            if name not in self.set_aside and (listed.over or listed.touched < abandoned)
        )
        if not found:
            raise RequestError(
                "full",
                f"this server keeps {counted(self.most_tables, 'table')}, and no game there is over; "
                "finish one, or try again later",
            )
        for _, _, name in found[: DELETED_AT_ONCE + excess]:
            self._append_to_list(name, Listed(-1), sync=True)  # else a table without a file looks damaged
            del self._listed[name]
            self._files.remove(moves_file(name))
            self._files.remove(talk_file(name))

    # The list of tables; a lost line of it only makes a later cut harder to notice, so it is not synced.

    def _list(self, table: str, listed: Listed) -> None:
        """Note a table in memory and, if the disk is not full, in the list of tables."""
        self._listed[table] = listed
        with suppress(OSError):
            self._append_to_list(table, listed)
            if self._list_end > self._list_room:
                self._write_list()

    def _append_to_list(self, table: str, listed: Listed, *, sync: bool = False) -> None:
        line = list_line(table, listed)
        self._files.append(LIST, self._list_end, line, sync=sync)
        self._list_end += len(line)

    def _set_list_aside(self) -> None:
        """Keep a copy of a damaged list of tables, before it is written anew."""
        if self.report.file:
            with suppress(FileNotFoundError):
                self._files.replace(f"damaged-{LIST}", self._files.read(LIST))

    def _write_list(self) -> None:
        lines = [list_line(name, listed) for name, listed in self._listed.items()]
        data = b"".join([checked_line(LIST.encode(), b"%d" % VERSION)[1], *lines])
        self._files.replace(LIST, data)
        self._list_end = len(data)
        self._list_room = 2 * len(data) + LIST_ROOM

    def tell(self, lines: list[str]) -> None:
        """Add sentences to `problems`, unless they are there, and to the log."""
        for line in lines:
            if line not in self.problems:
                self.problems.append(line)
                logging.getLogger(__name__).error(line)

    # Recorded games and settings.

    def save_record(self, record: str, text: str) -> None:
        """Save the text of a recorded game, and delete the oldest when there are too many."""
        with self._saving():
            self._files.replace(f"{RECORDS}/{record}", text.encode())
            times = self._files.names(RECORDS)
            for name in sorted(times, key=lambda name: times[name])[:-MOST_RECORDS]:
                self._files.remove(name)

    def load_record(self, record: str) -> str | None:
        """Load the text of a recorded game, or None if there is none; a damaged one is a RequestError."""
        with self._lock:
            if f"{RECORDS}/{record}" not in self._files.names(RECORDS):
                return None
            text = self._files.read(f"{RECORDS}/{record}")
        if record_name(text) != record:
            raise RequestError(DAMAGED_RECORD, damaged_record(record))
        return text.decode()

    def setting(self, key: str) -> str | None:
        """Return a setting that the server has saved for itself; None if there is none, or it is damaged."""
        try:
            with self._lock:
                data = self._files.read(_setting_file(key))
        except FileNotFoundError:
            return None
        text = read_line(key.encode(), data)
        if text is None:
            self.tell([f"the server's setting {key[:40]!r} is damaged and left out"])
        return None if text is None else text.decode()

    def save_setting(self, key: str, value: str) -> None:
        """Save a setting of the server."""
        with self._saving():
            self._files.replace(_setting_file(key), checked_line(key.encode(), value.encode())[1])

    def close(self) -> None:
        """Refuse to save anything from now on."""
        with self._lock:
            self._closed = True

    @contextmanager
    def _saving(self) -> Iterator[None]:
        """Let one thread save at a time; OSErrors become RequestErrors."""
        with self._lock:
            if self._closed:
                raise RequestError("not-saved", "the server has stopped, so nothing has changed")
            try:
                yield
            except OSError as error:
                if error.errno in FULL:
                    raise RequestError(
                        "disk-full",
                        "the server's disk is full, so this was not saved and nothing has changed; "
                        "try again when there is space",
                    ) from None
                raise RequestError(
                    "not-saved", f"the server could not save this, so nothing has changed: {error}; try again"
                ) from None


# Reading the files.


def moves_file(table: str) -> str:
    """Return the name of the file with a table's journal."""
    return f"{TABLES}/{table}{MOVES}"


def talk_file(table: str) -> str:
    """Return the name of the file with what people wrote at a table."""
    return f"{TABLES}/{table}{TALK}"


def _setting_file(key: str) -> str:
    return f"{SETTINGS}/{sha256(key.encode()).hexdigest()[:32]}"


def list_line(table: str, listed: Listed) -> bytes:
    """Return the line about a table in the list of tables."""
    return checked_line(LIST.encode(), msgspec.json.encode((table, listed.count, listed.over)))[1]


def read_list(files: StoredFiles) -> tuple[dict[str, Listed], int, str]:
    """Return what the list says of each table, its length (0: write it anew), and what is wrong with it."""
    try:
        data = files.read(LIST)
    except FileNotFoundError:
        missing = bool(files.names(TABLES))
        return {}, 0, f"{LIST} is missing, and the newest moves may be missing, too" if missing else ""
    first, *lines = data.splitlines(keepends=True) or [b""]
    version = read_line(LIST.encode(), first) or b""
    if version.isdigit() and int(version) != VERSION:
        newer = int(version) > VERSION
        raise InputError(
            f"these games were saved by {'a newer' if newer else 'an older'} version of Handsight (folder "
            f"version {int(version)}, this version knows {VERSION}); "
            f"{'update Handsight' if newer else 'move the folder away'}, or choose another --data"
        )
    found: dict[str, Listed] = {}
    wrong = 0 if version else 1
    for line in lines:
        try:
            name, count, over = msgspec.json.decode(
                read_line(LIST.encode(), line) or b"", type=tuple[str, int, bool]
            )
        except (msgspec.DecodeError, UnicodeDecodeError):
            wrong += line.endswith(b"\n")  # an interrupted write leaves a line without its end
            continue
        found.pop(name, None)
        if count >= 0:
            found[name] = Listed(count, over)
    if wrong:
        return found, 0, f"{LIST} is damaged ({counted(wrong, 'line')}), and the newest moves may be missing"
    return found, len(data) if data.endswith(b"\n") else 0, ""


def table_times(files: StoredFiles, listed: dict[str, Listed]) -> dict[str, float]:
    """Return all tables that are listed or have a file, each with the time of its last entry (0: no file)."""
    times = {
        name.removeprefix(f"{TABLES}/").removesuffix(MOVES): touched
        for name, touched in files.names(TABLES).items()
        if name.endswith(MOVES)
    }
    return dict.fromkeys(listed, 0.0) | times


def read_table(files: StoredFiles, name: str, listed: Listed) -> tuple[SavedTable, Listed]:
    """Return a table, checked, and what is now listed of it, or raise RequestError if it is damaged."""
    try:
        journal = read_journal(files.read(moves_file(name)))
    except FileNotFoundError:
        raise damaged(name, "its file is missing") from None
    except OSError as error:
        raise damaged(name, f"its file cannot be read: {error.strerror}") from None
    saved = replace(table_of(name, journal, listed.count), talk=read_talk(files, name))
    now = Listed(len(saved.entries), listed.over, journal.digest, journal.end, listed.touched)
    return saved, now


def read_talk(files: StoredFiles, table: str) -> tuple[bytes | None, ...]:
    """Return what people wrote at a table, a line each; None stands for a damaged line."""
    try:
        lines = files.read(talk_file(table)).splitlines(keepends=True)
    except OSError:
        return ()
    return tuple(read_line(table.encode(), line) for line in lines)


def record_name(text: bytes) -> str:
    """Return the name of a recorded game, which is a digest of its text."""
    return sha256(text).hexdigest()[:16]


def damaged_record(name: str) -> str:
    """Return the message about a recorded game whose text has changed since it was saved."""
    return f"recorded game {name} is damaged: its text is not what was saved; open its file again"


def damaged_records(files: StoredFiles) -> dict[str, str]:
    """Return, by name, what is wrong with each recorded game whose text has changed since it was saved."""
    names = [name.removeprefix(f"{RECORDS}/") for name in files.names(RECORDS)]
    return {
        name: damaged_record(name) for name in names if record_name(files.read(f"{RECORDS}/{name}")) != name
    }


# Checking a store: `handsight serve --check`.


class StoreReport(Struct, frozen=True):
    """What a check of a store found."""

    path: str
    tables: int
    moves: int
    file: str = ""
    """What is wrong with the list of tables; empty if nothing is."""
    damaged: dict[str, str] = {}
    """By table, why it cannot be opened."""
    records: dict[str, str] = {}
    """By recorded game, why it cannot be opened."""
    talk: tuple[str, ...] = ()
    """Other problems, with which all tables can be opened: damaged talk, a file of Handsight 0.2."""

    @property
    def problems(self) -> list[str]:
        """A sentence for each thing that is damaged."""
        return [*filter(None, [self.file]), *self.damaged.values(), *self.records.values(), *self.talk]

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    def lines(self) -> list[str]:
        """Return the report in words."""
        verdict = "nothing is damaged" if self.whole else f"{len(self.damaged)} of them cannot be opened"
        found = f"{counted(self.tables, 'table')} with {counted(self.moves, 'move')}"
        return [*self.problems, f"{self.path}: {found}; {verdict}"]


def table_kind(saved: SavedTable, kinds: TableKinds) -> type[Table[Any, Any]]:
    """Return the class of tables for the game of a saved table, or raise RequestError."""
    if saved.head.game in kinds:
        return kinds[saved.head.game]
    known = ", ".join(kinds)
    raise damaged(saved.head.id, f"it is of a game that this server does not have; it has {known}")


def check_store(folder: Path, kinds: TableKinds) -> StoreReport:
    """Read every table of a store and play its moves again, and change nothing: `handsight serve --check`."""
    if not folder.is_dir():
        raise InputError(f"{folder} does not exist; no game has been saved there")
    return Store(folder, kinds=kinds).report
