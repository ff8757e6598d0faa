"""Workers that were hired, whoever they are."""

from collections.abc import Callable
from concurrent.futures import Executor
from typing import NamedTuple

END_SECONDS = 10.0
"""How long workers that have nothing left to do may take to leave."""


class Hired(NamedTuple):
    """An executor, and a question that raises WorkerError once it has no workers any more."""

    executor: Executor
    ask: Callable[[], None] = lambda: None
