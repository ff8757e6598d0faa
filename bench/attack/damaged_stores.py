"""Damage the file of saved games in many ways, serve it, and see that nothing else is lost or changed.

    python -m bench.attack.damaged_stores --stores 40

A store with some tables is made once, by playing and killing the server, so that there is a log of newest
changes beside it. Each time a copy is damaged: bits flipped, parts cut off, overwritten or swapped, rows
changed or deleted with SQL, the log or its index damaged, a table from a newer version. The server must start
and let visitors play; every table that it serves must be as it was; every other one must be named.
"""

import argparse
import json
import random
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from bench.attack.attacked_server import AttackedServer, hear, table_of
from bench.attack.hard_kills import possible_action

TABLES = 12
MOVES = 8
NAME = "tables.sqlite3"
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


def flip_bits(folder: Path, chance: random.Random, file: str = NAME) -> str:
    """Flip some bits."""
    path = folder / file
    data = bytearray(path.read_bytes())
    count = chance.choice((1, 3, 30))
    for _ in range(count):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    return f"{count} bits of {file} flipped"


def flip_in_log(folder: Path, chance: random.Random) -> str:
    """Flip some bits of the log of newest changes."""
    return flip_bits(folder, chance, f"{NAME}-wal")


def flip_in_header(folder: Path, chance: random.Random) -> str:
    """Flip a bit of the first hundred bytes."""
    path = folder / NAME
    data = bytearray(path.read_bytes())
    at = chance.randrange(100)
    data[at] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    return f"a bit of byte {at} of {NAME} flipped"


def cut_off(folder: Path, chance: random.Random) -> str:
    """Cut off the end."""
    path = folder / chance.choice((NAME, f"{NAME}-wal"))
    size = chance.randrange(path.stat().st_size)
    with path.open("r+b") as file:
        file.truncate(size)
    return f"{path.name} cut off after {size} bytes"


def overwrite(folder: Path, chance: random.Random) -> str:
    """Overwrite a page."""
    path = folder / NAME
    data = bytearray(path.read_bytes())
    at = chance.randrange(max(1, len(data) // 4096)) * 4096
    data[at : at + 4096] = chance.choice((bytes(4096), chance.randbytes(4096)))
    path.write_bytes(data)
    return f"page {at // 4096 + 1} overwritten"


def swap_pages(folder: Path, chance: random.Random) -> str:
    """Swap two pages."""
    path = folder / NAME
    data = path.read_bytes()
    pages = [data[at : at + 4096] for at in range(0, len(data), 4096)]
    first, second = chance.sample(range(1, len(pages)), 2)
    pages[first], pages[second] = pages[second], pages[first]
    path.write_bytes(b"".join(pages))
    return f"pages {first + 1} and {second + 1} swapped"


def remove_log(folder: Path, _: random.Random) -> str:
    """Remove the log of newest changes, as one who copies only the store."""
    (folder / f"{NAME}-wal").unlink()
    (folder / f"{NAME}-shm").unlink()
    return "the log removed"


def replace_file(folder: Path, chance: random.Random) -> str:
    """Put something else in the place of the store."""
    (folder / NAME).write_bytes(chance.choice((b"", b"these are not the games", chance.randbytes(9000))))
    return "the file replaced by something else"


def remove_index(folder: Path, chance: random.Random) -> str:
    """Replace the index of the log by noise."""
    (folder / f"{NAME}-shm").write_bytes(chance.randbytes(32_768))
    return "the log's index overwritten"


UNDONE = """'{"entry":"undone","turn":-5}'"""
STATEMENTS = (
    "update tables set opening = substr(opening, 1, 40) where id = {table}",
    "update tables set opening = cast('[]' as blob) where id = {table}",
    "update tables set opening = cast(replace(cast(opening as text), ':1', ':2') as blob) where id = {table}",
    "update entries set entry = cast('{{}}' as blob) where at = 2 and table_id = {table}",
    "update entries set entry = (select max(entry) from entries) where at = 4 and table_id = {table}",
    "delete from entries where at = 3 and table_id = {table}",
    "delete from entries where at > 2 and table_id = {table}",
    "insert into entries values ({table}, 999, cast('x' as blob))",
    "update entries set entry = cast({undone} as blob) where at = 3 and table_id = {table}",
    "update written set rules = 99 where table_id = {table}",
    "update written set digest = cast('0' as blob) where table_id = {table}",
    "delete from written where table_id = {table}",
    "update tables set id = 'elsewhere' where id = {table}",
    "update notes set value = 'nowhere at-all'",
    "pragma user_version = 7",
    "drop table entries",
    "drop table notes",
    "delete from tables",
)


def change_rows(folder: Path, chance: random.Random) -> str:
    """Change rows with SQL."""
    statement = chance.choice(STATEMENTS)
    table = f"(select id from tables where rowid = {chance.randint(1, TABLES)})"  # noqa: S608 it is meant to do harm
    with closing(sqlite3.connect(folder / NAME, isolation_level=None)) as database:
        database.execute(statement.format(table=table, undone=UNDONE))
    return statement


DAMAGES: tuple[Damage, ...] = (
    flip_bits,
    flip_in_header,
    flip_in_log,
    cut_off,
    overwrite,
    swap_pages,
    replace_file,
    remove_index,
    remove_log,
    change_rows,
    change_rows,
    change_rows,
    change_rows,
)


def make_store(folder: Path, tables: int = TABLES) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
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
                named = one["id"] in server.log or "is damaged" in said or "are missing" in said
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
