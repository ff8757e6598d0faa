"""What the verbs that play many games share: options, progress, and how results are printed and kept."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from handsight.cli import apart, arguments, game_options, threads
from handsight.cli.games import DEFAULT_GAME, GAMES, title
from handsight.cli.numbers import seed
from handsight.cli.output import raw, width_of
from handsight.errors import Interrupted, UsageError
from handsight.roster import roster
from handsight.safe_files import write_file

if TYPE_CHECKING:  # the help of a verb needs no laboratory
    from handsight.lab import Summary
    from handsight.lab.games import ExperimentResult

SECONDS_BETWEEN_LINES = 10.0
"""How often a line of progress is printed where stderr is no terminal."""
SECONDS_TO_FIRST_LINE = 3.0
"""After how long the first line is printed."""
Progress = Callable[[int, int], None]
"""Is called with how many games are done, and how many there are."""


def add_arguments(parser: ArgumentParser, verb: str) -> None:
    """Declare the arguments of an experiment with bots."""
    parser.add_argument(
        "bot",
        nargs="+",
        metavar="BOT",
        help="a bot (`handsight bots` lists them), or your own: file.py:Class, or cmd:PROGRAM",
    )
    add_conditions(parser)
    apart.add_arguments(parser)
    threads.add_arguments(parser)
    arguments.add_game(parser, verb, DEFAULT_GAME)


def add_conditions(parser: ArgumentParser) -> None:
    """Declare how many games are played, by which workers, and where results go."""
    add = parser.add_argument
    add("--games", type=int, metavar="G", default=1_000, help="how many games (default: 1000)")
    add(
        "--seed",
        type=seed,
        metavar="S",
        default=1,
        help="the same seed deals the same games: a number, a text, or secret for one that no bot can guess"
        " (default: 1)",
    )
    add_workers(parser, "game")
    add("--plot", metavar="FILE", help="draw the result, as .svg or .png")
    add("--report", metavar="FILE", help="write the result as a page of its own, .html")
    arguments.add_force(parser)
    add("--json", action="store_true", help="print JSON")


def add_workers(parser: ArgumentParser, row: str) -> None:
    """Declare which workers share the work, where results go (a *row* for each what), and progress."""
    add = parser.add_argument
    add("--workers", type=int, metavar="K", default=1, help="workers on this machine (default: 1)")
    add("--engine", default="auto", help="auto, here, threads, processes, dask (default: auto)")
    add("--scheduler", metavar="ADDRESS", help="of a Dask cluster, e.g. tcp://10.0.0.1:8786")
    add(
        "--out",
        metavar="FOLDER",
        help=f"write a row for each {row} (Parquet); the same command continues an interrupted run",
    )
    add("--quiet", action="store_true", help="show no progress")


def run(args: Namespace, verb: str) -> int:
    """Do an experiment with the game that was asked for, and print what came out."""
    from handsight.lab import game_lab

    game = args.game or DEFAULT_GAME
    game_options.settle(args, [game])
    laboratory = game_lab(game)
    experiment: Callable[..., ExperimentResult] | None = getattr(laboratory, verb, None)
    if experiment is None:
        able = [title(name) for name in GAMES if hasattr(game_lab(name), verb)]
        raise UsageError(f"{title(game)} has no {verb}; {' and '.join(able)} has")
    apart.settle(args, "bot", "host")
    threads.settle(args)
    check_outputs(args)
    path = _file_for_games(args, game, laboratory.SAVED_GAMES) if verb == "simulate" else None
    own = GAMES[game].module("options")
    with arguments.usage_errors(), progress(args) as tell:
        result = experiment(*args.bot, **own.experiment(args, verb), **options(args, tell))
    if path:
        with TemporaryDirectory() as folder:
            draft = Path(folder) / path.name
            laboratory.save_games(result, args.save_games, draft)
            text = draft.read_text(encoding="utf-8")
        arguments.write_output(str(path), text, "the first games", force=args.force)
    publish(args, own.summary(args, result) if hasattr(own, "summary") else result.summary())
    return 0


def check_outputs(args: Namespace) -> None:
    """Refuse a file of --report or --plot that could not be written, before the first game is played."""
    if args.plot:
        from handsight.lab.plots import kind_of

        with arguments.usage_errors():
            kind_of(args.plot)
    for option in ("plot", "report"):
        if getattr(args, option):
            arguments.check_file(Path(getattr(args, option)), f"--{option}", force=args.force)


def publish(args: Namespace, summary: "Summary") -> None:
    """Print the summary of an experiment, draw it and write a report, as far as that is asked for."""
    print(arguments.json_line(summary.json) if args.json else summary.fitted(width_of(sys.stdout)))
    if args.plot:
        from handsight.lab.plots import save

        save(summary.plots[summary.drawn](), args.plot)
        print(f"wrote {args.plot}", file=sys.stderr)
    if args.report:
        write_file(Path(args.report), summary.report())
        print(f"wrote {args.report}", file=sys.stderr)


def options(args: Namespace, progress: Progress | None) -> dict[str, Any]:
    """Return the options of every experiment, as keyword arguments of the library's functions."""
    names = ("games", "seed", "workers", "engine", "scheduler", "out", "confidence")
    return {name: getattr(args, name) for name in names if hasattr(args, name)} | {"progress": progress}


