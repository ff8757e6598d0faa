"""Hold compiled conventions against the interpreter over many games: every action, flag, promise and reading.

    python -m bench.reading_agreement h-group-2 10000

prints how many games agreed so far; a third number is the first game, so that a run can go on later.
The interpreter takes about half a second a game, so 10,000 games take over an hour.
"""

import sys
from pathlib import Path

from handsight.conventions import load_convention
from handsight.hanabi import Terms, rule_set
from handsight.kernels.conventions import compile_convention

AGREE = Path(__file__).parent.parent / "tests" / "agree"
STRAY = (0.0, 0.0, 0.1, 0.3)
"""How often a random move is taken instead, in turn."""
TOLD = 100


def run(spec: str, games: int, first: int = 0) -> None:
    """Compare games for 2 to 5 players in turn; an AssertionError names the game, the turn and the move."""
    sys.path.insert(0, str(AGREE))
    from convention_agreement import agree  # noqa: PLC0415  # it lies with the tests

    core = load_convention(spec).core
    bot = compile_convention(core, Terms(3))
    for game in range(first, first + games):
        terms = Terms(2 + game % 4, rules=rule_set("stacks"))
        agree(core, bot, terms, game, stray=STRAY[game // 4 % len(STRAY)])
        if (game + 1 - first) % TOLD == 0:
            sys.stdout.write(f"{spec}: {game + 1 - first:,} games agree\n")
            sys.stdout.flush()


if __name__ == "__main__":
    run(sys.argv[1], *map(int, sys.argv[2:]))
