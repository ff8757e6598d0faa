"""Fill a server with tables and measure how soon people see their moves; kill it half-way, and count losses.

Everything runs on this machine and on the loopback interface alone, for a bounded time:

    python -m bench.timings.page_load --tables 200 --seconds 20
"""

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

BOT = "careful"


class Person:
    """One browser at a table: waits for its turn, thinks, moves, and notes how long it took to see it."""

    def __init__(self, table: str, secret: str, seat: int, chance: random.Random, think: float) -> None:
        self.table, self.secret, self.seat = table, secret, seat
        self.chance, self.think = chance, think
        self.seen: dict[str, Any] = {}
        self.waits: list[float] = []
        self.lost = 0
        self.refused = 0

    async def play(self, port: int, until: float) -> None:
        """Play until the time is over; come back whenever the connection breaks."""
        while time.monotonic() < until:
            try:
                async with connect(f"ws://127.0.0.1:{port}/ws/hanabi/{self.table}") as socket:
                    await socket.send(json.dumps({"type": "hello", "seat": self.secret}))
                    async with asyncio.timeout(max(until - time.monotonic(), 0.01)):
                        await self._sit(socket)
            except (ConnectionClosed, OSError, TimeoutError):
                await asyncio.sleep(self.chance.random())

    async def _sit(self, socket: ClientConnection) -> None:
        asked = 0.0
        async for text in socket:
            message = json.loads(text)
            self.refused += message["type"] == "error"
            if message["type"] != "table":
                continue
            known = self.seen.get("log", [])
            self.lost += (
                message["version"] < self.seen.get("version", 0) or message["log"][: len(known)] != known
            )
            if asked and message["version"] > self.seen["version"]:
                self.waits.append(time.perf_counter() - asked)
                asked = 0.0
            fresh = message["version"] != self.seen.get("version")
            self.seen = message
            if message["mover"] == self.seat and (fresh or not asked):
                await asyncio.sleep(self.chance.expovariate(1 / self.think))
                asked = time.perf_counter()
                await socket.send(
                    json.dumps(
                        {"type": "act", "version": message["version"], "action": self._choice(message)}
                    )
                )

    def _choice(self, table: dict[str, Any]) -> dict[str, Any]:
        if (table["clues"] and self.chance.random() < 0.6) or not table["may_discard"]:
            seat, mark, _ = self.chance.choice(table["clues"])
            kind = "color" if mark[0] == "c" else "number"
            return {"do": "clue", "seat": seat, "kind": kind, "value": int(mark[1:])}
        return {"do": "discard", "order": table["hands"][self.seat][-1]["order"]}


def start(data: str, port: int = 0) -> tuple[subprocess.Popen[str], int]:
    """Start a server; return it and its port."""
    command = [
        sys.executable,
        "-m",
        "handsight",
        "serve",
        "--port",
        str(port),
        "--data",
        data,
        "--no-open",
        "--no-prepare",
    ]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # our own program
    assert server.stdout  # noqa: S101  # a pipe was asked for
    return server, int(server.stdout.readline().split("/")[2].rpartition(":")[2])


def opened(port: int) -> dict[str, Any]:
    """Open a table for two people and a bot."""
    order = json.dumps({"seats": [{}, {}, {"bot": BOT}], "pause": 0}).encode()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/tables/hanabi", order) as answer:
        found: dict[str, Any] = json.loads(answer.read())
        return found


async def load(args: argparse.Namespace, data: str) -> tuple[list[Person], int]:
    """Play at all tables, with the server killed and started again half-way."""
    server, port = start(data)
    try:
        tables = [opened(port) for _ in range(args.tables)]
        until = time.monotonic() + args.seconds
        people = [
            Person(table["id"], table["secrets"][seat], seat, random.Random(2 * at + seat), args.think)  # noqa: S311 no secret
            for at, table in enumerate(tables)
            for seat in (0, 1)
        ]
        playing = asyncio.gather(*(person.play(port, until) for person in people))
        await asyncio.sleep(args.seconds / 2)
        before = sum(len(person.waits) for person in people)
        server.kill()
        server.wait()
        server, _ = start(data, port)
        await playing
        return people, before
    finally:
        server.kill()
        server.wait()


def main() -> None:
    """Read the words, play, and print what was measured."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument(
        "--think", type=float, default=4, help="mean seconds that a person thinks (default: 4)"
    )
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        people, before = asyncio.run(load(args, data))
    waits = sorted(wait for person in people for wait in person.waits)
    figures = {
        "tables": args.tables,
        "seats": len(people),
        "moves": len(waits),
        "moves_before_the_kill": before,
        "median_ms": round(1000 * statistics.median(waits), 1),
        "p95_ms": round(1000 * waits[int(0.95 * len(waits))], 1),
        "worst_ms": round(1000 * waits[-1], 1),
        "refused": sum(person.refused for person in people),
        "lost": sum(person.lost for person in people),
    }
    print(json.dumps(figures))  # noqa: T201  # its result


if __name__ == "__main__":
    main()
