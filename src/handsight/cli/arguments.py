"""What several verbs read from the command line: which games of which file, turns and seats.

People count turns from 1; the functions here return indices from 0, as Python has them.
"""

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from handsight.cli import game_options
from handsight.cli.games import GAMES
from handsight.cli.output import raw
from handsight.errors import InputError, UnknownNameError, UsageError
from handsight.game import seat_named
from handsight.notation import CheckedGame, open_source, read, recognise
from handsight.notation.game_files import SourceText, by_number, link_turn
from handsight.safe_files import write_file
from handsight.text.counting_from_one import turn_index, turn_number
from handsight.text.suggestions import did_you_mean

SOURCE = (
    "a file, `-` for standard input, a hanab.live link, code, number or seed, or sample:first "
    "(`handsight samples` lists more)"
)
SEAT = "a number from 0, a player's name, or P0, P1, …"


def add_source(parser: ArgumentParser, *, optional: bool = False) -> None:
    """Add the file to read, and which of its games is meant; some verbs can do *optional*ly without."""
    parser.add_argument("source", nargs="?" if optional else None, metavar="FILE", help=SOURCE)
    parser.add_argument(
        "--number", type=int, metavar="N", help="which game, where a file holds several (from 1)"
    )
    add_fetch(parser)


def add_fetch(parser: ArgumentParser) -> None:
    """Add whether games may be downloaded; nothing is otherwise."""
    text = "download a game that is named by its address or number on hanab.live (default: nothing is)"
    parser.add_argument("--fetch", action="store_true", help=text)


def add_turn(parser: ArgumentParser) -> None:
    """Add the turn to look at."""
    parser.add_argument(
        "--turn",
        type=int,
        metavar="T",
        help="the table before the T-th move; 1 is the deal (default: the end of the game)",
    )


def add_game(parser: ArgumentParser, verb: str, default: str = "recognised from the file") -> None:
    """Add which game it is, and the options that each game adds to the verb."""
    parser.add_argument("--game", choices=tuple(GAMES), help=f"which game (default: {default})")
    game_options.declare(parser, verb)


def game_of(args: Namespace, source: SourceText) -> str:
    """Return which game a text is of, by `--game` or else by its content."""
    return str(args.game) if args.game is not None else recognise(*source)


def read_games(args: Namespace) -> tuple[str, list[CheckedGame[Any]]]:
    """Return which game the file of a command holds, and every game in it."""
    try:
        source = open_source(args.source, fetch=args.fetch)
    except InputError as error:
        raise InputError(f"{args.source}: {error}") from None
    keep_link_turn(args)
    game = game_of(args, source)
    game_options.settle(args, [game])
    return game, read(*source, game=game, **GAMES[game].module("options").reading(args))


def keep_link_turn(args: Namespace) -> None:
    """Look at the turn that a link leads to, as in `…#30`, where the command names no other."""
    if "turn" in args and args.turn is None and args.source is not None:
        args.turn = link_turn(args.source)


def one_game(args: Namespace, games: Sequence[CheckedGame[Any]]) -> CheckedGame[Any]:
    """Return the game that `--number` names; where there is just one, it need not be named."""
    with usage_errors(" (--number)"):
        return by_number(games, args.number)


def chosen_games(args: Namespace, games: Sequence[CheckedGame[Any]]) -> list[CheckedGame[Any]]:
    """Return the game that `--number` names, or all games."""
    return list(games) if args.number is None else [one_game(args, games)]


def report_problems(checked: CheckedGame[Any]) -> None:
    """Print on stderr what is wrong with a game."""
    for problem in checked.problems:
        print(f"{checked.label}: {problem}", file=sys.stderr)


@contextmanager
def usage_errors(hint: str = "") -> Iterator[None]:
    """Turn a wrong input into a wrong command, for input that stands on the command line itself."""
    try:
        yield
    except InputError as error:
        raise UsageError(f"{error}{hint}") from error


def at_most_one(args: Namespace, *options: str) -> str | None:
    """Return which of some options was given, if any; refuse two that ask for different things."""
    given = [name for name in options if getattr(args, name) is not None and getattr(args, name) is not False]
    if len(given) > 1:
        raise UsageError(f"--{given[0]} and --{given[1]} are two questions; ask one at a time")
    return given[0] if given else None


def switches(args: Namespace) -> list[tuple[str, str]]:
    """Return the rule switches of --set with their values, as they were typed."""
    pairs = [text.partition("=") for text in args.set]
    for name, equals, _ in pairs:
        if not equals:
            raise UsageError(f"--set takes SWITCH=VALUE, not {name!r}")
    return [(name.strip(), value.strip()) for name, _, value in pairs]


def seat_in(seat: str | None, *names: Sequence[str]) -> int | None:
    """Return the seat that was named by its number from 0, as P0, or by one of its *names*."""
    if seat is None:
        return None
    try:
        return seat_named(seat, *names)
    except UnknownNameError as error:
        hint = did_you_mean(seat, (name for sequence in names for name in sequence))
        raise UsageError("; ".join(filter(None, (str(error), hint)))) from None


def turn_in(number: int | None, last: int) -> int:
    """Return how many actions were taken before a turn that a person named, or the *last* index for None."""
    if number is None:
        return last
    if not 0 <= turn_index(number) <= last:
        raise UsageError(f"there is no turn {number}; this game has turns 1 to {turn_number(last)}")
    return turn_index(number)


def add_force(parser: ArgumentParser) -> None:
    """Add the option by which files that are there already are replaced."""
    parser.add_argument("--force", action="store_true", help="replace a file that is there already")


def write_output(out: str, text: str, what: str, *, force: bool) -> None:
    """Write a whole file or none, and say what was written; `-` is standard output."""
    if out == "-":
        raw(sys.stdout).write(text)
        return
    write_file(Path(out), text, replace=force)
    print(f"wrote {out} ({what})", file=sys.stderr)


def check_file(path: Path, option: str, *, force: bool = False) -> None:
    """Refuse a file that cannot be written, or that is there already, and say what to do instead."""
    if path.is_dir():
        raise UsageError(f"{path} is a folder; name a file in it with {option}")
    if path.is_file() and not force:
        raise UsageError(f"{path} is there already; replace it with --force, or choose another with {option}")
    if path.exists():
        if not os.access(path, os.W_OK):
            raise UsageError(f"{path} may not be written; choose another file with {option}")
        return
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {path.parent} for {path.name}; make it, or change {option}")
    from tempfile import TemporaryFile

    try:
        TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise UsageError(
            f"nothing can be written in {path.parent} ({error.strerror}); choose another place with {option}"
        ) from None


def json_line(row: dict[str, Any]) -> str:
    """Return an object as one line of JSON."""
    return json.dumps(row, ensure_ascii=False)
