"""Slow work in a process of its own: it keeps nobody waiting, it can be stopped, and it has a deadline."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock
from time import monotonic
from typing import Any

from handsight.errors import HandsightError, RequestError

Tell = Callable[[Any], None]
Work = Callable[..., Any]
"""A function at the top of a module; the first thing it is given tells how far it is."""
SAID, DONE, REFUSED, SPENT = "said", "done", "refused", "spent"
LOOK_SECONDS = 0.25
"""How often to ask whether the work is still wanted."""
MEMORY = 2 << 30
"""Bytes that work may take, where it is said that it may not take more."""
MOST_WAITING = 8
"""Pieces of work that may wait for one process: each keeps a thread of the server, which has 40."""


TOO_LARGE = ("refused", "this is too large; try less")


class Apart:
    """A process that does one piece of work at a time; started when needed, and again if killed."""

    def __init__(self, memory: int | None = None) -> None:
        self._memory = memory
        self._lock = Lock()
        self._waiting = 0
        self._counting = Lock()
        self._child: tuple[BaseProcess, Connection] | None = None
        self._ended = False

    def do(
        self,
        work: Work,
        *words: Any,
        seconds: float,
        hear: Tell = lambda _: None,
        wanted: Callable[[], bool] = lambda: True,
    ) -> Any:
        """Do a piece of work and return what comes of it, or raise RequestError."""
        with self._in_line(), self._lock:
            if self._ended or not wanted():
                raise _stopped()
            _, line = self._child = self._child or _started(self._memory)
            try:
                line.send((work, words))
                kind, found = _heard(line, monotonic() + seconds, hear, lambda: wanted() and not self._ended)
            except (EOFError, OSError):
                self._end()
                raise RequestError("failed", "this was too much: the work broke off; try less") from None
            except RequestError:
                self._end()
                raise
            if kind == SPENT:  # what it remembers leaves no room for others
                self._end()
        if kind in (REFUSED, SPENT):
            raise RequestError(*found)
        return found

    @contextmanager
    def _in_line(self) -> Iterator[None]:
        """Wait for the process as one of few, or raise RequestError."""
        with self._counting:
            if self._waiting >= MOST_WAITING:
                raise RequestError("waiting", "others are being answered; try again in a moment")
            self._waiting += 1
        try:
            yield
        finally:
            with self._counting:
                self._waiting -= 1

    def end(self) -> None:
        """Let the process go for good, whatever it is doing."""
        self._ended = True
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._child:
            process, line = self._child
            self._child = None
            line.close()
            process.kill()
            process.join()


def _heard(line: Connection, deadline: float, hear: Tell, wanted: Callable[[], bool]) -> tuple[str, Any]:
    """Wait for the end of the work, for as long as there is time and somebody wants it."""
    while True:
        if line.poll(LOOK_SECONDS):
            kind, found = line.recv()
            if kind != SAID:
                return kind, found
            hear(found)
        if not wanted():
            raise _stopped()
        if monotonic() > deadline:
            raise RequestError("too-slow", "this took too long and was stopped; try less")


def broken(error: Exception) -> tuple[str, str]:
    """Say that the fault is not the asker's, as code and message of a RequestError."""
    return "failed", f"this should not have happened: {type(error).__name__}: {error}"


def _stopped() -> RequestError:
    return RequestError("stopped", "this was stopped")


def _started(memory: int | None) -> tuple[BaseProcess, Connection]:
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(there, memory), daemon=True)
    process.start()
    there.close()
    return process, here


def _serve(line: Connection, memory: int | None) -> None:
    """Do what is asked for, one piece after the other, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the server
    if memory:
        _at_most(memory)
    with suppress(EOFError, OSError):
        while True:
            work, words = line.recv()
            line.send(_outcome(work, words, lambda said: line.send((SAID, said))))


def _outcome(work: Work, words: tuple[Any, ...], tell: Tell) -> tuple[str, Any]:
    try:
        return DONE, work(tell, *words)
    except HandsightError as error:
        return REFUSED, (error.code if isinstance(error, RequestError) else "refused", str(error))
    except RecursionError:
        return REFUSED, TOO_LARGE
    except MemoryError:
        return SPENT, TOO_LARGE
    except OSError:  # nobody listens
        raise
    except Exception as error:  # noqa: BLE001  a fault in the work must not end the server's patience
        return REFUSED, broken(error)


def _at_most(memory: int) -> None:
    """Take no more memory than this, where the system can hold us to it."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
