"""Rollouts on a GPU, by CuPy.

The kernels are those of the CPU, compiled for the GPU once for each bot (`rollout_code`). Scores
are whole, and chances are computed in the same order with the same rounding. So a search finds the same with
a GPU and without one.
"""

import threading
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import numpy as np

from bench.batches.rollout_code import DRAW, PLAY, rollout_gpu_code
from handsight.compiled.gpu_kernels import THREADS_A_BLOCK
from handsight.compiled.jit import Ints
from handsight.errors import InputError
from handsight.hanabi.compiled.game_loop import CompiledBot, Results
from handsight.search import searching_bots
from handsight.search.rollouts import Deals, Rollouts
from handsight.search.search_settings import Stop

SOON, AHEAD = 64, 4
"""The first call plays SOON deals; later calls play AHEAD times as many as are there already."""
PORTION = 16_384
"""The number of deals on the GPU at a time, some tens of megabytes."""
_own = threading.local()
_compiling = threading.Lock()


class GpuRollouts(Rollouts):
    """Plays on from one position, each rollout in a thread of the GPU.

    A few rollouts take the GPU as long as many. So it plays more deals than it is asked for, and keeps the
    scores for the next round; those of actions that have dropped out by then were played in vain.
    """

    def __init__(self, deals: Deals, threads: int = 1) -> None:
        super().__init__(deals, threads)
        position, player = deals.position, deals.position.blueprint
        self._words = player.words
        self._kernels = _kernels(player.bot, player.words, len(player.workspace()))
        self._stream = _stream()
        self._played = dict[int, Results]()
        """By action: the scores of the first blocks, one row each."""
        with self._stream:
            self._terms, self._state, self._orders, self._hands, self._sums = (
                import_cupy().asarray(array)
                for array in (player.packed_terms, position.state, *position.hands.arrays)
            )

    def play(self, actions: Ints, first: int, scores: Results, stop: Stop | None = None) -> bool:
        """Try actions on deals."""
        if stop is not None and stop():
            return False
        names, deals = actions.tolist(), len(scores)
        until = first + -(-deals // self._deals.block)
        known = min(len(self._played.get(action, ())) for action in names)
        if known < until:
            block = self._deals.block
            last, size = max(until, SOON // block, AHEAD * known), max(1, PORTION // block)
            for start in range(known, last, size):
                self._play_blocks(actions, range(start, min(start + size, last)))
        for at, action in enumerate(names):
            scores[:, at] = self._played[action][first:until].ravel()[:deals]
        return True

    def _play_blocks(self, actions: Ints, numbers: range) -> None:
        """Play whole blocks, and keep the scores behind those that are there."""
        cupy, block, words = import_cupy(), self._deals.block, self._words
        count = len(numbers) * block
        with self._stream:
            starts = cupy.asarray(np.array([self._deals.start(number) for number in numbers], np.uint64))
            deals, tried = cupy.empty((count, words), np.int64), cupy.asarray(actions)
            scores = cupy.empty((count, tried.size), np.int16)
            held = self._orders, self._hands, self._sums
            self._run(DRAW, starts.size, self._terms, self._state, *held, starts, block, deals)
            self._run(PLAY, scores.size, self._terms, deals, tried, scores)
            found = scores.get()
        for at, action in enumerate(actions.tolist()):
            before = self._played.get(action, np.zeros((0, block), np.int16))[: numbers.start]
            self._played[action] = np.concatenate([before, found[:, at].reshape(-1, block)])

    def _run(self, name: str, rows: int, *arguments: Any) -> None:
        given = [rows]
        for argument in arguments:
            given += [argument] if isinstance(argument, int) else [argument, *argument.shape]
        self._kernels[name]((-(-rows // THREADS_A_BLOCK),), (THREADS_A_BLOCK,), tuple(given))


def play_on_gpu() -> None:
    """Let the searching bots of this process play their rollouts on the GPU from now on."""
    import_cupy()
    patch.object(searching_bots, "Rollouts", GpuRollouts).start()


def _kernels(bot: CompiledBot, words: int, workspace: int) -> dict[str, Any]:
    """Return the kernels of a bot; the first thread compiles them for all, which may take seconds."""
    with _compiling:
        return _compiled(bot, words, workspace)


@lru_cache(maxsize=16)
def _compiled(bot: CompiledBot, words: int, workspace: int) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        path = Path(folder, "rollouts.ptx")
        path.write_text(rollout_gpu_code(bot, words, workspace), "ascii")
        module = import_cupy().RawModule(path=str(path))
        return {name: module.get_function(name) for name in (DRAW, PLAY)}


def _stream() -> Any:
    """Return the stream of this thread, so that several threads use the GPU at the same time."""
    if not hasattr(_own, "stream"):
        _own.stream = import_cupy().cuda.Stream(non_blocking=True)
    return _own.stream


@cache
def import_cupy() -> Any:
    """Return CuPy, if it finds a GPU."""
    try:
        import cupy  # noqa: PLC0415  # few have it

        cupy.cuda.runtime.getDeviceCount()
    except Exception as error:
        raise InputError(
            f"this needs an NVIDIA GPU and CuPy (pip install cupy-cuda13x), but: {error}"
        ) from error
    return cupy
