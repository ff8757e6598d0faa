"""A worker process for slow work: it blocks nothing else, can be stopped, and gives every job a deadline."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection as Pipe
from multiprocessing.process import BaseProcess
from threading import Lock
from time import monotonic
from typing import Any

from handsight.errors import HandsightError, RequestError
from handsight.processes import begin_worker
from handsight.web.server.fair_turns import FairTurns
from handsight.web.server.rate_limits import visitor

Report = Callable[[Any], None]
Job = Callable[..., Any]
"""A function at the top level of a module; its first argument reports progress."""
STARTED, PROGRESS, DONE, REFUSED, OUT_OF_MEMORY = "started", "progress", "done", "refused", "out-of-memory"
REQUEST = "request"
START_SECONDS = 60.0
"""Seconds that a process may take to load what a job needs; only then the job's own time begins."""
POLL_SECONDS = 0.25
"""How many seconds pass between questions whether the result is still wanted."""
MEMORY = 2 << 30
"""The usual limit on a worker's memory, in bytes."""
MOST_WAITING = 8
"""Jobs that may wait for one process: each keeps a thread of the server, which has 40."""
MOST_OF_ONE = 6
"""Jobs of one visitor that may wait for one process."""
TOO_LARGE = ("refused", "this is too large; try something smaller")


class Reporter:
    """A job's first argument: a call reports progress, and `request` says what the server wants meanwhile."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._request: Any = None

    def __call__(self, progress: Any) -> None:
        """Report progress to the server."""
        self._pipe.send((PROGRESS, progress))

    def request(self) -> Any:
        """Return what the server asked of this job last; None if it has asked for nothing."""
        while self._pipe.poll():
            _, self._request = self._pipe.recv()
        return self._request


class Worker:
    """A process that does one job at a time; started when needed, and started again if it was killed.

    It may take *memory* bytes; None sets no limit.
    """

    def __init__(self, memory: int | None = None) -> None:
        self._memory = memory
        self._turns = FairTurns()
        self._lock = Lock()
        self._waiting: Counter[str] = Counter()
        self._waiting_lock = Lock()
        self._process: tuple[BaseProcess, Pipe] | None = None
        self._closed = False

    def run(  # noqa: PLR0913  what a job needs, once each
        self,
        job: Job,
        *args: Any,
        seconds: float,
        report: Report = lambda _: None,
        wanted: Callable[[], bool] = lambda: True,
        who: str | None = None,
        requests: Callable[[], Any] = lambda: None,
    ) -> Any:
        """Do a job and return its result, or raise RequestError.

        *report* is called with what the job reports; *wanted* is asked now and then whether to go on; *who*
        is the visitor that it is for, by default the one being served; *requests* is asked now and then what
        the job should do next, which it learns by `Reporter.request`.
        """
        asker = visitor.get() if who is None else who
        with self._queued(asker), self._turns.turn(asker), self._lock:
            if self._closed or not wanted():
                raise _stopped()
            _, pipe = self._process = self._process or _start(self._memory)
            try:
                pipe.send((job, args))
                kind, result = _result(pipe, seconds, report, lambda: wanted() and not self._closed, requests)
            except (EOFError, OSError):
                self._kill()
                raise RequestError(
                    "failed", "the work broke off, perhaps as too large; try something smaller"
                ) from None
            except RequestError:
                self._kill()
                raise
            if kind == OUT_OF_MEMORY:  # what the process remembers leaves no room for others
                self._kill()
        if kind in (REFUSED, OUT_OF_MEMORY):
            raise RequestError(*result)
        return result

    @contextmanager
    def _queued(self, who: str) -> Iterator[None]:
        """In this block, count one more job of a visitor, or raise RequestError if too many wait."""
        with self._waiting_lock:
            if who and self._waiting[who] >= MOST_OF_ONE:
                raise RequestError("waiting", "the server is still answering you; try again in a moment")
            if self._waiting.total() >= MOST_WAITING:
                raise RequestError("waiting", "the server is answering others; try again in a moment")
            self._waiting[who] += 1
        try:
            yield
        finally:
            with self._waiting_lock:
                self._waiting[who] -= 1
                if not self._waiting[who]:
                    del self._waiting[who]

    def close(self) -> None:
        """End the process for good, whatever it is doing."""
        self._closed = True
        with self._lock:
            self._kill()

    def _kill(self) -> None:
        if self._process:
            process, pipe = self._process
            self._process = None
            pipe.close()
            process.kill()
            process.join()


def _result(
    pipe: Pipe, seconds: float, report: Report, wanted: Callable[[], bool], requests: Callable[[], Any]
) -> tuple[str, Any]:
    """Wait for the end of a job, for as long as there is time and the result is wanted."""
    told, deadline = None, monotonic() + START_SECONDS
    while True:
        if (request := requests()) != told:
            pipe.send((REQUEST, request))
            told = request
        if pipe.poll(POLL_SECONDS):
            kind, value = pipe.recv()
            if kind == STARTED:
                deadline = monotonic() + seconds
            elif kind == PROGRESS:
                report(value)
            else:
                return kind, value
        if not wanted():
            raise _stopped()
        if monotonic() > deadline:
            raise RequestError("too-slow", "this took too long and was stopped; try something smaller")


def internal_error(error: Exception) -> tuple[str, str]:
    """Return the code and the message of the RequestError for a bug in Handsight."""
    return "failed", f"this should not have happened: {type(error).__name__}: {error}"


def _stopped() -> RequestError:
    return RequestError("stopped", "this was stopped")


def _start(memory: int | None) -> tuple[BaseProcess, Pipe]:
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(there, memory), daemon=True)
    process.start()
    there.close()
    return process, here


def _work(pipe: Pipe, memory: int | None) -> None:
    """Do one job after the other until the server is gone."""
    begin_worker()
    if memory:
        _limit_memory(memory)
    with suppress(EOFError, OSError):
        while True:
            job, args = pipe.recv()
            if job != REQUEST:  # else it came when the job was done
                pipe.send((STARTED, None))
                pipe.send(_outcome(job, args, Reporter(pipe)))


def _outcome(job: Job, args: tuple[Any, ...], report: Report) -> tuple[str, Any]:
    try:
        return DONE, job(report, *args)
    except HandsightError as error:
        return REFUSED, (error.code if isinstance(error, RequestError) else "refused", str(error))
    except RecursionError:
        return REFUSED, TOO_LARGE
    except MemoryError:
        return OUT_OF_MEMORY, TOO_LARGE
    except OSError:  # the server is gone
        raise
    except Exception as error:  # noqa: BLE001  a fault in a job must not end the process
        return REFUSED, internal_error(error)


def _limit_memory(memory: int) -> None:
    """Limit the memory of this process, where the system can do that."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
