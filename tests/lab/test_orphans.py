"""Workers end with the process that started them, even if that is killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are listed in /proc")
PATIENCE = 20.0

IN_SERVER = """
import time
from handsight.web.server.worker_process import Worker

def sleep_long(report):
    report("begun")
    time.sleep(1000)

if __name__ == "__main__":
    Worker().run(sleep_long, seconds=900, report=lambda said: print(said, flush=True))
"""


def children(parent: int) -> list[int]:
    """List the processes that a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(fields[1]) == parent and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def until(*, gone: list[int]) -> list[int]:
    """Wait until processes are gone, and return those that are still there."""
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline:
        gone = [pid for pid in gone if Path(f"/proc/{pid}").exists() and state(pid) != "Z"]
        if not gone:
            break
        sleep(0.1)
    return gone


def state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


@pytest.fixture
def started() -> Iterator[list[int]]:
    """Collect the processes that a test starts, and end those that it leaves."""
    pids: list[int] = []
    yield pids
    for pid in pids:
        if Path(f"/proc/{pid}").exists():
            os.kill(pid, signal.SIGKILL)


@pytest.mark.slow
def test_workers_of_an_experiment_end_with_it(tmp_path: Path, started: list[int]) -> None:
    bot = tmp_path / "slow.py"
    bot.write_text(
        "import time\nfrom handsight.bots import Bot\nclass Slow(Bot):\n"
        "    def decide(self, view):\n        time.sleep(1000)\n"
    )
    words = ["simulate", f"{bot}:Slow", "--players", "2", "--games", "400", "--workers", "4", "--quiet"]
    parent = subprocess.Popen([sys.executable, "-m", "handsight", *words], stderr=subprocess.DEVNULL)
    started.append(parent.pid)
    deadline = monotonic() + PATIENCE
    while len(children(parent.pid)) < 5 and monotonic() < deadline:  # four, and what tracks resources
        sleep(0.1)
    workers = children(parent.pid)
    started += workers
    assert len(workers) >= 4
    parent.kill()
    parent.wait()
    if parent.stdout:
        parent.stdout.close()
    assert until(gone=workers) == []


@pytest.mark.slow
def test_workers_of_a_server_end_with_it(tmp_path: Path, started: list[int]) -> None:
    program = tmp_path / "server.py"
    program.write_text(IN_SERVER)
    parent = subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True)
    started.append(parent.pid)
    assert parent.stdout
    assert parent.stdout.readline() == "begun\n"
    workers = children(parent.pid)
    started += workers
    assert workers
    parent.kill()
    parent.wait()
    if parent.stdout:
        parent.stdout.close()
    assert until(gone=workers) == []
