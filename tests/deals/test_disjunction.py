"""Disjunctive knowledge against the plain listing of every filling of every alternative."""

from collections import Counter
from random import Random

import pytest
from deals.enumerate_deals import Listing, tight

from handsight.deals import Deal, Disjunction, cover
from handsight.deals.deal import Masks, intersect
from handsight.deals.disjunction import weighted_union
from handsight.errors import ContradictionError, TooLargeError
from handsight.game import Dice


def some_cases(rng: Random, masks: Masks) -> list[Masks]:
    return [
        tuple(m & (rng.getrandbits(6) | rng.getrandbits(6)) for m in masks) for _ in range(rng.randint(1, 4))
    ]


@pytest.mark.parametrize("seed", range(6))
def test_any_of_equals_listing(seed: int) -> None:
    rng, dice = Random(seed), Dice(seed)
    fitting = 0
    for _ in range(120):
        masks, limits = tight(rng)
        first, second = some_cases(rng, masks), some_cases(rng, masks)
        known = Disjunction((Deal(masks, limits),)).given(*first).given(*second)
        listing = Listing([intersect(a, b) for a in first for b in second], limits)
        assert known.ways == listing.ways
        assert known.size == len(listing.weights)
        assert known.worlds() == list(listing.weights)
        if listing.ways:
            fitting += 1
            assert known.possible == listing.possible
            assert known.marginals == listing.marginals
            assert known.sample(dice) in listing.weights
            assert sum(known.chances[0].values()) == 1
        else:
            with pytest.raises(ContradictionError, match="alternatives"):
                _ = known.possible
    assert fitting > 20


def test_overlapping_alternatives_are_not_counted_twice() -> None:
    known = Disjunction((Deal((0b111, 0b111), (2, 2, 2)),)).given((0b011, 0b111), (0b110, 0b111))
    assert known.ways == Deal((0b111, 0b111), (2, 2, 2)).ways


@pytest.mark.slow
def test_samples_of_alternatives_are_uniform() -> None:
    dice, draws = Dice(3), 6000
    cases: list[Masks] = [(0b001, 0b111, 0b111), (0b111, 0b010, 0b110)]
    known = Disjunction((Deal((0b111,) * 3, (2, 2, 1)),)).given(*cases)
    weights = Listing(cases, (2, 2, 1)).weights
    found = Counter(known.sample(dice) for _ in range(draws))
    share = {world: draws * n / known.ways for world, n in weights.items()}
    chi = sum((found[world] - share[world]) ** 2 / share[world] for world in weights)
    assert set(found) <= set(weights)
    assert chi < len(weights) - 1 + 4 * (2 * (len(weights) - 1)) ** 0.5


def test_weights_of_a_union_count_everything_once() -> None:
    rng = Random(9)
    for _ in range(200):
        cases: list[Masks] = [tuple(rng.getrandbits(4) for _ in range(3)) for _ in range(4)]
        free, counted = (9,) * 4, Counter[tuple[int, ...]]()
        for case, weight in weighted_union(cases).items():
            for world in Listing([case], free).weights:
                counted[world] += weight
        assert set(counted) == set(Listing(cases, free).weights)
        assert set(counted.values()) <= {1}


def test_too_many_alternatives_are_refused_and_have_a_cover() -> None:
    cases: list[Masks] = [tuple(0b01 if at == one else 0b11 for at in range(8)) for one in range(8)]
    with pytest.raises(TooLargeError, match="over-approximation"):
        Disjunction((Deal((3,) * 8, (8, 8)),)).given(*cases, most=5)
    assert cover(cases) == (3,) * 8


def test_the_limit_holds_for_several_facts_together() -> None:
    known = Disjunction((Deal((255,) * 3, (3,) * 8),)).given((1, 255, 255), (2, 255, 255), (4, 255, 255))
    with pytest.raises(TooLargeError):
        known.given((255, 1, 255), (255, 2, 255), most=5)
