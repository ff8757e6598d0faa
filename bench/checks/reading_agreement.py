"""Hold compiled conventions against the interpreter over many games: every action, flag, promise and reading.

    python -m bench.checks.reading_agreement h-group-1 h-group-2 --games 2000 --out FILE.jsonl

plays games for 2 to 5 players in turn, some of them with random moves, and stops at the first difference with
the game, the turn and the move. Compared are the action, flags, promises and open readings at every turn; in
every ninth game also what each card can be by promise, which takes longer. Every portion that agreed is a
line in the file, with the identity of the convention and a digest of the sources that were compared; games
that the file has for both are not played again, so that a long run can go on later, and games of older
sources do not count. A game takes the interpreter a quarter of a second. Several runs with other games
(`--first`) can write to the same file.
"""

import sys
from argparse import ArgumentParser
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct, json

import handsight
from handsight.conventions import load_convention
from handsight.conventions.compiler import compile_convention
from handsight.conventions.core import identity
from handsight.hanabi import Terms, rule_set

AGREE = Path(__file__).parents[2] / "tests" / "agree"
PACKAGE = Path(handsight.__file__).parent
SOURCES = (
    "conventions/core.py",
    "conventions/normal_form.py",
    "conventions/interpreter/**/*.py",
    "deals/**/*.py",
    "hanabi/**/*.py",
    "compiled/*.py",
    "conventions/compiler/**/*.py",
    "knowledge/hanabi/evidence.py",
    "game/**/*.py",
)
"""What the interpreter and compiled conventions are made of; the core itself is told by its identity."""
STRAY = (0.0, 0.0, 0.1, 0.3)
"""How often a random move is taken instead, in turn."""
PORTION = 100


class Portion(Struct, frozen=True):
    """Games of a convention that agreed at every turn."""

    convention: str
    identity: str
    first: int
    games: int
    sources: str = ""
    """The digest of the sources; older lines have none, and count for no sources."""


def sources_digest(package: Path = PACKAGE, comparison: Path = AGREE / "convention_agreement.py") -> str:
    """Return a digest of the sources that are compared, and of the one that compares them."""
    digest = blake2b(digest_size=8)
    found = {path for pattern in SOURCES for path in package.glob(pattern)}
    for path in sorted(found):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0")
        digest.update(path.read_bytes())
    digest.update(comparison.read_bytes())
    return digest.hexdigest()


def run(spec: str, games: int, first: int, out: Path | None) -> int:
    """Compare games for 2 to 5 players in turn, and return how many agreed, now or in the file.

    Raises:
        AssertionError: A game differs; it names the game, the turn and the move.
    """
    sys.path.insert(0, str(AGREE))
    from convention_agreement import agree  # noqa: PLC0415  # it lies with the tests

    core = load_convention(spec).core
    known, sources = identity(core)[:16], sources_digest()
    done = agreed(out, known, sources)
    bot = compile_convention(core, Terms(3))
    for start in range(first, first + games, PORTION):
        numbers = range(start, min(start + PORTION, first + games))
        if done.issuperset(numbers):
            continue
        for game in numbers:
            terms = Terms(2 + game % 4, rules=rule_set("stacks"))
            stray = STRAY[game // 4 % len(STRAY)]
            agree(core, bot, terms, game, stray=stray, by_promise=game % 9 == 0)
        if out is not None:
            with out.open("ab") as file:
                file.write(json.encode(Portion(spec, known, start, len(numbers), sources)) + b"\n")
        done.update(numbers)
        print(f"{spec}: games {numbers[0]:,} to {numbers[-1]:,} agree", flush=True)
    print(f"{spec} ({known}, sources {sources}): {len(done):,} games agree", flush=True)
    return len(done)


def agreed(out: Path | None, known: str, sources: str) -> set[int]:
    """Return the numbers of the games that a file has of a convention, by these sources."""
    return {
        game
        for portion in portions(out)
        if (portion.identity, portion.sources) == (known, sources)
        for game in range(portion.first, portion.first + portion.games)
    }


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
