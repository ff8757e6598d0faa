"""What is saved: damage is found, named and set aside, nothing is lost on a full disk, and room is made."""

import asyncio
import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest
from msgspec.structs import replace
from toy_game.tables import register
from toy_game.web.page import PAGE, HighCardTable
from web.example_openings import opening_of
from web.test_web_bots_thinking import at_hanabi, settled

from bench.attack.attacked_server import AttackedServer
from bench.attack.damaged_stores import play, shown
from handsight.errors import InputError, RequestError
from handsight.web import Store, first_table, table_server, table_servers
from handsight.web.games import game_page
from handsight.web.server import table_store as store_module
from handsight.web.server.game_table import Acted
from handsight.web.server.saved_table import checked_line, read_journal, restored
from handsight.web.server.table_messages import Named, TableOpened
from handsight.web.server.table_store import LIST, VERSION, check_store, moves_file, record_name
from handsight.web.table_server import TableServer


def toy(name: str, **head: Any) -> Any:
    """How a table of High Card was opened."""
    return replace(opening_of(PAGE, ("A", "", "s"), ("B", "", "t"), name=name), **head)


def saved_toys(folder: Path, *names: str) -> None:
    """Save tables of High Card at which one action was taken."""
    store = Store(folder)
    for name in names:
        store.save_table(toy(name))
        store.append(name, 0, Acted("keep"))
    store.close()


def saved_tables(folder: Path) -> set[str]:
    """Return the names of the tables in a folder."""
    return {path.stem for path in (folder / "tables").glob("*.moves")}


def change(path: Path, old: bytes, new: bytes) -> None:
    """Replace bytes of a file."""
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new))


