"""Workers of this machine: the caller itself, threads, or processes."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Any

from handsight.lab.executor_handle import END_SECONDS, Hired


class Here(Executor):
    """Does the work at once, in the caller's own thread: simple to step through."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do it now."""
        future = Future[Any]()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  whoever asks for the result will see it
            future.set_exception(error)
        return future


@contextmanager
def here(_workers: int) -> Iterator[Hired]:
    """Hire nobody: the caller does the work."""
    yield Hired(Here())


@contextmanager
def threads(workers: int) -> Iterator[Hired]:
    """Hire threads, for players that do not hold the interpreter."""
    executor = ThreadPoolExecutor(workers)
    try:
        yield Hired(executor)
    finally:  # a thread cannot be stopped, but after its piece it finds nothing more to do
        executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def processes(workers: int) -> Iterator[Hired]:
    """Hire processes, for players written in Python."""
    others = set(active_children())
    ignore = (signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the one who hired them
    executor = ProcessPoolExecutor(workers, get_context("spawn"), signal.signal, ignore)
    patience = 0.0
    try:
        yield Hired(executor)
        patience = END_SECONDS
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        _see_off(set(active_children()) - others, patience)


def _see_off(processes: set[BaseProcess], patience: float) -> None:
    """Wait for processes to end, and end those that do not in time."""
    deadline = monotonic() + patience
    for process in processes:
        process.join(max(0.0, deadline - monotonic()))
        if process.is_alive():
            process.kill()
            process.join(END_SECONDS)
