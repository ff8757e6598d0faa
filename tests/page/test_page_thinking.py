"""Bots that think while their table goes on: what was taken back is not answered, and no fault is made up."""

import asyncio
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from handsight import boeren, hanabi
from handsight.errors import BotError, RequestError
from handsight.web import Hall, Store
from handsight.web.boeren import messages as cards
from handsight.web.boeren import table as boeren_tables
from handsight.web.boeren.table import BoerenTable
from handsight.web.boeren.tables import BoerenHall
from handsight.web.hanabi import entries
from handsight.web.hanabi.entries import Seat
from handsight.web.hanabi.messages import Act, Undo
from handsight.web.hanabi.table import Table
from handsight.web.server.connection import Guest
from handsight.web.server.table_server import AnyHouse


@pytest.fixture
def go(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Let every bot think until it is told to go on."""
    told = Event()

    def held(real: Callable[..., Any]) -> Callable[..., Any]:
        def decision(*words: Any) -> Any:
            assert told.wait(10)
            return real(*words)

        return decision

    for kind in (Table, BoerenTable):
        monkeypatch.setattr(kind, "decision", held(kind.decision))
    return told


async def nothing(_: str) -> None:
    """Take what is sent to a browser."""


async def settled() -> None:
    """Wait until all that was begun at the tables has ended."""
    mine = asyncio.current_task()
    await asyncio.wait_for(asyncio.gather(*(asyncio.all_tasks() - {mine})), 10)


class Practice:
    """One person at a table with bots."""

    def __init__(self, house: AnyHouse, opening: Any) -> None:
        house.store.open(opening)
        self.house, self.table = house, house.table(opening.id)
        self.guest: Guest[Any] = Guest(self.table, 0, nothing)
        house.join(self.guest)

    async def act(self) -> None:
        """Do anything at all."""
        table = self.table
        if isinstance(table, Table):
            await self.ask(Act(table.at, entries.choice_of(next(iter(hanabi.legal(table.state))))))
        else:
            await self.ask(cards.Act(table.at, cards.choice_of(next(iter(boeren.legal(table.now.state))))))

    async def undo(self) -> None:
        await self.ask(Undo(self.table.at))

    async def step(self) -> None:
        await self.ask(cards.Step(self.table.at))

    async def ask(self, request: Any) -> None:
        await asyncio.wait_for(self.house.heed(self.guest, request), 5)


def at_hanabi(bot: str) -> Practice:
    seats = (Seat("A", "", "s"), Seat("B", bot))
    return Practice(Hall(Store(":memory:")), entries.Opening("x", 0.0, seats, 5, pause=0, practice=True))


def at_boeren(bot: str) -> Practice:
    """Sit where the person opens the first round."""
    seats = (Seat("A", "", "s"), *(Seat(name, bot) for name in "BCD"))
    for seed in range(20):
        opening = boeren_tables.Opening("x", 0.0, "boeren", seats, seed, practice=True)
        if BoerenTable(opening).now.state.seat == 0:
            return Practice(BoerenHall(Store(":memory:")), opening)
    raise AssertionError("nobody ever opens")


def played(story: Callable[[Practice], Any], practice: Callable[[], Practice]) -> None:
    async def play() -> None:
        one = practice()
        try:
            await story(one)
        finally:
            one.house.close()

    asyncio.run(play())


def test_a_thought_about_what_was_taken_back_makes_no_fault(go: Event):
    async def story(me: Practice) -> None:
        await me.act()
        await asyncio.sleep(0.1)
        await me.undo()
        go.set()
        await settled()
        assert (me.table.fault, me.table.state.seat, me.table.at) == ("", 0, 2)
        await me.act()
        await settled()
        assert me.table.at == 4  # the bot is still there

    played(story, lambda: at_hanabi("careful"))


def test_a_thought_about_what_was_taken_back_makes_no_fault_at_boeren_bridge(go: Event):
    async def story(me: Practice) -> None:
        await me.act()
        await me.step()
        await me.undo()
        go.set()
        await settled()
        assert (me.table.fault, me.table.now.state.seat, me.table.at) == ("", 0, 2)

    played(story, lambda: at_boeren("greedy"))


@pytest.mark.parametrize(("kind", "practice"), [(Table, at_hanabi), (BoerenTable, at_boeren)])
def test_a_bot_that_fails_is_told_of_at_the_moment_where_it_did(
    monkeypatch: pytest.MonkeyPatch, kind: type, practice: Callable[[str], Practice]
):
    told = Event()

    def fails(*_: Any) -> None:
        assert told.wait(10)
        raise BotError("it cannot go on")

    async def story(me: Practice) -> None:
        for back in (True, False):
            told.clear()
            await me.act()
            if kind is BoerenTable:
                await me.step()
            await asyncio.sleep(0.1)
            if back:
                await me.undo()
            told.set()
            await settled()
            assert me.table.fault == ("" if back else "it cannot go on")

    monkeypatch.setattr(kind, "decision", fails)
    played(story, lambda: practice("greedy" if kind is BoerenTable else "careful"))


def test_agents_go_on_from_the_new_moment(go: Event):
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
        assert (me.table.turn, me.table.now.state.seat, me.table.at) == (2, 2, 4)
        await me.step()
        await settled()
        assert me.table.turn == 3

    played(story, lambda: at_boeren("greedy"))


@pytest.mark.parametrize("practice", [at_hanabi, at_boeren])
def test_a_bot_that_is_no_more_is_named(practice: Callable[[str], Practice]):
    async def story(me: Practice) -> None:
        await me.act()
        if isinstance(me.table, BoerenTable):
            await me.step()
        await settled()
        assert "gone-bot cannot" in me.table.fault
        assert "is called 'gone-bot'" in me.table.fault
        if isinstance(me.table, BoerenTable):
            with pytest.raises(RequestError, match="gone-bot"):
                await me.step()
        await me.undo()
        assert not me.table.fault

    played(story, lambda: practice("gone-bot"))
