"""The verbs that play many games: `simulate`, `compare` and `crossplay`."""

import sys
from argparse import Namespace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import count, job, option
from handsight.cli.games import DEFAULT_GAME, GAMES, settle, title, titles
from handsight.cli.output import Progress, check_file, print_json, progress, width_of, write_output
from handsight.errors import UsageError
from handsight.safe_files import write_file

if TYPE_CHECKING:  # the help of a verb needs no laboratory
    from handsight.lab import Summary

CONDITIONS = (
    shared.GAMES_PLAYED,
    shared.SEED,
    *shared.shared_work("game"),
    shared.PLOT,
    shared.REPORT,
    shared.FORCE,
    shared.JSON,
)
"""How many games are played, by which workers, and where results go."""
EXPERIMENT = (
    option("bot", "BOT", "a bot (`handsight bots`), or your own: file.py:Class, or cmd:PROGRAM", nargs="+"),
    *CONDITIONS,
    *shared.BOT_PROCESSES,
    shared.THREADS,
    shared.GAME_TO_PLAY,
)
"""The arguments of `simulate`, `compare` and `crossplay`."""


def run_experiment(args: Namespace) -> int:
    """Play the experiment that the verb names, in the chosen game, and print its summary."""
    from handsight.lab import game_lab

    game, verb = args.game or DEFAULT_GAME, args.command.name
    settle(args, [game])
    laboratory = game_lab(game)
    if not hasattr(laboratory, verb):
        able = titles([name for name in GAMES if hasattr(game_lab(name), verb)])
        raise UsageError(f"{title(game)} has no {verb}; it is there for {able}")
    shared.settle_bots(args, "bot", "host")
    check_outputs(args)
    path = _file_for_games(args, laboratory.SAVED_GAMES) if verb == "simulate" else None
    own = GAMES[game].options
    with shared.usage_errors(), progress(args) as tell:
        result = getattr(laboratory, verb)(*args.bot, **own.experiment(args, verb), **conditions(args, tell))
    if path:
        with TemporaryDirectory() as folder:
            draft = Path(folder) / path.name
            laboratory.save_games(result, args.save_games, draft)
            text = draft.read_text(encoding="utf-8")
        write_output(str(path), text, "the first games", force=args.force)
    publish(args, own.summary(args, result) if hasattr(own, "summary") else result.summary())
    return 0


def check_outputs(args: Namespace) -> None:
    """Raise UsageError if a file of --report or --plot cannot be written, before the first game is played."""
    if args.plot:
        from handsight.lab.plots import kind_of

        with shared.usage_errors():
            kind_of(args.plot)
    for name in ("plot", "report"):
        if getattr(args, name):
            check_file(Path(getattr(args, name)), f"--{name}", force=args.force)


def publish(args: Namespace, summary: "Summary") -> None:
    """Print the summary of an experiment; with --plot also draw it, with --report also write a report."""
    if args.json:
        print_json(summary.json)
    else:
        print(summary.fitted(width_of(sys.stdout)))
    if args.plot:
        from handsight.lab.plots import save

        save(summary.plots[summary.drawn](), args.plot)
        print(f"wrote {args.plot}", file=sys.stderr)
    if args.report:
        write_file(Path(args.report), summary.report())
        print(f"wrote {args.report}", file=sys.stderr)


def conditions(args: Namespace, tell: Progress | None) -> dict[str, Any]:
    """Return the options of every experiment, as keyword arguments of the library's functions."""
    names = ("games", "seed", "workers", "out", "confidence")
    return {name: getattr(args, name) for name in names if hasattr(args, name)} | {"progress": tell}


def _file_for_games(args: Namespace, name: str) -> Path | None:
    """Return the file of --save-games, or None; without --out, an existing file needs --force."""
    if args.save_games is None:
        return None
    path = Path(args.out or ".") / name
    if args.out is None:
        check_file(path, "--out", force=args.force)
    return path


COMMANDS = {
    "simulate": job(
        """\
Play many games: mean with its error, histogram, rates.

One BOT for all seats, or one for each. A game follows from the seed and its number alone, so the result is
the same, bit for bit, for any number of workers.""",
        run_experiment,
        *EXPERIMENT,
        count("--save-games", "N", "write the first N games to a file in the folder of --out, or here", 1),
        example="  handsight simulate careful --players 3 --games 1000 --out results --save-games 5\n"
        "  handsight simulate --game boeren full-kripke greedy-kripke greedy random --games 20000",
    ),
    "compare": job(
        """\
Let several bots play the same deals: differences with confidence intervals.

A difference is the first bot's score minus the second's.""",
        run_experiment,
        *(*EXPERIMENT, shared.CONFIDENCE),
        example="  handsight compare careful cheat --players 3 --games 2000 --plot difference.svg",
    ),
    "crossplay": job(
        """\
Mix every bot with every other: a matrix of mixed teams.

A cell is the mean score of one bot (row) in a team of another (column); it moves on by a seat with every
game. On the diagonal a bot plays with copies of itself. All cells play the same deals.""",
        run_experiment,
        *EXPERIMENT,
        example="  handsight crossplay random careful --players 3 --games 500",
    ),
}
