"""What a bot does wrong that is no exception of its own: ending the program, thinking for ever, printing."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from threading import Event, Lock, Thread, current_thread, main_thread
from time import monotonic

LONG_THOUGHT = 10.0
"""Seconds after which a user is told that a bot is still thinking."""


class BotFault(Exception):  # noqa: N818  the error that users see is BotError, which says where, too
    """A bot's fault in a sentence, without the bot, which the seat names."""


class BotMissing(BotFault):
    """There is no such bot: the mistake of whoever named it, not of a bot."""


def fault_text(error: BaseException) -> str:
    """Say in a sentence what a bot did wrong."""
    if isinstance(error, BotFault):
        return str(error)
    if isinstance(error, SystemExit):
        status = "" if error.code is None else repr(error.code)
        return f"SystemExit: it called sys.exit({status}), but a bot only returns actions"
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001  a stranger's exception may do anything
        return type(error).__name__


@contextmanager
def printing_to_stderr() -> Iterator[None]:
    """Send what a bot prints to standard error, since standard output is for results."""
    if current_thread() is not main_thread():  # standard output belongs to all threads
        yield
        return
    with redirect_stdout(sys.stderr):
        yield


class ThoughtWatch:
    """Tells on standard error which bot has been thinking for long, since Python cannot stop it."""

    def __init__(self, seconds: float = LONG_THOUGHT) -> None:
        self._seconds = seconds
        self._lock = Lock()
        self._since: dict[int, tuple[float, str]] = {}
        self._wake = Event()
        self._thread: Thread | None = None

    @contextmanager
    def watching(self, who: str) -> Iterator[None]:
        """Watch while a bot decides; *who* names it and the place."""
        key = current_thread().ident or 0
        with self._lock:
            self._since[key] = (monotonic(), who)
            if self._thread is None:
                self._thread = Thread(target=self._watch, name="slow bots", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._since.pop(key, None)

    def _watch(self) -> None:
        told = set[tuple[float, str]]()
        while not self._wake.wait(self._seconds / 4):
            with self._lock:
                late = {one for one in self._since.values() if monotonic() - one[0] > self._seconds}
            for since, who in late - told:
                long = f"{who} has been thinking for {monotonic() - since:.0f} s"
                remedy = "Ctrl-C ends the run, and --apart --time-limit S stops a bot by itself"
                sys.stderr.write(f"handsight: {long}; {remedy}\n")
            told = late


WATCH = ThoughtWatch()
