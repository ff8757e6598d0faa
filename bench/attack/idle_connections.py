"""Open far more idle connections than a server has file descriptors, and see how long visitors wait.

    python -m bench.attack.idle_connections --connections 1100 --files 1024

The connections are opened in turn as: nothing sent at all; half a request line; a request whose body never
ends; a websocket that is silent. They come from the visitors' own address, and then from eight. Meanwhile
visitors load the page, open a table and see it.
"""

import argparse
import json
import resource
import socket
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.attack.attacked_server import AttackedServer, open_files, table_of

VISITS = 10
LONGEST = 1.0
"""Seconds; no visitor should wait longer for an answer."""
KINDS = ("silent", "half a request", "endless body", "silent websocket")


def idle(server: AttackedServer, kind: str, table: str, address: str) -> socket.socket:
    """Open a connection from an address of this machine that asks for nothing more."""
    here = ("127.0.0.1", server.port)
    try:
        one = socket.create_connection(here, 10, source_address=(address, 0))
    except OSError:  # this system has one loopback address
        one = socket.create_connection(here, 10)
    host = f"Host: 127.0.0.1:{server.port}\r\n"
    if kind == "half a request":
        one.sendall(b"GET /api/games HT")
    elif kind == "endless body":
        one.sendall(f"POST /api/tables/hanabi HTTP/1.1\r\n{host}Content-Length: 9999\r\n\r\n{{".encode())
    elif kind == "silent websocket":
        upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        one.sendall(f"GET /ws/hanabi/{table} HTTP/1.1\r\n{host}{upgrade}{key}\r\n".encode())
        one.sendall(_frame(json.dumps({"type": "hello"}).encode()))
    return one


def _frame(text: bytes) -> bytes:
    """Return a masked websocket frame with a short text."""
    return bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text


def run(
    connections: int, files: int, folder: Path, visits: int = VISITS, addresses: int = 1
) -> dict[str, Any]:
    """Open idle connections, let visitors come, and return how long they waited."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + 200
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard) if hard > 0 else wanted, hard))
    server = AttackedServer(folder / "data", files=files)
    quiet = server.visit()
    table = server.open_table("", "random")["id"]
    waits, held = [], []
    before = open_files(server.process.pid)
    for number in range(connections):
        address = f"127.0.0.{1 + number // len(KINDS) % addresses}"
        held.append(idle(server, KINDS[number % len(KINDS)], table, address))
        if visits and number and number % (connections // visits) == 0:
            waits.append(server.visit())
    most_files = open_files(server.process.pid)
    waits += [server.visit() for _ in range(visits)]
    tracebacks, alive = server.tracebacks, server.alive
    for one in held:
        one.close()
    time.sleep(0.5)
    after = server.visit()
    server.stop()
    return {
        "idle connections": connections,
        "addresses they come from": addresses,
        "file descriptors of the server": files,
        "descriptors in use before, during": f"{before}, {most_files}",
        "visits": len(waits),
        "longest wait of a visitor without them, s": round(quiet, 3),
        "longest wait of a visitor, s": round(max(waits), 3),
        "wait afterwards, s": round(after, 3),
        "still running": alive,
        "tracebacks": tracebacks,
    }


def main() -> int:
    """Run the attack and print what happened."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--connections", type=int, default=1100)
    parser.add_argument("--files", type=int, default=1024)
    args = parser.parse_args()
    wrong = False
    for addresses in (1, 8):
        with tempfile.TemporaryDirectory() as folder:
            found = run(args.connections, args.files, Path(folder), addresses=addresses)
        sys.stdout.write(table_of(list(found.items())) + "\n")
        late = found["longest wait of a visitor, s"] > LONGEST
        wrong |= late or not found["still running"] or bool(found["tracebacks"])
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
