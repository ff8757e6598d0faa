"""Worker processes that end when the process that started them ends, even if that one is killed."""

import ctypes
import os
import signal
import sys
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread

SET_PARENT_DEATH_SIGNAL = 1
"""The number of `PR_SET_PDEATHSIG`, an option of `prctl` in Linux."""


def end_with_parent(*, at_once: bool = False) -> None:
    """End this process as soon as the process that started it has ended, even by `kill -9`.

    A thread waits for the end of a pipe whose other end only the parent holds. Call it in a process that
    `multiprocessing` has spawned; elsewhere it does nothing. With *at_once*, Linux also kills this process
    when the *thread* that started it ends, so that thread must be the parent's main thread.
    """
    parent = parent_process()
    if parent is None:
        return
    if at_once and sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    sentinel = parent.sentinel

    def watch() -> None:
        wait([sentinel])
        os._exit(1)

    Thread(target=watch, name="parent", daemon=True).start()


def begin_worker(*, at_once: bool = False) -> None:
    """Set up a worker process: it ignores interrupts, which its parent handles, and ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent(at_once=at_once)
