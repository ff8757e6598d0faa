"""Send a server thousands of hostile requests and messages, by HTTP and by websockets.

    python -m bench.attack.hostile_messages --messages 12000

Half are HTTP: broken request lines, headers, hosts, origins, lengths and bodies, and requests of the page
with something wrong in them. Half go through websockets: broken handshakes and frames, and messages of the
games with something wrong in them. They come from 127.0.0.2 where the system allows that; a visitor from
127.0.0.1 plays before and after, and its table must not have changed.
"""

import argparse
import json
import os
import random
import socket
import struct
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench.attack.attacked_server import AttackedServer, hear, table_of

ATTACKER = "127.0.0.2"
MESSAGES_A_CONNECTION = 40
JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1 << 70,
    10**400,
    1e308,
    "",
    "\x00",
    "\ud800",
    "a" * 3000,
    "../../etc/passwd",
    "\x1b[31m",
    [],
    {},
    [[]] * 50,
    {"type": "hello"},
    {"": None},
    [None] * 600,
)
REQUESTS: tuple[tuple[str, str, Any], ...] = (
    ("GET", "/", None),
    ("GET", "/api/games", None),
    ("GET", "/api/games/hanabi/bots", None),
    ("GET", "/static/app.js", None),
    ("GET", "/static/%2e%2e/app.py", None),
    ("GET", "/static/games/hanabi/../../../app.py", None),
    ("GET", "/api/replays/sample:first/moment?turn=1&seat=0", None),
    ("GET", "/api/replays/sample:..%2f..%2fx", None),
    ("GET", "/api/tables/hanabi/nothing/record", None),
    ("POST", "/api/tables/hanabi", {"seats": [{}, {"bot": "random"}], "variant": "No Variant", "seed": 1}),
    ("POST", "/api/tables/boeren", {"seats": [{}, {}, {}, {"bot": "random"}], "schedule": "short"}),
    ("POST", "/api/replays", {"players": ["a", "b"], "deck": [], "actions": []}),
    ("POST", "/api/lab/check", {"text": "convention x\n"}),
    ("POST", "/api/lab/runs", {"browser": "12345678", "texts": ["convention x\n"], "games": 1}),
    ("POST", "/api/logic", {"text": "atoms p\n"}),
    ("DELETE", "/api/lab/runs/nothing", None),
)
MESSAGES: tuple[dict[str, Any], ...] = (
    {"type": "hello", "seat": "x"},
    {"type": "act", "version": 0, "action": {"do": "play", "order": 0}},
    {"type": "act", "version": 0, "action": {"do": "clue", "seat": 1, "kind": "color", "value": 0}},
    {"type": "act", "version": 0, "action": {"do": "bid", "tricks": 1}},
    {"type": "undo", "version": 0},
    {"type": "step", "version": 0},
    {"type": "pace", "pause": 0, "going": True},
    {"type": "what-if", "version": 0},
    {"type": "why", "turn": 0},
    {"type": "look", "turn": 0},
    {"type": "know"},
    {"type": "ask", "turn": 0, "viewpoint": 0, "formula": "K[N] owner(QH)"},
)
HOSTS = (
    "",
    "[",
    "[::1",
    "a b",
    "évil",
    "a:b",
    "a:99999",
    "]",
    "x" * 300,
    "@",
    "127.0.0.1:80:80",
    "[::1]x",
    "%",
)
ORIGINS = (
    "",
    "null",
    "http://[",
    "x",
    "http://",
    "file:///etc",
    "http://a b",
    "http://a:1:2",
    "\xff",
    "http://é",
)
WEBSOCKET = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"


