"""Mix every bot with every other: a matrix of mixed teams.

A cell is the mean score of one bot (row) in a team of another (column); it moves on by a seat with every
game. On the diagonal a bot plays with copies of itself. All cells play the same deals.
"""

from argparse import Namespace

from handsight.cli.simulate import EXPERIMENT, run_experiment

EXAMPLE = "  handsight crossplay random careful --players 3 --games 500"
ARGUMENTS = EXPERIMENT


def run(args: Namespace) -> int:
    """Play and print the matrix."""
    return run_experiment(args, "crossplay")
