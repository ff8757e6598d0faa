"""What commands print and write: text fitted to the terminal, JSON, files, and progress on stderr.

The width is that of the terminal, or `COLUMNS` where that is set. Otherwise lines that go to a file or to
another program stay whole, so that they can be searched and compared; messages on stderr always do.
"""

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import IO, Any

from handsight.errors import Interrupted, UsageError
from handsight.safe_files import write_file
from handsight.text.counting_from_one import counted
from handsight.text.wrapping import fitted

SECONDS_BETWEEN_LINES = 10.0
"""How often a line of progress is printed where stderr is no terminal."""
SECONDS_TO_FIRST_LINE = 3.0
"""After how long the first line is printed."""
Progress = Callable[[int, int], None]
"""A function to call with how many games are done, and how many there are."""


def _pictures() -> dict[int, str]:
    """Return, by code, what to print for each control character except line ends and tabs."""
    shown = {code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\n\t"}
    shown |= {code: f"\\x{code:02x}" for code in range(0x80, 0xA0)}  # each is an escape of its own
    turning = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))  # they turn the direction of the text around
    return shown | {0x7F: "\N{SYMBOL FOR DELETE}"} | {code: f"\\u{code:04x}" for code in turning}


PICTURES = _pictures()


class PlainStream:
    """A stream that prints control characters visibly, since names and files may hold any."""

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text, with a picture for every control character."""
        return self.stream.write(text if text.isprintable() else text.translate(PICTURES))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def raw(stream: Any) -> IO[str]:
    """Return the stream inside a PlainStream, for whole files and for coloured drawings."""
    found: IO[str] = stream.stream if isinstance(stream, PlainStream) else stream
    return found


@contextmanager
def plain_streams() -> Iterator[None]:
    """Show control characters instead of sending them to the terminal, in this block."""
    before = sys.stdout, sys.stderr
    plain: Any = PlainStream(raw(sys.stdout)), PlainStream(raw(sys.stderr))
    sys.stdout, sys.stderr = plain
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def width_of(stream: IO[str]) -> int | None:
    """Return how many columns a stream has; None where lines may have any length."""
    named = os.environ.get("COLUMNS", "")
    if named.isascii() and named.isdecimal() and len(named) < 6 and int(named):
        return int(named)
    try:
        return os.get_terminal_size(stream.fileno()).columns or None if stream.isatty() else None
    except (OSError, ValueError):  # closed, or no file at all
        return None


def say(text: str) -> None:
    """Print text for people on stdout."""
    print(fitted(text, width_of(sys.stdout)))


def remark(text: str) -> None:
    """Print text for people on stderr: what is not the result itself."""
    print(fitted(text, width_of(sys.stderr) if sys.stderr.isatty() else None), file=sys.stderr)


def print_json(row: Mapping[str, Any]) -> None:
    """Print an object as one line of JSON, at once."""
    print(json.dumps(row, ensure_ascii=False), flush=True)


def answer(args: Namespace, row: Mapping[str, Any], *lines: str) -> None:
    """Print an answer: with --json as a line of JSON, else as text for people."""
    if args.json:
        print_json(row)
    elif lines:
        say("\n".join(lines))


def write_output(out: str, text: str, what: str, *, force: bool) -> None:
    """Write a whole file or none, and say what was written; `-` is standard output."""
    if out == "-":
        raw(sys.stdout).write(text)
        return
    write_file(Path(out), text, replace=force)
    print(f"wrote {out} ({what})", file=sys.stderr)


def check_file(path: Path, option: str, *, force: bool = False) -> None:
    """Raise UsageError if a file cannot be written, or exists already and *force* is false."""
    if path.is_dir():
        raise UsageError(f"{path} is a folder; name a file in it with {option}")
    if path.is_file() and not force:
        raise UsageError(f"{path} exists already; replace it with --force, or choose another with {option}")
    if path.exists():
        if not os.access(path, os.W_OK):
            raise UsageError(f"{path} cannot be written; choose another file with {option}")
        return
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {path.parent} for {path.name}; make it, or change {option}")
    from tempfile import TemporaryFile

    try:
        TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise UsageError(
            f"nothing can be written in {path.parent} ({error.strerror}); choose another place with {option}"
        ) from None


def check_page(report: str | None, *, force: bool) -> None:
    """Raise UsageError if the file of --report does not end in .html, or `check_file` refuses it."""
    if report is not None and Path(report).suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"--report writes a web page; name a file that ends in .html, not {report}")
    if report is not None:
        check_file(Path(report), "--report", force=force)


@contextmanager
def progress(args: Namespace) -> Iterator[Progress | None]:
    """Show progress on stderr in this block; if it is interrupted, print what is kept.

    A terminal gets a bar, a file or a log a line every few seconds, and with --quiet nothing is shown.
    """
    shown = nullcontext() if args.quiet else progress_bar() if sys.stderr.isatty() else progress_lines()
    try:
        with shown as tell:
            yield tell
    except KeyboardInterrupt as stop:
        if "out" in args:
            kept = _kept(args, stop.games if isinstance(stop, Interrupted) else None)
            print(f"handsight: interrupted; {kept}", file=sys.stderr)
        raise


def _kept(args: Namespace, games: int | None) -> str:
    """Return a sentence: how many games an interrupted run has saved, and how to continue it."""
    if args.out is None:
        return "nothing was kept (--out FOLDER keeps games as they are played, and continues from there)"
    many = "the games played before" if games is None else counted(games, "game")
    verb = "is" if games == 1 else "are"
    same = "the same command" if isinstance(args.seed, int) else f"the same command with --seed {args.seed}"
    return f"{many} {verb} kept in {args.out}, and {same} continues from there"


@contextmanager
def progress_lines() -> Iterator[Progress]:
    """Print a line of progress now and then, for stderr that goes to a file or a log.

    A thread prints them, so that something is said also while the first game goes on.
    """
    start, ended, now = monotonic(), Event(), [0, 0]

    def tell(*done_and_total: int) -> None:
        now[:] = done_and_total

    def print_lines() -> None:
        wait = SECONDS_TO_FIRST_LINE
        while not ended.wait(wait):
            wait, (done, total), passed = SECONDS_BETWEEN_LINES, now, monotonic() - start
            of = f" of {total:,}" if total else ""
            rest = (
                f", about {passed / done * (total - done):,.0f} s left" if done else f" after {passed:,.0f} s"
            )
            if not done or done < total:
                print(f"{done:,}{of} done{rest}", file=sys.stderr, flush=True)

    thread = Thread(target=print_lines, daemon=True)
    thread.start()
    try:
        yield tell
    finally:
        ended.set()
        thread.join()


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Show a bar of progress on a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("done", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=raw(sys.stderr)), transient=True) as bar:
        task = bar.add_task("done", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
