"""Check a store and every table in it without changing anything: `handsight serve --check`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from handsight.errors import InputError, RequestError
from handsight.text.counting_from_one import counted
from handsight.web.server import old_store
from handsight.web.server.data_folder import StoredFiles
from handsight.web.server.game_table import Table
from handsight.web.server.saved_table import (
    SavedTable,
    belongs_to,
    damaged,
    migrated,
    restored,
    talk_problems,
)
from handsight.web.server.table_store import Listed, damaged_records, read_list, read_table, table_times

Kinds = Mapping[str, type[Table[Any, Any]]]


class StoreReport(Struct, frozen=True):
    """What a check of a store found."""

    path: str
    tables: int
    moves: int
    file: str = ""
    """What is wrong with the list of tables; empty if nothing is."""
    damaged: dict[str, str] = {}
    """By table, why it cannot be opened."""
    older: tuple[str, ...] = ()
    """Tables that an older version of the rules wrote; they are migrated when they are opened."""
    records: dict[str, str] = {}
    """By recorded game, why it cannot be opened."""
    talk: tuple[str, ...] = ()
    """What people wrote at tables and is damaged; the tables can be opened without it."""

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.file or self.damaged or self.records or self.talk)

    def lines(self) -> list[str]:
        """Return the report in words."""
        found = [f"{self.path}: {self.file}"] if self.file else []
        found += [*self.damaged.values(), *self.records.values(), *self.talk]
        older = f", {len(self.older)} of them saved by older rules" if self.older else ""
        verdict = "nothing is damaged" if self.whole else f"{len(self.damaged)} of them cannot be opened"
        whole = f"{counted(self.tables, 'table')} with {counted(self.moves, 'move')}"
        return [*found, f"{self.path}: {whole}{older}; {verdict}"]


def check_store(folder: Path, kinds: Kinds) -> StoreReport:
    """Read every table of a store and play its moves again; *kinds* are the tables of each game."""
    if (folder / old_store.NAME).exists():
        raise InputError(
            f"{folder} was written by Handsight 0.2; start the server once, which carries its games over"
        )
    files = StoredFiles(folder)
    listed, _, problem = read_list(files)
    names = table_times(files, listed)
    if not folder.is_dir():
        raise InputError(f"{folder} does not exist; no game has been saved there")
    faults: dict[str, str] = {}
    older: list[str] = []
    talk: list[str] = []
    moves = 0
    for name in names:
        try:
            saved, _ = read_table(files, name, listed.get(name, Listed(0)))
            moves += len(saved.entries)
            is_older, problems = _check_table(saved, kinds)
        except RequestError as error:
            faults[name] = str(error)
        else:
            talk += problems
            older += [name] if is_older else []
    records = damaged_records(files)
    return StoreReport(str(folder), len(names), moves, problem, faults, tuple(older), records, tuple(talk))


def _check_table(saved: SavedTable, kinds: Kinds) -> tuple[bool, list[str]]:
    """Raise RequestError if a table cannot be opened; return whether older rules wrote it, and bad talk."""
    for kind in kinds.values():
        if belongs_to(saved, kind):
            present = migrated(saved, kind)
            table = restored(present, kind)
            return present is not saved, talk_problems(present, table.talk)
    raise damaged(saved.id, f"it is of a game that this server does not have; it has {', '.join(kinds)}")
