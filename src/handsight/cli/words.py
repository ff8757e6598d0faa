"""Words that several verbs share: which games, by which rules, and how JSON is written."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Any

from handsight.errors import InputError
from handsight.hanabi import OFFICIAL, Rules, rule_set
from handsight.notation import Reading
from handsight.notation import load as load_games

SOURCE = "a file, `-`, a hanab.live link or code, or sample:first"


def sources(parser: ArgumentParser) -> None:
    """Add the games to read."""
    parser.add_argument("source", nargs="+", metavar="FILE", help=SOURCE)


def source(parser: ArgumentParser) -> None:
    """Add the one game to read."""
    parser.add_argument("source", metavar="FILE", help=SOURCE)
    parser.add_argument(
        "--number", type=int, metavar="N", help="which game, where a file holds several (from 1)"
    )


def rules(parser: ArgumentParser) -> None:
    """Add how games are to be judged."""
    parser.add_argument("--rules", help="official, stacks, explorer, hanabidata (default: as the file says)")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="SWITCH=VALUE",
        help="a rule switch, e.g. refund_five=no",
    )
    parser.add_argument("--players", type=int, help="number of players, where a log does not say")
    parser.add_argument("--partial", action="store_true", help="accept a deck that lists too few cards")


def chosen_rules(args: Namespace) -> Rules | None:
    """Return the rule set asked for, or None to take what the file says."""
    if args.rules is None and not args.set:
        return None
    chosen = rule_set(args.rules) if args.rules else OFFICIAL
    for word in args.set:
        name, equals, value = word.partition("=")
        if not equals:
            raise InputError(f"--set takes SWITCH=VALUE, not {word!r}")
        chosen = chosen.switched(name.strip(), value.strip())
    return chosen


def game(parser: ArgumentParser) -> None:
    """Add which game it is, where that cannot be told from the file."""
    parser.add_argument(
        "--game", choices=("hanabi", "boeren"), help="which game (default: as the file looks)"
    )


def load(args: Namespace, *, keep_going: bool = False) -> Iterator[Reading]:
    """Read every game of the sources that were named."""
    chosen = chosen_rules(args)
    for name in args.source if isinstance(args.source, list) else [args.source]:
        yield from load_games(
            name, players=args.players, rules=chosen, partial=args.partial, keep_going=keep_going
        )


def one(args: Namespace) -> Reading:
    """Read the one game that was asked for."""
    readings = list(load(args))
    if not readings:
        raise InputError("there is no game in that file")
    if len(readings) > 1 and args.number is None:
        raise InputError(
            f"there are {len(readings)} games here; choose one with --number 1 … {len(readings)}"
        )
    number = args.number or 1
    if not 1 <= number <= len(readings):
        raise InputError(f"there is no game {number}; there are {len(readings)}")
    return readings[number - 1]


def seat_in(seat: int | None, players: int) -> None:
    """Refuse a seat that is not at the table."""
    if seat is not None and not 0 <= seat < players:
        raise InputError(f"there is no seat {seat}; seats are 0 to {players - 1}")


def turn_in(turn: int | None, last: int) -> int:
    """Return the turn asked for, or the last one; refuse a turn that the game did not reach."""
    if turn is None:
        return last
    if not 0 <= turn <= last:
        raise InputError(f"there is no turn {turn}; this game has turns 0 to {last}")
    return turn


def json_line(row: dict[str, Any]) -> str:
    """Write a row as one line of JSON."""
    return json.dumps(row, ensure_ascii=False)
