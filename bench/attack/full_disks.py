"""Let a server's disk run full in many moments, and see that nothing acknowledged is lost or looks damaged.

    python -m bench.attack.full_disks --disks 8

Each disk is a small tmpfs, so this needs the right to mount one. A server starts on a disk with a few pages
left, and again. Another one fills up while people play at three tables; it is killed and started while it is
full, and once more when there is space. No start may leave files behind on a full disk, print a traceback or
speak of damage, and every table must show what was acknowledged.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.attack.attacked_server import AttackedServer, hear, table_of
from bench.attack.damaged_stores import play, shown
from bench.attack.hard_kills import possible_action

PAGE = 4096
"""Bytes by which a tmpfs grows."""
TABLES, MOVES = 3, 6
ALARMS = ("damaged", "missing", "cannot be opened", "cut off", "Traceback", "Errno")
CLEAR = "is full"


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Yield a folder of 256 KiB; raise PermissionError if none can be mounted."""
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder], check=False).returncode:  # noqa: S607  as root
        raise PermissionError("to fill a disk needs the right to mount one: run this as root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)  # noqa: S607  as above


def fill(disk: Path, left: int) -> Path:
    """Fill a disk up to some bytes; return the file that fills it."""
    path = disk / "ballast"
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(PAGE))
        except OSError:
            file.truncate(max(0, file.tell() - left))
    return path


def files_of(data: Path) -> set[str]:
    """Return the names of all files in a folder."""
    return {str(path.relative_to(data)) for path in data.rglob("*") if path.is_file()}


class DiskAttack:
    """Disks that run full; `wrong` has a sentence for everything that went wrong."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.wrong: list[str] = []
        self.acknowledged = self.refused = self.starts = 0

    def start(self, data: Path, what: str, *, full: bool) -> AttackedServer:
        """Start a server; where the disk is full it says so once and nothing else."""
        log = self.folder / "starts"
        log.mkdir(exist_ok=True)
        self.starts += 1
        server = AttackedServer(data, stderr=log / f"{self.starts}.txt")
        said = server.log
        if full and said.count(CLEAR) != 1:
            self.wrong.append(f"{what}: a full disk is not told once: {said}")
        if not full and CLEAR in said:
            self.wrong.append(f"{what}: there is space: {said}")
        self.wrong += [f"{what}: {said}" for alarm in ALARMS if alarm in said]
        return server

    def fresh(self, disk: Path, left: int) -> None:
        """Start twice on a disk with a few pages, and then with space."""
        what, data = f"fresh, {left} bytes left", disk / "data"
        ballast = fill(disk, left)
        found = list[set[str]]()
        for _ in range(2):
            server = self.start(data, what, full=True)
            server.stop()
            found.append(files_of(data) if data.exists() else set())
            if not server.started and data.exists():
                self.wrong.append(f"{what}: it did not start and left {found[-1]}")
        if found[0] != found[1]:
            self.wrong.append(f"{what}: a second start left {found[1] - found[0]}")
        ballast.unlink()
        server = self.start(data, what, full=False)
        server.visit()
        server.stop()

    def playing(self, disk: Path, left: int) -> None:
        """Fill a disk while people play, kill the server, and start it before and after there is space."""
        what, data = f"playing, {left} bytes left", disk / "data"
        server = self.start(data, what, full=False)
        opened = [server.open_table("", "random") for _ in range(TABLES)]
        for one in opened:
            play(server, one, MOVES)
        ballast = fill(disk, left)
        seen = [self.play_on(server, one) for one in opened]
        server.ask("api/tables/hanabi", {"seats": [{"bot": ""}, {"bot": "random"}]})
        server.ask("api/replays", {"no": "game"})
        server.kill()
        before = files_of(data)
        for _ in range(2):
            server = self.start(data, what, full=True)
            server.kill()
            if more := files_of(data) - before:
                self.wrong.append(f"{what}: a start on the full disk left {more}")
        ballast.unlink()
        server = self.start(data, what, full=False)
        for one, version in zip(opened, seen, strict=True):
            now = shown(server, one)
            if isinstance(now, str) or now["version"] < version:
                self.wrong.append(f"{what}: table {one['id']} is not as it was acknowledged: {now}")
        server.stop()

    def play_on(self, server: AttackedServer, opened: dict[str, Any]) -> int:
        """Play until a move cannot be saved; return the last version that was shown."""
        with server.sit(opened["id"], opened["secrets"][0]) as me:
            seen = hear(me, "table")
            while not seen["fault"]:
                if seen["over"]:
                    me.send(json.dumps({"type": "undo", "version": seen["version"]}))
                elif seen["mover"] == 0:
                    act = {"type": "act", "version": seen["version"], "action": possible_action(seen)}
                    me.send(json.dumps(act))
                message = json.loads(me.recv(timeout=30))
                if message["type"] == "error":
                    break
                if message["type"] == "table":
                    self.acknowledged += message["version"] - seen["version"]
                    seen = message
        self.refused += 1
        return int(seen["version"])


def run(disks: int, folder: Path) -> dict[str, Any]:
    """Let disks run full, half of them while people play, and return what went wrong."""
    attack = DiskAttack(folder)
    for number in range(disks):
        with small_disk(folder / f"disk{number}") as disk:
            (attack.playing if number % 2 else attack.fresh)(disk, number // 2 * PAGE)
    return {
        "full disks": disks,
        "starts": attack.starts,
        "moves acknowledged as the disk filled": attack.acknowledged,
        "moves refused": attack.refused,
        "wrong": len(attack.wrong),
        **{f"  wrong {number}": line for number, line in enumerate(attack.wrong, 1)},
    }


def main() -> int:
    """Run the attack and print what happened."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--disks", type=int, default=8)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(args.disks, Path(folder))
    sys.stdout.write(table_of(list(found.items())))
    return int(bool(found["wrong"]))


if __name__ == "__main__":
    sys.exit(main())
