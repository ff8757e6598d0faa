import asyncio
import json
from typing import Any

import pytest
from starlette.requests import Request
from web.page_server import PageServer

from handsight.errors import RequestError
from handsight.notation import read_file
from handsight.notation.hanabi.file_formats import FORMATS
from handsight.web import Store
from handsight.web.app import application
from handsight.web.recorded_games import Recordings, replay_routes
from handsight.web.server import rate_limits, worker_process

HERE = "api/replays"


def export() -> bytes:
    (checked,) = read_file("sample:first")
    assert checked.game
    return FORMATS["live"].write(checked.game).text.encode()


@pytest.mark.slow
def test_a_game_handed_in_can_be_asked_about(server: PageServer) -> None:
    status, found = server.ask(HERE, export())
    assert status == 200
    name = f"{HERE}/{found['id']}"
    assert server.ask(name)[1]["turns"] == 57
    assert server.ask(f"{name}/moment?turn=48&seat=1")[1]["seats"][0]["worlds"] == 720
    assert len(server.ask(f"{name}/moment?turn=48")[1]["seats"]) == 3
    assert server.ask(f"{name}/why?turn=54&seat=0&slot=2")[1]["since"] == {"identity": 54, "trash": 54}
    assert len(server.ask(f"{name}/information")[1]) == 57 * 3
    samples = server.ask(HERE)[1]
    assert [one["name"] for one in samples] == ["sample:first", "sample:rainbow", "sample:up_or_down"]
    assert all(one["title"] and one["about"] for one in samples)


def test_an_address_of_hanab_live_leads_to_its_export(server: PageServer) -> None:
    for text in (b"https://hanab.live/shared-replay/123#30", b"hanab.live/replay/123#30\n", b"123#30"):
        status, found = server.ask(HERE, text)
        assert (status, found) == (200, {"export": "https://hanab.live/export/123", "turn": 30})
    (checked,) = read_file("sample:first")
    assert checked.game
    link = FORMATS["url"].write(checked.game).text.strip()
    status, found = server.ask(HERE, f"{link}#21".encode())
    assert found["turn"] == 21
    assert server.ask(f"{HERE}/{found['id']}")[1]["turns"] == 57
    status, found = server.ask(HERE, b"p2v0s1")
    assert server.ask(f"{HERE}/{found['id']}")[1]["turns"] == 0


def test_a_file_too_long_is_refused(server: PageServer) -> None:
    status, said = server.ask(HERE, b" " * ((1 << 20) + 1))
    assert (status, said["code"]) == (413, "too-long")


def test_a_file_that_is_no_text_is_refused(server: PageServer) -> None:
    status, said = server.ask(HERE, b"\x89PNG\r\n\x1a\n")
    assert status == 400
    assert "PNG" in said["message"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("0123456789abcdef", 404),
        ("sample:second", 400),
        ("sample:first?game=2", 404),
        ("sample:first?game=x", 400),
        ("sample:first/moment", 400),
        ("sample:first/moment?turn=58", 400),
        ("sample:first/moment?turn=-1", 400),
        ("sample:first/moment?turn=1e3", 400),
        ("sample:first/moment?turn=%D9%A3", 400),
        ("sample:first/moment?turn=" + "9" * 5000, 400),
        ("sample:first/moment?turn=1&seat=3", 400),
        ("sample:first/why?turn=1&seat=0&slot=5", 400),
        ("sample:first/why?turn=1&seat=0", 400),
        ("..%2F..%2Ftables", 404),
    ],
)
def test_questions_without_an_answer_are_refused(server: PageServer, path: str, status: int) -> None:
    found, said = server.ask(f"{HERE}/{path}")
    assert found == status
    assert "Traceback" not in json.dumps(said)


def test_a_text_without_a_game_has_no_turns(server: PageServer) -> None:
    _, found = server.ask(HERE, b"Card Red 9\n")
    assert server.ask(f"{HERE}/{found['id']}")[1]["turns"] is None
    status, said = server.ask(f"{HERE}/{found['id']}/moment?turn=0")
    assert (status, said["code"]) == (400, "no-game")
    assert server.ask(f"{HERE}/{found['id']}/page")[0] == 400


def test_another_site_may_not_hand_in_games(server: PageServer) -> None:
    status, _ = server.ask(HERE, export(), origin="http://example.org")
    assert status == 403


class Quick(Recordings):
    """Answers everything at once."""

    def ask(self, *_: object, **__: object) -> bytes:
        return b"{}"


@pytest.mark.parametrize("query", ["head", "moment", "why", "information"])
def test_one_can_step_as_fast_as_keys_repeat_but_not_without_end(
    monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    now = 0.0
    monkeypatch.setattr(rate_limits, "monotonic", lambda: now)
    found = replay_routes(Quick(Store(":memory:")), lambda *_: None)
    (route,) = (one for one in found if one.path == f"/{HERE}/{{name}}/{{query}}")
    path = {"name": "sample:first", "query": query}
    question = Request({"type": "http", "path_params": path, "query_string": b"turn=1&seat=0&slot=0"})
    for _ in range(20 * 30):  # twenty seconds with a key held down, every turn with the one after it
        now += 1 / 30
        route.endpoint(question)
        route.endpoint(question)
    with pytest.raises(RequestError, match="too many requests"):
        list(map(route.endpoint, [question] * 2000))


def status_of(path: str) -> int:
    """Ask a server in this process and return the status of its answer."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
    }
    heard: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        heard.append(message)

    async def ask() -> None:
        await application(Store(":memory:"))(scope, receive, send)

    asyncio.run(ask())
    return int(heard[0]["status"])


def test_a_busy_server_answers_503(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "MOST_WAITING", 0)
    assert status_of(f"/{HERE}/sample:first") == 503


def test_an_internal_error_answers_500(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> bytes:
        raise RequestError(*worker_process.internal_error(ValueError("no such thing")))

    monkeypatch.setattr(Recordings, "ask", fails)
    assert status_of(f"/{HERE}/sample:first") == 500
