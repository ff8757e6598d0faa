"""The sampler bot: it samples deals that fit what it knows, and plays every action out on each of them.

It takes the action with the highest total score. In a rollout all seats play by the rule graphs; with few
cards left, the open hands are solved instead. On request, a deal in which another seat would have bid
differently counts less.
"""

from functools import partial
from time import perf_counter

import numpy as np

from handsight.boeren import SEATS, Action, Rules, View
from handsight.boeren.compiled import rules
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_conversion import to_action, to_array, to_number
from handsight.boeren.compiled.state_layout import NONE
from handsight.bots.boeren.bot import NO_CHOICE, BoerenBot, lasting_actions, tell_values
from handsight.bots.boeren.compiled import open_hands_solver as solver
from handsight.bots.boeren.compiled import owner_chances as chances
from handsight.bots.boeren.compiled import rule_graphs
from handsight.bots.boeren.compiled.compiled_bots import DECIDE_SIGNATURE, CompiledBoerenBot, full_kripke
from handsight.bots.bot import Decision
from handsight.compiled.compiled_dice import Die, xorshift
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit
from handsight.game import Dice

DEALS, BID_WEIGHT, SOLVE_FROM = range(3)
"""Its settings: number of deals; weight of a deal with an unexpected bid, in %; cards left to solve."""


FULL_WEIGHT = 100
FEW_CARDS = 3
"""With no more cards than this in a hand, a small transposition table is enough."""


@inlined
def bid_expected(state: Ints, seat: int, hand: int) -> bool:
    """Whether a seat with this starting hand would have bid as it did."""
    mine, usual = rule_graphs.compare_means(state, hand)
    guess = rule_graphs.first_guess(mine, usual, state[st.HAND_SIZE])
    bid, moved = state[st.BIDS + seat], rule_graphs.moved_by_one(state, guess, mine >= usual)
    if seat != state[st.DEALER]:
        return bid == guess
    if state[st.DEALER_CHANGE] == st.BARRED:
        return bid == (moved if guess == rules.barred_dealer_bid(state) else guess)
    if state[st.DEALER_GUESS] == NONE:  # it did not have to change what it bid
        return bid == guess
    return guess == state[st.DEALER_GUESS] and (state[st.DEALER_CHANGE] == st.ANY_OTHER or bid == moved)


@inlined
def bid_weight(state: Ints, seat: int, hands: Ints, strange: float) -> float:
    """Return the weight of a sampled deal by the bids of the others."""
    weight = 1.0
    for place in range(SEATS - 1):
        other = st.seat_after(seat, 1 + place)
        if state[st.BIDS + other] != NONE and not bid_expected(
            state, other, hands[place] | state[st.PLAYED + other]
        ):
            weight *= strange
    return weight


@inlined
def imagine_deal(state: Ints, seat: int, hands: Ints, fate: int, world: Ints) -> None:
    """Write the state of a sampled deal, with dice of its own."""
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
    left = st.cards_left(state, seat)
    solving = not st.is_bidding(state) and left <= settings[SOLVE_FROM]
    slots = solver.SMALL_TABLE_SLOTS if left <= FEW_CARDS else solver.TABLE_SLOTS
    table = np.zeros((slots if solving else 1, 3), np.int64)
    search_id = 0
    for deal in range(settings[DEALS]):
        die[0] = xorshift(die[0])
        fate = state[st.DICE + seat]
        weight = 1.0
        if settings[BID_WEIGHT] < FULL_WEIGHT:
            weight = bid_weight(state, seat, hands[deal], settings[BID_WEIGHT] / FULL_WEIGHT)
        to_try = actions
        while to_try:
            action = lowest_bit(to_try)
            to_try &= to_try - 1
            imagine_deal(state, seat, hands[deal], fate, world)
            rules.step(world, action)
            if solving:
                search_id += 1
                values[action] += weight * solver.score_of(solver.solve_state(world, table, search_id), seat)
            else:
                rollout(world)
                values[action] += weight * rules.score(world, seat)


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


def sampler_bot(deals: int, strange: int, solve: int) -> CompiledBoerenBot:
    """Return the compiled sampler; its settings are those at the head of this module."""
    return CompiledBoerenBot(decide, (deals, strange, solve))


class Sampler(BoerenBot):
    """Takes the action with most points on average over the sampled deals."""

    def __init__(
        self, terms: Rules, seat: int, dice: Dice, player: CompiledBoerenBot, budget: float = 0.0
    ) -> None:
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
        dice = row[st.DICE + self.seat : st.DICE + self.seat + 1].view(np.uint64)
        dice[0] = self.dice.state
        settings = self.player.settings_array()
        end, worth, times = perf_counter() + self.budget, np.zeros(st.CARDS, np.float64), 1
        evaluate_actions(row, settings, worth)
        while self.budget and perf_counter() < end:
            evaluate_actions(row, settings, worth)
            times += 1
        self.dice.state = int(dice[0])
        action = to_action(view, best_action(row, worth))
        return Decision(action, partial(self._explain, choices, worth, times))

    def _explain(self, choices: list[Action], worth: chances.Floats, times: int) -> str:
        """Say what each action brought on average."""
        settings = self.player.settings_array()
        deals = times * int(settings[DEALS])
        weighed = ", deals weighed by their bids" if settings[BID_WEIGHT] < FULL_WEIGHT else ""
        means = {action: float(worth[to_number(action)]) / deals for action in choices}
        return f"points on average over {deals} deals that fit{weighed} – {tell_values(means)}"
