"""A bot that samples deals that fit what it knows, and plays each of them out or solves it, compiled."""

from time import perf_counter

import numpy as np

from handsight.boeren import Action, Rules, View
from handsight.bots.boeren.kripke_bots import BoerenBot
from handsight.kernels.boeren import state_layout
from handsight.kernels.boeren.compiled_bots import CompiledBot
from handsight.kernels.boeren.convert import to_action, to_array
from handsight.kernels.boeren.sampler import best_action, decide, evaluate_actions
from handsight.table import Dice


class Sampler(BoerenBot):
    """Takes the action with most points on average over the sampled deals."""

    def __init__(self, terms: Rules, seat: int, dice: Dice, player: CompiledBot, budget: float = 0.0) -> None:
        super().__init__(terms, seat, dice)
        self.player = player
        self.budget = budget
        """Seconds a move; 0: a fixed number of deals, so that the same seed gives the same match."""

    def decide(self, view: View) -> Action:
        """Sample a fixed number of deals, or as many as the time allows."""
        row = to_array(view)
        dice = row[state_layout.DICE + self.seat : state_layout.DICE + self.seat + 1].view(np.uint64)
        dice[0] = self.dice.state
        settings = self.player.settings_array()
        if self.budget:
            end, worth = perf_counter() + self.budget, np.zeros(state_layout.CARDS, np.float64)
            evaluate_actions(row, settings, worth)
            while perf_counter() < end:
                evaluate_actions(row, settings, worth)
            action = best_action(row, worth)
        else:
            action = decide(row, settings)
        self.dice.state = int(dice[0])
        return to_action(view, action)
