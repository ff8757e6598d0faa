"""A disk that was full never looks like damage, and a start on a full disk leaves nothing behind."""

import errno
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from web.test_server_store import saved_tables, saved_toys, toy

from bench.attack import full_disks
from handsight.cli.serve import saved_games
from handsight.errors import InputError, RequestError
from handsight.web import Store, first_table, table_servers
from handsight.web.server.data_folder import LOCK, FolderLock, StoredFiles
from handsight.web.server.table_store import LIST, TABLES

NO_SPACE = OSError(errno.ENOSPC, "No space left on device")


def test_a_table_is_not_deleted_if_that_cannot_be_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved_toys(tmp_path, "a", "b")
    store = Store(tmp_path, most_tables=2)
    for name in "ab":
        store.save_over(name, over=True)
    real = StoredFiles.append

    def append(self: StoredFiles, name: str, at: int, data: bytes, *, sync: bool = True) -> None:
        if name == LIST:
            raise NO_SPACE
        real(self, name, at, data, sync=sync)

    monkeypatch.setattr(StoredFiles, "append", append)
    with pytest.raises(RequestError, match="disk is full"):
        store.save_table(toy("c"))
    monkeypatch.undo()
    again = Store(tmp_path, most_tables=2)
    assert (again.problems, saved_tables(tmp_path)) == ([], {"a", "b"})
    again.save_table(toy("c"))
    assert Store(tmp_path).problems == []
    assert "c" in saved_tables(tmp_path)


def test_a_first_table_that_cannot_be_remembered_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise RequestError("disk-full", "the disk is full")

    monkeypatch.setattr(Store, "save_setting", full)
    assert first_table(table_servers(Store(tmp_path))) == "#/"
    assert saved_tables(tmp_path) == set()


def test_a_lock_needs_no_space(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    (tmp_path / LOCK).symlink_to("/dev/full")
    FolderLock(tmp_path).release()


def test_a_server_that_cannot_start_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def replace(*_: Any) -> None:
        raise NO_SPACE

    monkeypatch.setattr(StoredFiles, "replace", replace)
    mine, fresh = tmp_path / "mine", tmp_path / "fresh"
    mine.mkdir()
    for data in (mine, fresh):
        said = f"the disk of {data} is full; free some space and start again: no game is lost"
        with pytest.raises(InputError, match=re.escape(said)):
            saved_games(str(data))
    assert [path.name for path in tmp_path.rglob("*")] == ["mine"]


def test_a_full_disk_is_told_when_a_store_opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved_toys(tmp_path, "a")
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=0))
    (said,) = Store(tmp_path).problems
    assert "is full: games are shown" in said


def test_what_a_killed_server_was_writing_is_removed(tmp_path: Path) -> None:
    saved_toys(tmp_path, "a")
    unfinished = (tmp_path / ".tables.list.77.0123abcd", tmp_path / TABLES / ".a.moves.77.0123abcd")
    others = (tmp_path / ".profile.77.0123abcd", tmp_path / TABLES / ".a.moves")
    for path in (*unfinished, *others):
        path.write_bytes(b"half")
    assert Store(tmp_path).problems == []
    assert [path.exists() for path in (*unfinished, *others)] == [False, False, True, True]


def test_a_damaged_list_is_set_aside_before_it_is_written_anew(tmp_path: Path) -> None:
    saved_toys(tmp_path, "a")
    (tmp_path / LIST).write_bytes(b"these are no tables\n")
    assert "is damaged" in Store(tmp_path).problems[0]
    assert (tmp_path / f"damaged-{LIST}").read_bytes() == b"these are no tables\n"
    assert Store(tmp_path).problems == []


@pytest.mark.slow
def test_disks_that_run_full_lose_nothing(tmp_path: Path) -> None:
    try:
        found = full_disks.run(2, tmp_path)
    except PermissionError as error:
        pytest.skip(str(error))
    assert found["wrong"] == 0, found
    assert found["moves refused"]
