"""Deal the rounds of a match into a state: the same cards as the plain shuffle, and dice for each seat."""

import numpy as np

from handsight.boeren import SEATS, Rules, round_sizes
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_layout import NONE, RANKS_PER_SUIT, SUIT_MASK
from handsight.boeren.rules import MET, ZERO_BONUS, ZERO_FROM
from handsight.compiled.compiled_dice import Die, Streams, below_for_deal, deal_streams, seat_streams
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit
from handsight.game import Seed

HAND_SIZE, PACK_RANKS = range(2)
"""The columns of a schedule: cards in a hand, ranks of each suit in the pack."""

DEALER_CHANGE, ZERO_BID_POINTS, TURN_UP, WINNER_OPENS = range(4)
"""Indices of the rule switches."""


def schedule(rules: Rules) -> Ints:
    """Return the rounds of a match: a row for each, with its hand size and the ranks in its pack."""
    return np.array(round_sizes(rules.schedule), np.int64)


def switches(rules: Rules) -> Ints:
    """Return the rule switches as numbers."""
    return np.array(
        [
            st.DEALER_CHANGES.index(rules.dealer_change),
            ZERO_BONUS if rules.zero_bonus == "from_six" else MET,
            rules.trump == "turn_up",
            rules.first_lead == "winner_opens",
        ],
        np.int64,
    )


@compiled("void(int64[::1], int64[::1], int64, int64[::1])", inline=True)
def clear_round(state: Ints, size: Ints, dealer: int, rules: Ints) -> None:
    """Prepare the state for a new round; the caller sets hands, trump and a turned-up card afterwards."""
    state[: st.DICE] = 0
    state[st.HAND_SIZE] = size[HAND_SIZE]
    ranks = ((1 << size[PACK_RANKS]) - 1) << (RANKS_PER_SUIT - size[PACK_RANKS])
    state[st.PACK] = (
        ranks | ranks << RANKS_PER_SUIT | ranks << 2 * RANKS_PER_SUIT | ranks << 3 * RANKS_PER_SUIT
    )
    state[st.DEALER] = dealer
    state[st.SEAT] = state[st.LEADER] = st.seat_after(dealer, 1)
    state[st.SUIT_LED] = state[st.BEST_CARD] = state[st.BEST_SEAT] = NONE
    state[st.DEALER_CHANGE], state[st.DEALER_GUESS] = rules[DEALER_CHANGE], NONE
    state[st.ZERO_BID_POINTS] = rules[ZERO_BID_POINTS] if size[HAND_SIZE] >= ZERO_FROM else MET
    for seat in range(SEATS):
        state[st.BIDS + seat] = NONE


@inlined
def shuffle(state: Ints, ranks: int, die: Die, deck: Ints) -> None:
    """List the pack and shuffle it as `game.shuffled` does (Fisher-Yates from the end)."""
    cards, pack = 0, state[st.PACK]
    while pack:
        deck[cards] = lowest_bit(pack)
        pack &= pack - 1
        cards += 1
    for at in range(SEATS * ranks - 1, 0, -1):
        other = below_for_deal(die, at + 1)
        deck[at], deck[other] = deck[other], deck[at]


@compiled("void(int64[::1], int64[::1], int64, int64[::1], uint64[::1], int64[::1])")
def deal(state: Ints, size: Ints, dealer: int, rules: Ints, die: Die, deck: Ints) -> None:
    """Deal a round as `boeren.shuffle` does, with the die of the match; *deck* is workspace for 52 cards."""
    clear_round(state, size, dealer, rules)
    shuffle(state, size[PACK_RANKS], die, deck)
    at = 0
    for seat in range(SEATS):
        state[st.HANDS + seat] = 0
        for _ in range(size[HAND_SIZE]):
            state[st.HANDS + seat] |= 1 << deck[at]
            at += 1
    if rules[TURN_UP]:
        state[st.TURNED_UP] = 1 << deck[at]
        for suit in range(SUIT_MASK.size):
            if SUIT_MASK[suit] >> deck[at] & 1:
                state[st.TRUMP] = suit
    else:
        state[st.TRUMP] = below_for_deal(die, SUIT_MASK.size)


@compiled("void(int64[::1], uint64[::1])")
def give_dice(state: Ints, seat_starts: Streams) -> None:
    """Start the dice of each seat for a whole match."""
    dice = state[st.DICE : st.DICE + SEATS].view(np.uint64)
    for seat in range(SEATS):
        dice[seat] = seat_starts[seat]


def match_streams(schedule: Ints, seed: Seed, first: int, games: int) -> tuple[Streams, Streams]:
    """Return the dice of each deal of matches from number *first* on, and where the seats' dice start.

    Four matches in a row have the same deal, so the first row of the dice is deal ``first // 4``.
    """
    deals = range(first // SEATS, (first + games - 1) // SEATS + 1)
    draws = 1 + len(schedule) * (st.CARDS + 1)  # the first dealer; for each round its cards and trump
    return deal_streams(seed, deals.start, len(deals), draws), seat_streams(seed, first, games)


def round_streams(seed: Seed, first: int, rounds: int, purpose: str) -> tuple[Streams, Streams]:
    """Return the dice of each deal of single rounds from number *first* on, and where seats' dice start."""
    return deal_streams(seed, first, rounds, st.CARDS + 2), seat_streams(seed, first, rounds, purpose)
