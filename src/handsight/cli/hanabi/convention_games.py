"""What conventions make of games: `convention agree`, `fit` and `read`, and `search critic`."""

import os
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import Command, count, flag, job, option, repeated
from handsight.cli.hanabi import options
from handsight.cli.output import answer, print_json, progress, say
from handsight.cli.simulate import check_outputs, conditions, publish
from handsight.conventions.library import SUFFIX, shipped
from handsight.errors import InputError, UsageError
from handsight.notation.game_files import SAMPLE
from handsight.notation.games import GAMES
from handsight.text.counting_from_one import counted

if TYPE_CHECKING:  # each for one job alone
    from handsight.hanabi import HanabiRecord as Game


CRITIC_EXAMPLE = """\
  handsight search critic pair --players 2 --games 20 --rules stacks
  handsight search critic my.convention --games 100 --workers 2 --out judged --report critic.html"""


def split_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words that name conventions or bots, and those that name games, or raise UsageError."""
    sources = [word for word in words if _is_source(word)]
    names = [word for word in words if word not in sources]
    if not names:
        raise UsageError(f"name a convention beside {sources[0]}, such as pair or circle")
    if not sources:
        missing = [word for word in names if "/" in word or "." in word]
        hint = f"; there is no file {missing[-1]!r}" if missing and not os.path.exists(missing[-1]) else ""  # noqa: PTH110  # any string
        raise UsageError(
            f"name the games to compare {', '.join(names)} with: a file, a link or a sample{hint}"
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
    return any(game.load().link(word) for game in GAMES.values())


def games_in(args: Namespace, sources: Sequence[str]) -> tuple[list["Game"], int]:
    """Return the valid games that conventions can read, and how many were left out; stderr says why."""
    from handsight.conventions.interpreter.public_state import check_supported

    def use(checked: Any) -> "Game | None":
        game: Game = checked.game
        if checked.problems:
            raise InputError(str(checked.problems[0]))
        if args.players not in (None, game.setup.terms.players):
            return None
        check_supported(game.setup.terms)
        return game

    found, left_out = shared.usable_games(args, "hanabi", sources, use)
    if not found:
        which = "" if args.players is None else f" of {args.players} players"
        raise InputError(f"there is no valid game{which} in {', '.join(sources)}")
    return found, left_out


def _agree(args: Namespace) -> int:
    names, sources = split_words(args.words)
    from handsight.analysis.hanabi.convention_agreement import agree, agreement_table

    games, left_out = games_in(args, sources)
    with shared.usage_errors(), progress(args) as tell:
        found = agree(names, games, workers=args.workers, progress=tell)
    sizes = sorted({game.setup.terms.players for game in games})
    if args.json:
        for one in found:
            row = one.to_json()
            if args.by_players:
                row["by_players"] = {str(size): one.among(size).to_json() for size in sizes}
            print_json(row)
        return 1 if left_out else 0
    rows = list(found)
    if args.by_players:
        rows = [
            replace(part, name=f"{one.name}, {size} players")
            for one in found
            for size in sizes
            if (part := one.among(size)).rows
        ] + (rows if len(sizes) > 1 else [])
    players = f"{sizes[0]} players" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]} players"
    say(f"{counted(len(games), 'game')} of {players}; errors are standard errors over games\n")
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
    with shared.usage_errors(), progress(args) as tell:
        found = fit(
            args.among or default_conventions(game.setup.terms.players for game in games),
            games,
            measure=args.measure,
            tried=tried,
            workers=args.workers,
            progress=tell,
        )
    how = (
        f"{counted(len(games), 'game')} in {min(FOLDS, len(games))} folds: settings are chosen on the other"
        " folds, and measured on games that did not choose them; errors are over games\n"
    )
    answer(args, found.to_json(), how, f"{found.table().text}\n\n{found.verdict()}")
    return 1 if left_out else 0


def check_order(args: Namespace) -> None:
    """Refuse a convention and a game in swapped order, and show the right command."""
    first = (args.source.split() or [""])[0]
    if (first in shipped() or first.endswith(SUFFIX)) and _is_source(args.file):
        convention = f'"{args.source}"' if " " in args.source else args.source
        raise UsageError(
            f"the convention comes first: handsight {args.command.name} {convention} {args.file}"
        )


def turns_asked(args: Namespace, last: int) -> Iterator[int]:
    """Return the indices of the turns that --turn asks about: one, or all up to the *last*."""
    if last < 0:
        raise InputError(f"{args.source}: there is no move in this game")
    return iter(range(last + 1) if args.turn is None else [shared.turn_in(args.turn, last)])


def _read(args: Namespace) -> int:
    from handsight.analysis.hanabi.game_reading import GameReading
    from handsight.analysis.hanabi.move_sentences import meaning_json, meaning_sentences
    from handsight.conventions import load_convention, promised_knowledge

    check_order(args)
    convention = options.named_convention(args.file, load_convention)
    _, checked = shared.read_one(args)
    if checked.game is None:
        return 1
    reading = GameReading(promised_knowledge(checked.game, convention))
    for turn in turns_asked(args, reading.last - 1):
        meaning = reading.meaning(turn)
        answer(args, meaning_json(meaning, reading), *meaning_sentences(meaning, reading))
    return 0 if checked.valid else 1


_RUNNING = (shared.WORKERS, shared.JSON, shared.QUIET, shared.FETCH)
_WORDS = option("words", "CONVENTION … GAMES", "conventions or bots, then files, links or samples", nargs="+")
_AMONG = option(
    "--among", "CONVENTION", "choose among these (default: those that fit the players)", nargs="+"
)
_TRY = repeated("--try", "PARAMETER=VALUE,…", "further values of a parameter to try", dest="tried")
GAME_JOBS = {
    "agree": job(
        "how recorded games agree with conventions, with errors",
        _agree,
        _WORDS,
        flag("--by-players", "a row for each number of players, too"),
        *_RUNNING,
    ),
    "fit": job(
        "which convention and settings explain recorded games best",
        _fit,
        shared.SOURCES.changed(metavar="GAMES"),
        _AMONG,
        option("--measure", "", "choose by bits, move, kind or told", default="bits"),
        *(_TRY, *_RUNNING),
    ),
    "read": job(
        "what a move of a recorded game meant by a convention",
        _read,
        option("file", "CONVENTION", ""),
        *(*shared.RECORDED_GAME, shared.ONE_MOVE, shared.JSON),
    ),
}


def _critic(args: Namespace) -> int:
    from handsight.analysis.hanabi.convention_critic import criticise

    shared.settle_threads(args)
    check_outputs(args)
    chosen = options.experiment(args, "critic")
    with shared.usage_errors(), progress(args) as tell:
        found = criticise(args.bot, rollouts=args.rollouts, **chosen, **conditions(args, tell))
    publish(args, found.summary())
    return 0


COMMANDS = {
    "search": Command(
        "search",
        """\
Say where a convention loses points: every move of its own games is judged by search.

critic plays games of BOT with itself. At each move it tries all actions on deals that the player holds
possible, played on by BOT in every seat, and compares the best with what BOT did, on other deals than those
that chose it. It prints which rule lost how much against which other action, and positions to look at. BOT is
a convention (a name, a file, either with changes), a robot, or another bot with a compiled version.""",
        CRITIC_EXAMPLE,
        jobs={
            "critic": job(
                "which rule of a convention loses how much, against which other action",
                _critic,
                option("bot", "BOT", "a convention, a path, either with changes, or a bot such as robot5"),
                shared.GAMES_PLAYED.changed(default=20, help="how many games are judged (default: 20)"),
                count("--rollouts", "R", "games played on at each move", default=600),
                shared.SEED.changed(help="deals the games, as in `simulate` (default: 1)"),
                option("--out", "FOLDER", "keep every judged game; the same command continues from there"),
                shared.PLOT.changed(help="draw the loss of each rule, as .svg or .png"),
                *(shared.REPORT, shared.FORCE, shared.JSON, shared.WORKERS, shared.QUIET, shared.THREADS),
                example=CRITIC_EXAMPLE,
            )
        },
    )
}
