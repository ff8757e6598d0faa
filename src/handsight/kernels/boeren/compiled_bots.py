"""Compiled players: each a kernel ``decide(row, settings) -> action``, a pure function of what its seat sees.

*settings* are the player's own numbers, such as how many deals it imagines.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from handsight.boeren import SEATS
from handsight.kernels.boeren import chances, graphs, rules, state_layout
from handsight.kernels.boeren.state_layout import NONE, OF_SUIT, Ints
from handsight.kernels.jit import compiled, highest, inlined, lowest

DECIDE = "int64(int64[::1], int64[::1])"


class CompiledBot(NamedTuple):
    """A kernel that decides, and its settings."""

    decide: Callable[[Ints, Ints], int]
    settings: tuple[int, ...] = ()

    def settings_array(self) -> Ints:
        """Return the settings as a kernel takes them."""
        return np.array(self.settings or (0,), np.int64)


@inlined
def revisions(row: Ints, bid: int) -> int:
    """Return the bids into which a barred guess may be turned."""
    allowed = rules.legal(row)
    return allowed if row[state_layout.HOOK] == state_layout.ANY_OTHER else allowed & (5 << bid >> 1)


@inlined
def level(cards: int, rank: int) -> int:
    """Return the cards of one rank."""
    found = 0
    for suit in range(OF_SUIT.size):
        found |= cards & 1 << state_layout.DEEP * suit + rank
    return found


@compiled(DECIDE)
def random(row: Ints, _settings: Ints) -> int:
    """Bid any number (moved, if it is barred), and play any legal card."""
    if state_layout.bidding(row):
        bid = graphs.one_of(row, (2 << row[state_layout.SIZE]) - 1)
        return bid if bid != rules.barred(row) else graphs.one_of(row, revisions(row, bid))
    return graphs.one_of(row, rules.legal(row))


@compiled(DECIDE)
def greedy(row: Ints, _settings: Ints) -> int:
    """Play the highest legal card, ties by the dice."""
    if state_layout.bidding(row):
        return graphs.guess(row)
    cards = rules.legal(row)
    trumps = cards & OF_SUIT[row[state_layout.TRUMP]]
    if trumps:
        return highest(trumps)
    if row[state_layout.LED] != NONE and cards & OF_SUIT[row[state_layout.LED]]:
        return highest(cards)
    return graphs.one_of(row, level(cards, graphs.rank_of(graphs.peak(cards))))


@inlined
def by_graphs(row: Ints, content: bool) -> int:  # noqa: FBT001  kernels have no keywords
    """Bid by the mean of the hand and play by the graphs, each card alone; *content*: stop at the bid."""
    if state_layout.bidding(row):
        return graphs.guess(row)
    seat, cards = row[state_layout.SEAT], rules.legal(row)
    if not cards & cards - 1:
        return lowest(cards)
    if content and row[state_layout.WON + seat] >= row[state_layout.BIDS + seat]:
        return graphs.lose(row, cards)
    return graphs.win(row, cards, graphs.kripke_winners(row, cards), graphs.live_cards(row, seat))


@compiled(DECIDE)
def greedy_kripke(row: Ints, _settings: Ints) -> int:
    """Always play to win the trick."""
    return by_graphs(row, False)  # noqa: FBT003  as above


@compiled(DECIDE)
def full_kripke(row: Ints, _settings: Ints) -> int:
    """Play to win while the bid is not reached, then to lose."""
    return by_graphs(row, True)  # noqa: FBT003  as above


ENOUGH = 0
"""Its setting: from which chance on, in percent, a card counts as taking the trick."""
TRIFLE = 1e-9


@inlined
def likely_winners(row: Ints, cards: int, enough: float) -> int:
    """Return the own cards that take the trick with chance enough, as far as the graph asks."""
    asked, found = 0, 0
    if row[state_layout.LED] == NONE or cards & OF_SUIT[row[state_layout.LED]]:
        for suit in range(SEATS):
            if cards & OF_SUIT[suit]:
                asked |= 1 << highest(cards & OF_SUIT[suit])
    else:
        asked = cards & OF_SUIT[row[state_layout.TRUMP]]
    while asked:
        card = lowest(asked)
        asked &= asked - 1
        if chances.safe(row, card) >= enough - TRIFLE:
            found |= 1 << card
    return found


@inlined
def likely_live_cards(row: Ints, enough: float) -> int:
    """Return all cards of the suits that others hold with chance enough."""
    found = 0
    for suit in range(SEATS):
        if chances.held_elsewhere(row, suit) >= enough - TRIFLE:
            found |= OF_SUIT[suit]
    return found


@compiled(DECIDE)
def counter(row: Ints, settings: Ints) -> int:
    """Bid by the mean of the hand; play to win while the bid is not reached, then to lose."""
    if state_layout.bidding(row):
        return graphs.guess(row)
    seat, cards = row[state_layout.SEAT], rules.legal(row)
    if row[state_layout.WON + seat] >= row[state_layout.BIDS + seat]:
        return graphs.lose(row, cards)
    enough = settings[ENOUGH] / 100
    return graphs.win(row, cards, likely_winners(row, cards, enough), likely_live_cards(row, enough))


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
}
"""The compiled versions of the plain bots, by name."""
