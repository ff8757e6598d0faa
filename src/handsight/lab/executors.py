"""Run tasks here, in threads, in processes or on a Dask cluster, and start workers again when they die.

A result depends on its task alone, so neither the number of workers, nor the order in which they finish, nor
a worker that dies can change it.
"""

import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from threading import current_thread, main_thread
from time import monotonic
from typing import Any, TypeVar

from handsight.errors import InputError, WorkerError
from handsight.lab.dask_cluster import dask_executor
from handsight.processes import begin_worker

Task = TypeVar("Task")
Result = TypeVar("Result")

ENGINES = ("auto", "here", "threads", "processes", "dask")
END_SECONDS = 10.0
"""How long idle processes may take to end."""
TRIES = 3
"""How often in a row workers may die before any of them has finished anything."""
CHECK_SECONDS = 1.0
"""How often to check that there still are workers."""

OpenExecutor = tuple[Executor, Callable[[], None]]
"""An executor, and a function that raises WorkerError when all its workers have gone."""


@dataclass(frozen=True)
class ExecutorSettings:
    """So many workers of an engine, or those of a Dask scheduler."""

    workers: int = 1
    engine: str = "auto"
    scheduler: str | None = None

    def __post_init__(self) -> None:
        if self.engine not in ENGINES:
            raise InputError(f"no engine is called {self.engine!r}; choose {', '.join(ENGINES)}")
        if self.workers < 1:
            raise InputError(f"{self.workers} workers cannot do anything; choose 1 or more")
        if (self.engine == "dask") != (self.scheduler is not None):
            raise InputError("a Dask cluster needs both --engine dask and --scheduler tcp://HOST:PORT")

    @property
    def kind(self) -> str:
        """The engine to use: one worker needs no executor, and Python bots need processes."""
        if self.engine != "auto":
            return self.engine
        return "here" if self.workers == 1 else "processes"

    @property
    def may_be_threads(self) -> bool:
        """Whether threads are to be used where every bot is compiled."""
        return self.engine == "auto" and self.kind == "processes"

    def with_threads(self) -> "ExecutorSettings":
        """Return the same number of workers as threads."""
        return replace(self, engine="threads")

    @property
    def window(self) -> int:
        """How many chunks to submit at a time."""
        return {"here": 1, "dask": 256}.get(self.kind, 2 * self.workers)

    def open(self) -> AbstractContextManager[OpenExecutor]:
        """Open the executor; leaving it ends the workers, and waits for that only a while."""
        if self.scheduler is not None:
            return dask_executor(self.scheduler)
        return {"here": _here, "threads": _threads, "processes": _processes}[self.kind](self.workers)


def _no_check() -> None:
    """Find local workers in order: they cannot go unnoticed."""


class Here(Executor):
    """Runs everything at once in the caller's thread, which is simple to step through."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run it now."""
        future = Future[Any]()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  the caller sees it when asking for the result
            future.set_exception(error)
        return future


@contextmanager
def _here(_workers: int) -> Iterator[OpenExecutor]:
    yield Here(), _no_check


@contextmanager
def _threads(workers: int) -> Iterator[OpenExecutor]:
    executor = ThreadPoolExecutor(workers)
    try:
        yield executor, _no_check
    finally:  # a thread cannot be stopped, but after its chunk it finds nothing more to do
        executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _processes(workers: int) -> Iterator[OpenExecutor]:
    others = set(active_children())
    begin = partial(begin_worker, at_once=current_thread() is main_thread())
    executor = ProcessPoolExecutor(workers, get_context("spawn"), begin)
    patience = 0.0
    try:
        yield executor, _no_check
        patience = END_SECONDS
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        _end(set(active_children()) - others, patience)


def _end(processes: set[BaseProcess], patience: float) -> None:
    """Wait for processes to end, and kill those that do not in time."""
    deadline = monotonic() + patience
    for process in processes:
        process.join(max(0.0, deadline - monotonic()))
        if process.is_alive():
            process.kill()
            process.join(END_SECONDS)


def finished(
    work: Callable[[Task], Result], tasks: Sequence[Task], executors: ExecutorSettings
) -> Iterator[tuple[Task, Result]]:
    """Run every task, and yield each with its result as soon as it is finished, in any order."""
    if executors.kind == "processes":
        _check_picklable(work, tasks)
    left, deaths = dict(enumerate(tasks)), 0
    while left:
        before = len(left)
        try:
            with executors.open() as opened:
                for at, result in _submitted(opened, work, dict(left), executors.window):
                    yield left.pop(at), result
        except BrokenExecutor as error:
            deaths = deaths + 1 if len(left) == before else 1
            if deaths >= TRIES:
                raise WorkerError(
                    f"workers died {deaths} times in a row before they finished anything ({error}); try fewer"
                    ' workers, and in a script start them under `if __name__ == "__main__":`'
                ) from error


def _submitted(
    opened: OpenExecutor, work: Callable[[Task], Result], tasks: dict[int, Task], window: int
) -> Iterator[tuple[int, Result]]:
    """Keep a window of tasks submitted, and yield results as they come."""
    executor, check = opened
    waiting, running = iter(tasks.items()), dict[Future[Result], int]()
    while True:
        for at, task in islice(waiting, window - len(running)):
            running[executor.submit(work, task)] = at
        if not running:
            return
        done, _ = wait(running, timeout=CHECK_SECONDS, return_when=FIRST_COMPLETED)
        for future in done:
            yield running.pop(future), future.result()
        if not done:
            check()


def _check_picklable(work: Callable[[Task], object], tasks: Sequence[Task]) -> None:
    try:
        pickle.dumps((work, tasks[:1]))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(
            f"this bot cannot be sent to other processes ({error}); write its class at the top of a module,"
            " or use one worker"
        ) from error
