"""The one runner for long work: jobs become rows, a folder keeps them, and an interrupted run goes on.

A job is work in numbers: the games of a plan, the turns of a recorded game, recorded games held against a
convention. A row follows from the job and its number alone, so neither the number of workers, nor the order
in which they finish, nor an interruption can change it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import thread_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.errors import Interrupted, WorkerError
from handsight.lab.numbered_job import Identities, Job
from handsight.lab.result_folder import ResultFolder
from handsight.lab.worker_pools import WorkerPool, finished

Progress = Callable[[int, int], None]
"""Called with how many rows are done, and of how many; before that, with how many jobs are compiled."""
Mask = NDArray[np.bool_]
"""Which numbers of a job are asked for."""


class RunSettings(NamedTuple):
    """Who does the work, and where rows are kept; none of it changes a row."""

    workers: int = 1
    engine: str = "auto"
    scheduler: str | None = None
    out: str | Path | None = None
    """A folder for the results; an interrupted run continues from there."""
    progress: Progress | None = None


@dataclass(frozen=True)
class Task:
    """Some numbers of one of the jobs, with what a worker must have to do them."""

    index: int
    job: Job[Any]
    first: int
    count: int
    version: str = ""
    identities: Identities = ()

    def to_travel(self) -> "Task":
        """Return the task with what another process is held to."""
        return replace(self, version=self.job.version, identities=self.job.identities())

    def check(self) -> None:
        """Refuse to work with other sources of Handsight, or another file of a bot, than the run has."""
        if not self.version:  # it never left the process
            return
        here = self.job.version
        if self.version != here:
            raise WorkerError(
                f"a worker has handsight {here}, but the run has {self.version}; install that there"
            )
        for (name, identity), (_, found) in zip(self.identities, self.job.identities(), strict=True):
            if identity != found:
                raise WorkerError(f"a worker has another {name} than the run; copy its file there")


@dataclass(frozen=True)
class Portion:
    """Consecutive rows of one of the jobs, from a number on."""

    index: int
    first: int
    rows: Any
    seconds: float = 0.0
    """CPU time that they took."""
    fresh: bool = False
    """Whether they were made now; otherwise they were in the folder."""


def do_task(task: Task) -> Portion:
    """Do a task, in whichever process the worker is."""
    task.check()
    start = thread_time()
    rows = task.job.work(task.first, task.count)
    return Portion(task.index, task.first, rows, thread_time() - start, fresh=True)


Asked = tuple[Job[Any], Sequence[int]]
"""A job, and the numbers that are asked for."""


def run_jobs(
    asked: Sequence[Asked], settings: RunSettings, done: int = 0, total: int | None = None
) -> Iterator[Portion]:
    """Do what is asked for, and yield portions of rows: first those in the folder, then others as they come.

    Args:
        asked: Jobs with the numbers that are wanted. A portion from the folder may have others, too.
        settings: Who does it, and where rows are kept.
        done: How many rows progress counts as done before.
        total: How many rows there may be in the end; for progress alone.

    Raises:
        Interrupted: The user stopped the run.
        InputError: The settings make no sense, or results cannot be written.
        WorkerError: Workers died, or have another version.
    """
    for job, _ in asked:
        job.check()
    pool = WorkerPool(settings.workers, settings.engine, settings.scheduler)
    folder = None if settings.out is None else ResultFolder(settings.out)
    tell = settings.progress or (lambda _done, _total: None)
    left = [_mask(numbers) for _, numbers in asked]
    total = done + sum(int(mask.sum()) for mask in left) if total is None else total
    for index, (job, _) in enumerate(asked):
        mask = left[index]
        for first, rows in folder.read(job, mask) if folder else ():
            span = slice(first, first + len(rows))
            done += int(mask[span].sum())
            mask[span] = False
            yield Portion(index, first, rows[: len(mask) - first])
    tasks = [
        Task(index, job, first, count)
        for index, (job, _) in enumerate(asked)
        for first, count in _missing(left[index], job)
    ]
    pool = _preferred(pool, {task.index: task.job for task in tasks}, tell)
    if pool.kind not in ("here", "threads"):
        tasks = [task.to_travel() for task in tasks]
    tell(done, total)
    try:
        for task, portion in finished(do_task, tasks, pool):
            if wrong := task.job.impossible(portion.rows):
                raise WorkerError(
                    f"a worker returned {task.job.unit}s that cannot be: {wrong}; start it anew"
                )
            if folder:
                folder.write(task.job, task.first, portion.rows)
            done += task.count
            tell(done, total)
            yield portion
    except KeyboardInterrupt:
        if any(job.unit != Job.unit for job, _ in asked):
            raise
        raise Interrupted(done) from None


def whole_jobs(asked: Sequence[Asked], settings: RunSettings) -> Iterator[list[Any]]:
    """Do jobs, and yield the rows of each, in order, as soon as it and all before it are done."""
    found, at = [dict[int, Any]() for _ in asked], 0
    for portion in run_jobs(asked, settings):
        found[portion.index].update(enumerate(portion.rows, portion.first))
        while at < len(asked) and all(number in found[at] for number in asked[at][1]):
            yield [found[at][number] for number in asked[at][1]]
            at += 1


def _mask(numbers: Sequence[int]) -> Mask:
    mask = np.zeros(max(numbers, default=-1) + 1, np.bool_)
    mask[np.asarray(numbers, np.int64)] = True
    return mask


def _missing(left: Mask, job: Job[Any]) -> Iterator[tuple[int, int]]:
    """Cut what is missing into tasks: the first number of each, and how many."""
    if not left.any():
        return
    size = job.chunk_size(len(left))
    edges = np.flatnonzero(np.diff(np.concatenate(([False], left, [False]))))
    for first, end in edges.reshape(-1, 2).tolist():
        for start in range(first, end, size):
            yield start, min(size, end - start)


def _preferred(pool: WorkerPool, jobs: Mapping[int, Job[Any]], tell: Progress) -> WorkerPool:
    """Prefer threads where all work can be shared by them; compiling it is told as progress."""
    if not pool.may_be_threads:
        return pool
    shared = True
    for done, job in enumerate(jobs.values(), 1):
        shared = shared and job.prepare()
        if len(jobs) > 1:
            tell(done, len(jobs))
    return replace(pool, engine="threads") if shared else pool
