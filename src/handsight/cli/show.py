"""Show the table at a turn, in the terminal.

With --seat you see only what that seat sees. Turns and slots count from 1, slots from the newest card: --turn
13 is the table before the thirteenth move. --watch steps through the game: left and right arrows move a turn,
up and down ten, Home and End to either end, a digit shows what that seat sees, s shows all, q leaves.
"""

import sys
from argparse import ArgumentParser, Namespace

from handsight.cli import arguments
from handsight.cli.games import GAMES
from handsight.errors import UsageError

EXAMPLE = "  handsight show game.json --turn 12 --seat 0\n  handsight show game.json --watch"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    arguments.add_source(parser)
    arguments.add_turn(parser)
    parser.add_argument(
        "--seat", metavar="S", help=f"as this seat sees it: {arguments.SEAT} (default: all cards)"
    )
    parser.add_argument("--watch", action="store_true", help="step through the game with the arrow keys")
    arguments.add_game(parser, "show")


def run(args: Namespace) -> int:
    """Show one turn, or let the user step through all."""
    from rich.console import Console

    game, games = arguments.read_games(args)
    checked = arguments.one_game(args, games)
    arguments.report_problems(checked)
    record = checked.game
    if record is None:
        return 1
    draw = GAMES[game].module("render").table
    states, names = record.states, record.seats
    seat = arguments.seat_in(args.seat, names, GAMES[game].module("options").SEAT_NAMES)
    at = arguments.turn_in(args.turn, len(states) - 1)
    if args.watch:
        from handsight.cli.watch import watch

        if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
            raise UsageError("--watch needs a terminal; use --turn instead")
        watch(states, names, at if args.turn is not None else 0, seat, draw)
    else:
        Console(highlight=False).print(draw(states[at], names, seat, None))
    return 0 if checked.valid else 1
