"""The experiment runner, the same for every game: chunks, workers, resuming, progress, interruption."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from handsight.errors import InputError, Interrupted, WorkerError
from handsight.lab.executors import ExecutorSettings, finished
from handsight.lab.plan import Found, Identities, Plan, Rows, check_games, fingerprint
from handsight.lab.result_files import ResultFolder, missing

PlanT = TypeVar("PlanT", bound=Plan)
ResultT = TypeVar("ResultT", bound="PlayedGames[Any]")

Progress = Callable[[int, int], None]
"""Called with how many games are done, and of how many; before that, with how many plans are compiled."""

CHUNKS, MOST_IN_CHUNK = 100, 5_000
"""A run is cut into about so many chunks, each of at most so many games."""


FEW_GAMES = 100
"""Fewer games than this of bots that are not compiled are played one by one."""


class RunSettings(NamedTuple):
    """How games are played; none of it changes the results."""

    workers: int = 1
    engine: str = "auto"
    scheduler: str | None = None
    out: str | Path | None = None
    """A folder for the results; an interrupted run continues from there."""
    progress: Progress | None = None


@dataclass(frozen=True)
class Chunk:
    """Some games of one of the plans, with what a worker must have to play them."""

    plan_index: int
    plan: Plan
    first: int
    count: int
    version: str
    identities: Identities

    def check(self) -> None:
        """Refuse to work with another version of Handsight, or another file of a bot, than the run has."""
        if self.version != fingerprint():
            raise WorkerError(
                f"a worker has handsight {fingerprint()}, but the run has {self.version}; install that there"
            )
        for (name, identity), (_, here) in zip(self.identities, self.plan.identities(), strict=True):
            if identity != here:
                raise WorkerError(f"a worker has another {name} than the run; copy its file there")


class ChunkResult(NamedTuple):
    """The rows of a chunk, and the CPU time they took."""

    rows: Rows
    seconds: float


def play_chunk(chunk: Chunk) -> ChunkResult:
    """Play a chunk, in whichever process the worker is."""
    chunk.check()
    start = thread_time()
    rows = chunk.plan.play_chunk(chunk.first, chunk.count)
    return ChunkResult(rows, thread_time() - start)


@dataclass(frozen=True, eq=False)
class PlayedGames(Generic[PlanT]):
    """The games of a plan, from number 0 on; the results of every game add their figures."""

    plan: PlanT
    rows: Rows
    """Results, one entry for every game."""
    seconds: float = 0.0
    """The plan's share of the time that passed."""
    cpu_seconds: float = 0.0
    played: int = 0
    """How many of the games were played now; the others were in the result folder."""

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.rows)

    @property
    def games_per_second(self) -> float:
        """How many games were played in a second of the time that passed."""
        return self.played / self.seconds if self.seconds else 0.0

    def to_arrow(self) -> Any:
        """Return the games as a `pyarrow.Table`: a row for each game, with all it depends on."""
        return self.plan.to_arrow(0, self.rows)

    def to_pandas(self) -> Any:
        """Return the games as a pandas data frame.

        Raises:
            InputError: pandas is not installed; says how to install it.
        """
        if find_spec("pandas") is None:
            raise InputError("pandas is not installed; install it with: pip install pandas")
        return self.to_arrow().to_pandas()


