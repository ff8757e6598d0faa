"""The jobs of `handsight convention` that hold recorded games against conventions: agree, fit and read."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from handsight.cli import arguments, experiment
from handsight.cli.hanabi import options
from handsight.cli.output import remark, say
from handsight.conventions.library import SUFFIX, shipped
from handsight.errors import InputError, UsageError
from handsight.notation import CheckedGame, open_source, read_file
from handsight.notation.game_files import SAMPLE, read_each
from handsight.notation.games import GAMES
from handsight.text.counting_from_one import counted

if TYPE_CHECKING:  # each for one job alone
    from handsight.hanabi import HanabiRecord as Game


def add_jobs(jobs: Any) -> None:
    """Declare the jobs."""
    agree = jobs.add_parser("agree", help="how recorded games agree with conventions, with errors")
    agree.add_argument(
        "words",
        nargs="+",
        metavar="CONVENTION … GAMES",
        help="conventions (or bots, for their moves alone), then files of games, links or samples",
    )
    agree.add_argument("--by-players", action="store_true", help="a row for each number of players, too")
    agree.add_argument(
        "--plain", action="store_true", help="choose moves by the plain rules, not the compiled ones"
    )
    fit = jobs.add_parser("fit", help="which convention and settings explain recorded games best")
    fit.add_argument("source", nargs="+", metavar="GAMES", help=arguments.SOURCE)
    fit.add_argument(
        "--among",
        nargs="+",
        metavar="CONVENTION",
        help="the conventions to choose among (default: minimal, the levels h-group-1 to h-group-5, and those"
        " for so many players: pair and duet for 2, circle for 3 and 4, full-table for 5)",
    )
    fit.add_argument("--measure", default="bits", help="choose by bits, move, kind or told (default: bits)")
    fit.add_argument("--no-settings", action="store_true", help="leave every parameter as its file has it")
    fit.add_argument(
        "--try",
        dest="tried",
        action="append",
        default=[],
        metavar="PARAMETER=VALUE,…",
        help="further values of a parameter to try, as for numbers (may be repeated)",
    )
    for name, job in (("agree", agree), ("fit", fit)):
        _add_running(job)
        options.declare(f"convention {name}", job.add_argument)
    read = jobs.add_parser("read", help="what a move of a recorded game meant by a convention")
    read.add_argument("file", metavar="CONVENTION")
    arguments.add_source(read)
    read.add_argument(
        "--turn", type=int, metavar="T", help="only the T-th move, from 1 (default: every move)"
    )
    read.add_argument("--json", action="store_true", help="print JSON")
    options.declare("convention read", read.add_argument)


def _add_running(job: ArgumentParser) -> None:
    job.add_argument(
        "--workers", type=int, metavar="K", default=1, help="workers on this machine (default: 1)"
    )
    job.add_argument("--json", action="store_true", help="print JSON")
    job.add_argument("--quiet", action="store_true", help="show no progress")
    arguments.add_fetch(job)


# ---- which words are conventions, and which games are meant


def split_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Tell conventions and bots from sources of games, wherever they stand."""
    sources = [word for word in words if _is_source(word)]
    names = [word for word in words if word not in sources]
    if not names:
        raise UsageError(f"name a convention beside {sources[0]}, such as pair or circle")
    if not sources:
        missing = [word for word in names if "/" in word or "." in word]
        hint = f"; there is no file {missing[-1]!r}" if missing and not os.path.exists(missing[-1]) else ""  # noqa: PTH110  # any string
        raise UsageError(
            f"name the games to hold {', '.join(names)} against: a file, a link or a sample{hint}"
        )
    return names, sources


def _is_source(word: str) -> bool:
    """Whether a word names games: a file that is no convention, a sample, a link, a code or a seed."""
    first = (word.split() or [""])[0]
    if first in shipped() or first.endswith(SUFFIX):
        return False
    if word == "-" or word.startswith(SAMPLE):
        return True
    if os.path.exists(word):  # noqa: PTH110  # a path object would not take any string for a path
        return not word.endswith(".py")
    return any(game.load().link_label(word) or game.load().export_address(word) for game in GAMES.values())


def games_in(args: Namespace, sources: Sequence[str]) -> tuple[list["Game"], int]:
    """Return the valid games that conventions can be held against, and how many were left out, with why."""
    from handsight.conventions.interpreter.public_state import check_supported

    found, left_out = list["Game"](), 0
    for label, game in _each(args, sources):
        problem = game if isinstance(game, str) else ""
        if not isinstance(game, str):
            if args.players is not None and game.setup.terms.players != args.players:
                continue
            try:
                check_supported(game.setup.terms)
            except InputError as error:
                problem = str(error)
            else:
                found.append(game)
        if problem:
            remark(f"handsight: {label} is left out: {problem}")
            left_out += 1
    if not found:
        which = "" if args.players is None else f" of {args.players} players"
        raise InputError(f"there is no valid game{which} in {', '.join(sources)}")
    return found, left_out


