"""Rollouts a second in one thread, from the middle of a game, and how long beliefs take."""

import numpy as np

from bench.measurement import Measurement, median_rate, median_seconds
from handsight.game import Dice
from handsight.hanabi import State, Terms, rule_set, view
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.roster.hanabi import find_bot
from handsight.search.budget import Budget
from handsight.search.race import Race
from handsight.search.searcher import Searcher

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
    seat = _caught_up(name, terms, state)
    hands, array = seat.belief.now(), seat.history.now.copy()
    actions = np.array(seat.actions(hands, array), np.int64)
    race = Race(seat.blueprint, array, hands, seat.budget, key=1)
    rate = median_rate(lambda: race.play(actions, deals), deals * len(actions))
    seconds = median_seconds(lambda: _believe(name, terms, state))
    return [
        Measurement(f"search({name}), rollouts from turn {TURN + 1}", rate, "rollouts/s", AIM),
        Measurement(f"search({name}), its belief from the deal on", 1e3 * seconds, "ms"),
    ]


def _believe(name: str, terms: Terms, state: State) -> None:
    _caught_up(name, terms, state).belief.now()


def _caught_up(name: str, terms: Terms, state: State) -> Searcher:
    seat = Searcher(terms, state.seat, Dice(SEED), find_bot(name), Budget())
    seat.catch_up(view(state, state.seat))
    seat.belief.start_turn()
    seat.belief.settle()
    return seat
