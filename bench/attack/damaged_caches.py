"""Damage the cache of compiled kernels in many ways, and see whether anything still plays the same games.

Every case begins with a whole cache, damages it (empty files, files cut off, flipped bits, files of other
kernels, foreign contents, folders in place of files), and plays games in a process of its own.

    python -m bench.attack.damaged_caches --cases 40 --seed 1
"""

import argparse
import os
import pickle
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.attack.outcomes import Outcomes

BUILT, UNHARMED, FAILED, KILLED, DIFFERENT = (
    "built again",
    "unharmed",
    "failed",
    "killed",
    "silently different",
)
PLAY = """
from handsight.hanabi import Terms
from handsight.lab.hanabi.game_plan import HanabiPlan
print(HanabiPlan(("random",) * 2, Terms(2), 1).play_chunk(0, 50).tolist())
"""
SECONDS = 300

Damage = Callable[[Path, list[Path], random.Random], None]


def _empty(path: Path, _others: list[Path], _dice: random.Random) -> None:
    path.write_bytes(b"")


def _cut_off(path: Path, _others: list[Path], dice: random.Random) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: dice.randrange(len(content))])


def _flip(path: Path, _others: list[Path], dice: random.Random) -> None:
    content = bytearray(path.read_bytes())
    content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
    path.write_bytes(content)


def _flip_many(path: Path, _others: list[Path], dice: random.Random) -> None:
    content = bytearray(path.read_bytes())
    for _ in range(200):
        content[dice.randrange(len(content))] = dice.randrange(256)
    path.write_bytes(content)


def _zeros(path: Path, _others: list[Path], _dice: random.Random) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2] + bytes(len(content) - len(content) // 2))


def _another(path: Path, others: list[Path], dice: random.Random) -> None:
    path.write_bytes(dice.choice([other for other in others if other != path]).read_bytes())


def _foreign(path: Path, _others: list[Path], _dice: random.Random) -> None:
    path.write_bytes(pickle.dumps(("0.1", {"of": "another program"})))


def _longer(path: Path, _others: list[Path], _dice: random.Random) -> None:
    path.write_bytes(path.read_bytes() + b"more")


def _folder(path: Path, _others: list[Path], _dice: random.Random) -> None:
    path.unlink()
    path.mkdir()


def _gone(path: Path, _others: list[Path], _dice: random.Random) -> None:
    path.unlink()


DAMAGES: dict[str, Damage] = {
    "empty file": _empty,
    "cut off": _cut_off,
    "one bit": _flip,
    "200 bytes": _flip_many,
    "half zeros": _zeros,
    "another kernel's file": _another,
    "foreign content": _foreign,
    "longer": _longer,
    "folder in its place": _folder,
    "file gone": _gone,
}


def play(cache: Path) -> "subprocess.CompletedProcess[str]":
    """Play games with a cache, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", PLAY],
        env={**os.environ, "HANDSIGHT_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )


def attack(cases: int, seed: int) -> Outcomes:
    """Damage a cache again and again, and count what came of it."""
    dice = random.Random(seed)
    outcomes = Outcomes((BUILT, UNHARMED, FAILED, KILLED, DIFFERENT), frozenset({FAILED, KILLED, DIFFERENT}))
    with TemporaryDirectory() as folder:
        whole, cache = Path(folder) / "whole", Path(folder) / "cache"
        first = play(whole)
        first.check_returncode()
        right = first.stdout
        names = list(DAMAGES)
        for case in range(cases):
            shutil.copytree(whole, cache)
            files = sorted(path for path in cache.rglob("*") if path.is_file())
            name = names[case % len(names)]
            for path in dice.sample(files, min(len(files), 3)):
                DAMAGES[name](path, files, dice)
            ran = play(cache)
            outcomes.add(name, _end(ran, right), ran.stderr[-300:])
            shutil.rmtree(cache)
    return outcomes


def _end(ran: "subprocess.CompletedProcess[str]", right: str) -> str:
    if ran.returncode < 0:
        return KILLED
    if ran.returncode:
        return FAILED
    if ran.stdout != right:
        return DIFFERENT
    return BUILT if "is damaged" in ran.stderr else UNHARMED


def main(argv: list[str] | None = None) -> int:
    """Attack, print a table, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--cases", type=int, default=40, help="how many times to damage the cache")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    return attack(args.cases, args.seed).report()


if __name__ == "__main__":
    sys.exit(main())
