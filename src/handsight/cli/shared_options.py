"""What several verbs take: their options, declared once, and what these mean.

A recorded game is named by a file and, where the file holds several, a number; a turn and a seat are named as
people count and call them. The functions here return indices from 0, as Python has them.
"""

import os
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from msgspec.structs import replace

from handsight.cli.command_parser import Argument, count, flag, number, option, whole_number
from handsight.cli.games import DEFAULT_GAME, GAMES, settle, titles
from handsight.cli.output import remark
from handsight.errors import InputError, UnknownNameError, UsageError
from handsight.game import Seed, as_seed, seat_named
from handsight.notation import CheckedGame, open_source, recognise
from handsight.notation.checked_game import unreadable
from handsight.notation.game_files import SourceText, by_number, link_turn, read_each
from handsight.text.counting_from_one import turn_index, turn_number
from handsight.text.suggestions import did_you_mean

T = TypeVar("T")


def seed(text: str) -> Seed:
    """Return the seed that a text stands for, or raise ArgumentTypeError, which argparse shows."""
    try:
        with suppress(ArgumentTypeError):
            return as_seed(whole_number(text))
        return as_seed(text)
    except InputError as error:
        raise ArgumentTypeError(str(error)) from None


def json_for(what: str) -> Argument:
    """Return the option --json of a verb that prints an object for each of something."""
    return flag("--json", f"print one JSON object for each {what}")


SOURCE_HELP = (
    "a file, `-` for standard input, a hanab.live link, code, number or seed, or sample:first "
    "(`handsight samples` lists more)"
)
SEAT_HELP = "a number from 0, a player's name, or P0, P1, …"
SOURCE = option("source", "FILE", SOURCE_HELP)
SOURCES = SOURCE.changed(nargs="+")
NUMBER = count("--number", "N", "which game of a file that holds several, from 1")
FETCH = flag("--fetch", "download a game that is named by its address or number on hanab.live")
RECORDED_GAME = (SOURCE, NUMBER, FETCH)
"""Names one recorded game."""
TURN = count("--turn", "T", "the table before the T-th move; 1 is the deal (default: the end of the game)")
ONE_MOVE = count("--turn", "T", "only the T-th move, from 1 (default: every move)")
SEAT = option("--seat", "S", f"only this seat: {SEAT_HELP}")
GAME = option("--game", "", "which game (default: recognised from the file)", choices=GAMES)
GAME_TO_PLAY = GAME.changed(help=f"which game (default: {DEFAULT_GAME})")
JSON = flag("--json", "print JSON")
FORCE = flag("--force", "replace a file that exists already")
QUIET = flag("--quiet", "show no progress")
WORKERS = count("--workers", "K", "workers on this machine", 1, default=1)
GAMES_PLAYED = count("--games", "G", "how many games", 1, default=1_000)
SEED_HELP = "the same seed deals the same games: a number, a text, or secret (which no bot can guess)"
SEED = option("--seed", "S", SEED_HELP, type=seed, default=1)
CONFIDENCE = number("--confidence", "C", "of the intervals, between 0 and 1", default=0.95)
PLOT = option("--plot", "FILE", "draw the result, as .svg or .png")
REPORT = option("--report", "FILE", "write the result as a web page, .html")
THREADS = option("--threads", "N", "how many threads search for a move (default: HANDSIGHT_THREADS, or 1)")
BOT_PROCESSES = (
    flag("--apart", "run your own bots (file.py:Class) in separate processes, which are sent only views"),
    option("--time-limit", "S", "seconds that such a bot, or a program cmd:…, may think (default: 10)"),
)
"""Whether a user's own bots run in separate processes, and how long they may think."""


def shared_work(row: str) -> tuple[Argument, ...]:
    """Return the options --workers, --engine, --out (which writes a row for each *row*) and --quiet."""
    rows = f"write a row for each {row} (Parquet); the same command continues an interrupted run"
    return WORKERS, option("--out", "FOLDER", rows), QUIET


def game_of(args: Namespace, source: SourceText) -> str:
    """Return which game a text is of, by `--game` or else by its content."""
    return str(args.game) if args.game is not None else recognise(*source)


def read_games(args: Namespace) -> tuple[str, list[CheckedGame[Any]]]:
    """Return which game the files of a command hold, and every recorded game in them.

    A link that leads to a turn, as in `…#30`, asks for that turn, unless the command names another.
    """
    names, sources = args.source if isinstance(args.source, list) else [args.source], []
    for name in names:
        try:
            sources.append(open_source(name, fetch=args.fetch))
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
    games = sorted({game_of(args, source) for source in sources})
    if len(games) > 1:
        raise UsageError(f"these files are of {titles(games)}; name files of one game")
    settle(args, games)
    if "turn" in args and args.turn is None and len(names) == 1:
        args.turn = link_turn(names[0])
    keywords = GAMES[games[0]].options.reading(args)
    return games[0], [one for source in sources for one in read_each(*source, game=games[0], **keywords)]


def read_one(args: Namespace) -> tuple[str, CheckedGame[Any]]:
    """Return which game a file holds, and the recorded game that `--number` names; print its problems."""
    game, games = read_games(args)
    checked = one_game(args, games)
    report_problems(checked)
    return game, checked


