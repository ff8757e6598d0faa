"""Rollouts a second in one thread, from the middle of a game, and how long beliefs take."""

import numpy as np

from bench.measurement import Measurement, median_rate, median_seconds
from handsight.game import Dice
from handsight.hanabi import State, Terms, rule_set, view
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.roster.hanabi import find_bot
from handsight.search.action_race import actions_to_try
from handsight.search.rollouts import Deals, Rollouts, SeatPosition
from handsight.search.searching_bots import Searcher

BLUEPRINTS = ("pair", "robot2", "robot5", "hat", "circle")
TURN, DEALS, SEED = 30, 200, 77
AIM = "13,000"


def run() -> list[Measurement]:
    """Measure five blueprints at 2 seats, from turn 31 of a game."""
    return [row for name in BLUEPRINTS for row in search(name)]


def search(name: str, deals: int = DEALS) -> list[Measurement]:
    """Measure one blueprint."""
    terms = Terms(2, rules=rule_set("stacks"))
    state = HanabiPlan((name,) * 2, terms, SEED).play_game(0).states[TURN]
    position = _position(name, terms, state)
    actions = np.array(actions_to_try(position, 0.1), np.int64)
    rollouts, scores = Rollouts(Deals(position, 1)), np.zeros((deals, len(actions)), np.int16)
    rate = median_rate(lambda: rollouts.play(actions, 0, scores), scores.size)
    seconds = median_seconds(lambda: _position(name, terms, state))
    return [
        Measurement(f"search({name}), rollouts from turn {TURN + 1}", rate, "rollouts/s", AIM),
        Measurement(f"search({name}), its belief from the deal on", 1e3 * seconds, "ms"),
    ]


def _position(name: str, terms: Terms, state: State) -> SeatPosition:
    return Searcher(terms, state.seat, Dice(SEED), find_bot(name)).position(view(state, state.seat))
