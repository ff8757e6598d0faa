"""Let workers do pieces of work, through the one interface of `concurrent.futures.Executor`.

What a piece yields depends on the piece alone, so neither the number of workers, nor the order in which they
finish, nor a worker that dies on the way can change a result.
"""

import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from itertools import islice
from typing import TypeVar

from handsight.errors import InputError, WorkerError
from handsight.lab.executor_handle import Hired
from handsight.lab.executors import Crew

Piece = TypeVar("Piece")
Result = TypeVar("Result")

TRIES = 3
"""How often in a row workers may die before any of them has finished anything."""
LOOK_SECONDS = 1.0
"""How often to ask whether there still are workers."""


def finished(
    work: Callable[[Piece], Result], pieces: Sequence[Piece], crew: Crew
) -> Iterator[tuple[Piece, Result]]:
    """Do every piece of work, and yield each with its result as soon as it is finished, in any order."""
    if crew.kind == "processes":
        _must_travel(work, pieces)
    left, deaths = dict(enumerate(pieces)), 0
    while left:
        before = len(left)
        try:
            with crew.hired() as hired:
                for at, result in _submitted(hired, work, dict(left), crew.window):
                    yield left.pop(at), result
        except BrokenExecutor as error:
            deaths = deaths + 1 if len(left) == before else 1
            if deaths >= TRIES:
                raise WorkerError(
                    f"workers died {deaths} times in a row before they finished anything ({error}); try fewer"
                    ' workers, and in a script start them under `if __name__ == "__main__":`'
                ) from error


def _submitted(
    hired: Hired, work: Callable[[Piece], Result], pieces: dict[int, Piece], window: int
) -> Iterator[tuple[int, Result]]:
    """Keep some pieces under way, and yield what comes back."""
    waiting, running = iter(pieces.items()), dict[Future[Result], int]()
    while True:
        for at, piece in islice(waiting, window - len(running)):
            running[hired.executor.submit(work, piece)] = at
        if not running:
            return
        done, _ = wait(running, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
        for future in done:
            yield running.pop(future), future.result()
        if not done:
            hired.ask()


def _must_travel(work: Callable[[Piece], object], pieces: Sequence[Piece]) -> None:
    try:
        pickle.dumps((work, pieces[:1]))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(
            f"this bot cannot be sent to other processes ({error}); write its class at the top of a module,"
            " or use one worker"
        ) from error
