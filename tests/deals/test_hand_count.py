"""Hand counting equals plain enumeration and worked examples, and samples are uniform."""

from collections import Counter
from itertools import permutations
from random import Random

import numpy as np
import pytest

from bench.batches.deal_batch import (
    count_hands,
    fill_copy_planes,
    narrow_hands,
    sample_hand,
    solve,
)
from handsight.compiled.compiled_dice import start_stream
from handsight.deals import Deal
from handsight.deals.compiled import hand_count


def copy_planes_of(copies: list[int]) -> np.ndarray:
    copy_planes = np.empty((1, 3), np.int64)
    fill_copy_planes(np.array([copies], np.int8), copy_planes)
    return copy_planes


def known(masks: list[int], copies: list[int]) -> tuple[bool, list[int], int, list[list[int]]]:
    """Return of one hand whether it fits, what is possible, the ways, and the ways by slot."""
    rows = np.array([masks], np.int64)
    possible, fits = np.empty_like(rows), np.empty(1, np.bool_)
    narrow_hands(rows, copy_planes_of(copies), possible, fits)
    counts, ways = np.empty((1, len(masks), len(copies)), np.int64), np.empty(1, np.int64)
    count_hands(rows, copy_planes_of(copies), counts, ways)
    return bool(fits[0]), possible[0].tolist(), int(ways[0]), counts[0].tolist()


def enumerated(masks: list[int], copies: list[int]) -> list[tuple[int, ...]]:
    """List every assignment of physical cards to slots."""
    cards = [value for value, left in enumerate(copies) for _ in range(left)]
    return [
        hand
        for hand in permutations(cards, len(masks))
        if all(mask >> card & 1 for mask, card in zip(masks, hand, strict=True))
    ]


@pytest.mark.parametrize("seed", range(4))
def test_kernels_equal_enumeration_of_physical_cards(seed: int) -> None:
    rng = Random(seed)
    fitting = 0
    for _ in range(500):
        values = rng.randint(1, 5)
        copies = [rng.choice([0, 1, 1, 1, 2, 3]) for _ in range(values)]
        masks = [rng.getrandbits(values) | rng.getrandbits(values) for _ in range(rng.randint(1, 4))]
        fits, possible, ways, counts = known(masks, copies)
        listed = enumerated(masks, copies)
        assert fits == bool(listed)
        assert ways == len(listed)
        expected = [[sum(hand[s] == v for hand in listed) for v in range(values)] for s in range(len(masks))]
        assert counts == expected
        if fits:
            fitting += 1
            assert possible == [sum(1 << v for v, n in enumerate(row) if n) for row in expected]
    assert 100 < fitting < 490


def test_tight_sets_find_all_in_one_pass() -> None:
    blue, green, red, yellow = 1, 2, 4, 8
    masks = [blue | green, blue | red, red | green, red | yellow, red | yellow]
    fits, possible, _, _ = known(masks, [1, 2, 1, 1])
    assert fits
    assert possible == [green, blue, green, red | yellow, red | yellow]


def test_worked_example_of_set_partitions() -> None:
    _, _, ways, counts = known([0b011, 0b110, 0b111], [2, 1, 1])
    assert ways == 10
    assert counts == [[8, 2, 0], [0, 4, 6], [6, 2, 2]]


def test_a_contradiction_has_no_ways() -> None:
    fits, _, ways, counts = known([0b01, 0b01], [1, 3])
    assert (fits, ways) == (False, 0)
    assert counts == [[0, 0], [0, 0]]


def test_what_does_not_fit_a_word_is_left_to_the_plain_version() -> None:
    masks, copies = [2**62 - 1] * 10, [3] * 62
    assert known(masks, copies)[2] == hand_count.TOO_LARGE
    deal = Deal(tuple(masks), tuple(copies))
    solve([deal])
    assert "possible" in vars(deal)
    assert "ways" not in vars(deal)
    assert deal.ways > 2**63


@pytest.mark.parametrize(
    "deal",
    [
        Deal((1,) * 11, (11,)),
        Deal((1, 1), (4,)),
        Deal((1, 1), (1, *(0,) * 70)),
        Deal((1, 1), (1, 1)),
    ],
)
def test_deals_beyond_the_kernels_answer_for_themselves(deal: Deal) -> None:
    fresh = Deal(deal.masks, deal.limits)
    solve([deal])
    assert deal.ways == fresh.ways


@pytest.mark.parametrize(
    ("masks", "copies"),
    [
        ([0b011, 0b110, 0b111], [2, 1, 1]),
        ([0b111, 0b111, 0b111, 0b010], [3, 2, 1]),
        ([0b11111, 0b00111, 0b11111], [1, 1, 2, 1, 3]),
    ],
)
def test_samples_are_uniform(masks: list[int], copies: list[int]) -> None:
    draws = 20_000
    die, out = np.empty(1, np.uint64), np.empty((draws, len(masks)), np.int64)
    start_stream(die, np.uint64(7), np.uint64(0), np.uint64(0))
    assert sample_hand(np.array(masks, np.int64), copy_planes_of(copies)[0], len(copies), die, out)
    found = Counter(map(tuple, out.tolist()))
    weights = Counter(enumerated(masks, copies))
    share = {hand: draws * n / weights.total() for hand, n in weights.items()}
    chi = sum((found[hand] - share[hand]) ** 2 / share[hand] for hand in weights)
    assert set(found) <= set(weights)
    assert chi < len(weights) - 1 + 4 * (2 * (len(weights) - 1)) ** 0.5


def test_no_sample_of_a_contradiction() -> None:
    die, out = np.ones(1, np.uint64), np.empty((3, 2), np.int64)
    assert not sample_hand(np.array([1, 1], np.int64), copy_planes_of([1])[0], 1, die, out)
