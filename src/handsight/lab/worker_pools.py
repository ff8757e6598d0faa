"""Workers: in this thread, in threads, in processes or on a Dask cluster; those that die are started again.

A result depends on its task alone, so neither the number of workers, nor the order in which they finish, nor
a worker that dies can change it.
"""

import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from threading import current_thread, main_thread
from time import monotonic
from typing import Any, TypeVar

from handsight.errors import InputError, WorkerError
from handsight.extras import need_extra
from handsight.processes import begin_worker

Task = TypeVar("Task")
Result = TypeVar("Result")

ENGINES = ("auto", "here", "threads", "processes", "dask")
END_SECONDS = 10.0
"""How long idle processes, or the client of a cluster, may take to end."""
TRIES = 3
"""How often in a row workers may die before any of them has finished anything."""
CHECK_SECONDS = 1.0
"""How often to check that there still are workers."""
START_SECONDS = 20.0
"""How long a scheduler of Dask may take to answer, and its first worker to appear."""
ALONE_SECONDS = 60.0
"""How long a run waits for new workers when all of a cluster have gone."""
REMEDY = "start workers with `dask worker ADDRESS`, in an environment with this version of handsight"

OpenPool = tuple[Executor, Callable[[], object]]
"""An executor, and a function that raises WorkerError when all its workers have gone."""


@dataclass(frozen=True)
class WorkerPool:
    """A number of workers of an engine, or those of a Dask scheduler."""

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
        """Whether threads are to be used where the work does not hold the interpreter."""
        return self.engine == "auto" and self.kind == "processes"

    @property
    def window(self) -> int:
        """How many tasks to submit at a time."""
        return 256 if self.kind == "dask" else 2 * self.workers

    def open(self) -> AbstractContextManager[OpenPool]:
        """Open the pool; leaving it ends the workers, and waits for that only a while."""
        if self.scheduler is not None:
            return _cluster(self.scheduler)
        return _threads(self.workers) if self.kind == "threads" else _processes(self.workers)


def _no_check() -> None:
    """Find local workers in order: they cannot go unnoticed."""


@contextmanager
def _threads(workers: int) -> Iterator[OpenPool]:
    executor = ThreadPoolExecutor(workers)
    try:
        yield executor, _no_check
    finally:  # a thread cannot be stopped, but after its task it finds nothing more to do
        executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _processes(workers: int) -> Iterator[OpenPool]:
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


@contextmanager
def _cluster(address: str) -> Iterator[OpenPool]:
    """Open an executor with the workers of the Dask scheduler at an address."""
    need_extra("cluster")
    from distributed import Client  # Dask is an extra
    from distributed.comm.core import CommClosedError
    from distributed.scheduler import KilledWorker

    try:
        client = Client(address, timeout=START_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise WorkerError(f"no scheduler answers at {address} ({error}); write tcp://HOST:PORT") from error
    try:
        _expect_workers(client, address)
        yield client.get_executor(pure=False), _ClusterCheck(client, address)
    except KilledWorker as error:
        raise WorkerError(f"workers keep dying at one piece of work: {error}") from error
    except (CancelledError, CommClosedError) as error:
        raise WorkerError(
            f"the scheduler at {address} was lost ({error}); with --out a run can be continued"
        ) from error
    finally:
        client.close(END_SECONDS)


def _expect_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=START_SECONDS)
    except TimeoutError as error:
        raise WorkerError(f"the scheduler at {address} has no workers; {REMEDY}") from error


class _ClusterCheck:
    """Notices when all workers of a cluster have been gone for too long."""

    def __init__(self, client: Any, address: str) -> None:
        self.client, self.address, self.last_seen = client, address, monotonic()

    def __call__(self) -> None:
        if self.client.scheduler_info()["workers"]:
            self.last_seen = monotonic()
        elif monotonic() - self.last_seen > ALONE_SECONDS:
            raise WorkerError(f"every worker of {self.address} has gone; {REMEDY}")


def finished(
    work: Callable[[Task], Result], tasks: Sequence[Task], pool: WorkerPool
) -> Iterator[tuple[Task, Result]]:
    """Run every task, and yield each with its result as soon as it is finished, in any order."""
    if pool.kind == "here":
        for task in tasks:
            yield task, work(task)
        return
    if pool.kind == "processes":
        _check_picklable(work, tasks)
    left, deaths = dict(enumerate(tasks)), 0
    while left:
        before = len(left)
        try:
            with pool.open() as opened:
                for at, result in _submitted(opened, work, dict(left), pool.window):
                    yield left.pop(at), result
        except BrokenExecutor as error:
            deaths = deaths + 1 if len(left) == before else 1
            if deaths >= TRIES:
                raise WorkerError(
                    f"workers died {deaths} times in a row before they finished anything ({error}); try fewer"
                    ' workers, and in a script start them under `if __name__ == "__main__":`'
                ) from error


def _submitted(
    opened: OpenPool, work: Callable[[Task], Result], tasks: dict[int, Task], window: int
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
