"""Who does the work, as one asks for it."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from handsight.errors import InputError
from handsight.lab import local_executors
from handsight.lab.dask_cluster import cluster
from handsight.lab.executor_handle import Hired
from handsight.lab.hanabi.plan import Plan

ENGINES = ("auto", "here", "threads", "processes", "dask")
POOLS = {
    "here": local_executors.here,
    "threads": local_executors.threads,
    "processes": local_executors.processes,
}


@dataclass(frozen=True)
class Crew:
    """Who works: so many workers of an engine, or those of a Dask scheduler."""

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
        """The engine to use: one worker needs nobody else, and Python bots need processes of their own."""
        if self.engine != "auto":
            return self.engine
        return "here" if self.workers == 1 else "processes"

    def suited(self, plans: Iterable[Plan]) -> "Crew":
        """Return who is best for these plans: compiled players do not hold the interpreter, so threads do."""
        if self.kind == "processes" and self.engine == "auto" and all(plan.team for plan in plans):
            return replace(self, engine="threads")
        return self

    @property
    def window(self) -> int:
        """How many pieces to have under way."""
        return {"here": 1, "dask": 256}.get(self.kind, 2 * self.workers)

    def hired(self) -> AbstractContextManager[Hired]:
        """Open an executor; leaving it lets the workers go, and waits no longer than a while for that."""
        if self.scheduler is not None:
            return cluster(self.scheduler)
        return POOLS[self.kind](self.workers)
