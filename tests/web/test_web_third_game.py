"""A game registered from outside: one `GamePage` lets the page open, play and save its tables."""

import json
import socket
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple

import msgspec
import pytest
from msgspec import Struct
from uvicorn import Config, Server
from web.page_server import PageServer, hear, until

from handsight import web
from handsight.bots.bot import Bot, BotSpec, Decision
from handsight.errors import IllegalActionError
from handsight.roster import games as bot_games
from handsight.roster.games import roster
from handsight.web import Store, application
from handsight.web.games import GAMES, GamePage, game_page
from handsight.web.server import table_messages as messages
from handsight.web.server.game_table import Acted, Opening, Table, Undone
from handsight.web.server.saved_table import restored
from handsight.web.server.table_messages import TableRequest

README = Path(web.__file__).parent / "static" / "games" / "README.md"
EXAMPLE = README.read_text("utf-8").partition("```js\n")[2].partition("```")[0]
"""The smallest module of a game for the browser, as the page's own documentation shows it."""


class Count(NamedTuple):
    """The toy's state: two seats count to five in turn, by one or two."""

    number: int = 0
    turn: int = 0

    @property
    def seat(self) -> int:
        return self.turn % 2

    @property
    def over(self) -> bool:
        return self.number >= 5

    @property
    def events(self) -> tuple[()]:
        return ()


class Add(Struct, frozen=True, tag_field="do", tag="add"):
    by: int


def play(state: Count, action: Add) -> Count:
    if action.by not in (1, 2):
        raise IllegalActionError("wrong-step", "count on by 1 or 2")
    return Count(state.number + action.by, state.turn + 1)


RULES: Any = SimpleNamespace(view=lambda state, _: state, play=play, Action=Add)


class CountOpening(Opening[TableRequest], frozen=True, kw_only=True):
    pass


class CountTable(Table[CountOpening, Count]):
    game: ClassVar = "count"
    rules: ClassVar = RULES
    opening_kind: ClassVar = CountOpening
    entry_decoder: ClassVar = msgspec.json.Decoder(Acted[Add] | Undone)
    request_decoder: ClassVar = msgspec.json.Decoder(
        messages.Hello | messages.ActRequest[Add] | messages.Undo | messages.Why
    )

    def start(self) -> tuple[list[Count], list[Any]]:
        return [Count()], []

    def after(self, moment: Count, entry: Acted[Add]) -> Count:
        return play(moment, entry.action)

    def mover(self, moment: Count) -> int:
        return -1 if moment.over else moment.seat

    @property
    def over(self) -> bool:
        return self.now.over

    def seen_as(self, seat: int, turn: int) -> int:
        del turn
        return seat

    def picture(self, seat: int, turn: int) -> dict[str, Any]:
        del seat
        return {"number": self.moment(turn).number, "mover": self.mover(self.moment(turn))}

    def settings(self) -> dict[str, Any]:
        return {}

    def state(self, moment: Count) -> Count:
        return moment

    def terms(self) -> None:
        return None

    @staticmethod
    def choice_of(action: Add) -> Add:
        return action


class OneByOne(Bot[None, Count, Any, Add]):
    """Counts by one."""

    def decide(self, view: Count) -> Decision[Add]:
        return Decision(Add(1), lambda: f"after {view.number} comes {view.number + 1}")


