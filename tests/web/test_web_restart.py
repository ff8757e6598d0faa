"""A killed server loses nothing, and tables of an older version are loaded."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from web.page_server import hear, start, until

from handsight.errors import RequestError
from handsight.web import Store
from handsight.web.games import game_page
from handsight.web.table_server import TableServer


@pytest.mark.slow
def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    server = start(tmp_path)
    try:
        opened = server.table("", "careful", "random")
        with server.sit(opened["id"], opened["secrets"][0]) as me:
            for _ in range(5):
                now = until(me, lambda picture: picture["mover"] == 0)
                order = now["hands"][0][0]["order"]
                seat, mark, _ = now["clues"][0] if now["clues"] else (0, "", ())
                clue = {
                    "do": "clue",
                    "seat": seat,
                    "kind": "color" if mark[:1] == "c" else "number",
                    "value": int(mark[1:] or 0),
                }
                action = clue if now["clues"] else {"do": "discard", "order": order}
                me.send(json.dumps({"type": "act", "version": now["version"], "action": action}))
            before = until(me, lambda picture: picture["mover"] == 0 or picture["over"])
    finally:
        server.kill()
    again = start(tmp_path)
    try:
        assert again.welcome.partition("#")[2] == server.welcome.partition("#")[2]
        with again.sit(opened["id"], opened["secrets"][0]) as me:
            assert hear(me, "welcome")["seat"] == 0
            assert hear(me, "table") == before
    finally:
        again.kill()


OLD_TABLES = {
    "hanabi": (
        (
            b'{"id":"t","made":1.5,"seats":[{"name":"Alice","bot":"","secret":"s"},{"name":"Bob",'
            b'"bot":"careful","secret":""}],"seed":7,"variant":"No Variant","rules":"official","deck":[],'
            b'"moves":[],"origin":"","pause":0.7,"practice":true,"options":{"hand":0,"deck_plays":false,"empty_clues":false,'
            b'"card_cycle":false,"all_or_nothing":false},"game":"hanabi"}'
        ),
        (
            b'{"entry":"acted","action":{"do":"play","order":4},"why":""}',
            b'{"entry":"acted","action":{"do":"play","order":9},"why":"it is playable"}',
            b'{"entry":"undone","turn":1}',
        ),
    ),
    "boeren": (
        (
            b'{"id":"t","made":1.5,"game":"boeren","seats":[{"name":"North","bot":"","secret":"s"},{"name":"East",'
            b'"bot":"greedy","secret":""},{"name":"South","bot":"greedy","secret":""},{"name":"West",'
            b'"bot":"greedy","secret":""}],"seed":7,"rules":"text","schedule":"short","trump":"separate",'
            b'"practice":true}'
        ),
        (
            b'{"entry":"acted","action":{"do":"bid","tricks":0}}',
            b'{"entry":"acted","action":{"do":"bid","tricks":1}}',
            b'{"entry":"undone","turn":1}',
        ),
    ),
}


OLD_SCHEMA = """
create table tables (id text primary key, made real not null, opening blob not null) strict;
create table entries (
  table_id text not null references tables, at integer not null, entry blob not null,
  primary key (table_id, at)
) strict, without rowid;
create table records (id text primary key, made real not null, text text not null) strict;
create table notes (key text primary key, value text not null) strict, without rowid;
pragma user_version = 1;
"""


@pytest.mark.parametrize("game", OLD_TABLES)
def test_tables_saved_by_version_0_1_are_loaded(tmp_path: Path, game: str) -> None:
    path = tmp_path / "tables.sqlite3"
    opening, entries = OLD_TABLES[game]
    with closing(sqlite3.connect(path)) as database:
        database.executescript(OLD_SCHEMA)
        database.execute("insert into tables values ('t', 1.5, ?)", (opening,))
        database.executemany("insert into entries values ('t', ?, ?)", enumerate(entries))
        database.commit()
    store = Store(tmp_path)
    table = TableServer(game_page(game), store).table("t")
    assert (table.version, table.turn, table.opening.practice) == (3, 1, True)
    saved = store.load_table("t")
    assert saved is not None
    assert saved.rules == type(table).rules_version
    if game == "boeren":
        assert table.terms().dealer_change == "barred"  # as it was when the table was opened
    other = next(name for name in OLD_TABLES if name != game)
    with pytest.raises(RequestError, match="no such table"):
        TableServer(game_page(other), store).table("t")
