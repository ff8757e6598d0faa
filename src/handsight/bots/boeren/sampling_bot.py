"""A bot that samples deals that fit what it knows, and plays each of them out or solves it, compiled."""

from functools import partial
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from handsight.boeren import Action, Rules, View
from handsight.boeren.compiled import state_layout
from handsight.boeren.compiled.state_conversion import to_action, to_array
from handsight.bots.boeren.action_values import NO_CHOICE, lasting_actions, tell_values
from handsight.bots.boeren.compiled.compiled_bots import CompiledBot
from handsight.bots.boeren.compiled.sampler import (
    BID_WEIGHT,
    DEALS,
    FULL_WEIGHT,
    best_action,
    evaluate_actions,
)
from handsight.bots.boeren.kripke_bots import BoerenBot
from handsight.bots.bot import Decision
from handsight.game import Dice


class Sampler(BoerenBot):
    """Takes the action with most points on average over the sampled deals."""

    def __init__(self, terms: Rules, seat: int, dice: Dice, player: CompiledBot, budget: float = 0.0) -> None:
        super().__init__(terms, seat, dice)
        self.player = player
        self.budget = budget
        """Seconds a move; 0: a fixed number of deals, so that the same seed gives the same match."""

    def decide(self, view: View) -> Decision[Action]:
        """Sample a fixed number of deals, or as many as the time allows."""
        row = to_array(view)
        choices = lasting_actions(view)
        if len(choices) == 1:
            return Decision(choices[0], lambda: NO_CHOICE)
        dice = row[state_layout.DICE + self.seat : state_layout.DICE + self.seat + 1].view(np.uint64)
        dice[0] = self.dice.state
        settings = self.player.settings_array()
        end, worth, times = perf_counter() + self.budget, np.zeros(state_layout.CARDS, np.float64), 1
        evaluate_actions(row, settings, worth)
        while self.budget and perf_counter() < end:
            evaluate_actions(row, settings, worth)
            times += 1
        self.dice.state = int(dice[0])
        action = to_action(view, best_action(row, worth))
        return Decision(action, partial(self._explain, choices, worth, times))

    def _explain(self, choices: list[Action], worth: NDArray[np.float64], times: int) -> str:
        """Say what each action brought on average."""
        settings = self.player.settings_array()
        deals = times * int(settings[DEALS])
        weighed = ", deals weighed by their bids" if settings[BID_WEIGHT] < FULL_WEIGHT else ""
        return (
            f"points on average over {deals} deals that fit{weighed} – {tell_values(choices, worth / deals)}"
        )
