"""Kill a server with `kill -9` again and again while moves are acknowledged, and count what is lost.

    python -m bench.attack.hard_kills --kills 22

Four tables are played at once. A move is acknowledged when its player is sent a picture with a higher
version. After every kill the server starts again on the same data, and every table must show at least the
last version that was acknowledged, with the same moves.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any

from websockets.exceptions import ConnectionClosed

from bench.attack.attacked_server import AttackedServer, hear, table_of


@dataclass
class Player:
    """A person at a table with a bot, who plays whatever is possible, and notes what was acknowledged."""

    table: str
    secret: str
    seen: dict[str, Any] = field(default_factory=dict)
    moves: int = 0

    def play(self, server: AttackedServer, stop: Event) -> None:
        """Play until told to stop, or until the server is gone."""
        try:
            with server.sit(self.table, self.secret) as me:
                while not stop.is_set():
                    picture = hear(me, "table", 10)
                    if self.seen and picture["version"] > self.seen["version"]:
                        self.moves += picture["version"] - self.seen["version"]
                    self.seen = picture
                    if picture["over"]:
                        me.send(json.dumps({"type": "undo", "version": picture["version"]}))
                    elif picture["mover"] == 0:
                        me.send(
                            json.dumps(
                                {
                                    "type": "act",
                                    "version": picture["version"],
                                    "action": possible_action(picture),
                                }
                            )
                        )
        except (ConnectionClosed, OSError, EOFError, TimeoutError):
            return


def possible_action(picture: dict[str, Any]) -> dict[str, Any]:
    """Return an action that is possible: a clue, or else a discard."""
    if picture["clues"]:
        seat, mark, _ = picture["clues"][0]
        kind = "color" if mark[0] == "c" else "number"
        return {"do": "clue", "seat": seat, "kind": kind, "value": int(mark[1:])}
    return {"do": "discard", "order": picture["hands"][0][0]["order"]}


def lost_moves(server: AttackedServer, player: Player) -> int:
    """Return how many acknowledged moves a table does not have after a restart, or has otherwise."""
    if not player.seen:
        return 0
    with server.sit(player.table, player.secret) as me:
        now = hear(me, "table")
    lost: int = max(0, player.seen["version"] - now["version"])
    if now["version"] == player.seen["version"] and now["log"] != player.seen["log"]:
        lost += 1
    return lost


def run(kills: int, seconds: float, folder: Path, tables: int = 4) -> dict[str, Any]:
    """Kill a server a number of times; return what was acknowledged and lost."""
    chance = random.Random(7)
    data = folder / "data"
    server = AttackedServer(data)
    players = []
    for _ in range(tables):
        opened = server.open_table("", "random")
        players.append(Player(opened["id"], opened["secrets"][0]))
    lost, failed_starts = 0, 0
    for _ in range(kills):
        stop = Event()
        threads = [Thread(target=player.play, args=(server, stop)) for player in players]
        for thread in threads:
            thread.start()
        time.sleep(seconds * (0.3 + chance.random()))
        server.kill()
        stop.set()
        for thread in threads:
            thread.join()
        server = AttackedServer(data)
        failed_starts += not server.started
        lost += sum(lost_moves(server, player) for player in players)
    tracebacks = server.tracebacks
    server.stop()
    moves = sum(player.moves for player in players)
    return {
        "kills": kills,
        "acknowledged moves": moves,
        "lost moves": lost,
        "failed starts": failed_starts,
        "tracebacks": tracebacks,
    }


def main() -> int:
    """Run the attack and print what happened."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=22)
    parser.add_argument("--seconds", type=float, default=1.0, help="about how long each server lives")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(args.kills, args.seconds, Path(folder))
    sys.stdout.write(table_of(list(found.items())))
    return int(bool(found["lost moves"] or found["failed starts"] or found["tracebacks"]))


if __name__ == "__main__":
    sys.exit(main())
