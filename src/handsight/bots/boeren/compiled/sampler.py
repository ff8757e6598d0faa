"""The sampler bot: it samples deals that fit what it knows, and plays every action out on each of them.

It takes the action with the highest total score. In a rollout all seats play by the rule graphs.
"""

from functools import partial

import numpy as np

from handsight.boeren import SEATS, Action, Rules, View
from handsight.boeren.compiled import rules
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_conversion import to_action, to_array, to_number
from handsight.bots.boeren.bot import NO_CHOICE, BoerenBot, lasting_actions, tell_values
from handsight.bots.boeren.compiled import owner_chances as chances
from handsight.bots.boeren.compiled.compiled_bots import DECIDE_SIGNATURE, CompiledBoerenBot, full_kripke
from handsight.bots.bot import Decision
from handsight.compiled.compiled_dice import Die, xorshift
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit
from handsight.game import Dice

DEALS = 0
"""The index of its only setting, the number of deals."""


@inlined
def imagine_deal(state: Ints, seat: int, hands: Ints, fate: int, world: Ints) -> None:
    """Write to *world* the state with the sampled hands of the other seats; *fate* seeds everybody's dice."""
    for word in range(st.WORDS):
        world[word] = state[word]
    for place in range(SEATS - 1):
        world[st.HANDS + st.seat_after(seat, 1 + place)] = hands[place]
    for other in range(SEATS):
        world[st.DICE + other] = fate


@inlined
def rollout(world: Ints) -> None:
    """Let all seats play by the rule graphs to the end."""
    while not st.is_over(world):
        rules.step(world, full_kripke(world, world))  # it has no settings


@compiled("void(int64[::1], int64[::1], float64[::1])", allocates=True)
def evaluate_actions(state: Ints, settings: Ints, values: chances.Floats) -> None:
    """Add the total score of every legal action of the seat to move, over sampled deals, to *values*."""
    seat, actions = state[st.SEAT], rules.lasting(state)
    hands, world = np.empty((settings[DEALS], SEATS), np.int64), np.empty(st.WORDS, np.int64)
    die: Die = state[st.DICE + seat : st.DICE + seat + 1].view(np.uint64)
    chances.sample_unseen(state, seat, die, hands)
    for deal in range(settings[DEALS]):
        die[0] = xorshift(die[0])
        fate = state[st.DICE + seat]
        to_try = actions
        while to_try:
            action = lowest_bit(to_try)
            to_try &= to_try - 1
            imagine_deal(state, seat, hands[deal], fate, world)
            rules.step(world, action)
            rollout(world)
            values[action] += rules.score(world, seat)


@compiled("int64(int64[::1], float64[::1])")
def best_action(state: Ints, values: chances.Floats) -> int:
    """Return the legal action of highest value, the first of several."""
    left = rules.lasting(state)
    best = lowest_bit(left)
    while left:
        action = lowest_bit(left)
        left &= left - 1
        if values[action] > values[best]:
            best = action
    return best


@compiled(DECIDE_SIGNATURE, allocates=True)
def decide(state: Ints, settings: Ints) -> int:
    """Take the action of highest value over the sampled deals."""
    actions = rules.lasting(state)
    if not actions & actions - 1:
        return lowest_bit(actions)
    values = np.zeros(st.CARDS, np.float64)
    evaluate_actions(state, settings, values)
    return best_action(state, values)


def sampler_bot(deals: int) -> CompiledBoerenBot:
    """Return the compiled sampler that draws *deals* deals for each move."""
    return CompiledBoerenBot(decide, (deals,))


class Sampler(BoerenBot):
    """Takes the action with most points on average over the sampled deals."""

    def __init__(self, terms: Rules, seat: int, dice: Dice, deals: int) -> None:
        super().__init__(terms, seat, dice)
        self.settings = np.array([deals], np.int64)

    def decide(self, view: View) -> Decision[Action]:
        """Play every action out on the sampled deals."""
        row = to_array(view)
        choices = lasting_actions(view)
        if len(choices) == 1:
            return Decision(choices[0], lambda: NO_CHOICE)
        dice = row[st.DICE + self.seat : st.DICE + self.seat + 1].view(np.uint64)
        dice[0] = self.dice.state
        worth = np.zeros(st.CARDS, np.float64)
        evaluate_actions(row, self.settings, worth)
        self.dice.state = int(dice[0])
        action = to_action(view, best_action(row, worth))
        return Decision(action, partial(self._explain, choices, worth))

    def _explain(self, choices: list[Action], worth: chances.Floats) -> str:
        """Return in words the mean points of each action over the sampled deals."""
        deals = int(self.settings[DEALS])
        means = {action: float(worth[to_number(action)]) / deals for action in choices}
        return f"points on average over {deals} deals that fit – {tell_values(means)}"