def each_game(args: Namespace, game: str, sources: Sequence[str]) -> Iterator[CheckedGame[Any]]:
    """Yield the games of several files; a file that cannot be opened counts as a game with that problem."""
    for name in sources:
        try:
            text = open_source(name, fetch=args.fetch)
        except InputError as error:
            yield replace(unreadable(name, error), label=name)
        else:
            yield from read_each(*text, game=game, **GAMES[game].options.reading(args))


def one_game(args: Namespace, games: Sequence[CheckedGame[Any]]) -> CheckedGame[Any]:
    """Return the game that `--number` names, or the only game; UsageError if it must be named."""
    with usage_errors(" (--number)"):
        return by_number(games, args.number)


def chosen_games(args: Namespace, games: Sequence[CheckedGame[Any]]) -> list[CheckedGame[Any]]:
    """Return the game that `--number` names, or all games."""
    return list(games) if args.number is None else [one_game(args, games)]


def usable_games(
    args: Namespace, game: str, sources: Sequence[str], use: Callable[[CheckedGame[Any]], T | None]
) -> tuple[list[T], int]:
    """Return what *use* makes of every game of some files, and how many games it refuses by an InputError.

    Games that cannot be read are refused, too; stderr says why. If *use* returns None, a game is left out.
    """
    found, left_out = list[T](), 0
    for checked in each_game(args, game, sources):
        try:
            made = use(checked) if checked.game else None
            problem = "" if checked.game else str(checked.problems[0])
        except InputError as error:
            made, problem = None, str(error)
        if made is not None:
            found.append(made)
        if problem:
            remark(f"handsight: {checked.label} is left out: {problem}")
            left_out += 1
    return found, left_out


def report_problems(checked: CheckedGame[Any]) -> None:
    """Print on stderr what is wrong with a game."""
    for problem in checked.problems:
        print(f"{checked.label}: {problem}", file=sys.stderr)


@contextmanager
def usage_errors(hint: str = "") -> Iterator[None]:
    """Turn an InputError in this block into a UsageError with a hint: the command line itself is wrong."""
    try:
        yield
    except InputError as error:
        raise UsageError(f"{error}{hint}") from error


def given(args: Namespace, *names: str) -> list[str]:
    """Return which of some options were given."""
    values = {name: getattr(args, name, None) for name in names}
    return [name for name, value in values.items() if value is not None and value is not False]


def at_most_one(args: Namespace, *options: str) -> str | None:
    """Return which of some options was given, if any; raise UsageError if two were."""
    found = given(args, *options)
    if len(found) > 1:
        raise UsageError(f"--{found[0]} and --{found[1]} do not go together; leave one out")
    return found[0] if found else None


def needs(args: Namespace, name: str, other: str) -> None:
    """Raise UsageError if an option was given without another one that it needs."""
    if given(args, name) and not given(args, other):
        raise UsageError(f"--{name} needs --{other}".replace("_", "-"))


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


def asked_seat(args: Namespace, game: str, record: Any) -> int | None:
    """Return the index of the seat that --seat names in a recorded game; None if --seat was not given."""
    return seat_in(args.seat, record.seats, GAMES[game].options.SEAT_NAMES)


def turn_in(number: int | None, last: int) -> int:
    """Return how many actions were taken before a turn that a person named, or the *last* index for None."""
    if number is None:
        return last
    if not 0 <= turn_index(number) <= last:
        raise UsageError(f"there is no turn {number}; this game has turns 1 to {turn_number(last)}")
    return turn_index(number)


def settle_threads(args: Namespace) -> None:
    """Tell the bots of this process, and of those that it starts, how many threads to use."""
    from handsight.search.search_settings import THREADS_VARIABLE, threads

    if args.threads is not None:
        os.environ[THREADS_VARIABLE] = args.threads
    with usage_errors(" (--threads)" if args.threads is not None else ""):
        threads()


def settle_bots(args: Namespace, *options: str) -> None:
    """Rewrite the bots' names in some options: with --apart and --time-limit, where these apply to a bot."""
    from handsight.bots.separate_process.separate_bot import (
        apart_name,
        is_users_name,
        plays_apart,
        read_limit,
    )

    with usage_errors(" (--time-limit)"):
        seconds = read_limit(args.time_limit)
    values = {name: value for name in options if (value := getattr(args, name, None)) is not None}
    named = {name: [value] if isinstance(value, str) else value for name, value in values.items()}
    every = [bot for bots in named.values() for bot in bots]
    if args.apart and not any(map(is_users_name, every)):
        raise UsageError("--apart is for bots of your own, file.py:Class or cmd:PROGRAM; none is named")
    if args.time_limit is not None and not args.apart and not any(map(plays_apart, every)):
        raise UsageError("--time-limit needs --apart: a bot in this process cannot be stopped")

    def settled(name: str) -> str:
        if plays_apart(name):
            return name if args.time_limit is None else apart_name(name, seconds)
        return apart_name(name, seconds) if args.apart and is_users_name(name) else name

    for name, bots in named.items():
        as_played = list(map(settled, bots))
        setattr(args, name, as_played[0] if isinstance(values[name], str) else as_played)
    settle_threads(args)