@pytest.mark.slow
def test_one_damaged_table_does_not_stop_the_server(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = AttackedServer(data)
    first = server.welcome.partition("/hanabi/")[2].partition("?")[0]
    good, bad = server.open_table("", "random"), server.open_table("", "random")
    before = [play(server, one, 4) for one in (good, bad)]
    server.stop()
    change(data / moves_file(first), b'"seats"', b'"chair"')
    lines = (data / moves_file(bad["id"])).read_bytes().splitlines(keepends=True)
    (data / moves_file(bad["id"])).write_bytes(b"".join([*lines[:2], b"{\n", *lines[3:]]))
    again = AttackedServer(data)
    try:
        assert again.started, again.log
        assert (shown(again, good), shown(again, bad) == before[1]) == (before[0], False)
        assert first not in again.welcome
        for name in (first, bad["id"]):
            assert f"table {name} cannot be opened" in again.log
        assert good["id"] not in again.log
        assert again.ask(f"api/tables/hanabi/{bad['id']}/record")[1]["code"] == "damaged-table"
        assert again.tracebacks == 0
    finally:
        again.stop()


def _lines(*kept: int) -> Callable[[bytes, bytes], bytes]:
    """Keep these lines of a table; those from 10 on are of another table."""
    return lambda mine, other: b"".join(
        (mine if at < 10 else other).splitlines(keepends=True)[at % 10] for at in kept
    )


DAMAGES: dict[str, Callable[[bytes, bytes], bytes | None]] = {
    "a changed action": lambda mine, _: mine.replace(b"keep", b"swap"),
    "no entry": _lines(0),
    "half an entry": lambda mine, _: mine[:-10],
    "one entry more": _lines(0, 1, 11),
    "an entry twice": _lines(0, 1, 1),
    "another seed": lambda mine, _: mine.replace(b":5}", b":6}"),
    "no digest": lambda mine, _: b"".join(line[33:] for line in mine.splitlines(keepends=True)),
    "another opening": _lines(10, 1),
    "another table": lambda _, other: other,
    "newer rules": lambda mine, _: mine.replace(b'"rules_version":1', b'"rules_version":9'),
    "nothing": lambda *_: b"",
    "zeros": lambda mine, _: bytes(len(mine)),
    "no file": lambda *_: None,
}


@pytest.mark.parametrize("what", DAMAGES)
def test_a_changed_table_is_named_and_others_are_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    register(monkeypatch)
    saved_toys(tmp_path, "a", "b", "c")
    path = tmp_path / moves_file("b")
    before = path.read_bytes()
    damaged = DAMAGES[what](before, (tmp_path / moves_file("a")).read_bytes())
    assert damaged != before
    if damaged is None:
        path.unlink()
    else:
        path.write_bytes(damaged)
    for _ in range(2):  # it is said again at every start
        store = Store(tmp_path)
        server = TableServer(game_page("toy"), store)
        assert [server.table(name).version for name in "ac"] == [1, 1]
        with pytest.raises(RequestError, match="table b cannot be opened") as caught:
            server.table("b")
        assert caught.value.code == "damaged-table"
        assert [line for line in store.problems if "table b cannot be opened" in line]
        assert first_table(table_servers(store)).startswith("#/table/hanabi/")
        assert (path.read_bytes() if path.exists() else None) == damaged
        store.close()
    path.write_bytes(before)  # it is put back from a copy
    whole = Store(tmp_path)
    assert whole.problems == []
    whole.append("b", 1, Acted("keep"))


def test_what_an_interrupted_write_leaves_is_dropped(tmp_path: Path) -> None:
    saved_toys(tmp_path, "a")
    path = tmp_path / moves_file("a")
    whole, listed = path.read_bytes(), (tmp_path / LIST).read_bytes()
    for left in (b"1f3a", bytes(60)):
        path.write_bytes(whole + left)
        store = Store(tmp_path)
        assert store.problems == []
        store.append("a", 1, Acted("swap"))
        assert len(read_journal(path.read_bytes()).lines) == 3
        path.write_bytes(whole)
        (tmp_path / LIST).write_bytes(listed + b"7f")


def test_an_impossible_undo_is_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    saved_toys(tmp_path, "a")
    store = Store(tmp_path)
    saved = store.load_table("a")
    assert saved is not None
    for turn in (-5, 1, 7):
        undone = f'{{"entry":"undone","turn":{turn}}}'.encode()
        with pytest.raises(RequestError, match="cannot be taken back"):
            restored(replace(saved, entries=(*saved.entries, undone)), HighCardTable)
    store.close()


def test_an_older_copy_of_a_table_is_noticed(tmp_path: Path) -> None:
    saved_toys(tmp_path, "a")
    path = tmp_path / moves_file("a")
    older = path.read_bytes()
    store = Store(tmp_path)
    store.append("a", 1, Acted("keep"))
    store.close()
    path.write_bytes(older)
    assert "2 entries were saved, and 1 are left" in Store(tmp_path).problems[0]


@pytest.mark.parametrize("text", [b"these are no games", b"", bytes(8192), b"7\n8\n", None])
def test_a_damaged_list_of_tables_is_said_and_written_anew(tmp_path: Path, text: bytes | None) -> None:
    saved_toys(tmp_path, "a")
    path = tmp_path / LIST
    path.unlink() if text is None else path.write_bytes(text)
    store = Store(tmp_path)
    assert "the newest moves may be missing" in store.problems[0]
    assert store.load_table("a") is not None
    store.append("a", 1, Acted("keep"))
    store.close()
    again = Store(tmp_path)
    assert again.problems == []
    again.close()


def test_the_list_of_tables_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "LIST_ROOM", 500)
    store = Store(tmp_path)
    store.save_table(toy("a"))
    for number in range(100):
        store.append("a", number, Acted("keep"))
    assert (tmp_path / LIST).stat().st_size < 1000
    store.close()
    again = Store(tmp_path)
    assert (again.problems, again.load_table("a") is not None) == ([], True)


def test_damaged_settings_stop_nothing(tmp_path: Path) -> None:
    saved_toys(tmp_path, "a")
    store = Store(tmp_path)
    address = first_table(table_servers(store))
    assert first_table(table_servers(store)) == address
    for path in (tmp_path / "settings").iterdir():
        path.write_bytes(b"nowhere at-all")
    again = Store(tmp_path)
    other = first_table(table_servers(again))
    assert other.startswith("#/table/hanabi/")
    assert other != address
    assert "the server's setting 'welcome' is damaged" in again.problems[0]
    assert again.load_table("a") is not None


@pytest.mark.parametrize(("version", "said"), [(VERSION + 1, "a newer"), (VERSION - 1, "an older")])
def test_a_folder_of_another_version_is_left_alone(tmp_path: Path, version: int, said: str) -> None:
    saved_toys(tmp_path, "a")
    path = tmp_path / LIST
    first, *others = path.read_bytes().splitlines(keepends=True)
    other = b"".join([checked_line(LIST.encode(), b"%d" % version)[1], *others])
    assert first == checked_line(LIST.encode(), b"%d" % VERSION)[1]
    path.write_bytes(other)
    with pytest.raises(InputError, match=f"{said} version of Handsight"):
        Store(tmp_path)
    assert path.read_bytes() == other


def test_games_of_0_2_are_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    path.write_bytes(b"old")
    assert Store(tmp_path).problems == [
        "tables.sqlite3 holds games of Handsight 0.2, which this version cannot read"
    ]
    assert path.read_bytes() == b"old"


