"""Parse and validate games, and score them.

Files are recognised by what is in them: the log language, hanab.live exports (one, or one a line), replay
links or codes, HanabiData logs, save files of Alexis-Fab's terminal Hanabi, and Boeren Bridge (JSON or its
log language). `-` reads standard input.
"""

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from handsight.cli import arguments, game_options
from handsight.cli.arguments import Source
from handsight.cli.games import GAMES
from handsight.errors import InputError
from handsight.notation import sentence, summary, unread

EXAMPLE = "  handsight check game.json other.hanabi --json"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    arguments.add_sources(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object for each game")
    arguments.add_game(parser, "check")


def run(args: Namespace) -> int:
    """Check every game of every file; the status is 1 if any is not valid."""
    sources = [(name, _open(name)) for name in args.source]
    games = {arguments.game_of(args, source) for _, source in sources if isinstance(source, Source)}
    game_options.settle(args, [game for game in GAMES if game in games])
    valid = [_check(args, name, source) for name, source in sources]
    return 0 if valid and all(valid) else 1


def _open(name: str) -> Source | InputError:
    try:
        return arguments.open_source(name)
    except InputError as error:
        return error


def _check(args: Namespace, name: str, source: Source | InputError) -> bool:
    """Print how each game of a file stands, and return whether all are valid."""
    from handsight.cli.reading import NOTATIONS

    if isinstance(source, InputError):
        nothing = unread(name, source)
        return _print(args, nothing, summary(nothing), sentence(nothing))
    game = arguments.game_of(args, source)
    notation = NOTATIONS[game]
    parameters = GAMES[game].module("options").checking(args)
    checked = notation.to_check(notation.read(source.text, source.label, **parameters))
    valid = [_print(args, each, notation.summary(each), notation.sentence(each)) for each in checked]
    return bool(valid) and all(valid)


def _print(args: Namespace, checked: Any, row: dict[str, Any], sentence: str) -> bool:
    print(arguments.json_line(row) if args.json else sentence)
    if not args.json:
        remarks = [*map(str, checked.problems), *(f"note: {notice}" for notice in row.get("notices", ()))]
        for remark in remarks:
            print(f"  {row['game']}: {remark}".replace("\n", "\n  "), file=sys.stderr)
    return bool(checked.valid)
