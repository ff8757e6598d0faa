"""Show the table at a turn, in the terminal.

With --seat you see only what that seat sees. Turns and slots count from 1, slots from the newest card: --turn
13 is the table before the thirteenth move. --watch steps through the game: left and right arrows move a turn,
up and down ten, Home and End to either end, a digit shows what that seat sees, s shows all, q leaves.
"""

import codecs
import os
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from select import select
from typing import Any, TypeVar

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import flag, option
from handsight.cli.games import GAMES
from handsight.cli.output import print_json, raw
from handsight.errors import UsageError
from handsight.text.diagnostics import printable

EXAMPLE = "  handsight show game.json --turn 12 --seat 0\n  handsight show game.json --watch"

S = TypeVar("S")
Draw = Callable[[S, tuple[str, ...], int | None, int | None], Any]
"""Draws a state: names of the seats, whose view (None: all cards), and how many rows the terminal has."""

HELP = "← → a turn · ↑ ↓ ten · Home End · 0–5 what a seat sees · s all · q leave"
FAR = 1_000_000
LEAVE = ("q", "\x1b", "\x03", "\x04")
ALL = "s"

# Terminals send arrows, Home and End after `ESC [` or `ESC O`, by mode; some number Home and End instead.
_ARROWS = {"C": 1, "D": -1, "A": -10, "B": 10, "H": -FAR, "F": FAR}
STEPS = (
    {lead + letter: step for lead in ("\x1b[", "\x1bO") for letter, step in _ARROWS.items()}
    | dict.fromkeys(("\x1b[1~", "\x1b[7~"), -FAR)
    | dict.fromkeys(("\x1b[4~", "\x1b[8~"), FAR)
    | {" ": 1}
)

_KEY = re.compile(
    r"""
    \x1b\[ [ -?]* (?: [^ -?\x1b] | (?=\x1b) )   # a key with parameters, up to its last letter
    | \x1bO (?: [^\x1b] | (?=\x1b) )            # a key of the application mode
    | \x1b (?= [^\[O] )                         # Escape, with another key behind it
    | [^\x1b]                                   # a letter
    """,
    re.VERBOSE | re.DOTALL,
)
WAKE = 0.5
"""Seconds after which the wait for a key is interrupted, so that Ctrl-C is heeded."""
PAUSE = 0.05
"""Seconds after which an Escape is a key of its own, and not the beginning of another."""
ARGUMENTS = (
    *shared.RECORDED_GAME,
    shared.TURN,
    option("--seat", "S", f"as this seat sees it: {shared.SEAT_HELP} (default: all cards)"),
    flag("--watch", "step through the game with the arrow keys"),
    flag("--json", "print the table as a JSON object"),
    shared.GAME,
)


def run(args: Namespace) -> int:
    """Show one turn, or let the user step through all."""
    game, checked = shared.read_one(args)
    record = checked.game
    if record is None:
        return 1
    shared.at_most_one(args, "watch", "json")
    table = GAMES[game].module("terminal_table")
    states, names = record.states, tuple(map(printable, record.seats))
    seat = shared.asked_seat(args, game, record)
    at = shared.turn_in(args.turn, len(states) - 1)
    if args.watch:
        if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
            raise UsageError("--watch needs a terminal; use --turn instead")
        watch(states, names, at if args.turn is not None else 0, seat, table.draw)
    elif args.json:
        row = {"game": checked.label, "turn": at, "seat": seat, "names": list(record.seats)}
        print_json(row | table.table_json(states[at], names, seat))
    else:
        from rich.console import Console

        Console(file=raw(sys.stdout), highlight=False).print(table.draw(states[at], names, seat, None))
    return 0 if checked.valid else 1


def watch(states: Sequence[S], seats: tuple[str, ...], at: int, seat: int | None, draw: "Draw[S]") -> None:
    """Show a turn, wait for keys, and go on until the user leaves."""
    import termios  # not on every system
    import tty

    from rich.console import Console, Group
    from rich.live import Live
    from rich.text import Text

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        with Live(
            console=Console(file=raw(sys.stdout), highlight=False), screen=True, auto_refresh=False
        ) as screen:
            pressed = keys(terminal)
            while True:
                table = draw(states[at], seats, seat, screen.console.height - 1)
                screen.update(Group(table, Text(HELP, "dim")), refresh=True)
                for key in next(pressed, LEAVE):
                    if key in LEAVE:
                        return
                    at = max(0, min(len(states) - 1, at + STEPS.get(key, 0)))
                    seat = seat_after(key, seat, len(seats))
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def seat_after(key: str, seat: int | None, players: int) -> int | None:
    """Return whose view is shown after a key: that of a seat, or (None) of a spectator."""
    seats = {str(at): at for at in range(players)}
    return None if key == ALL else seats.get(key, seat)


def keys(terminal: int) -> Iterator[list[str]]:
    """Yield lists of the keys that arrived together, until the terminal is closed."""
    letters, waiting = codecs.getincrementaldecoder("utf-8")("replace"), ""
    while True:
        if not select([terminal], [], [], PAUSE if waiting else WAKE)[0]:
            if waiting:
                yield [waiting]
            waiting = ""
            continue  # an interrupt that came just before waiting is heeded on waking
        data = os.read(terminal, 1024)
        if not data:
            return
        waiting += letters.decode(data)
        found, waiting = _KEY.findall(waiting), _KEY.sub("", waiting)
        if found:
            yield found
