"""Show the table at a turn: stacks, discards, hands with clue marks, and what each holder may think.

With --seat you see only what that seat sees. --watch steps through the game: left and right arrows move a
turn, up and down ten, Home and End to either end, a digit looks through a seat, s shows all, q leaves. Of
Boeren Bridge it shows a round: hands, trick, bids, and what --seat knows of every card. Turn T is the table
after T actions, 0 just after the deal. What a card may be is shown by suits and ranks; `6 of 12` below says
that only six of these twelve are possible, and `know` lists them.
"""

import sys
from argparse import ArgumentParser, Namespace

from handsight.cli import arguments as words
from handsight.errors import UsageError

EXAMPLE = "  handsight show game.json --turn 12 --seat 0\n  handsight show game.json --watch"


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    words.source(parser)
    words.rules(parser)
    words.game(parser)
    parser.add_argument("--turn", type=int, metavar="T", help="after T actions (default: the end)")
    parser.add_argument(
        "--seat", metavar="S", help="as this seat sees it: a number from 0, or a name (default: all cards)"
    )
    parser.add_argument("--watch", action="store_true", help="step through the game with the arrow keys")


def run(args: Namespace) -> int:
    """Show one moment, or let the user walk through all."""
    found = words.opened(args)
    if words.of_boeren(args, found):
        from handsight.cli.boeren.show import run_boeren

        return run_boeren(args, found)
    from rich.console import Console

    from handsight.cli.hanabi import render

    reading = words.one(args, found)
    for problem in reading.problems:
        print(f"{reading.label}: {problem}", file=sys.stderr)
    if reading.game is None:
        return 1
    states, seats = reading.game.states, reading.game.seats
    seat = words.seat_in(args.seat, seats)
    at = words.turn_in(args.turn, len(states) - 1)
    if args.watch:
        from handsight.cli.watch import watch

        if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
            raise UsageError("--watch needs a terminal; use --turn instead")
        watch(states, seats, at if args.turn is not None else 0, seat, render.table)
    else:
        Console(highlight=False).print(render.table(states[at], seats, seat))
    return 0 if reading.valid else 1