class Attacker:
    """Makes hostile messages, sends them, and counts the answers."""

    def __init__(self, server: AttackedServer, tables: dict[str, str], seed: int = 14) -> None:
        self.server = server
        self.tables = tables
        self.chance = random.Random(seed)
        self.answers: Counter[str] = Counter()
        self.sent = 0

    def connect(self) -> socket.socket:
        """Connect from the attacker's own address."""
        here = ("127.0.0.1", self.server.port)
        try:
            return socket.create_connection(here, 10, source_address=(ATTACKER, 0))
        except OSError:
            return socket.create_connection(here, 10)

    # HTTP.

    def http(self) -> None:
        """Send one hostile request on a connection of its own, and count its answer."""
        kinds: list[Callable[[], bytes]] = [
            self.broken_line,
            self.broken_headers,
            self.broken_host,
            self.broken_body,
            self.wrong_request,
            self.wrong_request,
            self.wrong_query,
            self.noise,
        ]
        make = self.chance.choice(kinds)
        request = make()
        self.sent += 1
        answer = b""
        with suppress(OSError), self.connect() as one:
            one.sendall(request)
            if self.chance.random() < 0.2:
                self.answers["HTTP, gone before the answer"] += 1
                return
            whole = make in (self.wrong_request, self.broken_host, self.wrong_query)
            one.settimeout(10 if whole and b"Upgrade" not in request else 0.05)
            answer = one.recv(4096)
        status = answer[9:12].decode("latin-1")
        self.answers[f"HTTP {status}" if status.isdigit() else "HTTP, closed or still waiting for more"] += 1

    def head(self, method: str = "GET", path: str = "/api/games", more: str = "") -> bytes:
        """Return a request's head."""
        return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n{more}\r\n".encode(
            "latin-1", "replace"
        )

    def broken_line(self) -> bytes:
        """Return a request whose first line is wrong."""
        return self.chance.choice(
            (
                b"GET\r\n\r\n",
                b"GET / HTTP/9.9\r\n\r\n",
                b"\r\n\r\n\r\n",
                b"GET " + b"/a" * 20_000 + b" HTTP/1.1\r\n\r\n",
                b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
                b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                self.head("OPTIONS", "*"),
                self.head("CONNECT", "a:1"),
                self.head("G@T"),
                self.head(path="http://evil.example/"),
                self.head(path="/%00%ff%fe/%d8%00"),
                self.head(path="/\x00"),
                self.head(path="/é"),
            )
        )

    def broken_headers(self) -> bytes:
        """Return a request whose headers are wrong."""
        return self.chance.choice(
            (
                self.head(more="no colon\r\n"),
                self.head(more=": empty\r\n"),
                self.head(more="a: b\r\n" * 3000),
                self.head(more="x: " + "y" * 70_000 + "\r\n"),
                self.head(more="Host: again\r\n"),
                self.head(more="Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"),
                self.head(more="Transfer-Encoding: gzip\r\n"),
                self.head(more="Content-Length: -5\r\n"),
                self.head(more="Content-Length: 5, 6\r\n"),
                self.head(more="Content-Length: " + "9" * 400 + "\r\n"),
                self.head(more="Connection: upgrade\r\nUpgrade: h2c\r\n"),
                self.head(more="Expect: 100-continue\r\n"),
                self.head(more="Cookie: " + '"\\\x01;=;' * 20 + "\r\n"),
                self.head(more="Authorization: Basic ====\r\n"),
                self.head(more="X-Forwarded-For: ,,[,\r\n"),
                self.head(more="Range: bytes=9-1,-,x\r\n", path="/static/app.js"),
                self.head(more="If-Modified-Since: \x7f never\r\n", path="/static/app.js"),
                self.head(more="a: b\n\tc\x00\r\n"),
            )
        )

    def broken_host(self) -> bytes:
        """Return a request whose host or origin is wrong."""
        method, path, body = self.chance.choice(REQUESTS)
        host = self.chance.choice((*HOSTS, f"127.0.0.1:{self.server.port}"))
        origin = self.chance.choice((*ORIGINS, f"http://127.0.0.1:{self.server.port}"))
        text = b"" if body is None else json.dumps(body).encode()
        upgrade = self.chance.choice(("", WEBSOCKET + KEY))
        return (
            f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n{upgrade}"
            f"Content-Length: {len(text)}\r\n\r\n"
        ).encode("latin-1", "replace") + text

    def broken_body(self) -> bytes:
        """Return a request whose body is wrong."""
        paths = [path for method, path, _ in REQUESTS if method == "POST"]
        body = self.chance.choice(
            (
                b"",
                b"{",
                b"\xff\xfe\x00",
                b"[" * 5000,
                b'{"seats":' * 2000,
                b'{"seed":' + b"9" * 5000 + b"}",
                b'"\\ud800"',
                b'{"text":"\\ud800\\udfff\\u0000"}',
                b"nan",
                b"x" * 20_000,
                os.urandom(200),
            )
        )
        more = self.chance.choice(
            (f"Content-Length: {len(body)}", f"Content-Length: {len(body) + 9}", "Transfer-Encoding: chunked")
        )
        if more.startswith("T"):
            size = self.chance.choice((b"%x" % len(body), b"-1", b"zz", b"f" * 30))
            body = size + b"\r\n" + body + b"\r\n0\r\n\r\n"
        return self.head("POST", self.chance.choice(paths), f"{more}\r\n") + body

    def wrong_request(self) -> bytes:
        """Return a request of the page with something wrong in it."""
        method, path, body = self.chance.choice(REQUESTS)
        text = b"" if body is None else _json(self.mutated(body))
        if self.chance.random() < 0.2:
            method = self.chance.choice(("PUT", "PATCH", "HEAD", "DELETE", "POST", "GET", "TRACE"))
        return self.head(method, path, f"Content-Length: {len(text)}\r\n") + text

    def wrong_query(self) -> bytes:
        """Return a question about a recorded game with something wrong in it."""
        name = self.chance.choice(("turn", "seat", "slot", "game", "first", "score", "side"))
        value = self.chance.choice(("", "-1", "1e9", "9" * 50, "%ff", "%00", "½", "٣", "'", "1;drop"))
        path = self.chance.choice(("moment", "why", "nothing", ""))  # the others take long where all is right
        return self.head(path=f"/api/replays/sample:first/{path}?turn=1&seat=0&slot=0&{name}={value}")

    def noise(self) -> bytes:
        """Return a request with some bytes changed."""
        data = bytearray(self.wrong_request()[:2000])
        for _ in range(self.chance.randint(1, 9)):
            data[self.chance.randrange(len(data))] = self.chance.randrange(256)
        return bytes(data)

    def mutated(self, value: Any) -> Any:
        """Return a JSON value with one thing in it changed, left out or added."""
        if isinstance(value, dict) and value and self.chance.random() < 0.8:
            key = self.chance.choice(list(value))
            match self.chance.randrange(4):
                case 0:
                    return {k: v for k, v in value.items() if k != key}
                case 1:
                    return {**value, "more": self.chance.choice(JUNK)}
                case _:
                    return {**value, key: self.mutated(value[key])}
        if isinstance(value, list) and value and self.chance.random() < 0.7:
            at = self.chance.randrange(len(value))
            return [*value[:at], self.mutated(value[at]), *value[at + 1 :]]
        return self.chance.choice(JUNK)

    # Websockets.

    def websocket(self, most: int) -> None:
        """Connect once and send up to *most* hostile messages or frames."""
        game = self.chance.choice(list(self.tables))
        path = f"/ws/{game}/{self.tables[game]}"
        if self.chance.random() < 0.1:
            path = self.chance.choice(("/ws/hanabi/x", "/ws/x/x", "/ws/hanabi/%ff", "/ws", f"{path}/more"))
        key = (
            KEY
            if self.chance.random() < 0.9
            else self.chance.choice(("", "Sec-WebSocket-Key: x\r\n", KEY * 2, KEY + "x: y\r\n" * 200))
        )
        with suppress(OSError), self.connect() as one:
            one.sendall(self.head(path=path, more=WEBSOCKET + key))
            self.sent += 1
            if self.chance.random() < 0.9:
                one.sendall(frame(b'{"type":"hello"}'))
            one.settimeout(2)
            answer = one.recv(4096)
            self.answers[f"websocket {answer[9:12].decode('latin-1')}"] += 1
            one.settimeout(0.001)
            for _ in range(most):
                one.sendall(self.hostile_frame())
                self.sent += 1
                with suppress(TimeoutError):
                    if not one.recv(65_536):
                        break

    def hostile_frame(self) -> bytes:
        """Return a frame: most are whole and carry a wrong message, some are wrong themselves."""
        if self.chance.random() < 0.9:
            text = bytearray(_json(self.mutated(self.chance.choice(MESSAGES))))
            if self.chance.random() < 0.1:
                text[self.chance.randrange(len(text))] = self.chance.randrange(256)
            return frame(bytes(text), self.chance.choice((1, 1, 1, 2)))
        return self.chance.choice(
            (
                frame(b"\xff\xfe\xfd"),
                frame(b"\xed\xa0\x80"),
                frame(b"x", opcode=3),
                frame(b"x", opcode=0),
                frame(b"x" * 130, opcode=9),
                frame(b"", opcode=10),
                frame(b"\x00", opcode=8),
                frame(b"\x03\xe7bye", opcode=8),
                frame(b"{}", first=0xF1),
                frame(b"half", first=0x01),
                frame(b"x", masked=False),
                struct.pack(">BBQ", 0x81, 0xFF, 1 << 62) + b"\0\0\0\0",
                struct.pack(">BBH", 0x81, 0xFE, 65_535) + b"\0\0\0\0" + b"x" * 100,
                frame(b"x" * 70_000),
                os.urandom(60),
            )
        )


