"""Say what seats know: possible cards with exact probabilities, and why.

By the rules alone: every deal that fits what the seat saw is equally likely. --why gives a reason from which
no fact can be left out, and since when it has been known. --ask answers a formula of knowledge. Turns and
slots count from 1, slots from the newest card: --turn 13 is the table before the thirteenth move.
"""

from argparse import ArgumentParser, Namespace

from handsight.cli import arguments
from handsight.cli.games import GAMES

EXAMPLE = "  handsight know game.json --turn 13 --seat 0 --why 2"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    arguments.add_source(parser)
    arguments.add_turn(parser)
    parser.add_argument("--seat", metavar="S", help=f"only this seat: {arguments.SEAT}")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments.add_game(parser, "know")


def run(args: Namespace) -> int:
    """Answer for one turn, or for the whole game."""
    game, games = arguments.read_games(args)
    status: int = GAMES[game].module("know").run(args, games)
    return status
