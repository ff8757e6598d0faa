"""Play with bots in the terminal: you see what your seat sees, type what you do, and the game is saved.

In Hanabi cards count from 1, newest first, as they lie on the screen. The deal follows from the seed alone:
it is game 0 of `handsight simulate` with the same seed. Undo, and why a bot gave you a clue, are for
--practice.
"""

from argparse import ArgumentParser, Namespace
from importlib import import_module

from handsight.cli import arguments as words

EXAMPLE = (
    "  handsight play hanabi --with robot4 --seed 7 --practice\n"
    "  handsight play boeren --with sampler counter greedy"
)
USUAL = {"hanabi": "robot5", "boeren": "sampler"}
"""With whom one plays where nobody is named; each game is a module `play_…` here with `table(args)`."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    add = parser.add_argument
    add("game", choices=tuple(USUAL), metavar="GAME", help="hanabi or boeren")
    usual = ", ".join(USUAL.values())
    add(
        "--with", dest="bots", nargs="+", metavar="BOT", help=f"one for all, or one a seat (default: {usual})"
    )
    add("--players", type=int, metavar="N", help="how many seats (default: one for each bot, and yours)")
    add("--seat", metavar="S", default="0", help="where you sit: a number from 0, or a name (default: 0)")
    add("--seed", type=int, metavar="S", help="the same seed deals the same game (default: any)")
    add("--variant", default="No Variant", metavar="NAME", help="a variant of hanab.live, by name or number")
    add("--rules", metavar="NAME", help="rule set (default: official; Boeren Bridge: text)")
    add("--rounds", metavar="CARDS", help="Boeren Bridge: the cards of each round (default: 3-4-5-4-3)")
    add("--set", action="append", default=[], metavar="SWITCH=VALUE", help="a rule switch")
    add("--practice", action="store_true", help="allow undo, and tell why clues were given")
    add("--save", metavar="FILE", help="where to save (default: a name by the seed, here)")
    add("--json", action="store_true", help="print the result as JSON, and the table on stderr")


def run(args: Namespace) -> int:
    """Sit down, play, and print how it ended where JSON is asked for."""
    from rich.console import Console

    from handsight.cli.play_loop import sit

    args.bots = args.bots or [USUAL[args.game]]
    table = import_module(f"handsight.cli.{args.game}.play").table(args)
    sit(table, Console(highlight=False, stderr=args.json))
    if args.json:
        print(words.json_line(table.row))
    return 0