# The version of the rules.


class NewerTable(HighCardTable):
    """High Card under the third version of its rules."""

    rules_version: ClassVar = 3


def test_a_table_records_the_version_of_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    monkeypatch.setattr(HighCardTable, "rules_version", 2)
    page = game_page("toy")
    server = TableServer(page, Store(":memory:"))
    opened = server.open(msgspec.convert({"seats": [{}, {}]}, page.request))
    saved = server.store.load_table(opened.id)
    assert saved is not None
    assert saved.head.rules_version == 2


@pytest.mark.parametrize("rules", [1, 4])
def test_a_table_of_other_rules_says_so(rules: int) -> None:
    store = Store(":memory:")
    store.save_table(toy("x", rules_version=rules))
    with pytest.raises(RequestError, match=f"another version of Handsight saved it .rules {rules} of toy"):
        TableServer(replace_page(NewerTable), store).table("x")


def replace_page(kind: type[Any]) -> Any:
    from dataclasses import replace as replaced

    return replaced(PAGE, table=kind)


def test_other_cards_are_never_dealt_in_silence() -> None:
    """As if the dice had changed between two versions and nobody had told the rules' version."""
    practice = at_hanabi("random")
    saved = practice.server.store.load_table("x")
    assert saved is not None
    dealt = _open(practice.server)
    found = practice.server.store.load_table(dealt.id)
    assert found is not None
    assert found.head.deal
    with pytest.raises(RequestError, match="other cards"):
        restored(replace(found, head=replace(found.head, deal="0" * 16)), practice.server.page.table)
    practice.server.close()


def _open(server: TableServer) -> TableOpened:
    return server.open(msgspec.convert({"seats": [{}, {"bot": "random"}]}, server.page.request))


# Private, and one server at a time.


@pytest.mark.slow
def test_data_are_private_and_a_second_server_is_told(tmp_path: Path) -> None:
    data = tmp_path / "data"
    before = os.umask(0o022)
    try:
        server = AttackedServer(data)
        server.open_table("", "random")
        second = AttackedServer(data)
    finally:
        os.umask(before)
    try:
        modes = {path: stat.S_IMODE(path.stat().st_mode) for path in (data, *data.rglob("*"))}
        assert {path.name for path in modes} >= {"tables", "tables.list", "settings", "lock"}
        assert all(mode == (0o700 if path.is_dir() else 0o600) for path, mode in modes.items()), modes
        assert not second.started
        assert second.stop() == 1
        assert f"another server (process {server.process.pid}) is using the games in {data}" in second.log
    finally:
        server.kill()
    third = AttackedServer(data)
    assert third.started
    third.stop()


def test_an_open_folder_is_closed_but_not_one_with_other_things(tmp_path: Path) -> None:
    from handsight.web.server.data_folder import private_folder

    mine, shared = tmp_path / "mine", tmp_path / "shared"
    for folder in (mine, shared):
        folder.mkdir()
        folder.chmod(0o755)
        (folder / "tables.list").touch(0o644)
    (shared / "holiday.jpg").touch()
    assert [stat.S_IMODE(private_folder(folder).stat().st_mode) for folder in (mine, shared)] == [
        0o700,
        0o755,
    ]
    for folder in (mine, shared):
        Store(folder).close()
        assert stat.S_IMODE((folder / "tables.list").stat().st_mode) == 0o600


def test_what_is_acknowledged_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bytes] = []
    real = os.fsync

    def fsync(file: int) -> None:
        real(file)
        if stat.S_ISREG(os.fstat(file).st_mode):
            synced.append(os.pread(file, 10_000, 0))

    monkeypatch.setattr(os, "fsync", fsync)
    store = Store(tmp_path)
    store.save_table(toy("x"))
    journal = tmp_path / moves_file("x")
    assert journal.read_bytes() in synced
    store.append("x", 0, Acted("keep"))
    assert synced[-1] == journal.read_bytes()
    assert len(read_journal(synced[-1]).lines) == 2


# A full disk.


