"""How bots run: the options --apart and --time-limit, for processes of their own, and --threads."""

import os
from argparse import Namespace

from handsight.bots.apart import DEFAULT_LIMIT, apart_name, is_users_name, plays_apart, read_limit
from handsight.cli.command_parser import flag, option
from handsight.cli.shared_options import usage_errors
from handsight.errors import UsageError
from handsight.search.gpu_device import gpu_wanted
from handsight.search.threads import THREADS_VARIABLE, threads

THREADS = option(
    "--threads",
    metavar="N",
    help="threads for each move of a bot that searches; the moves are the same for any number"
    f" (default: {THREADS_VARIABLE}, or 1)",
)
BOT_PROCESSES = (
    flag("--apart", "run your own bots (file.py:Class) in separate processes, which are sent only views"),
    option(
        "--time-limit",
        metavar="S",
        help=f"seconds for a decision of such a bot, or of a program cmd:… (default: {DEFAULT_LIMIT:g})",
    ),
)
"""Whether bots of strangers play in processes of their own."""


def settle_threads(args: Namespace) -> None:
    """Tell the bots of this process, and of those that it starts, how many threads to use.

    Raises:
        UsageError: That is no number of threads, or a GPU was asked for and there is none.
    """
    if args.threads is not None:
        os.environ[THREADS_VARIABLE] = args.threads
    with usage_errors(" (--threads)" if args.threads is not None else ""):
        threads()
    with usage_errors():
        gpu_wanted()


def settle_bots(args: Namespace, *options: str) -> None:
    """Write the names of the bots in some options as they play: apart or not, and with which time limit.

    Raises:
        UsageError: There is no bot to which --apart or --time-limit apply, or --threads is wrong.
    """
    with usage_errors(" (--time-limit)"):
        seconds = read_limit(args.time_limit)
    values = {name: value for name in options if (value := getattr(args, name, None)) is not None}
    named = {name: [value] if isinstance(value, str) else value for name, value in values.items()}
    every = [bot for bots in named.values() for bot in bots]
    if args.apart and not any(map(is_users_name, every)):
        raise UsageError("--apart is for bots of your own, file.py:Class or cmd:PROGRAM, and none is named")
    if args.time_limit is not None and not args.apart and not any(map(plays_apart, every)):
        raise UsageError("--time-limit needs --apart: a bot in this process cannot be stopped")

    def settled(name: str) -> str:
        if plays_apart(name):
            return name if args.time_limit is None else apart_name(name, seconds)
        return apart_name(name, seconds) if args.apart and is_users_name(name) else name

    for name, bots in named.items():
        as_played = list(map(settled, bots))
        setattr(args, name, as_played[0] if isinstance(values[name], str) else as_played)
    settle_threads(args)
