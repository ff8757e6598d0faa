"""Parse and validate games, and score them.

Files are recognised by what is in them: the log language, hanab.live exports (one, or one a line), replay
links or codes given as a word, HanabiData logs, save files of the 001 program. `-` reads standard input.
"""

import sys
from argparse import ArgumentParser, Namespace

from handsight.cli import words
from handsight.notation import sentence, summary

EXAMPLE = "  handsight check game.json other.hanabi --json"


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    words.sources(parser)
    words.rules(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object a game")
    parser.add_argument("--keep-going", action="store_true", help="skip actions that are not legal and go on")


def run(args: Namespace) -> int:
    """Check every game of every source."""
    verdicts = []
    for reading in words.load(args, keep_going=args.keep_going):
        verdicts.append(reading.valid)
        print(words.json_line(summary(reading)) if args.json else sentence(reading))
        remarks = [*map(str, reading.problems), *(f"note: {notice}" for notice in reading.notices)]
        for remark in () if args.json else remarks:
            print("  " + remark.replace("\n", "\n  "), file=sys.stderr)
    return 0 if verdicts and all(verdicts) else 1
