"""Play many games: mean with its error, histogram, rates.

One BOT for all seats, or one for each. A game follows from the seed and its number alone, so the result is
the same, bit for bit, for any number of workers.
"""

from argparse import ArgumentParser, Namespace

from handsight.cli import experiment

EXAMPLE = (
    "  handsight simulate careful --players 3 --games 1000 --out results --save-games 5\n"
    "  handsight simulate --game boeren full-kripke greedy-kripke greedy random --games 20000"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    experiment.add_arguments(parser, "simulate")
    parser.add_argument(
        "--save-games",
        type=int,
        metavar="N",
        help="write the first N games to a file in the folder of --out, or here",
    )


def run(args: Namespace) -> int:
    """Play, print, and keep what is to be kept."""
    return experiment.run(args, "simulate")
