"""Mix every bot with every other: a matrix of mixed teams.

A cell is the mean score of one bot (row) in a team of another (column), moving on by a seat with every game;
on the diagonal a bot plays with copies of itself. All cells play the same deals.
"""

from argparse import ArgumentParser, Namespace

from handsight.cli import experiment

EXAMPLE = "  handsight crossplay random careful --players 3 --games 500"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    experiment.add_arguments(parser, "crossplay")


def run(args: Namespace) -> int:
    """Play and print the matrix."""
    return experiment.run(args, "crossplay")
