"""One measured figure, and how to take it."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time


@dataclass(frozen=True, slots=True)
class Measurement:
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


def settled_seconds(work: Callable[[], object], *, most: int = 300, least: int = 3) -> float:
    """Return the median CPU time of as many runs as a second has room for, once everything is warm."""
    times = int(1 / max(median_seconds(work, 1), 1e-9))
    if times > most // 10:
        median_seconds(work, most // 10)
    return median_seconds(work, max(least, min(most, times)))


def median_rate(work: Callable[[], object], pieces: int, times: int = 5) -> float:
    """Return how many pieces a CPU-second does, by the median run, warm."""
    return pieces / max(median_seconds(work, times), 1e-9)
