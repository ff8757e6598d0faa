"""A real server to test against, in a process of its own."""

import json
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from websockets.sync.client import ClientConnection, connect

SEED = 7
COMPILED_MS = 240_000
"""How long a browser may wait for what a bot says that has to be compiled first, on a busy machine."""
STARTED: list["PageServer"] = []


@dataclass
class PageServer:
    data: Path
    process: subprocess.Popen[str]
    welcome: str
    killed: bool = False

    @property
    def base(self) -> str:
        return self.welcome.partition("#")[0]

    @property
    def port(self) -> str:
        return self.base.rstrip("/").rpartition(":")[2]

    def ask(self, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, headers)  # noqa: S310 its own server
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 its own server
                return answer.status, json.loads(answer.read())
        except HTTPError as error:
            text = error.read()
            return error.code, json.loads(text) if text.startswith(b"{") else text.decode()

    def table(self, *seats: str, variant: str = "No Variant", pause: float = 0) -> dict[str, Any]:
        """Open a table: a bot's name for each seat, or an empty word for a person.

        The deal is always the same one, except where several people play: they cannot choose it.
        """
        body = {"seats": [{"bot": bot} for bot in seats], "variant": variant, "pause": pause}
        seed = {"seed": SEED} if seats.count("") <= 1 else {}
        status, opened = self.ask("api/tables/hanabi", body | seed)
        assert status == 200, opened
        return dict(opened)

    def link(self, opened: dict[str, Any], seat: int) -> str:
        return f"{self.base}#/table/hanabi/{opened['id']}?seat={opened['secrets'][seat]}"

    @contextmanager
    def sit(self, table: str, secret: str = "", game: str = "hanabi") -> Iterator[ClientConnection]:
        with connect(f"ws://127.0.0.1:{self.port}/ws/{game}/{table}", max_size=1 << 20) as socket:
            socket.send(json.dumps({"type": "hello", "seat": secret}))
            yield socket

    def kill(self) -> None:
        self.killed = True
        self.process.kill()
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()


def start(data: Path, port: str = "0") -> PageServer:
    command = [
        sys.executable,
        "-m",
        "handsight",
        "serve",
        "--port",
        port,
        "--data",
        str(data),
        "--no-open",
        "--no-prepare",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout
    STARTED.append(PageServer(data, process, process.stdout.readline().strip()))
    return STARTED[-1]


def ended_servers() -> list[str]:
    """Return which servers have ended without being killed."""
    return [
        f"the server at {server.base} has ended with status {server.process.returncode}"
        for server in STARTED
        if not server.killed and server.process.poll() is not None
    ]


def hear(socket: ClientConnection, kind: str, seconds: float = 10) -> dict[str, Any]:
    """Wait for the next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=seconds))
        if message["type"] == kind:
            return message


def at_turn(turn: int) -> Callable[[dict[str, Any]], object]:
    """Ask of a picture whether it is of this turn."""
    return lambda picture: picture["turn"] == turn


def until(socket: ClientConnection, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Wait for a picture of the table that is as wanted."""
    while True:
        picture = hear(socket, "table")
        if wanted(picture):
            return picture
