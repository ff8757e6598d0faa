"""Deal the rounds of a match into a row: the cards that the plain shuffle deals, and dice for every seat."""

import numpy as np

from handsight.boeren import SEATS, Rules, round_sizes
from handsight.boeren.scoring import MET, ZERO_BONUS, ZERO_FROM
from handsight.kernels.boeren import state_layout
from handsight.kernels.boeren.state_layout import DEEP, NONE, OF_SUIT, Ints
from handsight.kernels.dice import Die, below, throw
from handsight.kernels.jit import compiled, inlined, lowest

CARDS_EACH, RANKS_IN = range(2)
"""What a schedule says of a round: cards in a hand, ranks of each suit in the pack."""

HOOK, BONUS, TURN_UP, WINNER_OPENS = range(4)
"""The switches of a rule set, as numbers."""


def schedule(rules: Rules) -> Ints:
    """Return the rounds of a match, a line each."""
    return np.array(round_sizes(rules.schedule), np.int64)


def switches(rules: Rules) -> Ints:
    """Return the rules as numbers."""
    return np.array(
        [
            state_layout.HOOKS.index(rules.dealer_change),
            ZERO_BONUS if rules.zero_bonus == "from_six" else MET,
            rules.trump == "turn_up",
            rules.first_lead == "winner_opens",
        ],
        np.int64,
    )


@compiled("void(int64[::1], int64[::1], int64, int64[::1])", inline=True)
def prepare(row: Ints, size: Ints, dealer: int, rules: Ints) -> None:
    """Clear the table for a round: everything but its cards, its trump and the dice of the seats."""
    row[: state_layout.DICE] = 0
    row[state_layout.SIZE] = size[CARDS_EACH]
    ranks = ((1 << size[RANKS_IN]) - 1) << (DEEP - size[RANKS_IN])
    row[state_layout.PACK] = ranks | ranks << DEEP | ranks << 2 * DEEP | ranks << 3 * DEEP
    row[state_layout.DEALER] = dealer
    row[state_layout.SEAT] = row[state_layout.LEADER] = state_layout.seat_after(dealer, 1)
    row[state_layout.LED] = row[state_layout.TOP] = row[state_layout.AHEAD] = NONE
    row[state_layout.HOOK] = rules[HOOK]
    row[state_layout.BONUS] = rules[BONUS] if size[CARDS_EACH] >= ZERO_FROM else MET
    for seat in range(SEATS):
        row[state_layout.BIDS + seat] = NONE


@inlined
def shuffle(row: Ints, ranks: int, die: Die, deck: Ints) -> None:
    """Lay out the pack and shuffle it as `table.shuffled` does (Fisher-Yates from the back)."""
    cards, pack = 0, row[state_layout.PACK]
    while pack:
        deck[cards] = lowest(pack)
        pack &= pack - 1
        cards += 1
    for at in range(SEATS * ranks - 1, 0, -1):
        other = below(die, at + 1)
        deck[at], deck[other] = deck[other], deck[at]


@compiled("void(int64[::1], int64[::1], int64, int64[::1], uint64[::1], int64[::1])")
def deal(row: Ints, size: Ints, dealer: int, rules: Ints, die: Die, deck: Ints) -> None:
    """Deal a round as `boeren.shuffle` does, with the match's die; *deck*: work space for 52 cards."""
    prepare(row, size, dealer, rules)
    shuffle(row, size[RANKS_IN], die, deck)
    at = 0
    for seat in range(SEATS):
        row[state_layout.HELD + seat] = 0
        for _ in range(size[CARDS_EACH]):
            row[state_layout.HELD + seat] |= 1 << deck[at]
            at += 1
    if rules[TURN_UP]:
        row[state_layout.TURNED] = 1 << deck[at]
        for suit in range(OF_SUIT.size):
            if OF_SUIT[suit] >> deck[at] & 1:
                row[state_layout.TRUMP] = suit
    else:
        row[state_layout.TRUMP] = below(die, OF_SUIT.size)


@compiled("void(int64[::1], uint64, uint64)")
def give_dice(row: Ints, seed: np.uint64, game: np.uint64) -> None:
    """Give each seat its own stream of chance for a whole match."""
    dice = row[state_layout.DICE : state_layout.DICE + SEATS].view(np.uint64)
    for seat in range(SEATS):
        throw(dice[seat:], seed, game, np.uint64(seat + 1))
