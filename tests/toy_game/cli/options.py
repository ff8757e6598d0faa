"""The options of High Card."""

from argparse import Namespace
from typing import Any

from handsight.cli.command_parser import option

SEAT_NAMES = ()
ABOUT = {"check": "Format: a line for each game, such as `2 1 3: keep swap`."}
OPTIONS = {"know": [option("--why", "WHAT", "why the seat knows a hidden card: other, table")]}


def reading(args: Namespace) -> dict[str, Any]:
    """Return how files are read: there is nothing to choose."""
    del args
    return {}


def experiment(args: Namespace, verb: str) -> dict[str, Any]:
    """Return what an experiment depends on: nothing but what all games have."""
    del args, verb
    return {}
