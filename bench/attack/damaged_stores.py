"""Damage the file of saved games in many ways, serve it, and see that nothing else is lost or changed.

    python -m bench.attack.damaged_stores --stores 40

A store with some tables is made once, by playing and killing the server. Each time a copy is damaged: bits
flipped, parts cut off or overwritten, lines changed, swapped or taken from another table, files removed,
swapped or replaced. The server must start and let visitors play; every table that it serves must be as it
was; every other one must be named.
"""

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from bench.attack.attacked_server import AttackedServer, hear, table_of
from bench.attack.hard_kills import possible_action
from handsight.web.server.table_store import LIST, TABLES

COUNT = 12
"""Tables in the store."""
MOVES = 8
Damage = Callable[[Path, random.Random], str]
BOT_SECONDS = 180
"""How long a bot may take to its first move: it may have to be compiled."""


def play(server: AttackedServer, opened: dict[str, Any], moves: int) -> dict[str, Any]:
    """Play some moves at a table and return its picture."""
    with server.sit(opened["id"], opened["secrets"][0]) as me:
        while True:
            seen = hear(me, "table")
            if seen["over"] or (seen["mover"] == 0 and seen["version"] >= moves):
                return _lasting(seen)
            if seen["mover"] == 0:
                me.send(
                    json.dumps({"type": "act", "version": seen["version"], "action": possible_action(seen)})
                )


def _lasting(picture: dict[str, Any]) -> dict[str, Any]:
    """Return what of a picture stays the same after a restart."""
    return {key: value for key, value in picture.items() if key not in ("present", "fault", "going", "pause")}


def shown(server: AttackedServer, opened: dict[str, Any]) -> dict[str, Any] | str:
    """Return the picture of a table, or why it cannot be opened."""
    with server.sit(opened["id"], opened["secrets"][0]) as me:
        try:
            while True:
                message: dict[str, Any] = json.loads(me.recv(timeout=BOT_SECONDS))
                if message["type"] == "table":
                    return _lasting(message)
                if message["type"] == "error":
                    return str(message["message"])
        except ConnectionClosed:
            return "closed"


# Ways to damage a store; each returns what it did.


def some_file(folder: Path, chance: random.Random) -> Path:
    """Choose a file of moves, or the list of tables."""
    return chance.choice([*sorted((folder / TABLES).iterdir()), folder / LIST])


def flip_bits(folder: Path, chance: random.Random) -> str:
    """Flip some bits of a file."""
    path = some_file(folder, chance)
    data = bytearray(path.read_bytes())
    count = chance.choice((1, 3, 30))
    for _ in range(count):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    return f"{count} bits of {path.name} flipped"


def flip_in_list(folder: Path, chance: random.Random) -> str:
    """Flip a bit of the list of tables."""
    path = folder / LIST
    data = bytearray(path.read_bytes())
    at = chance.randrange(len(data))
    data[at] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    return f"a bit of byte {at} of {LIST} flipped"


def cut_off(folder: Path, chance: random.Random) -> str:
    """Cut off the end of a file."""
    path = some_file(folder, chance)
    size = chance.randrange(path.stat().st_size)
    with path.open("r+b") as file:
        file.truncate(size)
    return f"{path.name} cut off after {size} bytes"


def overwrite(folder: Path, chance: random.Random) -> str:
    """Overwrite a part of a file."""
    path = some_file(folder, chance)
    data = bytearray(path.read_bytes())
    at = chance.randrange(len(data))
    part = min(512, len(data) - at)
    data[at : at + part] = chance.choice((bytes(part), chance.randbytes(part)))
    path.write_bytes(data)
    return f"{part} bytes of {path.name} overwritten"


def change_lines(folder: Path, chance: random.Random) -> str:
    """Take away, repeat, swap or change lines of a table, or take a line from another one."""
    path, other = chance.sample(sorted((folder / TABLES).glob("*.moves")), 2)
    lines = path.read_bytes().splitlines(keepends=True)
    at, to = chance.sample(range(len(lines)), 2)
    what = chance.choice(("left out", "repeated", "swapped", "taken from another table", "changed", "cut"))
    match what:
        case "left out":
            del lines[at]
        case "repeated":
            lines.insert(to, lines[at])
        case "swapped":
            lines[at], lines[to] = lines[to], lines[at]
        case "taken from another table":
            lines[at] = chance.choice(other.read_bytes().splitlines(keepends=True))
        case "changed":
            lines[at] = lines[at][:33] + b'{"entry":"undone","turn":-5}\n'
        case _:
            del lines[at:]
    path.write_bytes(b"".join(lines))
    return f"line {at + 1} of {path.name} {what}"