SPEC = BotSpec("one-by-one", "counts by one", OneByOne)
ROSTER = SimpleNamespace(DEFAULT="one-by-one", find_bot=lambda _: SPEC, listed_bots=lambda: [SPEC])


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[PageServer]:
    """A server in this process that has one more game."""
    (tmp_path / "index.js").write_text(EXAMPLE)
    page = GamePage(
        name="count",
        title="Count to five",
        about="Count in turn.",
        seat_names=("Ann", "Bob"),
        request=TableRequest,
        table=CountTable,
        static=tmp_path,
    )
    monkeypatch.setitem(GAMES, "count", "toy_page")
    monkeypatch.setitem(sys.modules, "toy_page", SimpleNamespace(PAGE=page))
    monkeypatch.setitem(bot_games.GAMES, "count", "toy_roster")
    monkeypatch.setitem(sys.modules, "toy_roster", ROSTER)
    listener = socket.create_server(("127.0.0.1", 0))
    app = application(Store(tmp_path))
    serving = Server(Config(app, log_level="warning", ws="websockets-sansio"))
    thread = Thread(target=serving.run, kwargs={"sockets": [listener]})
    thread.start()
    yield PageServer(tmp_path, None, f"http://127.0.0.1:{listener.getsockname()[1]}/")  # type: ignore[arg-type]  # it has no process
    serving.should_exit = True
    thread.join()


def test_a_game_from_outside_is_listed_with_its_bots_and_its_files(server: PageServer) -> None:
    listed = {game["name"]: game for game in server.ask("api/games")[1]}
    assert list(listed) == ["hanabi", "boeren", "count"]
    assert listed["count"]["title"] == "Count to five"
    for name, text in (("count", EXAMPLE[:20].encode()), ("hanabi", b"// Hanabi")):
        address = server.base.rstrip("/") + listed[name]["module"]
        with urllib.request.urlopen(address, timeout=60) as file:  # noqa: S310 its own server
            assert text in file.read()
    assert server.ask("api/games/count/bots")[1][0]["name"] == "one-by-one"
    assert server.ask("api/games/chess/bots")[0] == 404
    assert server.ask("api/tables/chess", {"seats": []})[0] == 404


def test_a_game_from_outside_is_played_undone_and_saved(server: PageServer) -> None:
    _, opened = server.ask("api/tables/count", {"seats": [{}, {"bot": "one-by-one"}]})
    assert opened["names"] == ["Ann", "Bob"]
    with server.sit(opened["id"], opened["secrets"][0], "count") as me:
        now = until(me, lambda table: table["mover"] == 0)
        me.send(json.dumps({"type": "act", "version": now["version"], "action": {"do": "add", "by": 2}}))
        now = until(me, lambda table: table["mover"] == 0 and table["version"] == 2)
        assert now["number"] == 3  # the bot has moved
        me.send(json.dumps({"type": "why", "turn": 1}))
        assert hear(me, "why")["why"] == "after 2 comes 3"
        me.send(json.dumps({"type": "undo", "version": now["version"]}))
        assert until(me, lambda table: table["version"] == 3)["number"] == 0
        me.send(json.dumps({"type": "act", "version": 3, "action": {"do": "add", "by": 7}}))
        assert hear(me, "error")["code"] == "wrong-step"
    saved = Store(server.data).load_table(opened["id"])
    assert saved is not None
    assert restored(saved, CountTable).version == 3


@pytest.mark.slow
def test_a_game_from_outside_is_played_in_a_browser(server: PageServer, visit: Callable[..., Any]) -> None:
    page = visit(f"{server.base}#/count")
    assert page.locator("nav [aria-current]").inner_text() == "Count to five"
    page.get_by_role("button", name="Start").click()
    page.get_by_text("At 0").wait_for()
    page.get_by_role("button", name="Add 1").click()
    page.get_by_text("At 2").wait_for()  # the bot has moved
    page.goto(server.base)
    page.get_by_text("Ann, Bob").click()
    page.get_by_text("At 2").wait_for()


@pytest.mark.parametrize("name", ["hanabi", "boeren"])
def test_every_bot_that_ships_has_a_name_for_people(name: str) -> None:
    titles = game_page(name).bot_titles
    assert [
        bot.name for bot in roster(name).listed_bots() if titles.get(bot.name, bot.name) == bot.name
    ] == []
    assert not any("`" in words for words in (*titles.values(), *game_page(name).clue_meanings.values()))
