"""The options --apart and --time-limit: bots of strangers play in processes of their own."""

from argparse import ArgumentParser, Namespace

from handsight.bots.separate_process import DEFAULT_LIMIT, apart_name, is_users_name, plays_apart, read_limit
from handsight.cli import arguments
from handsight.errors import UsageError


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--apart",
        action="store_true",
        help="play bots of your own (file.py:Class) in processes of their own, which see nothing but views",
    )
    parser.add_argument(
        "--time-limit",
        metavar="S",
        help=f"seconds for a decision of such a bot, or of a program cmd:… (default: {DEFAULT_LIMIT:g})",
    )


def settle(args: Namespace, *options: str) -> None:
    """Write the names of the bots in some options as they play: apart or not, and with which time limit.

    Raises:
        UsageError: There is no bot to which the options apply.
    """
    with arguments.usage_errors(" (--time-limit)"):
        seconds = read_limit(args.time_limit)
    named = [name for option in options for name in _names(getattr(args, option, None))]
    if args.apart and not any(map(is_users_name, named)):
        raise UsageError(
            "--apart is for bots of your own (file.py:Class, cmd:PROGRAM), and none of these is one"
        )
    if args.time_limit is not None and not args.apart and not any(map(plays_apart, named)):
        raise UsageError("--time-limit needs --apart: a bot in this process cannot be stopped")

    def settled(name: str) -> str:
        if plays_apart(name):
            return name if args.time_limit is None else apart_name(name, seconds)
        return apart_name(name, seconds) if args.apart and is_users_name(name) else name

    for option in options:
        value = getattr(args, option, None)
        if isinstance(value, str):
            setattr(args, option, settled(value))
        elif value is not None:
            setattr(args, option, list(map(settled, value)))


def _names(value: str | list[str] | None) -> list[str]:
    return [] if value is None else [value] if isinstance(value, str) else value
