"""Compiled bots of Boeren Bridge: what one is, and the compiled versions of the simple bots.

A compiled bot is a kernel ``decide(state, settings) -> action``, a pure function of what its seat sees (those
of the authors' program look at other hands).
*settings* are the bot's own numbers, such as how many deals it samples.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from handsight.boeren import SEATS
from handsight.boeren.compiled import rules
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_layout import NONE, SUIT_MASK
from handsight.bots.boeren.compiled import owner_chances as chances
from handsight.bots.boeren.compiled import rule_graphs
from handsight.compiled.jit import Ints, compiled, highest_bit, inlined, lowest_bit

DECIDE_SIGNATURE = "int64(int64[::1], int64[::1])"


class CompiledBoerenBot(NamedTuple):
    """A decide kernel, and the settings that it is called with."""

    decide: Callable[[Ints, Ints], int]
    settings: tuple[int, ...] = ()

    def settings_array(self) -> Ints:
        """Return the settings as a kernel takes them."""
        return np.array(self.settings or (0,), np.int64)


@inlined
def cards_of_rank(cards: int, rank: int) -> int:
    """Return the cards of one rank."""
    found = 0
    for suit in range(SUIT_MASK.size):
        found |= cards & 1 << st.RANKS_PER_SUIT * suit + rank
    return found


@compiled(DECIDE_SIGNATURE)
def random(state: Ints, _settings: Ints) -> int:
    """Bid a random number, change it at random, one up or down if it is barred, and play a random card."""
    if st.is_bidding(state) and not st.must_change(state):
        bid = rule_graphs.pick_one(state, (2 << state[st.HAND_SIZE]) - 1)
        if state[st.DEALER_CHANGE] != st.BARRED or bid != rules.barred_bid(state):
            return bid
        return rule_graphs.pick_one(state, rules.legal(state) & rules.one_off(bid))
    return rule_graphs.pick_one(state, rules.legal(state))


@compiled(DECIDE_SIGNATURE)
def greedy(state: Ints, _settings: Ints) -> int:
    """Play the highest legal card, ties by the dice."""
    if st.is_bidding(state):
        return rule_graphs.bid_by_mean(state)
    cards = rules.legal(state)
    trumps = cards & SUIT_MASK[state[st.TRUMP]]
    if trumps:
        return highest_bit(trumps)
    if state[st.SUIT_LED] != NONE and cards & SUIT_MASK[state[st.SUIT_LED]]:
        return highest_bit(cards)
    return rule_graphs.pick_one(
        state, cards_of_rank(cards, rule_graphs.rank_of(rule_graphs.highest_of_any_suit(cards)))
    )


Chooser = Callable[[Ints, int], int]
"""Chooses one of the legal cards."""


@inlined
def play_by_graphs(state: Ints, keeps_bid: bool, win: Chooser, lose: Chooser) -> int:
    """Bid by the mean of the hand, play by graphs; a bot that *keeps_bid* plays to lose once it is met."""
    if st.is_bidding(state):
        return rule_graphs.bid_by_mean(state)
    seat, cards = state[st.SEAT], rules.legal(state)
    if not cards & cards - 1:
        return lowest_bit(cards)
    if keeps_bid and state[st.WON + seat] >= state[st.BIDS + seat]:
        return lose(state, cards)
    return win(state, cards)


@inlined
def _win_card_by_card(state: Ints, cards: int) -> int:
    """Choose by our win graph, judging where each card may be on its own."""
    live = rule_graphs.live_cards(state, state[st.SEAT])
    return rule_graphs.win(state, cards, rule_graphs.kripke_winners(state, cards), live)


@compiled(DECIDE_SIGNATURE)
def greedy_kripke(state: Ints, _settings: Ints) -> int:
    """Always play to win the trick."""
    return play_by_graphs(state, False, _win_card_by_card, rule_graphs.lose)


@compiled(DECIDE_SIGNATURE, inline=True)
def full_kripke(state: Ints, _settings: Ints) -> int:
    """Play to win while the bid is not reached, then to lose."""
    return play_by_graphs(state, True, _win_card_by_card, rule_graphs.lose)


ENOUGH = 0.5 - 1e-9
"""From which chance on a card counts as taking the trick: one half, which a sum of floats may just miss."""


@inlined
def likely_winners(state: Ints, cards: int) -> int:
    """Return the own cards, of those the graphs ask about, that are likely to take the trick."""
    asked, found = 0, 0
    if state[st.SUIT_LED] == NONE or cards & SUIT_MASK[state[st.SUIT_LED]]:
        for suit in range(SEATS):
            if cards & SUIT_MASK[suit]:
                asked |= 1 << highest_bit(cards & SUIT_MASK[suit])
    else:
        asked = cards & SUIT_MASK[state[st.TRUMP]]
    while asked:
        card = lowest_bit(asked)
        asked &= asked - 1
        if chances.chance_unbeaten(state, card) >= ENOUGH:
            found |= 1 << card
    return found


@inlined
def likely_live_cards(state: Ints) -> int:
    """Return all cards of the suits that others are likely to hold."""
    found = 0
    for suit in range(SEATS):
        if chances.chance_suit_held(state, suit) >= ENOUGH:
            found |= SUIT_MASK[suit]
    return found


@inlined
def _win_by_chances(state: Ints, cards: int) -> int:
    """Choose by our win graph, from exact chances."""
    return rule_graphs.win(state, cards, likely_winners(state, cards), likely_live_cards(state))


@compiled(DECIDE_SIGNATURE)
def counter(state: Ints, _settings: Ints) -> int:
    """Play to win while the bid is not reached, then to lose, from exact chances."""
    return play_by_graphs(state, True, _win_by_chances, rule_graphs.lose)


@compiled(DECIDE_SIGNATURE)
def greedy_kripke_author(state: Ints, _settings: Ints) -> int:
    """Always play to win the trick, as the authors' program does. NOT HONEST."""
    return play_by_graphs(state, False, rule_graphs.author_win, rule_graphs.author_lose)


@compiled(DECIDE_SIGNATURE)
def full_kripke_author(state: Ints, _settings: Ints) -> int:
    """Play to win while the bid is not reached, then to lose, as the authors' program does. NOT HONEST."""
    return play_by_graphs(state, True, rule_graphs.author_win, rule_graphs.author_lose)


RANDOM = CompiledBoerenBot(random)
GREEDY = CompiledBoerenBot(greedy)
GREEDY_KRIPKE = CompiledBoerenBot(greedy_kripke)
FULL_KRIPKE = CompiledBoerenBot(full_kripke)
COUNTER = CompiledBoerenBot(counter)

COMPILED_BOTS = {
    "random": RANDOM,
    "greedy": GREEDY,
    "greedy-kripke": GREEDY_KRIPKE,
    "full-kripke": FULL_KRIPKE,
    "counter": COUNTER,
    "greedy-kripke-author": CompiledBoerenBot(greedy_kripke_author),
    "full-kripke-author": CompiledBoerenBot(full_kripke_author),
}
"""The compiled versions of the plain bots, by name."""
