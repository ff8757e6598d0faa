"""A real scheduler and two workers on this machine: one is killed in the middle, and nothing changes."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import numpy as np
import pytest

import handsight
from handsight.errors import WorkerError
from handsight.lab import simulate

pytest.importorskip("distributed", reason="Dask, of the cluster extra, is not installed")
pytestmark = pytest.mark.slow

SOURCES = Path(handsight.__file__).parents[1]
START_SECONDS = 60.0
SCHEDULER = (
    "distributed.cli.dask_scheduler",
    "--host",
    "127.0.0.1",
    "--port",
    "0",
    "--no-dashboard",
    "--no-show",
)
WORKER = (
    "distributed.cli.dask_worker",
    "--nthreads",
    "1",
    "--no-nanny",
    "--no-dashboard",
    "--host",
    "127.0.0.1",
)


@contextmanager
def started(folder: Path, words: tuple[str, ...], ready: str, sources: Path) -> Iterator[tuple[int, str]]:
    """Start a process of Dask, wait until it says that it is ready, and end it after all."""
    log = folder / f"{time.monotonic_ns()}.log"
    with log.open("w") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", *words],
            env=os.environ | {"PYTHONPATH": str(sources)},
            cwd=folder,
            stdout=said,
            stderr=said,
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while not (found := re.search(ready, log.read_text())):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        yield process.pid, found[1]
    finally:
        process.kill()
        process.wait(timeout=10)


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with started(tmp_path, SCHEDULER, r"Scheduler at:\s+(tcp://\S+)", SOURCES) as (_, found):
        yield found


def worker(folder: Path, address: str, sources: Path = SOURCES) -> AbstractContextManager[tuple[int, str]]:
    return started(folder, (*WORKER, address), r"Registered to:\s+(tcp://\S+)", sources)


def test_a_worker_that_dies_costs_a_retry_and_not_the_run(tmp_path: Path, address: str) -> None:
    here = simulate("random", games=600, seed=5)
    with worker(tmp_path, address) as (victim, _), worker(tmp_path, address):
        done: list[int] = []

        def kill_one(games: int, _total: int) -> None:
            done.append(games)
            if len(done) == 4:
                os.kill(victim, 9)

        run = simulate("random", games=600, seed=5, engine="dask", scheduler=address, progress=kill_one)
    assert max(done[:4]) < 600, "the worker should die in the middle"
    assert np.array_equal(run.rows, here.rows)


def test_a_worker_of_another_version_is_refused(tmp_path: Path, address: str) -> None:
    other = tmp_path / "other"
    shutil.copytree(SOURCES / "handsight", other / "handsight")
    with (other / "handsight" / "hanabi" / "rules.py").open("a") as text:
        text.write("\n# not the same any more\n")
    with (
        worker(tmp_path, address, other),
        pytest.raises(WorkerError, match=r"a worker has handsight 0.*, but the run has 0"),
    ):
        simulate("random", games=40, engine="dask", scheduler=address)


def test_a_scheduler_that_is_not_there_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handsight.lab.worker_pools.START_SECONDS", 1.0)
    with pytest.raises(WorkerError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        simulate("random", games=10, engine="dask", scheduler="tcp://127.0.0.1:9")


def test_a_scheduler_without_workers_is_said_so(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr("handsight.lab.worker_pools.START_SECONDS", 1.0)
    with pytest.raises(WorkerError, match="has no workers"):
        simulate("random", games=10, engine="dask", scheduler=address)
