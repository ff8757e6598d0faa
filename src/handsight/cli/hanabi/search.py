"""Say where a convention loses points: every move of its own games is judged by search.

critic plays games of BOT with itself. At each move it tries all actions on deals that the player holds
possible, played on by BOT in every seat, and compares the best with what BOT did, on other deals than those
that chose it. It prints which rule lost how much against which other action, and positions to look at. BOT is
a convention (a name, a file, either with changes), a robot, or another bot with a compiled version.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from handsight.cli import arguments, experiment, threads
from handsight.cli.hanabi import options
from handsight.cli.numbers import seed
from handsight.errors import UsageError

EXAMPLE = (
    "  handsight search critic pair --players 2 --games 20 --rules stacks\n"
    "  handsight search critic my.convention --games 100 --workers 2 --out judged --report critic.html"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    jobs = parser.add_subparsers(dest="job", required=True, metavar="JOB")
    critic = jobs.add_parser(
        "critic",
        help="which rule of a convention loses how much, against which other action",
        description=__doc__,
        epilog=f"example:\n{EXAMPLE}",
    )
    add = critic.add_argument
    add("bot", metavar="BOT", help="a convention, a path, either with changes, or a bot such as robot5")
    add("--games", type=int, metavar="G", default=20, help="how many games are judged (default: 20)")
    add(
        "--rollouts",
        type=int,
        metavar="R",
        default=600,
        help="games played on at each move; about a second for 10,000 (default: 600)",
    )
    add(
        "--seed",
        type=seed,
        metavar="S",
        default=1,
        help="deals the games, as in `simulate` (default: 1)",
    )
    add("--workers", type=int, metavar="K", default=1, help="processes on this machine (default: 1)")
    add("--out", metavar="FOLDER", help="keep every judged game; the same command continues from there")
    add("--plot", metavar="FILE", help="draw the loss of each rule, as .svg or .png")
    add("--report", metavar="FILE", help="write the result as a page of its own, .html")
    arguments.add_force(critic)
    add("--json", action="store_true", help="print JSON")
    add("--quiet", action="store_true", help="show no progress")
    threads.add_arguments(critic)
    options.declare("search critic", add)


def run(args: Namespace) -> int:
    """Do the job."""
    return JOBS[args.job](args)


def _critic(args: Namespace) -> int:
    from handsight.analysis.hanabi.convention_critic import criticise

    if args.workers < 1:
        raise UsageError(f"--workers {args.workers} is too few; it takes 1 or more")
    threads.settle(args)
    experiment.check_outputs(args)
    chosen = options.experiment(args, "critic")
    with arguments.usage_errors(), experiment.progress(args) as tell:
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
    experiment.publish(args, found.summary())
    return 0


JOBS = {"critic": _critic}
