"""Exact chances on rows against listing every deal; fair deals against their number."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from boeren_made import deals, random_round

from handsight.boeren import SEATS, Terms, View, playable_cards, trick_value, trick_winner, view
from handsight.bots.boeren.exact_chances import safe as safe_plainly
from handsight.bots.boeren.rule_graphs import later
from handsight.kernels.boeren import chances, state_layout
from handsight.kernels.boeren.convert import cards, to_row
from handsight.kernels.dice import throw

TABLES = [Terms(3), Terms(2, 3), Terms(1, 3)]


def listed(look: View) -> dict[int, Fraction]:
    """By own card, the share of the deals in which no seat still to play holds what would beat it."""
    worlds, found = list(deals(look)), {}
    for card in playable_cards(look.hand, look.led):
        led = card.suit if look.led is None else look.led
        mine = trick_value(card, look.trump, led)
        top = look.trick[trick_winner(look.trick, look.trump)] if look.trick else card
        good = sum(
            not any(
                trick_value(other, look.trump, led) > mine
                for seat in later(look)
                for other in playable_cards(world[seat], led)
            )
            for world in worlds
        )
        found[card.identity] = Fraction(good, len(worlds)) * (trick_value(top, look.trump, led) <= mine)
    return found


@pytest.mark.parametrize("terms", TABLES, ids=["dealt-out", "stock", "one-card"])
def test_the_chance_that_a_card_stays_ahead(terms: Terms) -> None:
    for seed in range({0: 5, 4: 1, 8: 4}[terms.stock]):
        for state in list(random_round(terms, seed))[4::2]:
            look = view(state, state.seat)
            row = to_row(look)
            for card, chance in listed(look).items():
                assert chances.safe(row, card) == pytest.approx(float(chance), abs=1e-12)
                named = next(own for own in look.hand if own.identity == card)
                assert safe_plainly(look, named) == chance


@pytest.mark.parametrize("terms", TABLES, ids=["dealt-out", "stock", "one-card"])
def test_the_chance_that_others_hold_a_suit(terms: Terms) -> None:
    for state in list(random_round(terms, 3))[5::4]:
        look = view(state, state.seat)
        worlds = list(deals(look))
        for suit in range(4):
            held = sum(any(c.suit == suit for hand in world.values() for c in hand) for world in worlds)
            assert chances.held_elsewhere(to_row(look), suit) == pytest.approx(held / len(worlds), abs=1e-12)


@pytest.mark.parametrize(("terms", "seed"), [(Terms(3), 4), (Terms(2, 3), 1)])
def test_samples_are_every_deal_equally_often(terms: Terms, seed: int) -> None:
    state = list(random_round(terms, seed))[4 + 5]
    look = view(state, state.seat)
    row, seat = to_row(look), look.viewer
    sizes, lacks, kinds = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(chances.KINDS, np.int64)
    others = [(seat + 1 + place) % SEATS for place in range(3)]
    sizes[:3] = [look.sizes[other] for other in others]
    sizes[3] = len(look.unseen) - sum(sizes)
    lacks[:3] = [row[state_layout.LACKS + other] for other in others]
    for card in look.unseen:
        places = (place for place in range(4) if sizes[place] and not lacks[place] >> card.identity & 1)
        kinds[sum(1 << place for place in places)] += 1
    up = np.zeros((chances.KINDS + 1, np.prod(sizes[:3] + 1)), np.float64)
    worlds = [tuple(cards(world[other]) for other in others) for world in deals(look)]
    assert chances.count(kinds, sizes, up) == len(worlds)
    draws = 100 * len(worlds)
    hands, die = np.zeros((draws, 4), np.int64), np.zeros(1, np.uint64)
    throw(die, np.uint64(1), np.uint64(2), np.uint64(3))
    chances.sample(cards(look.unseen), lacks, sizes, kinds, up, die, hands)
    found = Counter(tuple(hand[:3]) for hand in hands.tolist())
    assert set(found) == set(worlds)
    assert len(worlds) > 10
    chi = sum((found[world] - 100) ** 2 / 100 for world in worlds)
    assert chi < len(worlds) - 1 + 4 * (2 * (len(worlds) - 1)) ** 0.5
