"""The one runner for long work: it makes the rows of jobs, and continues a run that was interrupted.

A job is work on numbered items: the games of a plan, the turns of a recorded game, recorded games held
against a convention. A row follows from the job and the item's number alone, so neither the number of
workers, nor the order in which they finish, nor the death of one, nor an interruption can change it.
"""

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import current_thread, main_thread
from time import monotonic, thread_time
from typing import Any, Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from handsight.errors import InputError, Interrupted, WorkerError
from handsight.lab.numbered_job import Job, ResultFolder
from handsight.processes import begin_worker

Work = TypeVar("Work")
Result = TypeVar("Result")
Progress = Callable[[int, int], None]
"""Called with the rows done and the rows in all; before that, with the jobs compiled and the jobs in all."""
Mask = NDArray[np.bool_]
"""Which numbers of a job are asked for."""

Engine = Literal["here", "threads", "processes"]
"""What runs the work: one worker needs no executor, and Python bots need processes."""
END_SECONDS = 10.0
"""How long idle processes may take to end."""
TRIES = 3
"""The run fails after workers have died this many times in a row without finishing any task."""


class RunSettings(NamedTuple):
    """How many workers of which kind do the work, and where rows are kept; no setting changes a row."""

    workers: int = 1
    out: str | Path | None = None
    """A folder for the results; an interrupted run continues from there."""
    progress: Progress | None = None


@dataclass(frozen=True)
class Task:
    """Consecutive items of one of the jobs: *count* of them, from number *first* on."""

    index: int
    job: Job[Any]
    first: int
    count: int
    digest: str = ""
    """The job's digest, which another process must find, too; empty if the task stays in this process."""


@dataclass(frozen=True)
class Portion:
    """Consecutive rows of one of the jobs, from number *first* on."""

    index: int
    first: int
    rows: Any
    seconds: float = 0.0
    """CPU time that they took."""
    fresh: bool = False
    """Whether they were made now; otherwise they were in the folder."""


def do_task(task: Task) -> Portion:
    """Do a task, and return its rows; refuse if the job is not the one that was sent."""
    if task.digest and task.digest != task.job.digest():
        raise WorkerError("the sources of Handsight, or a bot's file, changed during the run; start it anew")
    start = thread_time()
    rows = task.job.work(task.first, task.count)
    return Portion(task.index, task.first, rows, thread_time() - start, fresh=True)


Asked = tuple[Job[Any], Sequence[int]]
"""A job, and the numbers that are asked for."""


def run_jobs(asked: Sequence[Asked], settings: RunSettings) -> Iterator[Portion]:
    """Yield the rows that are asked for, in portions: first those in the folder, then others as they come.

    A portion from the folder may have more numbers than are asked for.
    """
    for job, _ in asked:
        job.check()
    if settings.workers < 1:
        raise InputError(f"{settings.workers} workers cannot do anything; choose 1 or more")
    folder = None if settings.out is None else ResultFolder(settings.out)
    tell = settings.progress or (lambda _done, _total: None)
    left = [_mask(numbers) for _, numbers in asked]
    done, total = 0, sum(int(mask.sum()) for mask in left)
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
    engine = _engine(settings.workers, {task.index: task.job for task in tasks}, tell)
    if engine == "processes":
        tasks = [replace(task, digest=task.job.digest()) for task in tasks]
    tell(done, total)
    try:
        for task, portion in finished(do_task, tasks, settings.workers, engine):
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
    """Yield the tasks for the rows that are missing: the first number of each, and how many rows."""
    if not left.any():
        return
    size = job.chunk_size(len(left))
    edges = np.flatnonzero(np.diff(np.concatenate(([False], left, [False]))))
    for first, end in edges.reshape(-1, 2).tolist():
        for start in range(first, end, size):
            yield start, min(size, end - start)


def _engine(workers: int, jobs: Mapping[int, Job[Any]], tell: Progress) -> Engine:
    """Choose threads where all work can be shared by them, else processes; compiling is told as progress."""
    if workers == 1:
        return "here"
    shared = True
    for done, job in enumerate(jobs.values(), 1):
        shared = shared and job.prepare()
        if len(jobs) > 1:
            tell(done, len(jobs))
    return "threads" if shared else "processes"


@contextmanager
def _threads(workers: int) -> Iterator[Executor]:
    executor = ThreadPoolExecutor(workers)
    try:
        yield executor
    finally:  # a thread cannot be stopped, but after its task it finds nothing more to do
        executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    """Open a pool of processes; leaving it ends them, and kills those that take too long."""
    others = set(active_children())
    begin = partial(begin_worker, at_once=current_thread() is main_thread())
    executor = ProcessPoolExecutor(workers, get_context("spawn"), begin)
    patience = 0.0
    try:
        yield executor
        patience = END_SECONDS
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        _end(set(active_children()) - others, patience)


def _end(processes: set[BaseProcess], patience: float) -> None:
    """Wait for processes to end, and kill those that do not in time."""
    deadline = monotonic() + patience
    for process in processes:
        process.join(max(0.0, deadline - monotonic()))
        if process.is_alive():
            process.kill()
            process.join(END_SECONDS)


def finished(
    work: Callable[[Work], Result], tasks: Sequence[Work], workers: int, engine: Engine
) -> Iterator[tuple[Work, Result]]:
    """Run every task, and yield each with its result as soon as it is finished, in any order."""
    if engine == "here":
        for task in tasks:
            yield task, work(task)
        return
    if engine == "processes":
        _check_picklable(work, tasks)
    opened = _threads if engine == "threads" else _processes
    left, deaths = dict(enumerate(tasks)), 0
    while left:
        before = len(left)
        try:
            with opened(workers) as executor:
                for at, result in _submitted(executor, work, dict(left), 2 * workers):
                    yield left.pop(at), result
        except BrokenExecutor as error:
            deaths = deaths + 1 if len(left) == before else 1
            if deaths >= TRIES:
                raise WorkerError(
                    f"workers died {deaths} times in a row before they finished anything ({error}); try fewer"
                    ' workers, and in a script start them under `if __name__ == "__main__":`'
                ) from error


def _submitted(
    executor: Executor, work: Callable[[Work], Result], tasks: dict[int, Work], window: int
) -> Iterator[tuple[int, Result]]:
    """Yield results as they come, with at most *window* tasks submitted at a time."""
    waiting, running = iter(tasks.items()), dict[Future[Result], int]()
    while True:
        for at, task in islice(waiting, window - len(running)):
            running[executor.submit(work, task)] = at
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield running.pop(future), future.result()


def _check_picklable(work: Callable[[Work], object], tasks: Sequence[Work]) -> None:
    try:
        pickle.dumps((work, tasks[:1]))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(
            f"this bot cannot be sent to other processes ({error}); write its class at the top of a module,"
            " or use one worker"
        ) from error
