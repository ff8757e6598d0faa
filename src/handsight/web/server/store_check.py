"""Check a store and every table in it without changing anything: `handsight serve --check`."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from handsight.errors import InputError, RequestError
from handsight.text.counting_from_one import counted
from handsight.web.server import store_file
from handsight.web.server.data_folder import ARCHIVE
from handsight.web.server.salvage import write_ahead_damage
from handsight.web.server.saved_table import (
    SavedTable,
    belongs_to,
    damaged,
    migrated,
    restored,
    talk_problems,
)
from handsight.web.server.table import Table

Kinds = Mapping[str, type[Table[Any, Any]]]


class StoreReport(Struct, frozen=True):
    """What a check of a store found."""

    path: str
    tables: int
    moves: int
    file: str = ""
    """What is wrong with the file itself; empty if nothing is."""
    damaged: dict[str, str] = {}
    """By table, why it cannot be opened."""
    older: tuple[str, ...] = ()
    """Tables that an older version of the rules wrote; they are migrated when they are opened."""
    records: dict[str, str] = {}
    """By recorded game, why it cannot be opened."""
    archive: str = ""
    """What is wrong with the file of the archive; empty if nothing is, or if there is none."""
    archived: dict[str, str] = {}
    """By table of the archive, why it cannot be opened."""
    talk: tuple[str, ...] = ()
    """What people wrote at tables and is damaged; the tables can be opened without it."""

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.file or self.damaged or self.records or self.archive or self.archived or self.talk)

    def lines(self) -> list[str]:
        """Return the report in words."""
        found = (
            [f"{self.path}: {self.file}; the next start carries over what can be read"] if self.file else []
        )
        if self.archive:
            archive = Path(self.path).with_name(ARCHIVE)
            found.append(f"{archive}: {self.archive}; the next start begins a new one with what can be read")
        found += [*self.damaged.values(), *self.records.values(), *self.archived.values(), *self.talk]
        older = f", {len(self.older)} of them saved by older rules" if self.older else ""
        verdict = "nothing is damaged" if self.whole else f"{len(self.damaged)} of them cannot be opened"
        whole = f"{counted(self.tables, 'table')} with {counted(self.moves, 'move')}"
        return [*found, f"{self.path}: {whole}{older}; {verdict}"]


def check_store(path: Path, kinds: Kinds) -> StoreReport:
    """Read every table of a store and play its moves again; *kinds* are the tables of each game."""
    if not path.exists():
        raise InputError(f"{path} does not exist; no game has been saved there")
    archive, archived = _checked_archive(path.with_name(ARCHIVE))
    wrong = write_ahead_damage(path)
    try:
        with closing(store_file.connect(path, read_only=True)) as database:
            wrong = wrong or store_file.integrity_problem(database)
            report = _checked_tables(path, database, kinds, wrong)
    except sqlite3.Error as error:
        report = StoreReport(str(path), 0, 0, str(error))
    return replace(report, archive=archive, archived=archived)


def _checked_archive(path: Path) -> tuple[str, dict[str, str]]:
    """Return what is wrong with the file of an archive, and why tables of it cannot be opened."""
    if not path.exists():
        return "", {}
    wrong = write_ahead_damage(path)
    try:
        with closing(store_file.connect(path, read_only=True)) as database:
            wrong = wrong or store_file.archive_problem(database)
            return wrong, store_file.damaged_archived(database)
    except sqlite3.Error as error:
        return wrong or str(error), {}


def _checked_tables(path: Path, database: sqlite3.Connection, kinds: Kinds, wrong: str) -> StoreReport:
    version = database.execute("pragma user_version").fetchone()[0]
    old = version < store_file.DIGESTS
    faults: dict[str, str] = {}
    older: list[str] = []
    talk: list[str] = []
    moves = 0
    names = [row[0] for row in database.execute("select id from tables order by made")]
    for name in names:
        try:
            saved = store_file.saved_table(database, name, version)
        except sqlite3.Error as error:
            faults[name] = str(damaged(name, str(error)))
            continue
        if saved is None:
            continue
        moves += len(saved.entries)
        try:
            if not old:
                saved.check()
            is_older, problems = _check_table(saved, kinds)
            talk += problems
            if is_older:
                older.append(name)
        except RequestError as error:
            faults[name] = str(error)
    records = store_file.damaged_records(database)
    return StoreReport(str(path), len(names), moves, wrong, faults, tuple(older), records, talk=tuple(talk))


def _check_table(saved: SavedTable, kinds: Kinds) -> tuple[bool, list[str]]:
    """Raise RequestError if a table cannot be opened; return whether older rules wrote it, and bad talk."""
    for kind in kinds.values():
        if belongs_to(saved, kind):
            present = migrated(saved, kind)
            table = restored(present, kind)
            return present is not saved, talk_problems(present, table.talk)
    raise damaged(saved.id, f"it is of a game that this server does not have; it has {', '.join(kinds)}")
