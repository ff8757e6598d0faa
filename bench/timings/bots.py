"""How fast bots play whole games, compiled and seat by seat, and how fast hints are parted."""

from random import Random

import numpy as np

from bench.batches import signal_partition
from bench.measurement import Measurement, median_rate, median_seconds
from handsight.bots.hanabi.hat.bot import compile_hat
from handsight.hanabi import Terms, rule_set, variant
from handsight.hanabi.compiled import play_games
from handsight.lab.hanabi.game_plan import HanabiPlan

GAMES, PLAIN_GAMES, HANDS = 2_000, 10, 1_000
AIMS = {4: "10,000", 5: "10,000"}
SEED = 1


def run() -> list[Measurement]:
    """Measure `hat` at 2 to 6 seats, both ways, and the partition of hints for random hands."""
    return [row for seats in range(2, 7) for row in _hat(seats)] + [
        _parting(kind, joint=joint) for kind in ("color", "number", "both") for joint in (False, True)
    ]


def _hat(seats: int) -> list[Measurement]:
    terms = Terms(seats, rules=rule_set("stacks"))
    player, plan = compile_hat(terms), HanabiPlan(("hat",) * seats, terms, SEED)
    fast = median_rate(lambda: play_games.play(player, terms, GAMES, SEED), GAMES)
    slow = median_rate(
        lambda: [plan.play_game(number) for number in range(PLAIN_GAMES)], PLAIN_GAMES, times=3
    )
    return [
        Measurement(f"hat, whole games, {seats} seats", fast, "games/s", AIMS.get(seats, "")),
        Measurement(f"the same, each seat alone by the plain rules, {seats} seats", slow, "games/s"),
    ]


def _parting(kind: str, *, joint: bool) -> Measurement:
    plain, dice = variant("No Variant"), Random(SEED)  # noqa: S311  no secret
    touch = np.array([plain.touch(clue) for clue in plain.clues() if kind in ("both", clue.kind)], np.int64)
    full = [sum(1 << i for i, n in enumerate(plain.copies) if n > plane) for plane in range(3)]
    planes, blocks = np.array(full, np.int64), np.empty(len(touch), np.int64)
    scratch = np.zeros(signal_partition.WORKSPACE_SHAPE, np.int64)
    hands = np.array(
        [[dice.getrandbits(25) & dice.getrandbits(25) | 1 for _ in range(4)] for _ in range(HANDS)]
    )

    def work() -> None:
        for hand in hands:
            signal_partition.largest_partition(hand, planes, joint, touch, blocks, scratch)

    rows = "rows that share copies" if joint else "independent rows"
    clues = {"color": "colours", "number": "ranks", "both": "colours and ranks"}[kind]
    return Measurement(f"parting {clues}, {rows}", 1e6 * median_seconds(work) / HANDS, "us", "microseconds")
