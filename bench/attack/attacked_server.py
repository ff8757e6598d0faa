"""A server to attack, in a process of its own: its address, its log, and a visitor's requests."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from socket import create_connection
from typing import IO, Any, cast

from websockets.sync.client import ClientConnection, connect

TRACEBACK = "Traceback (most recent call last)"
SECONDS = 180.0
HOME = "127.0.0.1"


class AttackedServer:
    """A server on a free port of the loopback interface; its stderr is a file, by default beside its data."""

    def __init__(
        self, data: Path, *options: str, files: int | None = None, stderr: Path | None = None
    ) -> None:
        self.data = data
        self.stderr = stderr or data.parent / f"{data.name}-stderr.txt"
        command = [
            sys.executable,
            "-m",
            "handsight",
            "serve",
            "--port",
            "0",
            "--no-open",
            "--no-prepare",
            "--data",
            str(data),
        ]
        if files is not None:
            command = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *command]
        with self.stderr.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *options], stdout=subprocess.PIPE, stderr=log, text=True
            )
        self.welcome = self._stdout.readline().strip()

    @property
    def _stdout(self) -> IO[str]:
        return cast("IO[str]", self.process.stdout)

    @property
    def started(self) -> bool:
        """Whether it has said that it is open."""
        return self.welcome.startswith("http://")

    @property
    def alive(self) -> bool:
        """Whether it is still running."""
        return self.process.poll() is None

    @property
    def base(self) -> str:
        """Its address, with a slash at the end."""
        return self.welcome.partition("#")[0]

    @property
    def port(self) -> int:
        """Its port."""
        return int(self.base.rstrip("/").rpartition(":")[2])

    @property
    def log(self) -> str:
        """Everything that it has written to stderr and to its log."""
        files = [self.stderr, *self.data.glob("server.log*")] if self.data.is_dir() else [self.stderr]
        return "".join(file.read_text(encoding="utf-8", errors="replace") for file in files)

    @property
    def tracebacks(self) -> int:
        """How many tracebacks there are in its logs."""
        return self.log.count(TRACEBACK)

    def ask(
        self,
        path: str,
        body: object = None,
        headers: Mapping[str, str] | None = None,
        *,
        method: str = "",
        address: str = HOME,
    ) -> tuple[int, Any]:
        """Ask as a visitor from an address of this machine does; return the status and the answer."""
        data = None if body is None else json.dumps(body).encode()
        with closing(HTTPConnection(HOME, self.port, SECONDS, (address, 0))) as asked:
            asked.request(
                method or ("GET" if data is None else "POST"), f"/{path}", data, dict(headers or {})
            )
            answer = asked.getresponse()
            text, status = answer.read(), answer.status
        try:
            return status, json.loads(text)
        except ValueError:
            return status, text.decode("utf-8", "replace")

    def open_table(self, *bots: str, pause: float = 0.0, address: str = HOME) -> dict[str, Any]:
        """Open a Hanabi table: a bot's name for each seat, or an empty word for a person."""
        body = {"seats": [{"bot": bot} for bot in bots], "pause": pause}
        status, opened = self.ask("api/tables/hanabi", body, address=address)
        if status != 200:
            raise RuntimeError(f"no table was opened: {status} {opened}")
        return dict(opened)

    @contextmanager
    def sit(self, table: str, secret: str = "", address: str = HOME) -> Iterator[ClientConnection]:
        """Connect to a Hanabi table, from an address of this machine."""
        place = f"ws://{HOME}:{self.port}/ws/hanabi/{table}"
        line = create_connection((HOME, self.port), SECONDS, (address, 0))
        with connect(place, sock=line, max_size=1 << 20, open_timeout=SECONDS) as socket:
            socket.send(json.dumps({"type": "hello", "seat": secret}))
            yield socket

    def visit(self) -> float:
        """Do what a visitor does: load the page, open a table, see it; return the longest wait in seconds."""
        waits = []
        started = time.monotonic()
        self.ask("")
        waits.append(time.monotonic() - started)
        started = time.monotonic()
        opened = self.open_table("", "random")
        waits.append(time.monotonic() - started)
        started = time.monotonic()
        with self.sit(opened["id"], opened["secrets"][0]) as me:
            hear(me, "table")
        waits.append(time.monotonic() - started)
        return max(waits)

    def kill(self) -> None:
        """End it as hard as can be."""
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def stop(self) -> int:
        """Stop it as Ctrl-C does; return its exit status."""
        if self.alive:
            self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self._gone()
        return self.process.returncode

    def _gone(self) -> None:
        self.process.wait()
        self._stdout.close()


def hear(socket: ClientConnection, kind: str, seconds: float = SECONDS) -> dict[str, Any]:
    """Wait for the next message of a kind."""
    until = time.monotonic() + seconds
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=until - time.monotonic()))
        if message["type"] == kind:
            return message


def table_of(rows: list[tuple[str, object]]) -> str:
    """Return rows as a table of two columns."""
    width = max(len(name) for name, _ in rows)
    return "".join(f"{name:<{width}}  {value}\n" for name, value in rows)


def open_files(process: int) -> int:
    """Return how many file descriptors a process has open, where the system tells."""
    folder = Path(f"/proc/{process}/fd")
    return len(list(folder.iterdir())) if folder.is_dir() else 0
