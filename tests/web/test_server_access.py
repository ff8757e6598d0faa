"""Who may ask for what: hosts, other sites, the password, and how much a visitor may ask for."""

import http.client
import json
import socket
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from web.page_server import PageServer
from web.test_web_bots_thinking import at_hanabi
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from bench.attack.attacked_server import AttackedServer, hear
from handsight.errors import RequestError
from handsight.web.server import rate_limits
from handsight.web.server.access_control import Password
from handsight.web.server.rate_limits import Allowance, visitor, visitor_name


def status_of(port: int | str, *lines: str, body: bytes = b"") -> tuple[int, str]:
    """Send a request as it stands; return the status and the answer."""
    with socket.create_connection(("127.0.0.1", int(port)), 20) as one:
        ending = () if "Upgrade: websocket" in lines else ("Connection: close",)
        text = "\r\n".join((*lines, f"Content-Length: {len(body)}", *ending, "", ""))
        one.sendall(text.encode("latin-1") + body)
        answer = b""
        while chunk := one.recv(65_536):
            answer += chunk
    return int(answer[9:12]), answer.decode("utf-8", "replace")


@pytest.mark.parametrize("host", ["[", "[::1", "a b", "a:b", "a:99999", "]", "x" * 300, "\xe9", "", "a:1:2"])
def test_a_malformed_host_gets_400(server: PageServer, host: str) -> None:
    assert status_of(server.port, "GET /api/games HTTP/1.1", f"Host: {host}")[0] == 400


@pytest.mark.parametrize(
    "origin", ["[", "http://[", "http://", "x", "http://a b", "http://a:99999", "\xff", ""]
)
def test_a_malformed_origin_gets_400(server: PageServer, origin: str) -> None:
    host = f"Host: 127.0.0.1:{server.port}"
    assert status_of(server.port, "GET /api/games HTTP/1.1", host, f"Origin: {origin}")[0] == 400
    upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    assert (
        status_of(server.port, "GET /ws/hanabi/x HTTP/1.1", host, *upgrade, key, f"Origin: {origin}")[0]
        == 400
    )


@pytest.mark.parametrize(("method", "status"), [("POST", 405), ("GET", 400)])
def test_a_handshake_that_is_none_is_refused_at_once(server: PageServer, method: str, status: int) -> None:
    upgrade = (f"Host: 127.0.0.1:{server.port}", "Upgrade: websocket", "Connection: Upgrade")
    assert status_of(server.port, f"{method} /ws/hanabi/x HTTP/1.1", *upgrade)[0] == status


def test_a_strange_name_gets_a_plain_page_that_says_what_to_do(server: PageServer) -> None:
    status, text = status_of(server.port, "GET / HTTP/1.1", "Host: cards.example.org")
    assert status == 403
    assert "text/html" in text
    assert "does not answer to the name cards.example.org" in text
    assert "handsight serve --allow-host cards.example.org" in text


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_other_sites_cannot_read_what_is_not_public(server: PageServer, site: str) -> None:
    opened = server.table("", "random")
    elsewhere = {"Sec-Fetch-Site": site}
    for path in ("api/games", "api/replays/sample:first", f"api/tables/hanabi/{opened['id']}/record"):
        assert server.ask(path, **elsewhere)[0] == 403
    for path in ("", "static/app.js"):
        request = urllib.request.Request(server.base + path, headers=elsewhere)  # noqa: S310 its own server
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 its own server
            assert answer.status == 200
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert server.ask("api/games", **{"Sec-Fetch-Site": "same-origin"})[0] == 200
    assert server.ask("api/games", Origin="null")[0] == 403


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AttackedServer]:
    """A server for friends: any address, a password, a name of its own, a proxy in front."""
    server = AttackedServer(
        tmp_path_factory.mktemp("guarded") / "data",
        *("--host", "0.0.0.0", "--password", "open sesame"),  # noqa: S104 that is what is tested
        *("--allow-host", "cards.example.org", "--proxy", "127.0.0.1"),
    )
    yield server
    server.stop()


@pytest.mark.slow
def test_host_says_who_can_reach_it(guarded: AttackedServer, tmp_path: Path) -> None:
    guarded.ask("")
    assert "http://cards.example.org:" in guarded.log
    assert "visitors are asked for the password" in guarded.log
    assert "a proxy with TLS belongs in front" in guarded.log
    plain = AttackedServer(tmp_path / "data", "--host", "0.0.0.0")  # noqa: S104 that is what is tested
    plain.ask("")
    plain.stop()
    assert "there is no login" in plain.log
    assert "a proxy with TLS belongs in front" in plain.log


