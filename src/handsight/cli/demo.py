"""A tour in the terminal, under a minute: a game checked and shown, what its players know and why."""

import subprocess
import sys
from argparse import Namespace

from handsight.cli.command_parser import Argument
from handsight.cli.output import say

EXAMPLE = "  handsight demo"
ARGUMENTS: tuple[Argument, ...] = ()

STOPS = (
    ("A recorded game is read, played by the rules and scored.", "check sample:first"),
    (
        "The table at turn 21, as Bob sees it: his own hand face down, with what clues leave it.",
        "show sample:first --turn 21 --seat 1",
    ),
    (
        "What he knows of that hand: every possible card, exactly how likely.",
        "know sample:first --turn 21 --seat 1",
    ),
    (
        "And why: facts from which it follows, none of which can be left out.",
        "know sample:first --turn 49 --seat 1 --why 4",
    ),
    (
        "What Alice can say of what Bob knows, without seeing what he sees.",
        "know sample:first --turn 49 --seat 0 --of 1",
    ),
    (
        "The same game in the log language, the form that people can write by hand (its last lines).",
        "convert sample:first --to log | tail -4",
    ),
    ("The same game as a link that hanab.live opens.", "convert sample:first --to url"),
)


def run(args: Namespace) -> int:
    """Print and run each command of the tour."""
    del args
    for number, (what, command_line) in enumerate(STOPS, 1):
        command, _, cut = command_line.partition(" | tail -")
        print(f"\n{number}. {what}\n   $ handsight {command_line}\n", flush=True)
        done = subprocess.run(  # noqa: S603  our own command
            [sys.executable, "-m", "handsight", *command.split()],
            capture_output=bool(cut),
            text=True,
            check=False,
        )
        if cut:
            print("\n".join(done.stdout.rstrip().split("\n")[-int(cut) :]))
        if done.returncode:
            return done.returncode
    say("\n`handsight --help` lists all commands; docs/tutorial/tour.md goes on from here.")
    return 0
