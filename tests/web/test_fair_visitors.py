"""One visitor cannot starve others: bots, jobs and analyses take turns by address."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest
from web.example_openings import opening_of
from web.test_web_bots_thinking import nothing

from bench.attack import greedy_visitors
from handsight.web import replay_analyses
from handsight.web.games import game_page
from handsight.web.recorded_games import Recordings
from handsight.web.replay_analyses import MOST_KEPT, MOST_RUNNING, STOP, Analyses, AnalysisKey
from handsight.web.server.fair_turns import FairTurns
from handsight.web.server.game_table import Table
from handsight.web.server.rate_limits import visitor
from handsight.web.server.table_messages import BrowserConnection
from handsight.web.server.table_store import Store
from handsight.web.server.worker_process import Worker
from handsight.web.table_server import TableServer


def until(true: Callable[[], bool]) -> None:
    """Wait until something is true."""
    end = monotonic() + 30
    while not true():
        assert monotonic() < end
        sleep(0.005)


@pytest.fixture(autouse=True)
def nobody_is_served() -> Iterator[None]:
    before = visitor.set("")
    yield
    visitor.reset(before)


def test_visitors_take_turns_however_many_jobs_one_has() -> None:
    turns, order = FairTurns(), list[str]()
    asked = [(who, turns.ask(who)) for who in ("a", "a", "a", "a", "b", "c", "b")]
    while asked:
        ((who, turn),) = [one for one in asked if one[1].done()]
        order.append(who)
        asked.remove((who, turn))
        turns.end(who, turn)
    assert "".join(order) == "aabcaba"  # the first two came before anybody else


def test_one_visitor_never_has_all_places_and_who_leaves_gives_up_the_turn() -> None:
    turns = FairTurns(3)
    mine = [turns.ask("a") for _ in range(9)]
    assert [turn.done() for turn in mine] == [True, True, *[False] * 7]
    other = turns.ask("b")
    assert other.done()
    for turn in mine[2:8]:
        turns.end("a", turn)
    turns.end("a", mine[0])
    assert mine[8].done()


def test_bots_of_one_visitor_leave_a_thread_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    go, real, page = Event(), Table.decide, game_page("hanabi")

    def decide(self: Table[Any, Any], moment: Any) -> Any:
        if self.opening.id.startswith("greedy"):
            assert go.wait(30)
        return real(self, moment)

    def sit(server: TableServer, name: str, who: str) -> Table[Any, Any]:
        visitor.set(who)
        server.store.save_table(opening_of(page, ("A", "random"), ("B", "random"), name=name, pause=0))
        table = server.table(name)
        server.join(BrowserConnection(table, -1, nothing))
        return table

    async def story() -> None:
        server = TableServer(page, Store(":memory:"))
        for number in range(20):
            sit(server, f"greedy{number}", "a")
        other = sit(server, "modest", "b")
        try:
            await asyncio.wait_for(server._thinking["modest"], 20)  # noqa: SLF001  until its game is over
            assert other.over
        finally:
            go.set()
            server.close()

    monkeypatch.setattr(Table, "decide", decide)
    asyncio.run(story())


# Analyses.


class Running:
    """Analyses that run until they are told to stop."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def run(*_: Any, requests: Callable[[], Any], **__: Any) -> None:
            until(lambda: requests() == STOP)

        monkeypatch.setattr(Worker, "run", run)
        self.analyses = Analyses(Recordings(Store(folder)))

    def look(self, who: str, turn: int) -> bool:
        """Let a visitor ask about a line that begins with a turn; return whether its analysis runs."""
        visitor.set(who)
        return bool(self.analyses.look(self.key(turn), 0, 0)["running"])

    @staticmethod
    def key(turn: int) -> AnalysisKey:
        return AnalysisKey("sample:first", 1, f"{turn}.d3" if turn else "", "robot5")

    def kept(self, turn: int) -> bool:
        return self.key(turn) in self.analyses._analyses  # noqa: SLF001  what it holds in memory


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    made = Running(tmp_path, monkeypatch)
    yield made
    made.analyses.close()


def test_many_analyses_of_one_visitor_evict_only_their_own(running: Running) -> None:
    running.look("b", 0)
    for turn in range(1, MOST_KEPT + 10):
        running.look("a", turn)
    assert running.kept(0)
    assert not running.kept(1)
    assert running.kept(MOST_KEPT + 9)


def test_only_who_started_an_analysis_stops_it(running: Running) -> None:
    assert running.look("a", 1)
    visitor.set("b")
    assert not running.analyses.stop(running.key(1))
    assert running.look("a", 1)
    assert running.analyses.stop(running.key(1))
    assert not running.analyses.stop(running.key(2))


def test_a_visitor_has_one_worker_and_who_waits_gets_a_turn(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert running.look("a", 1)
    assert not running.look("a", 2)  # it follows when the first has ended
    others = [f"other{number}" for number in range(1, MOST_RUNNING)]
    for at, who in enumerate(others, 10):
        assert running.look(who, at)
    until(lambda: running.look("a", 2))
    assert not running.look("z", 30)
    monkeypatch.setattr(replay_analyses, "TURN_SECONDS", -1.0)
    until(lambda: (running.look("a", 2), running.look("z", 30))[1])  # "a" goes on asking


@pytest.mark.slow
def test_a_greedy_address_delays_nobody_else(tmp_path: Path) -> None:
    found = greedy_visitors.run(6, 50, tmp_path, replies=2, bot="careful")
    kept = {"stopped by somebody else": False, "lost turns": 0, "tracebacks": 0}
    assert {name: found[name] for name in kept} == kept