def test_without_the_password_there_is_only_the_form(guarded: AttackedServer) -> None:
    status, page = guarded.ask("")
    assert status == 401
    assert '<form method="post" action="/login">' in page
    status, answer = guarded.ask("api/games")
    assert (status, answer["code"]) == (401, "password")
    assert guarded.ask("api/tables/hanabi", {"seats": [{}, {}]})[0] == 401
    with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{guarded.port}/ws/hanabi/x"):
        pass
    assert guarded.ask("static/login.js")[0] == 200


def enter(server: AttackedServer, word: str, **headers: str) -> http.client.HTTPResponse:
    """Fill in the form for the password."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as one:
        one.request("POST", "/login", urlencode({"password": word}), headers)
        answer = one.getresponse()
        answer.read()
        return answer


def test_the_right_password_opens_everything(guarded: AttackedServer) -> None:
    assert enter(guarded, "open sesam").status == 401
    answer = enter(guarded, "open sesame", **{"X-Forwarded-Proto": "https"})
    assert (answer.status, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert all(word in cookie.lower() for word in ("httponly", "samesite=lax", "secure"))
    mine = {"Cookie": cookie.partition(";")[0]}
    assert guarded.ask("api/games", headers=mine)[0] == 200
    assert guarded.ask("api/games", headers={"Cookie": f"{mine['Cookie'][:-3]}xyz"})[0] == 401
    order: dict[str, Any] = {"seats": [{}, {"bot": "random"}]}
    _, opened = guarded.ask("api/tables/hanabi", order, mine)
    address = f"ws://127.0.0.1:{guarded.port}/ws/hanabi/{opened['id']}"
    with connect(address, additional_headers=mine) as socket:
        socket.send(json.dumps({"type": "hello"}))
        assert hear(socket, "table")["turn"] == 0
    name = {"Host": "cards.example.org"}
    assert guarded.ask("api/games", headers={**mine, **name})[0] == 200
    assert guarded.ask("api/games", headers={**mine, **name, "Origin": "https://cards.example.org"})[0] == 200


def test_guessing_the_password_is_slow_for_each_visitor(guarded: AttackedServer) -> None:
    def guess(who: str) -> int:
        return enter(guarded, "x", **{"X-Forwarded-For": who}).status

    assert [guess("203.0.113.7") for _ in range(12)] == [401] * 10 + [429] * 2
    assert guess("203.0.113.8") == 401


def basic(word: str) -> dict[str, str]:
    return {"authorization": f"Basic {b64encode(f':{word}'.encode()).decode()}"}


def test_only_wrong_passwords_are_counted() -> None:
    password = Password("open sesame")
    visitor.set("192.0.2.1")
    try:
        assert [password.is_entered(basic("open sesame")) for _ in range(30)] == [True] * 30
        assert [password.is_entered(basic("x")) for _ in range(10)] == [False] * 10
        for word in ("x", "open sesame"):
            with pytest.raises(RequestError, match="too many requests"):
                password.is_entered(basic(word))
        visitor.set("192.0.2.2")
        assert password.is_entered(basic("open sesame"))
    finally:
        visitor.set("")


# What each visitor may ask for.


def ask_from(address: str, port: str, path: str, body: bytes) -> int:
    place = ("127.0.0.1", int(port))
    with closing(http.client.HTTPConnection(*place, timeout=30, source_address=(address, 0))) as one:
        one.request("POST", path, body)
        answer = one.getresponse()
        answer.read()
        return answer.status


def test_what_one_visitor_uses_up_others_still_have(server: PageServer) -> None:
    try:
        statuses = [ask_from("127.0.0.9", server.port, "/api/replays", b"x") for _ in range(90)]
    except OSError:
        pytest.skip("this system has one loopback address")
    assert 429 in statuses
    assert ask_from("127.0.0.1", server.port, "/api/replays", b"x") == 200


def test_visitors_are_addresses_and_few_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert visitor_name("2001:db8:1:2:3:4:5:6") == visitor_name("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert visitor_name("::ffff:192.0.2.1") == visitor_name("192.0.2.1") == "192.0.2.1"
    assert (visitor_name("::1"), visitor_name("strange")) == ("::1", "strange")
    monkeypatch.setattr(rate_limits, "MOST_VISITORS", 3)
    allowance = Allowance(1, 0)
    for name in "abcde":
        visitor.set(name)
        allowance.spend()
    assert len(allowance._limits) == 3  # noqa: SLF001  that nothing is kept for ever is the test
    for name in "ecd":  # the last that were seen are remembered
        visitor.set(name)
        with pytest.raises(RequestError, match="too many requests"):
            allowance.spend()
    visitor.set("a")
    allowance.spend()
    visitor.set("")


# A what-if table.


def test_a_what_if_has_secrets_of_its_own() -> None:
    me = at_hanabi("random")
    opening = me.table.what_if(0)()
    assert [bool(secret) for secret in opening.secrets] == [True, False]
    assert opening.secrets[0] != me.table.opening.secrets[0]
    me.server.close()
