"""Who plays the rollouts of a race: threads of this process, or a GPU. The scores are the same."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Protocol

import numpy as np

from handsight.compiled.jit import Ints
from handsight.hanabi.compiled.game_loop import Results
from handsight.search.compiled.rollouts import try_actions
from handsight.search.gpu_rollouts import GpuRollouts
from handsight.search.possible_deals import Deals
from handsight.search.search_settings import Stop, gpu_wanted

NOTHING: Ints = np.zeros(0, np.int64)


class Rollouts(Protocol):
    """Plays on from one position."""

    def play(self, actions: Ints, first: int, scores: Results, stop: Stop | None = None) -> bool:
        """Try actions on deals; write the scores by deal and action. False if it was stopped.

        Args:
            actions: The actions.
            first: The number of the first block. As many follow as the scores have room for; of the last,
                only the first deals may be wanted.
            scores: A row for each deal.
            stop: Asked before every block.
        """


def rollouts(deals: Deals, threads: int) -> Rollouts:
    """Return who plays the rollouts of a position: a GPU where one was asked for, or so many threads."""
    plain = deals.position.past is None and deals.position.readings is None
    return GpuRollouts(deals) if plain and gpu_wanted() else ThreadRollouts(deals, threads)


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, "search")


class ThreadRollouts:
    """Shares the blocks among threads."""

    def __init__(self, deals: Deals, threads: int = 1) -> None:
        self._deals = deals
        player = deals.position.blueprint
        self._rooms = [(player.states(3), player.workspace()) for _ in range(threads)]

    def play(self, actions: Ints, first: int, scores: Results, stop: Stop | None = None) -> bool:
        """Try actions on deals."""
        threads, block = len(self._rooms), self._deals.block
        starts, stopped = range(0, len(scores), block), False

        def work(thread: int) -> None:
            nonlocal stopped
            for at in range(thread, len(starts), threads):
                if stopped or (stop is not None and stop()):
                    stopped = True
                    return
                part = scores[starts[at] : starts[at] + block]
                self._try(actions, self._deals.draw(first + at, len(part)), part, thread)

        if threads == 1 or len(starts) == 1:
            for thread in range(threads):
                work(thread)
        else:
            list(_pool(threads).map(work, range(threads)))
        return not stopped

    def scores(self, actions: Ints, deals: Ints) -> Results:
        """Try actions on given deals; return the scores by deal and action."""
        found = np.zeros((len(deals), len(actions)), np.int16)
        self._try(actions, deals, found, 0)
        return found

    def _try(self, actions: Ints, deals: Ints, scores: Results, thread: int) -> None:
        position, (states, workspace) = self._deals.position, self._rooms[thread]
        bot = position.blueprint.bot
        try_actions(
            bot.decide,
            bot.read,
            bot.restart,
            position.blueprint.packed_terms,
            position.state,
            NOTHING if position.past is None else position.past,
            position.past is not None,
            NOTHING if position.readings is None else position.readings,
            deals,
            actions,
            scores,
            states,
            workspace,
        )
