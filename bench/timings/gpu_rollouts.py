"""Rollouts a second on a GPU and on one CPU core, from positions of a game for two.

    python -m bench.timings.gpu_rollouts robot5 pair

needs an NVIDIA GPU and CuPy. Scores that differ from those of the CPU end the run. On the GPU the time of the
second of two runs counts, with as many rollouts as one or many need.
"""

import sys
from time import perf_counter

import numpy as np

from bench.batches.gpu_rollouts import GpuRollouts
from handsight.game import Dice
from handsight.hanabi import Terms, rule_set, view
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.roster.hanabi import find_bot
from handsight.search.action_race import actions_to_try
from handsight.search.rollouts import Deals, Rollouts
from handsight.search.searching_bots import Searcher

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
    position = Searcher(TERMS, 0, Dice(turn), find_bot(bot)).position(view(state, 0))
    actions, drawn = np.array(actions_to_try(position, 0.1), np.int64), Deals(position, 9)
    on_the_gpu = {}
    for deals in (1, COMPARED, MANY):
        for _ in range(2):
            on_the_gpu[deals] = timed(GpuRollouts(drawn), actions, deals)
    scores, seconds = timed(Rollouts(drawn), actions, COMPARED)
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
