"""What is saved: damage is found, named and set aside, nothing is lost on a full disk, and room is made."""

import asyncio
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest
from msgspec.structs import replace
from toy_game.tables import register
from toy_game.web.page import HighCardTable
from toy_game.web.page import Opening as HighCardOpening
from web.test_web_bots_thinking import at_hanabi, settled

from bench.attack.attacked_server import AttackedServer
from bench.attack.damaged_stores import play, shown
from handsight.errors import RequestError
from handsight.web import Store, first_table, table_servers
from handsight.web.games import game_page
from handsight.web.server import store as store_module
from handsight.web.server import table_server
from handsight.web.server.messages import TableOpened
from handsight.web.server.saved_table import migrated, restored, with_digest
from handsight.web.server.store_check import check_store
from handsight.web.server.store_file import VERSION, record_name
from handsight.web.server.table import Acted, Seat
from handsight.web.server.table_server import TableServer

SEATS = (Seat("A", "", "s"), Seat("B", "", "t"))


def saved_toys(path: Path, *names: str) -> None:
    """Save tables of High Card at which one action was taken."""
    store = Store(path)
    for name in names:
        store.save_table(HighCardOpening(name, 0.0, SEATS, 5, game="toy"))
        store.append(name, 0, Acted("keep"))
    store.close()


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)


def pages(path: Path) -> list[bytes]:
    data = path.read_bytes()
    return [data[at : at + 4096] for at in range(0, len(data), 4096)]