def frame(data: bytes, opcode: int = 1, first: int | None = None, *, masked: bool = True) -> bytes:
    """Return a websocket frame, masked with zeros."""
    start = 0x80 | opcode if first is None else first
    mask = 0x80 if masked else 0
    if len(data) < 126:
        head = bytes((start, mask | len(data)))
    elif len(data) < 65_536:
        head = struct.pack(">BBH", start, mask | 126, len(data))
    else:
        head = struct.pack(">BBQ", start, mask | 127, len(data))
    return head + (b"\0\0\0\0" if masked else b"") + data


def _json(value: Any) -> bytes:
    return json.dumps(value).encode()


def run(messages: int, folder: Path, seed: int = 14) -> dict[str, Any]:
    """Attack a server; return what was sent, how it was answered, and what became of the server."""
    server = AttackedServer(folder / "data")
    quiet = server.visit()
    opened = server.open_table("", "", "random")
    _, other = server.ask("api/tables/boeren", {"seats": [{}, {}, {}, {}]})
    before = picture(server, opened)
    attacker = Attacker(server, {"hanabi": opened["id"], "boeren": other["id"]}, seed)
    longest = 0.0
    while attacker.sent < messages // 2:
        attacker.http()
        if attacker.sent % 1000 == 0:
            longest = max(longest, server.visit())
    while attacker.sent < messages:
        attacker.websocket(min(MESSAGES_A_CONNECTION, messages - attacker.sent))
    longest = max(longest, server.visit())
    unchanged = picture(server, opened) == before
    alive, tracebacks, size = server.alive, server.tracebacks, len(server.log)
    failed = sum(count for name, count in attacker.answers.items() if name in ("HTTP 500", "websocket 500"))
    status = server.stop()
    return {
        "hostile messages": attacker.sent,
        **{f"  answered: {name}": count for name, count in sorted(attacker.answers.items())},
        "internal errors": failed,
        "tracebacks": tracebacks,
        "bytes of log": size,
        "table of the visitor unchanged": unchanged,
        "longest wait of a visitor before, during, s": f"{quiet:.3f}, {longest:.3f}",
        "still running": alive,
        "exit status at the end": status,
    }


def picture(server: AttackedServer, opened: dict[str, Any]) -> dict[str, Any]:
    """Return a table as its first player sees it."""
    with server.sit(opened["id"], opened["secrets"][0]) as me:
        return {**hear(me, "table"), "present": None}


def main() -> int:
    """Run the attack and print what happened."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--messages", type=int, default=12_000)
    parser.add_argument("--seed", type=int, default=14)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(args.messages, Path(folder), args.seed)
    sys.stdout.write(table_of(list(found.items())))
    wrong = found["internal errors"] or found["tracebacks"] or found["exit status at the end"]
    return int(bool(wrong) or not (found["still running"] and found["table of the visitor unchanged"]))


if __name__ == "__main__":
    sys.exit(main())