class FullDisk:
    """While it is full, nothing can be synced."""

    full = False

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.real = os.fsync
        monkeypatch.setattr(os, "fsync", self.fsync)

    def fsync(self, file: int) -> None:
        """Fail as a full disk does."""
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        self.real(file)


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    store = Store(tmp_path)
    store.save_table(toy("x"))
    before = (tmp_path / moves_file("x")).read_bytes()
    disk = FullDisk(monkeypatch)
    disk.full = True
    long = Acted("keep", "because " * 2000)
    with pytest.raises(RequestError, match="try again when there is space") as caught:
        store.append("x", 0, long)
    assert caught.value.code == "disk-full"
    with pytest.raises(RequestError, match="try again when there is space"):
        store.save_table(toy("y"))
    assert first_table(table_servers(store)) == "#/"
    assert (tmp_path / moves_file("x")).read_bytes() == before
    assert TableServer(game_page("toy"), Store(tmp_path)).table("x").version == 0
    disk.full = False
    store.append("x", 0, long)
    assert TableServer(game_page("toy"), store).table("x").moves == [long]


def test_a_person_is_told_of_a_full_disk_and_moves_when_there_is_space(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        me = at_hanabi("random")
        real = me.server.store._files.append  # noqa: SLF001  the file itself is looked at

        def fail(*_: object, **__: object) -> None:
            raise OSError("the disk is gone")

        monkeypatch.setattr(me.server.store._files, "append", fail)  # noqa: SLF001  as above
        with pytest.raises(RequestError, match="nothing has changed") as caught:
            await me.act()
        assert (caught.value.code, me.table.version) == ("not-saved", 0)
        monkeypatch.setattr(me.server.store._files, "append", real)  # noqa: SLF001  as above
        await me.act()
        await settled()
        assert me.table.version == 2
        me.server.close()

    asyncio.run(story())


def test_a_bot_waits_for_space_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_server, "SAVE_AGAIN_SECONDS", 0.02)

    async def story() -> None:
        me = at_hanabi("random")
        real, full = me.server.store.append, [False]

        def append(table: str, number: int, entry: object) -> None:
            if full[0] and number:
                raise RequestError("disk-full", "the server's disk is full")
            real(table, number, entry)

        monkeypatch.setattr(me.server.store, "append", append)
        full[0] = True
        await me.act()
        await asyncio.sleep(0.3)
        assert (me.table.version, me.table.fault) == (1, "the server's disk is full")
        full[0] = False
        await settled()
        assert (me.table.version, me.table.fault) == (2, "")
        me.server.close()

    asyncio.run(story())


# Recorded games.


@pytest.mark.parametrize("text", [b"another game", b"\xff\0", b""])
def test_a_recorded_game_whose_text_was_changed_is_named_and_refused(tmp_path: Path, text: bytes) -> None:
    store = Store(tmp_path)
    good, bad = record_name(b"a good game"), record_name(b"a bad game")
    store.save_record(good, "a good game")
    store.save_record(bad, "a bad game")
    store.close()
    (tmp_path / "records" / bad).write_bytes(text)
    said = f"recorded game {bad} is damaged: its text is not what was saved"
    report = check_store(tmp_path, {})
    assert (list(report.records), report.whole) == ([bad], False)
    assert said in report.lines()[0]
    store = Store(tmp_path)
    assert [line for line in store.problems if said in line] == store.problems
    assert store.load_record(good) == "a good game"
    with pytest.raises(RequestError, match=said) as caught:
        store.load_record(bad)
    assert caught.value.code == "damaged-game"
    store.save_record(bad, "a bad game")  # its file is opened again
    assert store.load_record(bad) == "a bad game"
    assert store.load_record("../tables.list") is None
    store.close()


# Room.


def test_the_oldest_finished_tables_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    monkeypatch.setattr(store_module, "DELETED_AT_ONCE", 1)
    store = Store(tmp_path, most_tables=4)
    for name in ("old", "done", "new", "more"):
        store.save_table(toy(name))
    for number, action in enumerate(("keep", "keep")):
        store.append("done", number, Acted(action))
    store.save_talk("done", [Named(0, "Anna")])
    with pytest.raises(RequestError, match="keeps 4 tables") as caught:
        store.save_table(toy("fifth"))
    assert caught.value.code == "full"
    store.save_over("done", over=True)
    store.close()
    again = Store(tmp_path, most_tables=4)  # that it is over is known after a restart
    again.save_table(toy("fifth"))
    assert saved_tables(tmp_path) == {"old", "new", "more", "fifth"}
    assert not list(tmp_path.rglob("done.*"))
    with pytest.raises(RequestError, match="no such table"):
        TableServer(game_page("toy"), again).table("done")
    later = 2 * store_module.ABANDONED_SECONDS
    os.utime(tmp_path / moves_file("new"), (1.0, 1.0 + later))
    again.close()
    third = Store(tmp_path, most_tables=4)
    third.save_table(toy("sixth"))  # one that was abandoned goes
    assert saved_tables(tmp_path) == {"old", "more", "fifth", "sixth"}
    assert Store(tmp_path).problems == []
