"""The option --threads: how many threads a bot that searches uses for a move, if no GPU does the work."""

import os
from argparse import ArgumentParser, Namespace

from handsight.cli import arguments
from handsight.search.search_settings import THREADS_VARIABLE, gpu_wanted, threads


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the option."""
    parser.add_argument(
        "--threads",
        metavar="N",
        help="threads for each move of a bot that searches; the moves are the same for any number"
        f" (default: {THREADS_VARIABLE}, or 1)",
    )


def settle(args: Namespace) -> None:
    """Tell the bots of this process, and of those that it starts, how many threads to use.

    Raises:
        UsageError: That is no number of threads, or a GPU was asked for and there is none.
    """
    if args.threads is not None:
        os.environ[THREADS_VARIABLE] = args.threads
    with arguments.usage_errors(" (--threads)" if args.threads is not None else ""):
        threads()
    with arguments.usage_errors(""):
        gpu_wanted()
