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
from handsight.bots.boeren.compiled import author_graphs, rule_graphs
from handsight.bots.boeren.compiled import owner_chances as chances
from handsight.compiled.jit import Ints, compiled, highest_bit, inlined, lowest_bit

DECIDE_SIGNATURE = "int64(int64[::1], int64[::1])"


class CompiledBot(NamedTuple):
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


@inlined
def by_graphs(state: Ints, content: bool) -> int:
    """Bid by the mean of the hand, play by the rule graphs; *content*: play to lose once the bid is met."""
    if st.is_bidding(state):
        return rule_graphs.bid_by_mean(state)
    seat, cards = state[st.SEAT], rules.legal(state)
    if not cards & cards - 1:
        return lowest_bit(cards)
    if content and state[st.WON + seat] >= state[st.BIDS + seat]:
        return rule_graphs.lose(state, cards)
    return rule_graphs.win(
        state, cards, rule_graphs.kripke_winners(state, cards), rule_graphs.live_cards(state, seat)
    )


@compiled(DECIDE_SIGNATURE)
def greedy_kripke(state: Ints, _settings: Ints) -> int:
    """Always play to win the trick."""
    return by_graphs(state, False)


@compiled(DECIDE_SIGNATURE)
def full_kripke(state: Ints, _settings: Ints) -> int:
    """Play to win while the bid is not reached, then to lose."""
    return by_graphs(state, True)


WINNING_CHANCE = 0
"""The setting of `counter`: from which chance on, in percent, a card counts as taking the trick."""
TOLERANCE = 1e-9


@inlined
def likely_winners(state: Ints, cards: int, enough: float) -> int:
    """Return the own cards, of those the graphs ask about, that take the trick with this chance or more."""
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
        if chances.chance_unbeaten(state, card) >= enough - TOLERANCE:
            found |= 1 << card
    return found


@inlined
def likely_live_cards(state: Ints, enough: float) -> int:
    """Return all cards of the suits that others hold with this chance or more."""
    found = 0
    for suit in range(SEATS):
        if chances.chance_suit_held(state, suit) >= enough - TOLERANCE:
            found |= SUIT_MASK[suit]
    return found


@compiled(DECIDE_SIGNATURE)
def counter(state: Ints, settings: Ints) -> int:
    """Bid by the mean of the hand; play to win while the bid is not reached, then to lose."""
    if st.is_bidding(state):
        return rule_graphs.bid_by_mean(state)
    seat, cards = state[st.SEAT], rules.legal(state)
    if state[st.WON + seat] >= state[st.BIDS + seat]:
        return rule_graphs.lose(state, cards)
    enough = settings[WINNING_CHANCE] / 100
    return rule_graphs.win(
        state, cards, likely_winners(state, cards, enough), likely_live_cards(state, enough)
    )


@inlined
def by_author_graphs(state: Ints, content: bool) -> int:
    """Bid by the mean of the hand, play by the graphs of the authors' program; *content* as above."""
    if st.is_bidding(state):
        return rule_graphs.bid_by_mean(state)
    seat, cards = state[st.SEAT], rules.legal(state)
    if not cards & cards - 1:
        return lowest_bit(cards)
    if content and state[st.WON + seat] >= state[st.BIDS + seat]:
        return author_graphs.lose(state, cards)
    return author_graphs.win(state, cards)


@compiled(DECIDE_SIGNATURE)
def greedy_kripke_author(state: Ints, _settings: Ints) -> int:
    """Always play to win the trick, as the authors' program does. NOT HONEST."""
    return by_author_graphs(state, False)


@compiled(DECIDE_SIGNATURE)
def full_kripke_author(state: Ints, _settings: Ints) -> int:
    """Play to win while the bid is not reached, then to lose, as the authors' program does. NOT HONEST."""
    return by_author_graphs(state, True)


RANDOM = CompiledBot(random)
GREEDY = CompiledBot(greedy)
GREEDY_KRIPKE = CompiledBot(greedy_kripke)
FULL_KRIPKE = CompiledBot(full_kripke)
COUNTER = CompiledBot(counter, (50,))

COMPILED_BOTS = {
    "random": RANDOM,
    "greedy": GREEDY,
    "greedy-kripke": GREEDY_KRIPKE,
    "full-kripke": FULL_KRIPKE,
    "counter": COUNTER,
    "greedy-kripke-author": CompiledBot(greedy_kripke_author),
    "full-kripke-author": CompiledBot(full_kripke_author),
}
"""The compiled versions of the plain bots, by name."""
