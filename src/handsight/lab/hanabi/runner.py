"""Play the games of plans: in chunks, by as many workers as there are, from where a folder left off."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.errors import Interrupted
from handsight.lab.executors import Crew
from handsight.lab.fingerprint import Label, fingerprint
from handsight.lab.hanabi import result_row
from handsight.lab.hanabi.plan import Plan, check_games
from handsight.lab.hanabi.result_row import Results
from handsight.lab.hanabi.run import Run
from handsight.lab.hanabi.single_game import play_chunk
from handsight.lab.parallel import finished
from handsight.lab.result_files import Folder, missing

Progress = Callable[[int, int], None]
"""Is told how many games are done, and of how many; before that, of the players that are made ready."""

PARTS, LEAST, MOST = 100, 20, 5_000
"""A run is cut into about so many chunks, each of at least and at most so many games."""


@dataclass(frozen=True)
class Chunk:
    """Some games of one of the plans, for a worker of the same version."""

    at: int
    plan: Plan
    first: int
    count: int
    label: Label


class Played(NamedTuple):
    """The rows of a chunk, and the CPU time they took."""

    rows: Results
    seconds: float


@dataclass(frozen=True)
class Settings:
    """How games are to be played; none of it changes what comes of them."""

    crew: Crew
    folder: Folder[Plan] | None = None
    progress: Progress | None = None


def play_here(chunk: Chunk) -> Played:
    """Play a chunk, where the worker is."""
    chunk.label.check(chunk.plan)
    start = thread_time()
    rows = play_chunk(chunk.plan, chunk.first, chunk.count)
    return Played(rows, thread_time() - start)


class Experiment:
    """Plans whose games are played, the first so many of each, and then perhaps some more."""

    def __init__(self, plans: Sequence[Plan], settings: Settings) -> None:
        self.plans = plans
        self.settings = settings
        self.rows = [result_row.blank(0) for _ in plans]
        self.cpu = [0.0] * len(plans)
        self.played = [0] * len(plans)
        self.seconds = 0.0

    def play(self, games: int, most: int | None = None) -> list[Run]:
        """Play the games of every plan up to a number; *most*: how many there may be in the end."""
        check_games(games)
        check_games(most or games)
        start = perf_counter()
        there = [self._grow(at, games) for at in range(len(self.plans))]
        total = (most or games) * len(self.plans)
        chunks = [chunk for at, done in enumerate(there) for chunk in self._chunks(at, done)]
        crew = self.settings.crew.suited(self._told({chunk.at: chunk.plan for chunk in chunks}.values()))
        self._tell(there, total)
        try:
            for chunk, played in finished(play_here, chunks, crew):
                there[chunk.at][self._keep(chunk, played)] = True
                self._tell(there, total)
        except KeyboardInterrupt:
            raise Interrupted(_number(there)) from None
        self.seconds += perf_counter() - start
        return self.runs

    def _keep(self, chunk: Chunk, played: Played) -> slice:
        """Keep what came of a chunk, and return which games those were."""
        span = slice(chunk.first, chunk.first + chunk.count)
        self.rows[chunk.at][span] = played.rows
        self.cpu[chunk.at] += played.seconds
        self.played[chunk.at] += chunk.count
        if self.settings.folder:
            self.settings.folder.keep(chunk.plan, chunk.first, played.rows)
        return span

    @property
    def runs(self) -> list[Run]:
        """What came of every plan so far; the time that passed is shared out by the work it made."""
        whole = sum(self.cpu) or 1.0
        return [
            Run(plan, rows, self.seconds * cpu / whole, cpu, played)
            for plan, rows, cpu, played in zip(self.plans, self.rows, self.cpu, self.played, strict=True)
        ]

    def _grow(self, at: int, games: int) -> NDArray[np.bool_]:
        """Make room for more games, and return which of them are there already."""
        old = len(self.rows[at])
        if self.settings.folder:
            rows, there = self.settings.folder.found(self.plans[at], games)
        else:
            rows, there = result_row.blank(games), np.zeros(games, np.bool_)
        rows[:old], there[:old] = self.rows[at], True
        self.rows[at] = rows
        return there

    def _chunks(self, at: int, there: NDArray[np.bool_]) -> Iterator[Chunk]:
        """Cut what is missing into chunks."""
        size = min(MOST, max(LEAST, len(there) // PARTS))
        label = Label(fingerprint(), self.plans[at].identities)
        for first, count in missing(there, size):
            yield Chunk(at, self.plans[at], first, count, label)

    def _told(self, plans: Collection[Plan]) -> Iterator[Plan]:
        """Yield plans, and tell how many of several were looked at: that may compile each."""
        for done, plan in enumerate(plans, 1):
            yield plan
            if self.settings.progress and len(plans) > 1:
                self.settings.progress(done, len(plans))

    def _tell(self, there: Sequence[NDArray[np.bool_]], total: int) -> None:
        if self.settings.progress:
            self.settings.progress(_number(there), total)


def _number(there: Sequence[NDArray[np.bool_]]) -> int:
    """Count the games that are there."""
    return sum(int(done.sum()) for done in there)
