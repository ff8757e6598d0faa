"""Connections: how many, for how long, and what hostile ones cannot do (more of that in bench/attack)."""

import asyncio
import logging
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import sleep

import pytest
from uvicorn import Server
from web.page_server import PageServer, hear, until

from bench.attack import damaged_stores, hard_kills, hostile_messages, idle_connections
from handsight.web import Store, application
from handsight.web.server import connection_limits, rate_limits, server_log
from handsight.web.server.connection_limits import (
    ConnectionLimits,
    Doing,
    HeldConnection,
    Listener,
    page_config,
)


class Fake(HeldConnection):
    """A connection that notes when it is ended."""

    ended = False

    def __init__(self, address: str, doing: Doing = Doing.WAITING, since: float = 0.0) -> None:
        super().__init__()
        socket.socket.close(self)  # nobody sends anything
        self.address, self.client, self.wanted = address, (address, id(self)), (doing, since)

    def now(self, doing: Doing) -> None:  # noqa: ARG002 the test says what it does
        self.doing, self.since = self.wanted

    def drop(self) -> None:
        self.ended = True


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> ConnectionLimits:
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: NoLoop)
    return ConnectionLimits(6, 3, proxies=("10.0.0.1",))


class NoLoop:
    """Calls nothing later."""

    @staticmethod
    def call_later(*_: object) -> None:
        return None


def test_a_newcomer_takes_the_place_of_the_longest_silent_of_its_address(limits: ConnectionLimits) -> None:
    seated, old, young = Fake("a", Doing.SEATED, 0), Fake("a", Doing.WAITING, 1), Fake("a", Doing.WAITING, 2)
    newcomers = [Fake("a", Doing.WAITING, 3), Fake("a", Doing.WAITING, 4)]
    assert all(map(limits.admit, (seated, old, young, *newcomers)))
    assert [one.ended for one in (seated, old, young, *newcomers)] == [False, True, True, False, False]
    assert len(limits) == 3


def test_where_all_are_being_answered_nobody_is_closed(limits: ConnectionLimits) -> None:
    busy = [Fake("a", Doing.ASKING) for _ in range(3)]
    assert all(map(limits.admit, busy))
    assert not limits.admit(Fake("a"))
    assert not any(one.ended for one in busy)
    assert limits.admit(Fake("b"))


def test_in_all_the_address_with_most_makes_room_and_a_proxy_stands_for_many(
    limits: ConnectionLimits,
) -> None:
    crowd = [Fake("10.0.0.1", Doing.SEATED, number) for number in range(5)]
    assert all(map(limits.admit, crowd))
    lone = Fake("b")
    assert limits.admit(lone)
    assert limits.admit(Fake("c"))
    assert [one.ended for one in crowd] == [True, False, False, False, False]
    assert not lone.ended


@pytest.mark.parametrize(
    ("files", "most"), [(64, 16), (128, 28), (256, 156), (1024, 768), (65_536, 1000), (-1, 1000)]
)
def test_some_file_descriptors_are_left(monkeypatch: pytest.MonkeyPatch, files: int, most: int) -> None:
    resource = pytest.importorskip("resource", reason="this system limits no open files")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    assert connection_limits.file_limit() == most


