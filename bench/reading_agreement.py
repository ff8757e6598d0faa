"""Hold compiled conventions against the interpreter over many games: every action, flag, promise and reading.

    python -m bench.reading_agreement h-group-1 h-group-2 --games 2000 --out docs/data/reading-agreement.jsonl

plays games for 2 to 5 players in turn, some of them with random moves, and stops at the first difference with
the game, the turn and the move. Every portion that agreed is a line in the file, with the identity of the
convention; games that the file has are not played again, so that a long run can go on later. A game takes
the interpreter a sixth of a second.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path

from msgspec import Struct, json

from handsight.conventions import load_convention
from handsight.conventions.core import identity
from handsight.hanabi import Terms, rule_set
from handsight.kernels.conventions import compile_convention

AGREE = Path(__file__).parent.parent / "tests" / "agree"
STRAY = (0.0, 0.0, 0.1, 0.3)
"""How often a random move is taken instead, in turn."""
PORTION = 100


class Portion(Struct, frozen=True):
    """Games of a convention that agreed at every turn."""

    convention: str
    identity: str
    first: int
    games: int


def run(spec: str, games: int, first: int, out: Path | None) -> None:
    """Compare games for 2 to 5 players in turn; an AssertionError names the game, the turn and the move."""
    sys.path.insert(0, str(AGREE))
    from convention_agreement import agree  # noqa: PLC0415  # it lies with the tests

    core = load_convention(spec).core
    known = identity(core)[:16]
    done = {(portion.first, portion.games) for portion in portions(out) if portion.identity == known}
    bot = compile_convention(core, Terms(3))
    for start in range(first, first + games, PORTION):
        count = min(PORTION, first + games - start)
        if (start, count) in done:
            continue
        for game in range(start, start + count):
            terms = Terms(2 + game % 4, rules=rule_set("stacks"))
            agree(core, bot, terms, game, stray=STRAY[game // 4 % len(STRAY)])
        if out is not None:
            with out.open("ab") as file:
                file.write(json.encode(Portion(spec, known, start, count)) + b"\n")
        sys.stdout.write(f"{spec}: games {start:,} to {start + count - 1:,} agree\n")
        sys.stdout.flush()


def portions(out: Path | None) -> list[Portion]:
    """Return what a file says of earlier runs."""
    if out is None or not out.exists():
        return []
    return [json.decode(line, type=Portion) for line in out.read_bytes().splitlines() if line]


def main() -> None:
    """Read the command line."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("conventions", nargs="+", help="names, files or specs of conventions")
    parser.add_argument("--games", type=int, default=1000, help="how many of each")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--out", type=Path, help="a file of portions that agreed, to go on from")
    given = parser.parse_args()
    for spec in given.conventions:
        run(spec, given.games, given.first, given.out)


if __name__ == "__main__":
    main()
