"""The sampler expects the bids that a guessing bot would make."""

from typing import Literal

import pytest
from numba import njit

from handsight.boeren import Rules, State, Terms, deal, legal, play, shuffle, view
from handsight.bots.boeren.kripke_bots import Greedy
from handsight.kernels.boeren import convert, sampler
from handsight.kernels.jit import Ints
from handsight.table import Dice


@njit()
def ask(state: Ints, seat: int, hand: int) -> bool:  # an inlined kernel cannot be called from Python
    return sampler.bid_expected(state, seat, hand)


def expected(state: State, seat: int) -> bool:
    return bool(ask(convert.to_array(state), seat, convert.cards(state.setup.hands[seat])))


@pytest.mark.parametrize("change", ["plus_minus_one", "any_other", "none"])
def test_a_bid_is_expected_if_a_guessing_bot_could_make_it(
    change: Literal["plus_minus_one", "any_other", "none"],
) -> None:
    barred = 0
    for seed in range(40):
        state = deal(shuffle(Terms(4, rules=Rules(dealer_change=change)), seed % 4, Dice(seed)))
        while state.bidding:
            seat, seen = state.seat, view(state, state.seat)
            could = {Greedy(state.terms.rules, seat, Dice(throw)).bid(seen) for throw in range(40)}
            for bid in legal(state):
                assert expected(play(state, bid), seat) == (bid in could)
            barred += len(could) > 1
            state = play(state, min(could, key=lambda bid: bid.tricks))
    assert (barred > 0) == (change == "any_other")
