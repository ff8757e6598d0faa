"""Check a rules oracle file: every count of lines of play, and of worlds that a seat cannot rule out.

Where a count of lines is wrong, the count per first move is printed, which shows where the rules differ.
"""

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from handsight import hanabi
from handsight.cli import shared_options as shared
from handsight.cli.command_parser import count, option
from handsight.cli.output import print_json
from handsight.game import lines, perft
from handsight.knowledge import count_worlds
from handsight.notation.hanabi import log, perft_file
from handsight.notation.hanabi.perft_file import PerftCase as Case

EXAMPLE = "  handsight perft tests/perft/hanabi.perft"
ARGUMENTS = (
    option("source", "FILE", "an oracle file"),
    shared.json_for("row"),
    count("--depth", "N", "leave out rows deeper than this"),
)


def run(args: Namespace) -> int:
    """Count, compare and report."""
    cases = perft_file.read(Path(args.source).read_text(encoding="utf-8", errors="replace"))
    right = rows = 0
    for case in cases:
        for row, expected, found in _counts(case, args.depth):
            equal = found == expected
            rows += 1
            right += equal
            if args.json:
                record = {"id": case.name, "row": row, "expected": expected, "found": found, "equal": equal}
                print_json(record)
            else:
                print(f"{case.name:16} {row:12} {found:>12} {'equal' if equal else f'EXPECTED {expected}'}")
            if not equal and not row.startswith("worlds"):
                _explain(case, row)
    print(f"{right} of {rows} rows equal", file=sys.stderr)
    return 0 if rows and right == rows else 1


def _counts(case: Case, depth: int | None) -> Iterator[tuple[str, int, int]]:
    """Yield every row of a case: its name, what is expected, what we count."""
    for deep, expected in case.perft.items():
        if depth is None or deep <= depth:
            yield f"perft {deep}", expected, perft(hanabi, case.state, deep)
    if case.lines:
        found = lines(hanabi, case.state, lambda state: state.position)
        for score, expected in sorted(case.lines.items()):
            yield f"lines {score}", expected, found[score]
        yield "lines", case.lines.total(), found.total()
    for deep, expected in case.worlds.items():
        if depth is None or deep <= depth:
            yield f"worlds {deep}", expected, count_worlds(case.state, deep)


def _explain(case: Case, row: str) -> None:
    """Print the count per first move, which narrows down where the rules differ."""
    word, _, depth = row.partition(" ")
    for action in hanabi.legal(case.state):
        after = hanabi.play(case.state, action)
        if word == "perft":
            count = perft(hanabi, after, int(depth) - 1)
        else:
            found = lines(hanabi, after, lambda state: state.position)
            count = found[int(depth)] if depth else found.total()
        line = log.action_line(case.state.terms.variant, case.state.seat, action)
        print(f"    {line}: {count}", file=sys.stderr)
