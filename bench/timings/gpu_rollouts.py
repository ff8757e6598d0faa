"""Rollouts a second on a GPU and on one CPU core, from positions of a game for two.

    python -m bench.timings.gpu_rollouts robot5 pair

needs an NVIDIA GPU and CuPy. Scores that differ from those of the CPU end the run. On the GPU the time of the
second of two runs counts, with as many rollouts as one or many need.
"""

import sys
from time import perf_counter

import numpy as np

from handsight.game import Dice
from handsight.hanabi import Terms, rule_set, view
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.roster.hanabi import find_bot
from handsight.search.budget import Budget
from handsight.search.deal_source import DealSource
from handsight.search.gpu_rollouts import GpuRollouts
from handsight.search.rollouts import CpuRollouts, Rollouts
from handsight.search.searcher import Searcher

TERMS = Terms(2, rules=rule_set("stacks"))
TURNS, COMPARED, MANY = (0, 24), 256, 8_192


def timed(rollouts: Rollouts, actions: np.ndarray, deals: int) -> tuple[np.ndarray, float]:
    """Return the scores of deals, and the seconds they took."""
    scores = np.zeros((deals, len(actions)), np.int16)
    begun = perf_counter()
    rollouts.play(actions, 0, scores)
    return scores, perf_counter() - begun


def measure(bot: str, turn: int) -> str:
    """Return a line of the table."""
    state = HanabiPlan((bot, bot), TERMS, 3).play_game(0).states[turn]
    seat = Searcher(TERMS, 0, Dice(turn), find_bot(bot), Budget())
    seat.catch_up(view(state, 0))
    seat.belief.settle()
    hands, array = seat.belief.now(), seat.history.now.copy()
    actions = np.array(seat.actions(hands, array), np.int64)
    source = DealSource(seat.blueprint, array, hands, 9, seat.budget.block)
    on_the_gpu = {}
    for deals in (1, COMPARED, MANY):
        for _ in range(2):
            on_the_gpu[deals] = timed(GpuRollouts(source), actions, deals)
    scores, seconds = timed(CpuRollouts(source, 1), actions, COMPARED)
    if (scores != on_the_gpu[COMPARED][0]).any():
        raise SystemExit(f"{bot}, turn {turn + 1}: the GPU has other scores")
    rates = MANY * len(actions) / on_the_gpu[MANY][1], COMPARED * len(actions) / seconds
    cells = (
        f"`{bot}`, turn {turn + 1}",
        *(f"{rate:,.0f}" for rate in rates),
        f"{1e3 * on_the_gpu[1][1]:.0f} ms",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print a table for the bots that are named."""
    head = "blueprint, 2 players", "GPU, rollouts/s", "one CPU core", "one deal takes"
    print(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}")
    for bot in sys.argv[1:]:
        for turn in TURNS:
            print(measure(bot, turn), flush=True)


if __name__ == "__main__":
    main()
