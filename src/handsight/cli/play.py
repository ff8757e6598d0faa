"""Play with bots in the terminal: you see what your seat sees, type what you do, and the game is saved.

The deal follows from the seed alone: it is the first game of `handsight simulate` with the same seed. At the
table you can also type hint (what a bot would do in your place), why (why the bots did what they did), show,
save, help and quit; and with --practice undo. Reasons that might show you your own cards are for --practice.
"""

import sys
from argparse import ArgumentParser, Namespace

from handsight.cli import apart, arguments, game_options, threads
from handsight.cli.games import GAMES
from handsight.cli.numbers import seed
from handsight.cli.output import raw
from handsight.errors import UsageError
from handsight.roster import roster

EXAMPLE = (
    "  handsight play hanabi --with robot4 --seed 7 --practice\n"
    "  handsight play boeren --with sampler counter greedy"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    add = parser.add_argument
    add("game", nargs="?", choices=tuple(GAMES), metavar="GAME", help=" or ".join(GAMES))
    default = ", ".join(roster(game).DEFAULT for game in GAMES)
    add(
        "--with",
        dest="bots",
        nargs="+",
        metavar="BOT",
        help=f"one for all, or one a seat (default: {default})",
    )
    add("--seat", metavar="S", default="0", help=f"where you sit: {arguments.SEAT} (default: 0)")
    add(
        "--seed",
        type=seed,
        metavar="S",
        help="the same seed deals the same game: a number, a text, or secret (default: a random number)",
    )
    apart.add_arguments(parser)
    threads.add_arguments(parser)
    add("--practice", action="store_true", help="allow undo, and show every reason of the bots")
    add("--save", metavar="FILE", help="where to save (default: a name with the seed, in this folder)")
    add("--json", action="store_true", help="print the result as JSON, and the table on stderr")
    game_options.declare(parser, "play")


def run(args: Namespace) -> int:
    """Sit down, play, and with --json print how it ended."""
    from rich.console import Console

    from handsight.cli.play_loop import play

    if args.game is None and args.bots and args.bots[-1] in GAMES:  # --with takes every word after it
        args.game = args.bots.pop()
    if args.game is None:
        raise UsageError(f"name the game to play: handsight play {' or '.join(GAMES)}")
    game_options.settle(args, [args.game])
    args.bots = args.bots or [roster(args.game).DEFAULT]
    apart.settle(args, "bots")
    threads.settle(args)
    table = GAMES[args.game].module("play").table(args)
    play(table, Console(file=raw(sys.stderr if args.json else sys.stdout), highlight=False))
    if args.json:
        print(arguments.json_line(table.row))
    return 0
