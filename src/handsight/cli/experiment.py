"""Words that experiments share: which bots, how many games, on which terms, by whom, and where results go."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from handsight.cli import arguments as words
from handsight.cli import output_paths
from handsight.errors import InputError, Interrupted, UsageError
from handsight.hanabi import RULE_SETS, rule_set

if TYPE_CHECKING:  # a verb's help needs no laboratory
    from matplotlib.figure import Figure

    from handsight.lab.hanabi.options import Options


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of an experiment with bots."""
    parser.add_argument(
        "bot",
        nargs="+",
        metavar="BOT",
        help="a bot (`handsight bots` lists them), or your own: file.py:Class",
    )
    conditions(parser)


def conditions(parser: ArgumentParser) -> None:
    """Declare which games are played, by whom, and where results go."""
    add = parser.add_argument
    add(
        "--players",
        type=int,
        metavar="N",
        help="how many seats (default: 3; simulate: one for each bot named)",
    )
    add("--games", type=int, metavar="G", default=1_000, help="how many games (default: 1000)")
    add("--seed", type=int, metavar="S", default=1, help="the same seed deals the same games (default: 1)")
    add(
        "--rules",
        metavar="NAME",
        help=f"rule set: {', '.join(RULE_SETS)} (default: official); Boeren Bridge: text, author, fifteen",
    )
    words.game(parser, "hanabi")
    add("--rounds", metavar="CARDS", help="Boeren Bridge: the cards of each round (default: 3-4-5-4-3)")
    add(
        "--set",
        action="append",
        default=[],
        metavar="SWITCH=VALUE",
        help="a rule switch, e.g. refund_five=no",
    )
    add("--variant", default="No Variant", metavar="NAME", help="a variant of hanab.live, by name or number")
    add("--hand", type=int, metavar="CARDS", help="cards in a hand, where not the usual number")
    add("--workers", type=int, metavar="K", default=1, help="workers on this machine (default: 1)")
    add("--engine", default="auto", help="auto, here, threads, processes, dask (default: auto)")
    add("--scheduler", metavar="ADDRESS", help="of a Dask cluster, e.g. tcp://10.0.0.1:8786")
    add("--out", metavar="FOLDER", help="write a row a game (Parquet); a run that was broken off goes on")
    add("--plot", metavar="FILE", help="draw the result, as .svg or .png")
    add("--report", metavar="FILE", help="write the result as a page of its own, .html")
    add("--json", action="store_true", help="print JSON")
    add("--quiet", action="store_true", help="show no progress")


def options(args: Namespace, tell: Callable[[int, int], None] | None) -> "Options":
    """Return the words as the library takes them."""
    output_paths.check(args)
    if args.game == "boeren":
        raise UsageError("this experiment is not for Boeren Bridge; simulate and compare are")
    if args.rounds:
        raise UsageError("--rounds is for Boeren Bridge: add --game boeren to simulate or compare")
    rules = rule_set(args.rules or "official")
    for name, value in words.switches(args):
        rules = rules.switched(name, value)
    chosen: Options = {"games": args.games, "seed": args.seed, "rules": rules}
    chosen["variant"] = words.variant_in(args.variant)
    chosen |= {"workers": args.workers, "engine": args.engine}
    if args.players is not None:
        chosen["players"] = args.players
    if args.hand == 0:  # which the library takes for the usual number
        raise UsageError("hands of 0 cards cannot be dealt; leave --hand out for the usual number")
    if args.hand is not None:
        chosen["hand"] = args.hand
    if args.scheduler is not None:
        chosen["scheduler"] = args.scheduler
    if args.out is not None:
        chosen["out"] = args.out
    if tell is not None:
        chosen["progress"] = tell
    return chosen


@contextmanager
def asked() -> Iterator[None]:
    """Tell wrong words as such: all that an experiment is asked for stands on the command line."""
    try:
        yield
    except InputError as error:
        raise UsageError(str(error)) from error


@contextmanager
def progress(args: Namespace) -> Iterator[Callable[[int, int], None] | None]:
    """Show on stderr how far the games are, where somebody is watching; say what is left if they stop it."""
    try:
        with _bar(args) as tell:
            yield tell
    except KeyboardInterrupt as stop:
        left = _left(args.out, stop.games if isinstance(stop, Interrupted) else None)
        print(f"handsight: broken off; {left}", file=sys.stderr)
        raise


def _left(out: str | None, games: int | None) -> str:
    """Say what a run that was broken off leaves: how many games, where they are known."""
    if out is None:
        return "nothing was kept (--out FOLDER keeps games as they are played, and goes on from there)"
    many = "the games played before" if games is None else f"{games:,} game{'s' * (games != 1)}"
    verb = "is" if games == 1 else "are"
    return f"{many} {verb} kept in {out}, and the same command goes on from there"


@contextmanager
def _bar(args: Namespace) -> Iterator[Callable[[int, int], None] | None]:
    if args.quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("done", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("done", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def pictures(args: Namespace, draw: Callable[[], "Figure"]) -> None:
    """Draw the result, where that is asked for."""
    if args.plot:
        from handsight.lab.plots import save

        save(draw(), args.plot)
