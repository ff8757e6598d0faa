"""The options of High Card."""

from argparse import Namespace
from collections.abc import Callable
from typing import Any

SEAT_NAMES = ()


def declare(verb: str, add: Callable[..., object]) -> None:
    if verb == "know":
        add("--why", metavar="WHAT", help="why the seat knows the other's card: other")


def reading(args: Namespace) -> dict[str, Any]:
    del args
    return {}


def experiment(args: Namespace, verb: str) -> dict[str, Any]:
    del args, verb
    return {}
