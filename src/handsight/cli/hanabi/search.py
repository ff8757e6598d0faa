"""Say where a convention loses points: every move of its own games is judged by search.

critic plays games of BOT with itself. At each move it tries all actions on deals that the player holds
possible, played on by BOT in every seat, and compares the best with what BOT did, on other deals than those
that chose it. It prints which rule lost how much against which other action, and positions to look at. BOT is
a convention (a name, a file, either with changes), a robot, or another bot with a compiled version.
"""

from argparse import Namespace
from pathlib import Path

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import count, job, option
from handsight.cli.hanabi import options
from handsight.cli.output import progress
from handsight.cli.simulate import check_outputs, publish

EXAMPLE = (
    "  handsight search critic pair --players 2 --games 20 --rules stacks\n"
    "  handsight search critic my.convention --games 100 --workers 2 --out judged --report critic.html"
)
ARGUMENTS = (
    option("bot", "BOT", "a convention, a path, either with changes, or a bot such as robot5"),
    shared.GAMES_PLAYED.changed(default=20, help="how many games are judged (default: 20)"),
    count(
        "--rollouts",
        "R",
        "games played on at each move; about a second for 10,000 (default: 600)",
        default=600,
    ),
    shared.SEED.changed(help="deals the games, as in `simulate` (default: 1)"),
    shared.WORKERS,
    option("--out", "FOLDER", "keep every judged game; the same command continues from there"),
    shared.PLOT.changed(help="draw the loss of each rule, as .svg or .png"),
    shared.REPORT,
    shared.FORCE,
    shared.JSON,
    shared.QUIET,
    shared.THREADS,
)


def _critic(args: Namespace) -> int:
    from handsight.analysis.hanabi.convention_critic import criticise

    shared.at_least_one(args, "workers")
    shared.settle_threads(args)
    check_outputs(args)
    chosen = options.experiment(args, "critic")
    with shared.usage_errors(), progress(args) as tell:
        found = criticise(
            args.bot,
            games=args.games,
            rollouts=args.rollouts,
            seed=args.seed,
            workers=args.workers,
            out=None if args.out is None else Path(args.out),
            progress=tell,
            **chosen,
        )
    publish(args, found.summary())
    return 0


JOBS = {
    "critic": job(
        "which rule of a convention loses how much, against which other action",
        _critic,
        *ARGUMENTS,
        example=EXAMPLE,
    )
}
