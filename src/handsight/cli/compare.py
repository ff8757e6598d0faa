"""Let several bots play the same deals: differences with confidence intervals.

Every bot plays with copies of itself; in Boeren Bridge (--game boeren) with three of --host. A difference is
the first bot's score minus the second's. --until-clear stops as soon as every pair is decided, with intervals
that hold however often one looks.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from handsight.cli import arguments as words
from handsight.cli import experiment
from handsight.errors import UsageError

EXAMPLE = (
    "  handsight compare careful cheat --players 3 --games 2000 --until-clear 0.05 --plot difference.svg"
)


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    experiment.arguments(parser)
    parser.add_argument("--host", metavar="AGENT", help="Boeren Bridge: who has the other seats (greedy)")
    parser.add_argument("--confidence", type=float, default=0.95, help="of the intervals (default: 0.95)")
    parser.add_argument(
        "--until-clear",
        type=float,
        nargs="?",
        const=0.0,
        metavar="POINTS",
        help="stop once it is clear who is better, or that they differ by no more than POINTS",
    )


def run(args: Namespace) -> int:
    """Play, compare and print."""
    if args.game == "boeren":
        from handsight.cli.boeren import experiments

        return experiments.compare(args)
    if args.host:
        raise UsageError("--host is for Boeren Bridge: add --game boeren")
    from handsight.lab import compare
    from handsight.lab.report import report
    from handsight.lab.text_tables import figures, pairs

    with experiment.asked(), experiment.progress(args) as tell:
        chosen = experiment.options(args, tell)
        found = compare(*args.bot, until_clear=args.until_clear, confidence=args.confidence, **chosen)
    tables = [figures(found.runs), pairs(found)]
    caption = found.runs[0].caption
    if args.json:
        print(words.json_line(found.row))
    else:
        print("\n\n".join([f"{caption}, the same deals for all", *(table.text for table in tables)]))
    experiment.pictures(args, found.plot)
    if args.report:
        title = " and ".join(run.plan.names[0] for run in found.runs)
        Path(args.report).write_text(
            report(title, caption, tables, [found.plot(), found.distribution()]), encoding="utf-8"
        )
    return 0
