"""The sampler expects the bids that a guessing bot would make."""

import pytest
from numba import njit

from handsight.boeren import Bid, ChangeBid, Rules, State, Terms, deal, legal, play, shuffle, view
from handsight.boeren.compiled import state_conversion as convert
from handsight.boeren.terms import DealerChange
from handsight.bots.boeren.compiled import sampler
from handsight.bots.boeren.kripke_bots import Greedy
from handsight.compiled.jit import Ints
from handsight.game import Dice


@njit()
def ask(state: Ints, seat: int, hand: int) -> bool:  # an inlined kernel cannot be called from Python
    return sampler.bid_expected(state, seat, hand)


def expected(state: State, seat: int) -> bool:
    return bool(ask(convert.to_array(state), seat, convert.cards(state.setup.hands[seat])))


@pytest.mark.parametrize("change", ["plus_minus_one", "any_other", "barred", "none"])
def test_a_bid_is_expected_if_a_guessing_bot_could_make_it(change: DealerChange) -> None:
    several = changed = 0
    for seed in range(40):
        state = deal(shuffle(Terms(4, rules=Rules(dealer_change=change)), seed % 4, Dice(seed)))
        while state.bidding:
            seat, seen = state.seat, view(state, state.seat)
            could = {Greedy(state.terms.rules, seat, Dice(throw)).bid(seen) for throw in range(40)}
            for action in legal(state):
                after = play(state, action)
                if not after.must_change:  # a bid that is still to be changed is nobody's yet
                    assert isinstance(action, Bid | ChangeBid)
                    assert expected(after, seat) == (action in could)
            several += len(could) > 1
            changed += state.must_change
            state = play(state, min(could, key=lambda bid: bid.tricks))
    assert (several > 0) == (change == "any_other")
    assert (changed > 0) == (change in ("plus_minus_one", "any_other"))
