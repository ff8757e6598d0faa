"""Play with bots in the terminal: you see what your seat sees, type what you do, and the game is saved.

Cards count from 1, newest first, as they lie on the screen. The deal follows from the seed alone: it is game
0 of `handsight simulate` with the same seed. Undo, and why a bot gave you a clue, are for --practice.
"""

from argparse import ArgumentParser, Namespace
from importlib import import_module

from handsight.cli import words
from handsight.errors import UsageError
from handsight.hanabi import RULE_SETS

EXAMPLE = "  handsight play hanabi --with robot4 --seed 7 --practice"
GAMES = ("hanabi", "boeren")
TABLES = ("hanabi",)
"""The games that have a table here: a module `play_…` of this room with `table(args, console)`."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    add = parser.add_argument
    add("game", choices=GAMES, metavar="GAME", help="hanabi or boeren")
    add(
        "--with", dest="bots", nargs="+", default=["robot5"], metavar="BOT", help="one for all, or one a seat"
    )
    add("--players", type=int, metavar="N", help="how many seats (default: one for each bot, and yours)")
    add("--seat", type=int, metavar="S", default=0, help="where you sit, from 0 (default: 0)")
    add("--seed", type=int, metavar="S", help="the same seed deals the same game (default: any)")
    add("--variant", default="No Variant", metavar="NAME", help="a variant of hanab.live, by name or number")
    add("--rules", choices=tuple(RULE_SETS), default="official", help="rule set (default: official)")
    add("--set", action="append", default=[], metavar="SWITCH=VALUE", help="a rule switch")
    add("--practice", action="store_true", help="allow undo, and tell why clues were given")
    add("--save", metavar="FILE", help="where to save (default: a name by the seed, here)")
    add("--json", action="store_true", help="print the result as JSON, and the table on stderr")


def run(args: Namespace) -> int:
    """Sit down, play, and print how it ended where JSON is asked for."""
    from rich.console import Console

    from handsight.cli.prompt import sit

    if args.game not in TABLES:
        raise UsageError(f"there is no table for {args.game} yet; play {' or '.join(TABLES)}")
    table = import_module(f"handsight.cli.play_{args.game}").table(args)
    sit(table, Console(highlight=False, stderr=args.json))
    if args.json:
        print(words.json_line(table.row))
    return 0
