"""Let several bots play the same deals: differences with confidence intervals.

A difference is the first bot's score minus the second's.
"""

from argparse import Namespace

from handsight.cli import shared_options as shared
from handsight.cli.simulate import EXPERIMENT, run_experiment

EXAMPLE = "  handsight compare careful cheat --players 3 --games 2000 --plot difference.svg"
ARGUMENTS = (*EXPERIMENT, shared.CONFIDENCE)


def run(args: Namespace) -> int:
    """Play, compare and print."""
    return run_experiment(args, "compare")
