"""Say what seats know: possible cards with exact probabilities, and why.

By the rules alone: every deal that fits what the seat saw is equally likely. Turns and slots count from 1,
slots from the newest card; --turn 13 is the table before the thirteenth move, as `show --turn 13` shows it.

Hanabi: --why gives a reason from which no fact can be left out, and since when it has been known. --timeline
says what every move taught every seat. --of asks what the seat can say of what another seat knows.
--convention shows what follows if all keep a convention, apart from the rules, and who broke it; with --seat,
as far as that seat can tell. --ask answers any formula of knowledge over `is(Bob,2)=b4`, `playable(Bob,2)`,
`trash(Bob,2)`, `critical(Bob,2)`, with players by name, in any case.

Boeren Bridge: who may hold each card; --ask takes `has(N,QH)` and `owner(QH)=N`.
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
