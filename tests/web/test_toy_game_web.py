"""A third game on the page: High Card (tests/toy_game), from the list of games to a table in a browser."""

import json
import socket
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from toy_game.tables import register
from toy_game.web.page import HighCardTable
from uvicorn import Config, Server
from web.page_server import PageServer, hear, until

from handsight.web import Store, application
from handsight.web.server.saved_table import restored


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[PageServer]:
    """A server in this process, which has one more game."""
    register(monkeypatch)
    listener = socket.create_server(("127.0.0.1", 0))
    app = application(Store(tmp_path))
    serving = Server(Config(app, log_level="warning", ws="websockets-sansio"))
    thread = Thread(target=serving.run, kwargs={"sockets": [listener]})
    thread.start()
    yield PageServer(tmp_path, None, f"http://127.0.0.1:{listener.getsockname()[1]}/")  # type: ignore[arg-type]  # it has no process
    serving.should_exit = True
    thread.join()


def opened_table(server: PageServer, *seats: str) -> dict[str, Any]:
    """Open a table: a bot's name for each seat, or an empty word for a person."""
    status, opened = server.ask("api/tables/toy", {"seats": [{"bot": bot} for bot in seats]})
    assert status == 200, opened
    return dict(opened)


def act(socket: Any, version: int, action: str) -> None:
    socket.send(json.dumps({"type": "act", "version": version, "action": action}))


def test_it_is_listed_with_its_bots_and_its_files(server: PageServer) -> None:
    listed = {game["name"]: game for game in server.ask("api/games")[1]}
    assert list(listed) == ["hanabi", "boeren", "toy"]
    assert listed["toy"]["title"] == "High Card"
    for name, text in (("toy", b"// High Card"), ("hanabi", b"// Hanabi")):
        address = server.base.rstrip("/") + listed[name]["module"]
        with urllib.request.urlopen(address, timeout=60) as file:  # noqa: S310 its own server
            assert text in file.read()
    assert [bot["name"] for bot in server.ask("api/games/toy/bots")[1]] == ["sensible", "stubborn", "random"]
    assert server.ask("api/games/chess/bots")[0] == 404
    assert server.ask("api/tables/chess", {"seats": []})[0] == 404
    assert server.ask("api/tables/toy", {"seats": [{}, {}, {}]})[0] == 400
    assert server.ask("api/tables/toy", {"seats": [{}, {"bot": "robot4"}]})[1]["code"] == "unknown-bot"


def test_it_is_played_undone_and_saved(server: PageServer) -> None:
    opened = opened_table(server, "", "sensible")
    assert opened["names"] == ["First", "Second"]
    with server.sit(opened["id"], opened["secrets"][0], "toy") as me:
        now = until(me, lambda table: table["mover"] == 0)
        assert now["cards"][1:] == [None, None]
        act(me, now["version"], "hop")
        assert hear(me, "error")["code"] == "malformed"
        act(me, now["version"], "keep")
        now = until(me, lambda table: table["score"])
        assert sorted(now["cards"]) == [1, 2, 3]
        assert now["log"][0] == "First: keep"
        me.send(json.dumps({"type": "why", "turn": 1}))
        assert hear(me, "why")["why"].startswith("it has a ")
        act(me, now["version"], "keep")
        assert hear(me, "error")["code"] == "game-over"
        me.send(json.dumps({"type": "undo", "version": now["version"]}))
        assert until(me, lambda table: table["version"] == 3)["cards"][1:] == [None, None]
    saved = Store(server.data).load_table(opened["id"])
    assert saved is not None
    assert restored(saved, HighCardTable).version == 3


def test_nobody_is_sent_a_hidden_card(server: PageServer) -> None:
    opened = opened_table(server, "", "")
    for secret, hidden in ((opened["secrets"][0], [1, 2]), (opened["secrets"][1], [0, 2]), ("", [0, 1, 2])):
        with server.sit(opened["id"], secret, "toy") as browser:
            picture = hear(browser, "table")
            assert [at for at, card in enumerate(picture["cards"]) if card is None] == hidden


@pytest.mark.slow
def test_its_own_module_shows_the_table_in_a_browser(server: PageServer, visit: Callable[..., Any]) -> None:
    page = visit(server.base)
    page.get_by_role("navigation").get_by_role("link", name="High Card").click()
    page.get_by_role("heading", name="High Card").wait_for()
    assert "A 1 never does" in page.locator(".offer").inner_text()
    page.get_by_role("button", name="Start").click()
    page.get_by_text("Your turn.").wait_for()
    assert page.locator(".high-card .cards li").all_inner_texts()[1:] == ["Second: ?", "Table: ?"]
    page.get_by_role("button", name="keep").click()
    page.locator(".high-card .prompt", has_text="wins.").wait_for()
    assert page.locator(".high-card .log li").count() == 2
    assert "?" not in page.locator(".high-card .cards").inner_text()
    page.goto(server.base)
    page.reload()
    page.locator(".offer", has_text="High Card").wait_for()