class Experiment(Generic[ResultT]):
    """Plays the first games of several plans, and more of them when asked again; returns *result* of each.

    Raises:
        InputError: The settings make no sense, or results cannot be written.
    """

    def __init__(self, plans: Sequence[Plan], settings: RunSettings, result: type[ResultT]) -> None:
        self.plans = plans
        self._result = result
        self.seconds = 0.0
        for plan in plans:
            plan.check_bots()
        self._executors = ExecutorSettings(settings.workers, settings.engine, settings.scheduler)
        self._progress = settings.progress
        self._folder = None
        if settings.out is not None:
            for plan in plans:
                plan.check_repeatable()
            self._folder = ResultFolder(settings.out)
        self._rows = [plan.blank_rows(0) for plan in plans]
        self._cpu_seconds = [0.0] * len(plans)
        self._played = [0] * len(plans)

    def play(self, games: int, most: int | None = None) -> list[ResultT]:
        """Play the games of every plan up to a number.

        Args:
            games: How many games every plan shall have then.
            most: How many there may be in the end, where more is asked for later; for progress alone.

        Raises:
            Interrupted: The user stopped the run.
            BotError: A bot failed.
            WorkerError: Workers died, or are of another version.
        """
        check_games(games)
        check_games(most or games)
        start = perf_counter()
        found = [self._grow(index, games) for index in range(len(self.plans))]
        total = (most or games) * len(self.plans)
        chunks = [chunk for index, done in enumerate(found) for chunk in self._chunks(index, done)]
        executors = self._executors_for({chunk.plan_index: chunk.plan for chunk in chunks}.values())
        self._report(found, total)
        try:
            for chunk, result in finished(play_chunk, chunks, executors):
                found[chunk.plan_index][self._keep(chunk, result)] = True
                self._report(found, total)
        except KeyboardInterrupt:
            raise Interrupted(_count(found)) from None
        self.seconds += perf_counter() - start
        return self._results()

    def _grow(self, index: int, games: int) -> Found:
        """Make room for more games, and return which of them are there already."""
        plan, old = self.plans[index], len(self._rows[index])
        if self._folder:
            rows, found = self._folder.read(plan, games)
        else:
            rows, found = plan.blank_rows(games), np.zeros(games, np.bool_)
        rows[:old], found[:old] = self._rows[index], True
        self._rows[index] = rows
        return found

    def _chunks(self, index: int, found: Found) -> Iterator[Chunk]:
        """Cut what is missing into chunks."""
        plan = self.plans[index]
        size = min(MOST_IN_CHUNK, max(plan.smallest_chunk, len(found) // CHUNKS))
        if len(found) < FEW_GAMES and plan.compiled_bots() is None:
            size = 1  # such games may take seconds each, and progress is told by chunks
        identities = plan.identities()
        for first, count in missing(found, size):
            yield Chunk(index, plan, first, count, fingerprint(), identities)

    def _executors_for(self, plans: Collection[Plan]) -> ExecutorSettings:
        """Prefer threads where every bot is compiled, since compiled games do not hold the interpreter."""
        if not self._executors.may_be_threads:
            return self._executors
        compiled = True
        for done, plan in enumerate(plans, 1):
            compiled = compiled and plan.compiled_bots() is not None
            if self._progress and len(plans) > 1:
                self._progress(done, len(plans))
        return self._executors.with_threads() if compiled else self._executors

    def _keep(self, chunk: Chunk, result: ChunkResult) -> slice:
        """Keep the result of a chunk, and return which games those were."""
        if wrong := chunk.plan.impossible(result.rows):
            raise WorkerError(f"a worker returned games that cannot be: {wrong}; start it anew")
        span = slice(chunk.first, chunk.first + chunk.count)
        self._rows[chunk.plan_index][span] = result.rows
        self._cpu_seconds[chunk.plan_index] += result.seconds
        self._played[chunk.plan_index] += chunk.count
        if self._folder:
            self._folder.write(chunk.plan, chunk.first, result.rows)
        return span

    def _results(self) -> list[ResultT]:
        """Return the results so far; the time that passed is shared out by CPU time."""
        whole = sum(self._cpu_seconds) or 1.0
        parts = zip(self.plans, self._rows, self._cpu_seconds, self._played, strict=True)
        return [
            self._result(plan, rows, self.seconds * cpu / whole, cpu, played)
            for plan, rows, cpu, played in parts
        ]

    def _report(self, found: Sequence[Found], total: int) -> None:
        if self._progress:
            self._progress(_count(found), total)


def _count(found: Sequence[Found]) -> int:
    return sum(int(done.sum()) for done in found)
