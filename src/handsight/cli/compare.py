"""Let several bots play the same deals: differences with confidence intervals.

A difference is the first bot's score minus the second's.
"""

from argparse import ArgumentParser, Namespace

from handsight.cli import experiment

EXAMPLE = (
    "  handsight compare careful cheat --players 3 --games 2000 --until-clear 0.05 --plot difference.svg"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    experiment.add_arguments(parser, "compare")
    parser.add_argument("--confidence", type=float, default=0.95, help="of the intervals (default: 0.95)")


def run(args: Namespace) -> int:
    """Play, compare and print."""
    return experiment.run(args, "compare")
