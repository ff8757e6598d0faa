"""Ask for as much work as one address can, and see how long a visitor from another address waits.

    python -m bench.attack.greedy_visitors --tables 60 --analyses 60

One address watches many tables at which only bots play, and then asks for many analyses. Meanwhile a visitor
from another address plays with a bot, and looks at an analysis. The bot must answer soon, the visitor's
analysis must be kept and go on, and nobody else may stop it.
"""

import argparse
import json
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection

from bench.attack.attacked_server import AttackedServer, hear, table_of
from bench.attack.hard_kills import possible_action

GREEDY, MODEST = "127.0.0.2", "127.0.0.3"
"""The address of the visitor that asks for too much, and that of another one."""
SLOW_BOT, BOT = "search(robot5)", "careful"
REPLIES = 5
LONGEST = 2.0
"""Seconds; no bot should keep its partner waiting longer because of others."""
ANALYSIS = "api/replays/sample:first/analysis?turn=0&by=robot5"


def longest_reply(server: AttackedServer, replies: int) -> float:
    """Play with a bot as the modest visitor; return the longest time that the bot took, in seconds."""
    opened = server.open_table("", BOT, address=MODEST)
    waits = list[float]()
    with server.sit(opened["id"], opened["secrets"][0], MODEST) as me:
        seen = hear(me, "table")
        while len(waits) < replies:
            act = {"type": "act", "version": seen["version"], "action": possible_action(seen)}
            started = time.monotonic()
            me.send(json.dumps(act))
            seen = hear(me, "table")
            while seen["mover"] != 0:
                seen = hear(me, "table")
            waits.append(time.monotonic() - started)
    return max(waits)


def analyse(server: AttackedServer, line: str = "", address: str = MODEST) -> dict[str, Any]:
    """Ask for an analysis of a recorded game in which other moves are tried."""
    status, found = server.ask(ANALYSIS + (f"&line={line}" if line else ""), address=address)
    if status != 200:
        raise RuntimeError(f"there is no analysis: {status} {found}")
    return dict(found)


def until_turns(server: AttackedServer, turns: int) -> dict[str, Any]:
    """Look at the modest visitor's analysis until it has some turns."""
    until = time.monotonic() + 180
    while (found := analyse(server))["done"] < turns:
        if found["failure"] or time.monotonic() > until:
            raise RuntimeError(f"the analysis does not go on: {found['failure']}")
        time.sleep(0.1)
    return found


def run(
    tables: int, analyses: int, folder: Path, replies: int = REPLIES, bot: str = SLOW_BOT
) -> dict[str, Any]:
    """Let one address ask for too much, and return what another one noticed."""
    server = AttackedServer(folder / "data")
    quiet = longest_reply(server, replies)
    with ExitStack() as watched:
        lines = list[ClientConnection]()
        for _ in range(tables):
            opened = server.open_table(bot, bot, address=GREEDY)
            lines.append(watched.enter_context(server.sit(opened["id"], address=GREEDY)))
        while hear(lines[0], "table")["version"] < 1:  # the bot may have to be compiled
            pass
        busy = longest_reply(server, replies)
        while hear(lines[-1], "table")["version"] < 1:  # the greedy address is served, too
            pass
    before = until_turns(server, 1)
    status, stopped = server.ask(ANALYSIS, method="DELETE", address=GREEDY)
    for number in range(analyses):
        analyse(server, f"{number % 30 + 1}.{'dp'[number // 30]}{number % 30 // 6}", GREEDY)
    after = analyse(server)
    goes_on = until_turns(server, before["done"] + 1)["done"]
    tracebacks = server.tracebacks
    server.stop()
    return {
        "tables of the greedy address": tables,
        "longest reply to another address without them, s": round(quiet, 3),
        "longest reply to another address, s": round(busy, 3),
        "analyses of the greedy address": analyses,
        "turns that another address had, then kept": f"{before['done']}, {after['done']}",
        "turns that it has later": goes_on,
        "stopped by somebody else": stopped.get("stopped", status),
        "lost turns": max(0, before["done"] - after["done"]),
        "tracebacks": tracebacks,
    }


def main() -> int:
    """Run the attack and print what happened."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--analyses", type=int, default=60)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(args.tables, args.analyses, Path(folder))
    sys.stdout.write(table_of(list(found.items())))
    late = found["longest reply to another address, s"] > LONGEST
    lost = found["lost turns"] or found["stopped by somebody else"] is not False
    return int(late or bool(lost) or bool(found["tracebacks"]))


if __name__ == "__main__":
    sys.exit(main())
