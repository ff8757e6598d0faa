"""Bots that think while their table goes on: what was taken back is not answered, and no fault is made up."""

import asyncio
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from web.example_openings import opening_of

from handsight import boeren, hanabi
from handsight.errors import BotError, RequestError
from handsight.web.boeren import table as boeren_messages
from handsight.web.boeren.table import BoerenPageTable
from handsight.web.games import GamePage, game_page
from handsight.web.hanabi import table as hanabi_table
from handsight.web.hanabi.table import HanabiPageTable
from handsight.web.server.game_table import Table
from handsight.web.server.table_messages import ActRequest, BrowserConnection, StepRequest, Undo
from handsight.web.server.table_store import Store
from handsight.web.table_server import TableServer


@pytest.fixture
def go(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Let every bot think until it is released."""
    go_on = Event()

    def held(real: Callable[..., Any]) -> Callable[..., Any]:
        def decide(*words: Any) -> Any:
            assert go_on.wait(10)
            return real(*words)

        return decide

    monkeypatch.setattr(Table, "decide", held(Table.decide))
    return go_on


async def nothing(_: str) -> None:
    """Take what is sent to a browser."""


async def settled() -> None:
    """Wait until all that was begun at the tables has ended."""
    mine = asyncio.current_task()
    await asyncio.wait_for(asyncio.gather(*(asyncio.all_tasks() - {mine})), 10)


class Practice:
    """One person at a table with bots."""

    def __init__(self, page: GamePage, opening: Any) -> None:
        self.server = TableServer(page, Store(":memory:"))
        self.server.store.save_table(opening)
        self.table = self.server.table(opening.id)
        self.connection: BrowserConnection[Any] = BrowserConnection(self.table, 0, nothing)
        self.server.join(self.connection)

    async def act(self) -> None:
        """Do anything at all."""
        table = self.table
        if isinstance(table, HanabiPageTable):
            choice: Any = hanabi_table.choice_of(next(iter(hanabi.legal(table.now))))
        else:
            choice = boeren_messages.choice_of(next(iter(boeren.legal(table.now.state))))
        await self.ask(ActRequest(table.version, choice))

    async def undo(self) -> None:
        await self.ask(Undo(self.table.version))

    async def step(self) -> None:
        await self.ask(StepRequest(self.table.version))

    async def ask(self, request: Any) -> None:
        await asyncio.wait_for(self.server.handle(self.connection, request), 5)


def at_hanabi(bot: str) -> Practice:
    page = game_page("hanabi")
    return Practice(page, opening_of(page, ("A", "", "s"), ("B", bot), pause=0))


def at_boeren(bot: str) -> Practice:
    """Sit where the person opens the first round."""
    page, seats = game_page("boeren"), (("A", "", "s"), *((name, bot) for name in "BCD"))
    for seed in range(20):
        opening = opening_of(page, *seats, seed=seed, schedule="")
        if BoerenPageTable(opening).now.state.seat == 0:
            return Practice(page, opening)
    raise AssertionError("nobody ever opens")


def played(story: Callable[[Practice], Any], practice: Callable[[], Practice]) -> None:
    async def play() -> None:
        one = practice()
        try:
            await story(one)
        finally:
            one.server.close()

    asyncio.run(play())


def test_thinking_about_an_undone_move_makes_no_fault(go: Event) -> None:
    async def story(me: Practice) -> None:
        await me.act()
        await asyncio.sleep(0.1)
        await me.undo()
        go.set()
        await settled()
        assert (me.table.fault, me.table.now.seat, me.table.version) == ("", 0, 2)
        await me.act()
        await settled()
        assert me.table.version == 4  # the bot is still there

    played(story, lambda: at_hanabi("careful"))


def test_thinking_about_an_undone_move_makes_no_fault_in_boeren_bridge(go: Event) -> None:
    async def story(me: Practice) -> None:
        await me.act()
        await me.step()
        await me.undo()
        go.set()
        await settled()
        assert (me.table.fault, me.table.now.state.seat, me.table.version) == ("", 0, 2)

    played(story, lambda: at_boeren("greedy"))


@pytest.mark.parametrize(("kind", "practice"), [(HanabiPageTable, at_hanabi), (BoerenPageTable, at_boeren)])
def test_a_bots_failure_is_shown_at_the_moment_where_it_failed(
    monkeypatch: pytest.MonkeyPatch, kind: type, practice: Callable[[str], Practice]
) -> None:
    go_on = Event()

    def fails(*_: Any) -> None:
        assert go_on.wait(10)
        raise BotError("it cannot go on")

    async def story(me: Practice) -> None:
        for back in (True, False):
            go_on.clear()
            await me.act()
            if kind is BoerenPageTable:
                await me.step()
            await asyncio.sleep(0.1)
            if back:
                await me.undo()
            go_on.set()
            await settled()
            assert me.table.fault == ("" if back else "it cannot go on")

    monkeypatch.setattr(kind, "decide", fails)
    played(story, lambda: practice("greedy" if kind is BoerenPageTable else "careful"))


def test_bots_go_on_from_the_new_moment(go: Event) -> None:
    async def story(me: Practice) -> None:
        await me.act()
        await me.step()
        with pytest.raises(RequestError, match="thinking about its move"):
            await me.step()
        await me.undo()
        await me.act()
        await me.step()  # while the agent still thinks of what was taken back
        go.set()
        await settled()
        assert (me.table.turn, me.table.now.state.seat, me.table.version) == (2, 2, 4)
        await me.step()
        await settled()
        assert me.table.turn == 3

    played(story, lambda: at_boeren("greedy"))


@pytest.mark.parametrize("practice", [at_hanabi, at_boeren])
def test_a_bot_that_no_longer_exists_is_named(practice: Callable[[str], Practice]) -> None:
    async def story(me: Practice) -> None:
        await me.act()
        if isinstance(me.table, BoerenPageTable):
            await me.step()
        await settled()
        assert "gone-bot cannot" in me.table.fault
        assert "is called 'gone-bot'" in me.table.fault
        if isinstance(me.table, BoerenPageTable):
            with pytest.raises(RequestError, match="gone-bot"):
                await me.step()
        await me.undo()
        assert not me.table.fault

    played(story, lambda: practice("gone-bot"))


def bot_tables() -> list[Any]:
    hanabi_page, boeren_page = game_page("hanabi"), game_page("boeren")
    seats = [(name, "counter") for name in "ABCD"]
    return [
        HanabiPageTable(opening_of(hanabi_page, ("A", "careful"), ("B", "careful"))),
        BoerenPageTable(opening_of(boeren_page, *seats, seed=1, schedule="")),
    ]


@pytest.mark.parametrize("table", bot_tables(), ids=["hanabi", "boeren"])
def test_what_a_bot_decides_is_played_once(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(table, "after", None)
        while table.automatic() is None and table.turn < 20:  # the first round of Boeren Bridge ends before
            table.apply(*table.decide(table.now))
    assert table.turn
    assert table.moments == type(table)(table.opening, table.moves).moments
