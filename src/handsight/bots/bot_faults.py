"""What a bot does wrong that is no exception of its own: ending the program, printing."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from threading import current_thread, main_thread


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