def _each(args: Namespace, sources: Sequence[str]) -> Iterator[tuple[str, "Game | str"]]:
    """Yield every game of every source with its label: the game, or what is wrong with it."""
    for name in sources:
        try:
            text = open_source(name, fetch=args.fetch)
        except InputError as error:
            yield name, str(error)
            continue
        for checked in read_each(*text, game="hanabi", **options.reading(args)):
            game: Game | None = checked.game if checked.valid else None
            yield checked.label, str(checked.problems[0]) if game is None else game


# ---- the jobs


def _agree(args: Namespace) -> int:
    names, sources = split_words(args.words)
    from handsight.analysis.hanabi.games_agreement import agree, agreement_table

    games, left_out = games_in(args, sources)
    with arguments.usage_errors(), experiment.progress_bar(args) as tell:
        found = agree(names, games, workers=args.workers, compiled=not args.plain, progress=tell)
    sizes = sorted({game.setup.terms.players for game in games})
    if args.json:
        for one in found:
            row = one.to_json()
            if args.by_players:
                row["by_players"] = {str(size): one.among(size).to_json() for size in sizes}
            print(arguments.json_line(row), flush=True)
        return 1 if left_out else 0
    rows = list(found)
    if args.by_players:
        from dataclasses import replace

        rows = [
            replace(part, name=f"{one.name}, {size} players")
            for one in found
            for size in sizes
            if (part := one.among(size)).rows
        ] + (rows if len(sizes) > 1 else [])
    players = f"{sizes[0]} players" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]} players"
    say(f"{counted(len(games), 'game')} of {players}; errors are standard errors over games")
    say("")
    say(agreement_table(rows).text)
    return 1 if left_out else 0


def _fit(args: Namespace) -> int:
    from handsight.analysis.hanabi.convention_fit import FOLDS, default_conventions, fit

    tried = {}
    for text in args.tried:
        name, equals, values = text.partition("=")
        if not (name and equals and values):
            raise UsageError(f"--try takes PARAMETER=VALUE,VALUE, not {text!r}")
        tried[name] = [value.strip() for value in values.split(",") if value.strip()]
    games, left_out = games_in(args, args.source)
    with arguments.usage_errors(), experiment.progress_bar(args) as tell:
        found = fit(
            args.among or default_conventions(game.setup.terms.players for game in games),
            games,
            measure=args.measure,
            settings=not args.no_settings,
            tried=tried,
            workers=args.workers,
            progress=tell,
        )
    if args.json:
        print(arguments.json_line(found.to_json()))
        return 1 if left_out else 0
    say(
        f"{counted(len(games), 'game')} in {min(FOLDS, len(games))} folds: settings are chosen on the other"
        " folds, and measured on games that did not choose them; errors are over games"
    )
    say("")
    say(found.table().text)
    say("")
    say(found.verdict())
    return 1 if left_out else 0


def check_order(args: Namespace) -> None:
    """Refuse a game where the convention belongs, and a convention where the game belongs."""
    first = (args.source.split() or [""])[0]
    if (first in shipped() or first.endswith(SUFFIX)) and _is_source(args.file):
        convention = f'"{args.source}"' if " " in args.source else args.source
        raise UsageError(
            f"the convention comes first: handsight convention {args.job} {convention} {args.file}"
        )


def named_game(args: Namespace) -> "CheckedGame[Game]":
    """Read the game that a command names, and say what is wrong with it."""
    arguments.keep_link_turn(args)
    games = read_file(args.source, game="hanabi", fetch=args.fetch, **options.reading(args))
    checked = arguments.one_game(args, games)
    arguments.report_problems(checked)
    return checked


def _read(args: Namespace) -> int:
    from handsight.analysis.hanabi.game_reading import GameReading, meaning_json, meaning_sentences
    from handsight.conventions import load_convention, promised_knowledge

    check_order(args)
    convention, checked = load_convention(args.file), named_game(args)
    game = checked.game
    if game is None:
        return 1
    reading = GameReading(promised_knowledge(game, convention))
    last = reading.last - 1
    if last < 0:
        raise InputError("there is no move in this game to read")
    for turn in range(last + 1) if args.turn is None else [arguments.turn_in(args.turn, last)]:
        meaning = reading.meaning(turn)
        if args.json:
            print(arguments.json_line(meaning_json(meaning, reading)))
        else:
            say("\n".join(meaning_sentences(meaning, reading)))
    return 0 if checked.valid else 1


JOBS = {"agree": _agree, "fit": _fit, "read": _read}
