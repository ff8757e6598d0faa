"""Parse and validate games, and score them.

Files are recognised by what is in them: the log language, hanab.live exports (one, or one a line), replay
links or codes given as a word, HanabiData logs, save files of Alexis-Fab's terminal Hanabi, and Boeren Bridge
(JSON or its log language). `-` reads standard input.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Any

from handsight.cli import arguments as words
from handsight.errors import InputError
from handsight.notation import GAMES, open_source, recognise
from handsight.notation.files import read_each
from handsight.notation.record import unreadable
from handsight.text.diagnostics import Problem

EXAMPLE = "  handsight check game.json other.hanabi --json"


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    words.sources(parser)
    words.rules(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object a game")
    words.game(parser)
    parser.add_argument(
        "--compare", action="store_true", help="compare results that a Boeren Bridge file states"
    )
    parser.add_argument("--keep-going", action="store_true", help="skip actions that are not legal and go on")


def run(args: Namespace) -> int:
    """Check every game of every source."""
    verdicts = []
    for valid, row, line, problems in (
        verdict for source in args.source for verdict in _judged(source, args)
    ):
        verdicts.append(valid)
        print(words.json_line(row) if args.json else line)
        remarks = [*map(str, problems), *(f"note: {notice}" for notice in row.get("notices", ()))]
        for remark in () if args.json else remarks:
            print(f"  {row['game']}: {remark}".replace("\n", "\n  "), file=sys.stderr)
    return 0 if verdicts and all(verdicts) else 1


def _judged(source: str, args: Namespace) -> Iterator[tuple[bool, dict[str, Any], str, tuple[Problem, ...]]]:
    """Yield, for each game of a source, whether it is valid, its row, its line and what is wrong with it."""
    try:
        text, label = open_source(source)
    except InputError as error:
        name, games = next(iter(GAMES)), iter((unreadable(source, error),))
    else:
        name = args.game or recognise(text, label)
        judging = words.judging(args) if name == "hanabi" else {}
        games = read_each(text, label, game=name, keep_going=args.keep_going, compare=args.compare, **judging)
    notation = GAMES[name].load()
    for checked in notation.to_score(games):
        yield checked.valid, notation.summary(checked), notation.sentence(checked), checked.problems