def _file_for_games(args: Namespace, game: str, name: str) -> Path | None:
    """Return where --save-games writes the first games; no existing file of others is overwritten."""
    if args.save_games is None:
        return None
    if args.save_games < 1:
        raise UsageError(f"{args.save_games} games cannot be saved; ask for 1 or more")
    path = Path(args.out or ".") / name
    if args.out is None:
        arguments.check_file(path, "--out", force=args.force)
    for bot in args.bot:
        with arguments.usage_errors():
            repeatable = roster(game).find_bot(bot).repeatable
        if not repeatable:
            raise UsageError(f"{bot} thinks for a given time, so its games cannot be played again and saved")
    return path


@contextmanager
def progress(args: Namespace) -> Iterator[Progress | None]:
    """Show progress on stderr, whatever stdout is; where the run is interrupted, say what is kept.

    A terminal gets a bar, a file or a log a line every few seconds.
    """
    try:
        with progress_bar(args) as tell:
            yield tell
    except KeyboardInterrupt as stop:
        kept = _kept(args, stop.games if isinstance(stop, Interrupted) else None)
        print(f"handsight: interrupted; {kept}", file=sys.stderr)
        raise


def _kept(args: Namespace, games: int | None) -> str:
    """Say how many games an interrupted run has saved."""
    if args.out is None:
        return "nothing was kept (--out FOLDER keeps games as they are played, and continues from there)"
    many = "the games played before" if games is None else f"{games:,} game{'s' * (games != 1)}"
    verb = "is" if games == 1 else "are"
    same = "the same command" if isinstance(args.seed, int) else f"the same command with --seed {args.seed}"
    return f"{many} {verb} kept in {args.out}, and {same} continues from there"


class LinesOfProgress:
    """Prints a line of progress now and then, for stderr that goes to a file or a log.

    A thread prints them, so that something is said also while the first game goes on.
    """

    def __init__(self) -> None:
        self._start = monotonic()
        self._done, self._total = 0, 0
        self._ended = Event()
        self._thread = Thread(target=self._print, daemon=True)

    def tell(self, done: int, total: int) -> None:
        """Note how much is done."""
        self._done, self._total = done, total

    def line(self) -> str:
        """Return what there is to say now."""
        passed = monotonic() - self._start
        if not self._done:
            of = f" of {self._total:,}" if self._total else ""
            return f"0{of} done after {passed:,.0f} s"
        left = passed / self._done * (self._total - self._done)
        return f"{self._done:,} of {self._total:,} done, about {left:,.0f} s left"

    def _print(self) -> None:
        wait = SECONDS_TO_FIRST_LINE
        while not self._ended.wait(wait):
            wait = SECONDS_BETWEEN_LINES
            if not self._total or self._done < self._total:
                print(self.line(), file=sys.stderr, flush=True)

    def __enter__(self) -> Progress:
        self._thread.start()
        return self.tell

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()


@contextmanager
def progress_bar(args: Namespace) -> Iterator[Progress | None]:
    """Show progress on stderr: a bar in a terminal, otherwise a line every few seconds."""
    if args.quiet:
        yield None
        return
    if not sys.stderr.isatty():
        with LinesOfProgress() as tell:
            yield tell
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("done", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=raw(sys.stderr)), transient=True) as bar:
        task = bar.add_task("done", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
