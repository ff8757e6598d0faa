"""Which executor plays the chunks of an experiment: this thread, threads, processes, or a Dask cluster."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Any

from handsight.errors import InputError
from handsight.lab.dask_cluster import dask_executor

ENGINES = ("auto", "here", "threads", "processes", "dask")
END_SECONDS = 10.0
"""How long idle processes may take to end."""

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
    ignore = (signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the process that started them
    executor = ProcessPoolExecutor(workers, get_context("spawn"), signal.signal, ignore)
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
