"""Parse and validate games, and score them.

Files are recognised by what is in them. `-` reads standard input.
"""

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from handsight.cli import arguments, game_options
from handsight.cli.games import DEFAULT_GAME, GAMES
from handsight.errors import InputError
from handsight.notation import GAMES as NOTATION
from handsight.notation import CheckedGame, open_source
from handsight.notation.files import SourceText, read_each
from handsight.notation.record import unreadable

EXAMPLE = "  handsight check game.json other.hanabi --json"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    parser.add_argument("source", nargs="+", metavar="FILE", help=arguments.SOURCE)
    parser.add_argument("--json", action="store_true", help="print one JSON object for each game")
    arguments.add_game(parser, "check")


def run(args: Namespace) -> int:
    """Check every game of every file; the status is 1 if any is not valid."""
    sources = [(name, _open(name)) for name in args.source]
    games = {arguments.game_of(args, source) for _, source in sources if isinstance(source, SourceText)}
    game_options.settle(args, [game for game in GAMES if game in games])
    valid = [_check(args, name, source) for name, source in sources]
    return 0 if all(valid) else 1


def _open(name: str) -> SourceText | InputError:
    try:
        return open_source(name)
    except InputError as error:
        return error


def _check(args: Namespace, name: str, source: SourceText | InputError) -> bool:
    """Print how each game of a file stands, and return whether all are valid."""
    if isinstance(source, InputError):
        notation = NOTATION[DEFAULT_GAME].load()
        games = iter((unreadable(name, source),))
    else:
        game = arguments.game_of(args, source)
        notation = NOTATION[game].load()
        games = read_each(*source, game=game, **GAMES[game].module("options").reading(args))
    valid = [
        _print(args, checked, notation.summary(checked), notation.sentence(checked))
        for checked in notation.to_score(games)
    ]
    return bool(valid) and all(valid)


def _print(args: Namespace, checked: CheckedGame[Any], row: dict[str, Any], sentence: str) -> bool:
    print(arguments.json_line(row) if args.json else sentence)
    if not args.json:
        remarks = [*map(str, checked.problems), *(f"note: {notice}" for notice in checked.notices)]
        for remark in remarks:
            print(f"  {checked.label}: {remark}".replace("\n", "\n  "), file=sys.stderr)
    return checked.valid
