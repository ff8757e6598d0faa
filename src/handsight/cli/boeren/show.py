"""Show a round of Boeren Bridge at a turn, as a spectator or as one seat sees it."""

import sys
from argparse import Namespace

from rich.console import Console

from handsight.boeren import SEAT_NAMES
from handsight.cli import arguments
from handsight.cli.boeren import render
from handsight.errors import UsageError
from handsight.notation import read


def run_boeren(args: Namespace, found: arguments.Text) -> int:
    """Show one moment of one round, or let the user walk through all."""
    readings = read(found.text, found.label, game="boeren")
    if args.number is None and len(readings) > 1:
        raise UsageError(f"{args.source} holds {len(readings)} rounds; choose one with --number")
    reading = arguments.chosen(readings, args)[0]
    for problem in reading.problems:
        print(f"{reading.label}: {problem}", file=sys.stderr)
    if reading.game is None:
        return 1
    states, names = reading.game.states, reading.game.seats
    seat = arguments.seat_in(args.seat, names, SEAT_NAMES)
    at = arguments.turn_in(args.turn, len(states) - 1)
    if args.watch:
        from handsight.cli.watch import watch

        if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
            raise UsageError("--watch needs a terminal; use --turn instead")
        watch(states, names, at if args.turn is not None else 0, seat, render.table)
    else:
        Console(highlight=False).print(render.table(states[at], names, seat))
    return 0 if reading.valid else 1
