"""Who plays the rollouts of a race: threads of this process, or a GPU. The scores are the same."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Protocol

from handsight.compiled.jit import Ints
from handsight.hanabi.compiled.game_loop import Results
from handsight.search.compiled.hand_lists import one_die
from handsight.search.compiled.rollouts import try_actions
from handsight.search.deal_source import DealSource
from handsight.search.gpu_device import gpu_wanted
from handsight.search.gpu_rollouts import GpuRollouts


class Rollouts(Protocol):
    """Plays on from one position."""

    def play(self, actions: Ints, first: int, scores: Results) -> None:
        """Try actions on deals; write the scores by deal and action.

        Args:
            actions: The actions.
            first: The number of the first block. As many follow as the scores have room for; of the last,
                only the first deals may be wanted.
            scores: A row for each deal.
        """


def rollouts(source: DealSource, threads: int) -> Rollouts:
    """Return who plays the rollouts of a position: a GPU where one was asked for, or so many threads."""
    return GpuRollouts(source) if gpu_wanted() else CpuRollouts(source, threads)


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, "search")


class CpuRollouts:
    """Shares the blocks among threads."""

    def __init__(self, source: DealSource, threads: int) -> None:
        self._source = source
        player = source.blueprint
        self._rooms = [(player.states(2), player.workspace()) for _ in range(threads)]

    def play(self, actions: Ints, first: int, scores: Results) -> None:
        """Try actions on deals."""
        threads, block = len(self._rooms), self._source.block
        starts = range(0, len(scores), block)

        def work(thread: int) -> None:
            for at in range(thread, len(starts), threads):
                part = scores[starts[at] : starts[at] + block]
                self._play_block(actions, first + at, part, thread)

        if threads == 1 or len(starts) == 1:
            for thread in range(threads):
                work(thread)
        else:
            list(_pool(threads).map(work, range(threads)))

    def _play_block(self, actions: Ints, number: int, scores: Results, thread: int) -> None:
        states, workspace = self._rooms[thread]
        player, (orders, hands, sums) = self._source.blueprint, self._source.hands
        try_actions(
            player.bot.decide,
            player.bot.read,
            player.packed_terms,
            self._source.state,
            orders,
            hands,
            sums,
            actions,
            one_die(self._source.start(number)),
            scores,
            states,
            workspace,
        )