@pytest.mark.slow
def test_one_damaged_table_does_not_stop_the_server(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = AttackedServer(data)
    first = server.welcome.partition("/hanabi/")[2].partition("?")[0]
    good, bad = server.open_table("", "random"), server.open_table("", "random")
    before = [play(server, one, 4) for one in (good, bad)]
    server.stop()
    change(
        data / "tables.sqlite3",
        f"update tables set opening = substr(opening, 1, 30) where id = '{first}'",  # noqa: S608 its own
        f"update entries set entry = cast('{{' as blob) where at = 1 and table_id = '{bad['id']}'",  # noqa: S608  our own names
    )
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


OF_B = " where table_id = 'b'"
DAMAGES = {
    "a changed action": "update entries set entry = cast(replace(entry, 'keep', 'swap') as blob)" + OF_B,  # noqa: S608 its own
    "no entry": "delete from entries where table_id = 'b'",
    "one entry more": "insert into entries select 'b', 1, entry from entries where table_id = 'a'",
    "another seed": "update tables set opening = cast(replace(opening, ':5,', ':6,') as blob) where id = 'b'",
    "no digest": "delete from written where table_id = 'b'",
    "no opening": "delete from tables where id = 'b'",
    "newer rules": "update written set rules = 9 where table_id = 'b'",
}


@pytest.mark.parametrize("what", DAMAGES)
def test_a_changed_table_is_named_and_others_are_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    register(monkeypatch)
    path = tmp_path / "tables.sqlite3"
    saved_toys(path, "a", "b", "c")
    change(path, DAMAGES[what])
    store = Store(path)
    server = TableServer(game_page("toy"), store)
    assert [server.table(name).version for name in "ac"] == [1, 1]
    with pytest.raises(RequestError, match="table b cannot be opened") as caught:
        server.table("b")
    assert caught.value.code == "damaged-table"
    assert [line for line in store.problems if "table b cannot be opened" in line]
    assert first_table(table_servers(store)).startswith("#/table/hanabi/")
    store.close()


def test_an_impossible_undo_is_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    path = tmp_path / "tables.sqlite3"
    saved_toys(path, "a")
    store = Store(path)
    saved = store.load_table("a")
    assert saved is not None
    for turn in (-5, 1, 7):
        undone = f'{{"entry":"undone","turn":{turn}}}'.encode()
        with pytest.raises(RequestError, match="nothing can be taken back"):
            restored(with_digest(replace(saved, entries=(*saved.entries, undone))), HighCardTable)
    with pytest.raises(RequestError, match="it was opened as 'a'"):
        restored(with_digest(replace(saved, id="b")), HighCardTable)
    more = replace(saved, entries=(*saved.entries, b"{}"))
    with pytest.raises(
        RequestError, match=f"{saved.count} entries were saved, and {saved.count + 1} are left"
    ):
        more.check()
    store.close()


def test_a_damaged_file_is_kept_and_what_can_be_read_is_served(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    names = [f"table-{number}" for number in range(300)]
    saved_toys(path, *names)
    parts = pages(path)
    parts[len(parts) // 2] = bytes(4096)
    path.write_bytes(b"".join(parts))
    damaged = path.read_bytes()
    store = Store(path)
    (aside,) = tmp_path.glob("damaged-*")
    assert (aside / path.name).read_bytes() == damaged
    assert "is damaged" in store.problems[0]
    readable = []
    for name in names:
        try:
            saved = store.load_table(name)
        except RequestError:
            assert any(name in line for line in store.problems)
        else:
            assert saved is not None, name
            readable.append(restored(saved, HighCardTable).version)
    assert 100 < len(readable) < 300
    assert set(readable) == {1}
    store.close()
    again = Store(path)
    assert not any("is damaged (" in line for line in again.problems)
    again.close()


@pytest.mark.parametrize("text", [b"these are no games", b"", bytes(8192)])
def test_something_else_in_its_place_is_said(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "tables.sqlite3"
    saved_toys(path, "a")
    path.write_bytes(text)
    store = Store(path)
    assert store.problems
    assert store.load_table("a") is None
    saved_toys(path, "b")
    store.close()


def test_missing_changes_are_said(tmp_path: Path) -> None:
    path, copy = tmp_path / "tables.sqlite3", tmp_path / "copy"
    saved_toys(path, "a")
    copy.write_bytes(path.read_bytes())
    saved_toys(path, "b")
    path.write_bytes(copy.read_bytes())
    store = Store(path)
    assert "last 2 changes of tables are missing" in store.problems[0]
    store.close()
    whole = Store(path)
    assert whole.problems == []
    whole.close()


def test_damaged_notes_stop_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    saved_toys(path, "a")
    change(path, "update notes set value = 'nowhere at-all'")
    store = Store(path)
    assert "is damaged" in store.problems[0]
    assert store.load_table("a") is not None
    assert first_table(table_servers(store)).startswith("#/table/hanabi/")
    store.close()


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    saved_toys(path, "a")
    change(
        path,
        f"pragma user_version = {VERSION + 1}",
        f"update notes set value = {VERSION + 1} where key = 'schema'",  # noqa: S608 its own
    )
    with pytest.raises(Exception, match="newer version of Handsight"):
        Store(path)
    assert not list(tmp_path.glob("damaged-*"))


# The version of the rules.


class NewerTable(HighCardTable):
    """High Card under the third version of its rules; actions were once called otherwise."""

    rules_version: ClassVar = 3
    migrations: ClassVar = {2: lambda opening, entries: (opening | {"seed": 7}, entries[:1])}


def test_a_table_records_the_version_of_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    monkeypatch.setattr(HighCardTable, "rules_version", 2)
    page = game_page("toy")
    server = TableServer(page, Store(":memory:"))
    opened = server.open(msgspec.convert({"seats": [{}, {}]}, page.request))
    saved = server.store.load_table(opened.id)
    assert saved is not None
    assert saved.rules == 2


def test_a_table_of_older_rules_is_migrated_and_the_old_one_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch)
    store = Store(tmp_path / "tables.sqlite3")
    store.save_table(HighCardOpening("x", 0.0, SEATS, 5, game="toy"), rules=2)
    server = TableServer(replace_page(NewerTable), store)
    assert server.table("x").opening.seed == 7
    now = store.load_table("x")
    assert now is not None
    assert (now.rules, migrated(now, NewerTable)) == (3, now)
    old = store.load_table("x rules 2")
    assert old is not None
    assert b'"seed":5' in old.opening
    store.append("x", 0, Acted("keep"))
    store.close()


@pytest.mark.parametrize(("rules", "words"), [(1, "cannot go on under rules 3"), (4, "update Handsight")])
def test_a_table_that_cannot_be_migrated_says_so(rules: int, words: str) -> None:
    store = Store(":memory:")
    store.save_table(HighCardOpening("x", 0.0, SEATS, 5, game="toy"), rules=rules)
    with pytest.raises(RequestError, match=words):
        TableServer(replace_page(NewerTable), store).table("x")


def replace_page(kind: type[Any]) -> Any:
    from dataclasses import replace as replaced

    from toy_game.web.page import PAGE

    return replaced(PAGE, table=kind)


def test_other_cards_are_never_dealt_in_silence() -> None:
    """As if the dice had changed between two versions and nobody had told the rules' version."""
    practice = at_hanabi("random")
    saved = practice.server.store.load_table("x")
    assert saved is not None
    dealt = _open(practice.server)
    found = practice.server.store.load_table(dealt.id)
    assert found is not None
    assert found.deal
    with pytest.raises(RequestError, match="other cards"):
        restored(replace(found, deal="0" * 16), practice.server.page.table)
    practice.server.close()


def _open(server: TableServer) -> TableOpened:
    return server.open(msgspec.convert({"seats": [{}, {"bot": "random"}]}, server.page.request))


# Private, and one server at a time.


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
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in data.iterdir()}
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
        assert {"tables.sqlite3", "tables.sqlite3-wal", "tables.sqlite3-shm"} <= set(modes)
        assert set(modes.values()) == {0o600}
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
        (folder / "tables.sqlite3").touch(0o644)
    (shared / "holiday.jpg").touch()
    assert [stat.S_IMODE(private_folder(folder).stat().st_mode) for folder in (mine, shared)] == [
        0o700,
        0o755,
    ]
    for folder in (mine, shared):
        Store(folder / "tables.sqlite3").close()
        assert stat.S_IMODE((folder / "tables.sqlite3").stat().st_mode) == 0o600


def test_what_is_acknowledged_is_on_the_disk(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.sqlite3")
    assert store._database.execute("pragma synchronous").fetchone()[0] == 2  # noqa: SLF001  the file itself is looked at
    assert store._database.execute("pragma journal_mode").fetchone()[0] == "wal"  # noqa: SLF001  the file itself is looked at
    store.close()


# A full disk.


def test_a_full_disk_is_told_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    store = Store(":memory:")
    store.save_table(HighCardOpening("x", 0.0, SEATS, 5, game="toy"))
    database = store._database  # noqa: SLF001  the file itself is looked at
    database.execute(f"pragma max_page_count = {database.execute('pragma page_count').fetchone()[0]}")
    long = Acted("keep", "because " * 2000)
    with pytest.raises(RequestError, match="try again when there is space") as caught:
        store.append("x", 0, long)
    assert caught.value.code == "disk-full"
    assert TableServer(game_page("toy"), store).table("x").version == 0
    database.execute("pragma max_page_count = 1000000")
    store.append("x", 0, long)
    assert TableServer(game_page("toy"), store).table("x").moves == [long]


def test_a_person_is_told_of_a_full_disk_and_moves_when_there_is_space() -> None:
    async def story() -> None:
        me = at_hanabi("random")
        database = me.server.store._database  # noqa: SLF001  the file itself is looked at
        database.execute("pragma query_only = on")
        with pytest.raises(RequestError, match="nothing has changed") as caught:
            await me.act()
        assert (caught.value.code, me.table.version) == ("not-saved", 0)
        database.execute("pragma query_only = off")
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


def saved_records(path: Path, *texts: str) -> list[str]:
    """Save texts as recorded games; return their names."""
    store = Store(path)
    names = [record_name(text.encode()) for text in texts]
    for name, text in zip(names, texts, strict=True):
        store.save_record(name, text)
    store.close()
    return names


@pytest.mark.parametrize("text", ["'another game'", "cast(x'ff00' as text)"])
def test_a_recorded_game_whose_text_was_changed_is_named_and_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "tables.sqlite3"
    good, bad = saved_records(path, "a good game", "a bad game")
    change(path, f"update records set text = {text} where id = '{bad}'")  # noqa: S608 its own
    said = f"recorded game {bad} is damaged: its text is not what was saved"
    report = check_store(path, {})
    assert (list(report.records), report.whole) == ([bad], False)
    assert said in report.lines()[0]
    store = Store(path)
    assert [line for line in store.problems if said in line] == store.problems
    assert store.load_record(good) == "a good game"
    with pytest.raises(RequestError, match=said) as caught:
        store.load_record(bad)
    assert caught.value.code == "damaged-game"
    store.save_record(bad, "a bad game")  # its file is opened again
    assert store.load_record(bad) == "a bad game"
    store.close()


def test_salvage_names_the_recorded_games_that_it_drops(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    good, bad = saved_records(path, "a good game", "a bad game")
    change(path, f"update records set text = 'another' where id = '{bad}'", "drop table talk")  # noqa: S608  our own names
    store = Store(path)
    assert "is damaged (a part of it is missing)" in store.problems[0]
    assert [line for line in store.problems if f"recorded game {bad} is damaged" in line]
    assert not [line for line in store.problems if good in line]
    assert (store.load_record(good), store.load_record(bad)) == ("a good game", None)
    store.close()


# Room.


def test_the_oldest_finished_tables_are_archived_and_still_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch)
    monkeypatch.setattr(store_module, "ARCHIVED_AT_ONCE", 1)
    store = Store(tmp_path / "tables.sqlite3", most_tables=4)
    for name in ("old", "done", "new", "more"):
        store.save_table(HighCardOpening(name, 0.0, SEATS, 5, game="toy"))
    for number, action in enumerate(("keep", "keep")):
        store.append("done", number, Acted(action))
    with pytest.raises(RequestError, match="keeps 4 tables") as caught:
        store.save_table(HighCardOpening("fifth", 0.0, SEATS, 5, game="toy"))
    assert caught.value.code == "full"
    store.save_over("done", over=True)
    store.save_table(HighCardOpening("fifth", 0.0, SEATS, 5, game="toy"))
    assert {saved.id for saved in store.saved_tables()} == {"old", "new", "more", "fifth"}
    assert stat.S_IMODE((tmp_path / "archive.sqlite3").stat().st_mode) == 0o600
    server = TableServer(game_page("toy"), store)
    assert server.table("done").over
    store.close()


def archived_toys(path: Path, *names: str) -> None:
    """Save tables of High Card that are then moved to the archive."""
    saved_toys(path, *names)
    store = Store(path, most_tables=len(names))
    for name in names:
        store.save_over(name, over=True)
    store.save_table(HighCardOpening("present", 0.0, SEATS, 5, game="toy"))
    assert {saved.id for saved in store.saved_tables()} == {"present"}
    store.close()


def test_a_damaged_archive_is_kept_and_what_can_be_read_is_served(tmp_path: Path) -> None:
    path, archive = tmp_path / "tables.sqlite3", tmp_path / "archive.sqlite3"
    names = [f"table-{number}" for number in range(50)]
    archived_toys(path, *names)
    parts = pages(archive)
    parts[len(parts) // 2] = bytes(4096)
    archive.write_bytes(b"".join(parts))
    damaged = archive.read_bytes()
    report = check_store(path, {"toy": HighCardTable})
    assert report.archive
    assert (report.whole, str(archive) in report.lines()[0]) == (False, True)
    assert archive.read_bytes() == damaged
    store = Store(path, most_tables=1)
    (aside,) = tmp_path.glob("damaged-*")
    assert (aside / archive.name).read_bytes() == damaged
    assert [line for line in store.problems if f"{archive} is damaged (" in line]
    store.save_over("present", over=True)
    store.save_table(HighCardOpening("next", 0.0, SEATS, 5, game="toy"))
    readable = [name for name in names if store.load_table(name) is not None]
    assert 10 < len(readable) < 50
    lost = [line.split()[1] for line in store.problems if "its game is lost" in line]
    assert sorted([*readable, *lost]) == sorted(names)
    store.close()
    again = Store(path)
    assert again.problems == []
    again.close()


@pytest.mark.parametrize("text", [b"this is no archive", bytes(8192)])
def test_something_else_in_place_of_the_archive_stops_no_new_table(tmp_path: Path, text: bytes) -> None:
    path, archive = tmp_path / "tables.sqlite3", tmp_path / "archive.sqlite3"
    saved_toys(path, "a")
    archive.write_bytes(text)
    store = Store(path, most_tables=1)
    assert [line for line in store.problems if f"{archive} is damaged (" in line]
    store.save_over("a", over=True)
    store.save_table(HighCardOpening("b", 0.0, SEATS, 5, game="toy"))
    assert store.load_table("a") is not None
    store.close()


def test_an_archive_that_is_damaged_while_the_server_runs_stops_no_new_table(tmp_path: Path) -> None:
    path, archive = tmp_path / "tables.sqlite3", tmp_path / "archive.sqlite3"
    archived_toys(path, *(f"table-{number}" for number in range(50)))
    store = Store(path, most_tables=1)
    archive.write_bytes(b"x" * archive.stat().st_size)
    assert store._archive is not None  # noqa: SLF001  the file itself is looked at
    store._archive.execute("pragma shrink_memory")  # noqa: SLF001 so that it reads the disk again
    store.save_over("present", over=True)
    store.save_table(HighCardOpening("next", 0.0, SEATS, 5, game="toy"))
    assert [line for line in store.problems if f"{archive} is damaged (" in line]
    assert store.load_table("present") is not None
    store.close()


def test_check_names_a_damaged_table_of_the_archive(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    archived_toys(path, "a", "b")
    assert check_store(path, {"toy": HighCardTable}).whole
    change(tmp_path / "archive.sqlite3", "update archived set saved = x'00' where id = 'b'")
    report = check_store(path, {"toy": HighCardTable})
    assert (list(report.archived), report.archive, report.whole) == (["b"], "", False)
    assert "table b cannot be opened" in report.lines()[0]