@pytest.fixture
def impatient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server in this process that waits a third of a second for requests; its port."""
    for doing in (Doing.WAITING, Doing.SENDING):
        monkeypatch.setitem(connection_limits.SECONDS, doing, 0.3)
    monkeypatch.setattr(connection_limits, "SWEEP_SECONDS", 0.1)
    listener = Listener(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    app = application(Store(tmp_path))
    serving = Server(page_config(app, listener))
    thread = Thread(target=serving.run, kwargs={"sockets": [listener]})
    thread.start()
    yield listener.getsockname()[1]
    serving.should_exit = True
    thread.join()


UPGRADE = b"Upgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 2\r\n"
HEAD = b"POST /api/tables/hanabi HTTP/1.1\r\nHost: localhost\r\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "sent",
    [b"", b"GET / HT", HEAD, HEAD + b"Content-Length: 99\r\n\r\n{", HEAD + UPGRADE + b"\r\n{}"],
    ids=["silent", "line", "head", "body", "handshake"],
)
def test_what_never_becomes_a_request_is_closed(impatient: int, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", impatient), 20) as one:
        one.sendall(sent)
        assert closed(one)


def test_a_request_a_byte_at_a_time_is_closed(impatient: int) -> None:
    with socket.create_connection(("127.0.0.1", impatient), 20) as one:
        one.settimeout(0.05)
        for _ in range(400):
            with suppress(OSError):
                one.sendall(b"G")
            with suppress(TimeoutError):
                assert closed(one)
                return
    pytest.fail("it was never closed")


@pytest.mark.slow
def test_a_browser_at_a_table_is_not_closed_for_being_silent(impatient: int) -> None:
    server = PageServer(Path(), None, f"http://127.0.0.1:{impatient}/")  # type: ignore[arg-type]  # it has no process
    opened = server.table("", "")
    with server.sit(opened["id"], opened["secrets"][0]) as me:
        hear(me, "table")
        sleep(1)  # more than a request may take
        me.send('{"type": "name", "name": "Zoe"}')
        assert until(me, lambda table: table["names"][0] == "Zoe")


def closed(one: socket.socket) -> bool:
    """Wait until a connection is closed without an answer."""
    try:
        return one.recv(100) == b""
    except ConnectionResetError:
        return True


# Logs.


def test_the_log_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(server_log, "MOST_BYTES", 20_000)
    monkeypatch.setattr(server_log, "PER_SECOND", 1e9)
    log = server_log.ServerLog(tmp_path)
    for number in range(5000):
        log.handle(logging.LogRecord("x", logging.WARNING, "", 0, "fault \x1b[31m %d", (number,), None))
    log.close()
    sizes = [path.stat().st_size for path in tmp_path.glob("server.log*")]
    assert len(sizes) == 2
    assert sum(sizes) <= 40_000
    said = capsys.readouterr().err
    assert said.count("fault") == server_log.MOST_LINES
    assert said.endswith(f"more is in {tmp_path / 'server.log'}\n")
    assert "\x1b" not in said
    assert {oct(path.stat().st_mode & 0o777) for path in tmp_path.iterdir()} == {"0o600"}


def test_faults_that_come_too_fast_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(rate_limits, "monotonic", lambda: now)
    log = server_log.ServerLog(tmp_path)
    for number in range(1000):
        log.handle(logging.LogRecord("x", logging.WARNING, "", 0, "fault %d", (number,), None))
    now = 2.0
    log.handle(logging.LogRecord("x", logging.WARNING, "", 0, "the last", (), None))
    log.close()
    lines = (tmp_path / "server.log").read_text(encoding="utf-8").splitlines()
    assert len(lines) == server_log.BURST + 2
    assert "left out: 950 lines" in lines[-2]


# Slices of the attacks.


@pytest.mark.slow
def test_hostile_messages_leave_no_trace(tmp_path: Path) -> None:
    found = hostile_messages.run(600, tmp_path)
    assert (found["internal errors"], found["tracebacks"], found["exit status at the end"]) == (0, 0, 0)
    assert found["still running"]
    assert found["table of the visitor unchanged"]
    assert found["bytes of log"] < 30_000


@pytest.mark.slow
def test_a_killed_server_has_lost_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    found = hard_kills.run(2, 0.7, tmp_path)
    assert found["acknowledged moves"]
    assert (found["lost moves"], found["failed starts"], found["tracebacks"]) == (0, 0, 0)


@pytest.mark.slow
def test_damaged_stores_are_served(tmp_path: Path) -> None:
    found = damaged_stores.run(5, tmp_path, seed=3)
    assert (found["wrong"], found["tracebacks"]) == (0, 0), found


@pytest.mark.slow
def test_more_idle_connections_than_files_keep_nobody_out(tmp_path: Path) -> None:
    found = idle_connections.run(200, 128, tmp_path, visits=3)
    assert found["visits"] >= 5
    assert found["still running"]
    assert found["tracebacks"] == 0
