"""Walk through a game with the arrow keys."""

import os
import sys
import termios
import tty
from collections.abc import Sequence

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from handsight.cli import paint
from handsight.hanabi import State

STEPS = {"\x1b[C": 1, "\x1b[D": -1, "\x1b[A": -10, "\x1b[B": 10, " ": 1, "\x1b[H": -1000, "\x1b[F": 1000}
HELP = "← → a turn · ↑ ↓ ten · Home End · 0–5 a seat's eyes · s all · q leave"


def watch(states: Sequence[State], seats: tuple[str, ...], at: int, seat: int | None) -> None:
    """Show a moment, wait for a key, and go on until the user leaves."""
    keys = sys.stdin.fileno()
    before = termios.tcgetattr(keys)
    try:
        tty.setcbreak(keys)
        with Live(console=Console(highlight=False), screen=True, auto_refresh=False) as screen:
            while True:
                picture = Group(paint.table(states[at], seats, seat), Text(HELP, paint.FAINT))
                screen.update(picture, refresh=True)
                key = os.read(keys, 8).decode(errors="replace")
                if key in ("q", "\x1b", "\x03", "\x04", ""):
                    return
                at = max(0, min(len(states) - 1, at + STEPS.get(key, 0)))
                if key == "s":
                    seat = None
                elif key.isdigit() and int(key) < len(seats):
                    seat = int(key)
    finally:
        termios.tcsetattr(keys, termios.TCSADRAIN, before)
