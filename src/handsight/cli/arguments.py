"""Words that several verbs share: which games, by which rules, and how JSON is written."""

import json
from argparse import ArgumentParser, Namespace
from typing import Any, NamedTuple, TypeVar

from handsight.errors import InputError, UnknownNameError, UsageError
from handsight.hanabi import OFFICIAL, RULE_SETS
from handsight.notation import open_source, read, recognise
from handsight.notation.files import by_number
from handsight.notation.record import CheckedGame
from handsight.table import seat_named
from handsight.table.seat_names import number_in

T = TypeVar("T")
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
    parser.add_argument("--rules", choices=tuple(RULE_SETS), help="rule set (default: as the file says)")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="SWITCH=VALUE",
        help="a rule switch, e.g. refund_five=no",
    )
    parser.add_argument("--players", type=int, help="number of players, where a log does not say")
    parser.add_argument("--partial", action="store_true", help="accept a deck that lists too few cards")


def switches(args: Namespace) -> list[tuple[str, str]]:
    """Return the rule switches that are set, each known to exist."""
    chosen = []
    for word in args.set:
        name, equals, value = word.partition("=")
        if not equals:
            raise UsageError(f"--set takes SWITCH=VALUE, not {word!r}")
        chosen.append((name.strip(), value.strip()))
    try:
        for name, value in chosen:
            OFFICIAL.switched(name, value)
    except InputError as error:
        raise UsageError(str(error)) from None
    return chosen


def judging(args: Namespace) -> dict[str, Any]:
    """Return how games are to be judged, in the words of `notation.load`."""
    rules = RULE_SETS[args.rules] if args.rules else None
    return {"players": args.players, "rules": rules, "switches": switches(args), "partial": args.partial}


def game(parser: ArgumentParser, usual: str = "as the file ends or looks") -> None:
    """Add which game it is."""
    parser.add_argument("--game", choices=("hanabi", "boeren"), help=f"which game (default: {usual})")


class Text(NamedTuple):
    """What a source holds, and a short name for it."""

    text: str
    label: str


def opened(args: Namespace) -> Text:
    """Open the source that was named; once, since standard input is there only once."""
    try:
        return Text(*open_source(args.source))
    except InputError as error:
        raise InputError(f"{args.source}: {error}") from None


def of_boeren(args: Namespace, found: Text) -> bool:
    """Whether it is Boeren Bridge: as --game says, else as the ending or the looks of the file do."""
    if args.game is not None:
        return bool(args.game == "boeren")
    return recognise(found.text, found.label) == "boeren"


def every(args: Namespace, found: Text) -> list[CheckedGame[Any]]:
    """Read every game of Hanabi that a source holds."""
    return read(found.text, found.label, game="hanabi", **judging(args))


def one(args: Namespace, found: Text) -> CheckedGame[Any]:
    """Read the one game of Hanabi that was asked for."""
    try:
        return by_number(every(args, found), args.number)
    except InputError as error:
        raise UsageError(f"{error} (--number)") from None


def chosen(readings: list[T], args: Namespace) -> list[T]:
    """Return the one of several readings that --number asks for, or all."""
    if args.number is None:
        return readings
    if not 1 <= args.number <= len(readings):
        raise UsageError(f"there is no round {args.number}; {args.source} holds {len(readings)} (--number)")
    return [readings[args.number - 1]]


def variant_in(text: str) -> str | int:
    """Return the name or the number by which a variant was asked for."""
    number = number_in(text)
    return text if number is None else number


def seat_in(seat: str | None, *called: tuple[str, ...]) -> int | None:
    """Return the seat that was named, by its number from 0 or by its player; refuse one not at the table."""
    if seat is None:
        return None
    try:
        return seat_named(seat, *called)
    except UnknownNameError as error:
        raise UsageError(str(error)) from None


def slot_in(slot: int, size: int) -> None:
    """Refuse a slot that the hand does not have."""
    if not 0 <= slot < size:
        raise UsageError(f"there is no slot {slot}; this hand has slots 0 to {size - 1}")


def turn_in(turn: int | None, last: int) -> int:
    """Return the turn asked for, or the last one; refuse a turn that the game did not reach."""
    if turn is None:
        return last
    if not 0 <= turn <= last:
        raise UsageError(f"there is no turn {turn}; this game has turns 0 to {last}")
    return turn


def json_line(row: dict[str, Any]) -> str:
    """Write a row as one line of JSON."""
    return json.dumps(row, ensure_ascii=False)
