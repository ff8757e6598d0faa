"""Questions of what players know of each other: some take too long, and nobody waits for them."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from handsight.web import Store
from handsight.web.boeren import table as boeren_table
from handsight.web.boeren import table_questions
from handsight.web.boeren.table import PAGE, BoerenPageTable, BoerenRequest
from handsight.web.boeren.table_questions import AskFormula, KnowCard
from handsight.web.server.game_table import EVERYONE, OPEN
from handsight.web.server.table_messages import BrowserConnection, SeatRequest, StepRequest
from handsight.web.table_server import AnyTable, TableServer

LONG = (
    "".join(
        f"[!~K[{one}] Kv[{other}] owner({card})] "
        for one, other, card in zip(
            "NESWNESW", "ESWNWNES", ("AS", "KH", "QD", "JC", "TS", "9H", "8D", "7C"), strict=True
        )
    )
    + "Kv[N] owner(AS)"
)
"""A formula that takes a quarter of a minute where four cards each are dealt from the whole pack."""


class FakeBrowser:
    """Keeps all that is sent to one browser."""

    def __init__(self, server: TableServer, table: BoerenPageTable) -> None:
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.server = server
        self.connection: BrowserConnection[AnyTable] = BrowserConnection(table, EVERYONE, self._take)

    async def _take(self, text: str) -> None:
        self.heard.put_nowait(json.loads(text))

    async def ask(self, formula: str) -> None:
        await self.server.handle(self.connection, AskFormula(0, OPEN, formula))

    async def next(self) -> dict[str, Any]:
        return await asyncio.wait_for(self.heard.get(), 30)


async def questions(after: Callable[[FakeBrowser, BoerenPageTable], Awaitable[None]], schedule: str) -> None:
    server = TableServer(PAGE, Store(":memory:"))
    request = BoerenRequest(seats=(SeatRequest(bot="greedy"),) * 4, schedule=schedule)
    table = server.table(server.open(request).id)
    assert isinstance(table, BoerenPageTable)
    browser = FakeBrowser(server, table)
    attending = asyncio.create_task(browser.connection.serve(lambda _: None))
    server.join(browser.connection)
    assert (await browser.next())["type"] == "welcome"
    try:
        await after(browser, table)
    finally:
        attending.cancel()
        server.close()


@pytest.mark.slow
def test_a_question_that_takes_too_long_is_given_up_and_blocks_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def ask(browser: FakeBrowser, table: BoerenPageTable) -> None:
        monkeypatch.setattr(boeren_table, "QUESTION_SECONDS", 1.5)
        await browser.ask(LONG)
        for _ in range(8):  # meanwhile everything else goes on
            before = asyncio.all_tasks()
            await browser.server.handle(browser.connection, StepRequest(table.version))
            await asyncio.wait(asyncio.all_tasks() - before, timeout=1)
        assert table.turn == 8
        assert browser.heard.empty()
        said = await browser.next()
        assert (said["code"], "took too long" in said["message"]) == ("cannot-say", True)
        monkeypatch.setattr(boeren_table, "QUESTION_SECONDS", 30)
        await browser.ask("has(N,AS) | ~has(N,AS)")
        assert (await browser.next())["verdict"] == "yes"

    asyncio.run(questions(ask, "4/52"))


@pytest.mark.slow
def test_the_next_question_takes_the_place_of_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boeren_table, "QUESTION_SECONDS", 60)

    async def ask(browser: FakeBrowser, table: BoerenPageTable) -> None:
        await browser.ask(LONG)
        await asyncio.sleep(1)
        await browser.ask("true")
        assert (await browser.next())["formula"] == "true"  # the first is not answered at all
        await browser.ask(LONG)
        await asyncio.sleep(1)
        browser.server.leave(browser.connection)
        other = FakeBrowser(browser.server, table)
        attending = asyncio.create_task(other.connection.serve(lambda _: None))
        await other.ask("true")
        said = await asyncio.wait_for(other.next(), 6)  # nobody waits for one who left
        assert said["formula"] == "true"
        assert browser.heard.empty()
        attending.cancel()

    asyncio.run(questions(ask, "4/52"))


def test_rounds_with_too_many_deals_are_refused() -> None:
    async def ask(browser: FakeBrowser, _: BoerenPageTable) -> None:
        await browser.ask("Kv[N] owner(AS)")
        assert "too many ways" in (await browser.next())["message"]
        await browser.server.handle(browser.connection, KnowCard(0, 0, "AS"))
        assert (await browser.next())["deals"] > 1 << 60

    asyncio.run(questions(ask, "8/52"))


def test_an_internal_error_in_an_answer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("no ways at all")

    async def ask(browser: FakeBrowser, _: BoerenPageTable) -> None:
        await browser.server.handle(browser.connection, KnowCard(0, 0, "AS"))
        said = await browser.next()
        assert said["code"] == "cannot-say"
        assert said["message"] == "this should not have happened: ZeroDivisionError: no ways at all"

    monkeypatch.setattr(table_questions, "answer", fails)
    asyncio.run(questions(ask, "3"))
