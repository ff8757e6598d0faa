"""One measured figure, and how to take it."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured, the figure with its unit, and what it is to be held against."""

    what: str
    value: float
    unit: str
    aim: str = ""


def median_seconds(work: Callable[[], object], times: int = 5) -> float:
    """Return the median CPU time of a piece of work, after one run to warm up."""
    work()
    taken = []
    for _ in range(times):
        start = process_time()
        work()
        taken.append(process_time() - start)
    return median(taken)


def median_rate(work: Callable[[], object], pieces: int, times: int = 5) -> float:
    """Return how many pieces a CPU-second does, by the median run, warm."""
    return pieces / max(median_seconds(work, times), 1e-9)
