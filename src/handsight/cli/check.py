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
from handsight.notation import read, sentence, summary, text_of, unread
from handsight.notation.boeren import files
from handsight.notation.boeren.record import sentence as boeren_sentence
from handsight.notation.boeren.record import summary as boeren_summary
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
        text, label = text_of(source)
    except InputError as error:
        readings = [unread(source, error)]
    else:
        if words.of_boeren(args, words.Text(text, label)):
            for found in files.to_check(files.read(text, label, compare=args.compare)):
                yield found.valid, boeren_summary(found), boeren_sentence(found), found.problems
            return
        readings = read(text, label, keep_going=args.keep_going, **words.judging(args))
    for reading in readings:
        yield reading.valid, summary(reading), sentence(reading), reading.problems
