"""Workers of a Dask cluster: waited for, checked for their version, released in time."""

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from time import monotonic
from typing import Any

from handsight.errors import WorkerError
from handsight.extras import need_extra
from handsight.lab.plan import fingerprint

START_SECONDS = 20.0
"""How long a scheduler may take to answer, and its first worker to appear."""
ALONE_SECONDS = 60.0
"""How long a run waits for new workers when all have gone."""
END_SECONDS = 10.0
"""How long the client may take to close."""
REMEDY = "start workers with `dask worker ADDRESS`, in an environment with this version of handsight"


@contextmanager
def dask_executor(address: str) -> Iterator[tuple[Executor, Callable[[], None]]]:
    """Open an executor with the workers of the scheduler at an address, and a check that they are there."""
    need_extra("cluster")
    from distributed import Client  # Dask is an extra
    from distributed.comm.core import CommClosedError  # an extra, only for clusters
    from distributed.scheduler import KilledWorker

    try:
        client = Client(address, timeout=START_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise WorkerError(f"no scheduler answers at {address} ({error}); write tcp://HOST:PORT") from error
    try:
        _expect_workers(client, address)
        _refuse_other_versions(client)
        yield client.get_executor(pure=False), _WorkerCheck(client, address)
    except KilledWorker as error:
        raise WorkerError(f"workers keep dying at one chunk of games: {error}") from error
    except (CancelledError, CommClosedError) as error:
        raise WorkerError(
            f"the scheduler at {address} was lost ({error}); with --out a run can be continued"
        ) from error
    finally:
        client.close(END_SECONDS)


def _expect_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=START_SECONDS)
    except TimeoutError as error:
        raise WorkerError(f"the scheduler at {address} has no workers; {REMEDY}") from error


def _refuse_other_versions(client: Any) -> None:
    """Refuse workers with another version of Handsight, before they play a game."""
    try:
        versions: dict[str, str] = client.run(fingerprint)
    except Exception as error:
        raise WorkerError(f"a worker cannot say its version ({error!r}); {REMEDY}") from error
    for worker, version in versions.items():
        if version != fingerprint():
            raise WorkerError(f"{worker} has handsight {version}, this is {fingerprint()}; {REMEDY}")


class _WorkerCheck:
    """Notices when all workers have been gone for too long."""

    def __init__(self, client: Any, address: str) -> None:
        self.client, self.address, self.last_seen = client, address, monotonic()

    def __call__(self) -> None:
        if self.client.scheduler_info()["workers"]:
            self.last_seen = monotonic()
        elif monotonic() - self.last_seen > ALONE_SECONDS:
            raise WorkerError(f"every worker of {self.address} has gone; {REMEDY}")
