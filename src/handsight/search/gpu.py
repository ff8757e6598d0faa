"""Rollouts on a GPU, by CuPy.

The kernels are those of the CPU, compiled for the GPU once for each bot (`kernels.search.gpu_code`), and all
numbers are whole. So a search finds the same with a GPU and without one.
"""

import os
import threading
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from handsight.errors import InputError
from handsight.kernels.hanabi.compiled_bots import CompiledBot
from handsight.kernels.hanabi.game_loop import Results
from handsight.kernels.jit import Ints
from handsight.kernels.search.gpu_code import ARGUMENTS, DRAW, PLAY, gpu_code
from handsight.search.deal_source import DealSource

GPU_VARIABLE = "HANDSIGHT_GPU"
THREADS_A_BLOCK = 64
"""Threads that the GPU starts together: few, since each needs many registers."""
SOON, AHEAD = 64, 4
"""At first so many deals are played, and later so many times as many as are known."""
_own = threading.local()


def use_gpu() -> bool:
    """Whether rollouts are played on a GPU: where HANDSIGHT_GPU is 1.

    Raises:
        InputError: The variable holds something else, or there is no GPU.
    """
    text = os.environ.get(GPU_VARIABLE) or "0"
    if text not in {"0", "1"}:
        raise InputError(f"{GPU_VARIABLE} is {text!r}; it must be 0 or 1")
    return text == "1"


class GpuRollouts:
    """Plays on from one position, each rollout in a thread of the GPU.

    A few rollouts take the GPU as long as many. So it plays more deals than it is asked for, and keeps the
    scores for the next round; those of actions that have dropped out by then were played in vain.
    """

    def __init__(self, source: DealSource) -> None:
        player = source.blueprint
        self._source = source
        self._words = player.words
        self._kernels = _kernels(player.bot, player.words, len(player.workspace()))
        self._stream = _stream()
        self._played = dict[int, Results]()
        """By action: the scores of the first blocks, one row each."""
        with self._stream:
            self._terms, self._state, self._orders, self._hands, self._sums = (
                _cupy().asarray(array) for array in (player.packed_terms, source.state, *source.hands)
            )

    def play(self, actions: Ints, first: int, scores: Results) -> None:
        """Try actions on deals."""
        names, deals = actions.tolist(), len(scores)
        until = first + -(-deals // self._source.block)
        known = min(len(self._played.get(action, ())) for action in names)
        if known < until:
            self._play_blocks(actions, range(known, max(until, SOON // self._source.block, AHEAD * known)))
        for at, action in enumerate(names):
            scores[:, at] = self._played[action][first:until].ravel()[:deals]

    def _play_blocks(self, actions: Ints, numbers: range) -> None:
        """Play whole blocks, and keep the scores behind those that are there."""
        cupy, block, words = _cupy(), self._source.block, self._words
        count = len(numbers) * block
        with self._stream:
            starts = cupy.asarray(np.array([self._source.start(number) for number in numbers], np.uint64))
            deals, tried = cupy.empty((count, words), np.int64), cupy.asarray(actions)
            scores = cupy.empty((count, tried.size), np.int16)
            terms = self._terms, self._terms.size
            held = self._orders, self._orders.size, self._hands, self._sums, self._hands.size
            self._run(DRAW, starts.size, *terms, self._state, *held, starts, deals, block, count)
            self._run(PLAY, scores.size, *terms, deals, count, tried, tried.size, scores)
            found = scores.get()
        for at, action in enumerate(actions.tolist()):
            before = self._played.get(action, np.zeros((0, block), np.int16))[: numbers.start]
            self._played[action] = np.concatenate([before, found[:, at].reshape(-1, block)])

    def _run(self, name: str, threads: int, *arguments: Any) -> None:
        grid = -(-threads // THREADS_A_BLOCK)
        self._kernels[name]((grid,), (THREADS_A_BLOCK,), arguments)


@lru_cache(maxsize=16)
def _kernels(bot: CompiledBot, words: int, workspace: int) -> dict[str, Any]:
    """Compile the kernels of a bot, which may take seconds."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "rollouts.ptx")
        path.write_text(gpu_code(bot, words, workspace), "ascii")
        module = _cupy().RawModule(path=str(path))
        return {name: module.get_function(name) for name in ARGUMENTS}


def forget() -> None:
    """Forget the code and streams of a GPU, which may not be there any more."""
    _kernels.cache_clear()
    vars(_own).clear()


def _stream() -> Any:
    """Return the stream of this thread, so that several threads use the GPU at the same time."""
    if not hasattr(_own, "stream"):
        _own.stream = _cupy().cuda.Stream(non_blocking=True)
    return _own.stream


def _cupy() -> Any:
    try:
        import cupy  # noqa: PLC0415  # an extra that few have
    except ImportError as error:
        raise InputError(
            f"{GPU_VARIABLE}=1 needs a GPU and CuPy (pip install cupy-cuda13x); unset it to use the CPU"
        ) from error
    return cupy
