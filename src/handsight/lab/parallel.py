"""Run tasks on any `concurrent.futures.Executor`, and start workers again when they die.

A result depends on its task alone, so neither the number of workers, nor the order in which they finish, nor
a worker that dies can change it.
"""

import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from itertools import islice
from typing import TypeVar

from handsight.errors import InputError, WorkerError
from handsight.lab.executors import ExecutorSettings, OpenExecutor

Task = TypeVar("Task")
Result = TypeVar("Result")

TRIES = 3
"""How often in a row workers may die before any of them has finished anything."""
CHECK_SECONDS = 1.0
"""How often to check that there still are workers."""


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
