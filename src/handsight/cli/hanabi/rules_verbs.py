"""The verbs about the rules of Hanabi: `variants` lists variants, `perft` checks rules by an oracle file."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from handsight import hanabi
from handsight.cli import shared_options as shared
from handsight.cli.command_parser import job, option
from handsight.cli.output import answer, print_json
from handsight.errors import UnknownNameError
from handsight.game import lines, perft
from handsight.hanabi import variant, variant_names
from handsight.knowledge import count_worlds
from handsight.notation.hanabi import log, perft_file
from handsight.notation.hanabi.perft_file import PerftCase as Case


def _variants(args: Namespace) -> int:
    """List number and name, or with --json everything about each."""
    wanted = [word.casefold() for word in args.word]
    found = [
        (number, name) for number, name in variant_names() if all(word in name.casefold() for word in wanted)
    ]
    if not found:
        raise UnknownNameError(
            f"no variant has {' and '.join(map(repr, args.word))} in its name; try fewer words"
        )
    for number, name in found:
        if args.json:
            print_json(_row(name))
        else:
            print(f"{number:5}  {name}")
    return 0


def _row(name: str) -> dict[str, object]:
    kind = variant(name)
    return {
        "id": kind.id,
        "name": name,
        "suits": [suit.name for suit in kind.suits],
        "colors": list(kind.colors),
        "numbers": list(kind.numbers),
        "cards": kind.deck_size,
        "max_score": kind.max_score,
        "touch": {
            f"{clue.kind} {kind.colors[clue.value] if clue.kind == 'color' else clue.value}": [
                kind.text(card) for card in kind.cards if kind.touch(clue) >> kind.identity(card) & 1
            ]
            for clue in kind.clues()
        },
    }


def _perft(args: Namespace) -> int:
    """Compare our counts with those of an oracle file; the status is 1 if one differs."""
    cases = perft_file.read(Path(args.source).read_text(encoding="utf-8", errors="replace"))
    right = rows = 0
    for case in cases:
        for row, expected, found in _counts(case):
            equal = found == expected
            rows += 1
            right += equal
            record = {"id": case.name, "row": row, "expected": expected, "found": found, "equal": equal}
            verdict = "equal" if equal else f"EXPECTED {expected}"
            answer(args, record, f"{case.name:16} {row:12} {found:>12} {verdict}")
            if not equal and not row.startswith("worlds"):
                _explain(case, row)
    print(f"{right} of {rows} rows equal", file=sys.stderr)
    return 0 if rows and right == rows else 1


def _counts(case: Case) -> Iterator[tuple[str, int, int]]:
    """Yield every row of a case: its name, what is expected, what we count."""
    for deep, expected in case.perft.items():
        yield f"perft {deep}", expected, perft(hanabi, case.state, deep)
    if case.lines:
        found = lines(hanabi, case.state, lambda state: state.position)
        for score, expected in sorted(case.lines.items()):
            yield f"lines {score}", expected, found[score]
        yield "lines", case.lines.total(), found.total()
    for deep, expected in case.worlds.items():
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


COMMANDS = {
    "variants": job(
        "List the variants of Hanabi: all 2,426, or those with some words in their name.",
        _variants,
        option("word", "WORD", "a word of the name, in upper or lower case", nargs="*"),
        shared.json_for("variant, with its tables"),
        example="  handsight variants rainbow fives",
    ),
    "perft": job(
        """\
Check a rules oracle file: every count of lines of play, and of worlds that a seat cannot rule out.

Where a count of lines is wrong, the count per first move is printed, which shows where the rules differ.""",
        _perft,
        option("source", "FILE", "an oracle file"),
        shared.json_for("row"),
        example="  handsight perft tests/perft/hanabi.perft",
    ),
}