def swap_files(folder: Path, chance: random.Random) -> str:
    """Swap the files of two tables."""
    first, second = chance.sample(sorted((folder / TABLES).glob("*.moves")), 2)
    one, two = first.read_bytes(), second.read_bytes()
    first.write_bytes(two)
    second.write_bytes(one)
    return f"{first.name} and {second.name} swapped"


def remove_file(folder: Path, chance: random.Random) -> str:
    """Remove a file."""
    path = some_file(folder, chance)
    path.unlink()
    return f"{path.name} removed"


def remove_tables(folder: Path, _: random.Random) -> str:
    """Remove all tables."""
    shutil.rmtree(folder / TABLES)
    return "all tables removed"


def older_copy(folder: Path, chance: random.Random) -> str:
    """Put an older copy in the place of a table."""
    path = chance.choice(sorted((folder / TABLES).glob("*.moves")))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: chance.randrange(1, len(lines))]))
    return f"{path.name} replaced by an older copy"


def replace_file(folder: Path, chance: random.Random) -> str:
    """Put something else in the place of a file."""
    path = some_file(folder, chance)
    path.write_bytes(chance.choice((b"", b"these are not the games", chance.randbytes(9000))))
    return f"{path.name} replaced by something else"


DAMAGES: tuple[Damage, ...] = (
    flip_bits,
    flip_bits,
    flip_in_list,
    cut_off,
    cut_off,
    overwrite,
    change_lines,
    change_lines,
    change_lines,
    swap_files,
    remove_file,
    remove_tables,
    older_copy,
    replace_file,
)


def make_store(folder: Path, tables: int = COUNT) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Play at some tables, at the last ones just before the server is killed; return all as they were."""
    server = AttackedServer(folder)
    opened = [server.open_table("", "random") for _ in range(tables)]
    pictures = [play(server, one, MOVES) for one in opened[: tables * 2 // 3]]
    server.stop()
    server = AttackedServer(folder)
    pictures += [play(server, one, MOVES) for one in opened[tables * 2 // 3 :]]
    server.kill()
    return opened, pictures


def run(stores: int, folder: Path, seed: int = 40) -> dict[str, Any]:
    """Damage copies of a store, serve each, and count what became of its tables."""
    chance = random.Random(seed)
    original = folder / "original"
    opened, pictures = make_store(original)
    counts = {"served as before": 0, "named as damaged": 0, "earlier, and said so": 0}
    wrong: list[str] = []
    tracebacks = 0
    for number in range(stores):
        copy = folder / f"store-{number}"
        shutil.copytree(original, copy)
        what = DAMAGES[number % len(DAMAGES)](copy, chance)
        server = AttackedServer(copy)
        if not server.started:
            wrong.append(f"{what}: the server did not start: {server.log[-300:]}")
            server.stop()
            continue
        said = server.log
        for one, before in zip(opened, pictures, strict=True):
            now = shown(server, one)
            if now == before:
                counts["served as before"] += 1
            elif isinstance(now, str):
                named = one["id"] in said
                counts["named as damaged"] += named
                if not named:
                    wrong.append(f"{what}: {one['id']} is gone without a word: {now}")
            elif now["version"] < before["version"] and "newest moves may be missing" in said:
                counts["earlier, and said so"] += 1
            else:
                wrong.append(f"{what}: {one['id']} is another game")
        server.visit()
        tracebacks += server.tracebacks
        server.stop()
        shutil.rmtree(copy)
    return {
        "damaged stores": stores,
        "tables in each": len(opened),
        **counts,
        "wrong": len(wrong),
        "tracebacks": tracebacks,
        **{f"  wrong {number}": line for number, line in enumerate(wrong, 1)},
    }


def main() -> int:
    """Run the attack and print what happened."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--stores", type=int, default=40)
    parser.add_argument("--seed", type=int, default=40)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(args.stores, Path(folder), args.seed)
    sys.stdout.write(table_of(list(found.items())))
    return int(bool(found["wrong"] or found["tracebacks"]))


if __name__ == "__main__":
    sys.exit(main())
