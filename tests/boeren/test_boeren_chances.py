"""Exact chances equal the shares of listed deals, and sampled deals are uniform."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from boeren_rounds import deals, random_round

from handsight.boeren import SEATS, Terms, View, playable_cards, trick_value, trick_winner, view
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_conversion import cards, to_array
from handsight.bots.boeren.compiled import owner_chances as chances
from handsight.bots.boeren.rule_graphs.situations import probability_unbeaten, seats_still_to_play
from handsight.compiled.compiled_dice import start_stream

TABLES = [Terms(3), Terms(2, 3), Terms(1, 3)]


def listed(seen: View) -> dict[int, Fraction]:
    """By own card, the share of the deals in which no seat still to play holds what would beat it."""
    worlds, found = list(deals(seen)), {}
    for card in playable_cards(seen.hand, seen.led):
        led = card.suit if seen.led is None else seen.led
        mine = trick_value(card, seen.trump, led)
        top = seen.trick[trick_winner(seen.trick, seen.trump)] if seen.trick else card
        good = sum(
            not any(
                trick_value(other, seen.trump, led) > mine
                for seat in seats_still_to_play(seen)
                for other in playable_cards(world[seat], led)
            )
            for world in worlds
        )
        found[card.identity] = Fraction(good, len(worlds)) * (trick_value(top, seen.trump, led) <= mine)
    return found


@pytest.mark.parametrize("terms", TABLES, ids=["dealt-out", "stock", "one-card"])
def test_the_chance_that_a_card_stays_ahead(terms: Terms) -> None:
    for seed in range({0: 5, 4: 1, 8: 4}[terms.stock]):
        for state in list(random_round(terms, seed))[4::2]:
            seen = view(state, state.seat)
            array = to_array(seen)
            for card, chance in listed(seen).items():
                assert chances.chance_unbeaten(array, card) == pytest.approx(float(chance), abs=1e-12)
                named = next(own for own in seen.hand if own.identity == card)
                assert probability_unbeaten(seen, named) == chance


@pytest.mark.parametrize("terms", TABLES, ids=["dealt-out", "stock", "one-card"])
def test_the_chance_that_others_hold_a_suit(terms: Terms) -> None:
    for state in list(random_round(terms, 3))[5::4]:
        seen = view(state, state.seat)
        worlds = list(deals(seen))
        for suit in range(4):
            held = sum(any(c.suit == suit for hand in world.values() for c in hand) for world in worlds)
            assert chances.chance_suit_held(to_array(seen), suit) == pytest.approx(
                held / len(worlds), abs=1e-12
            )


@pytest.mark.parametrize(("terms", "seed"), [(Terms(3), 4), (Terms(2, 3), 1)])
def test_samples_are_every_deal_equally_often(terms: Terms, seed: int) -> None:
    state = list(random_round(terms, seed))[4 + 5]
    seen = view(state, state.seat)
    array, seat = to_array(seen), seen.viewer
    sizes, lacks, kinds = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(chances.KINDS, np.int64)
    others = [(seat + 1 + place) % SEATS for place in range(3)]
    sizes[:3] = [seen.sizes[other] for other in others]
    sizes[3] = len(seen.unseen) - sum(sizes)
    lacks[:3] = [array[st.VOIDS + other] for other in others]
    for card in seen.unseen:
        places = (place for place in range(4) if sizes[place] and not lacks[place] >> card.identity & 1)
        kinds[sum(1 << place for place in places)] += 1
    up = np.zeros((chances.KINDS + 1, np.prod(sizes[:3] + 1)), np.float64)
    worlds = [tuple(cards(world[other]) for other in others) for world in deals(seen)]
    assert chances.count_deals(kinds, sizes, up) == len(worlds)
    draws = 100 * len(worlds)
    hands, die = np.zeros((draws, 4), np.int64), np.zeros(1, np.uint64)
    start_stream(die, np.uint64(1), np.uint64(2), np.uint64(3))
    chances.sample_deals(cards(seen.unseen), lacks, sizes, kinds, up, die, hands)
    found = Counter(tuple(hand[:3]) for hand in hands.tolist())
    assert set(found) == set(worlds)
    assert len(worlds) > 10
    chi = sum((found[world] - 100) ** 2 / 100 for world in worlds)
    assert chi < len(worlds) - 1 + 4 * (2 * (len(worlds) - 1)) ** 0.5
