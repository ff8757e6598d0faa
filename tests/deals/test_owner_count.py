"""Owner counting equals plain enumeration, and samples are uniform."""

from collections import Counter
from itertools import product
from math import factorial
from random import Random

import numpy as np
import pytest

from bench.batches import owner_count
from handsight.compiled.compiled_dice import start_stream


def counted(masks: list[int], sizes: list[int]) -> tuple[int, list[list[int]]]:
    counts = np.empty((len(masks), 4), np.int64)
    ways = owner_count.count(np.array(masks, np.int64), np.array(sizes, np.int64), counts)
    return ways, counts.tolist()


def listed(masks: list[int], sizes: list[int]) -> list[tuple[int, ...]]:
    choices = [[owner for owner in range(4) if mask >> owner & 1] for mask in masks]
    return [deal for deal in product(*choices) if [deal.count(owner) for owner in range(4)] == sizes]


@pytest.mark.parametrize("seed", range(3))
def test_owners_equal_enumeration(seed: int) -> None:
    rng = Random(seed)
    fitting = 0
    for _ in range(150):
        sizes = [rng.randint(0, 2) for _ in range(4)]
        suits = [rng.getrandbits(4) | rng.getrandbits(4) for _ in range(3)]
        masks = [rng.choice(suits) for _ in range(sum(sizes))]
        ways, counts = counted(masks, sizes)
        deals = listed(masks, sizes)
        assert ways == len(deals)
        assert counts == [
            [sum(d[card] == own for d in deals) for own in range(4)] for card in range(len(masks))
        ]
        fitting += bool(ways)
    assert 20 < fitting < 150


def test_a_whole_bridge_deal() -> None:
    ways, counts = counted([0b0111] * 39, [13, 13, 13, 0])
    assert ways == factorial(39) // factorial(13) ** 3
    assert counts[5] == [ways // 3, ways // 3, ways // 3, 0]


def test_five_cards_each_and_a_stock_of_the_full_deck() -> None:
    ways, counts = counted([0b1111] * 47, [5, 5, 5, 32])
    assert ways == factorial(47) // factorial(5) ** 3 // factorial(32)
    assert sum(counts[0]) == ways
    assert counts[0][3] * 47 == ways * 32


@pytest.mark.parametrize("sizes", [[8, 8, 8, 20], [20, 20, 20, 20]])
def test_what_does_not_fit_a_word_is_said_to_be_too_large(sizes: list[int]) -> None:
    assert counted([0b1111] * sum(sizes), sizes)[0] == owner_count.TOO_LARGE


def test_no_cards_are_one_deal() -> None:
    assert counted([], [0, 0, 0, 0])[0] == 1


def test_samples_are_uniform() -> None:
    masks, sizes, draws = [0b0011, 0b0011, 0b1111, 0b1111, 0b1111, 0b1110], [2, 1, 2, 1], 20_000
    die, out = np.empty(1, np.uint64), np.empty((draws, 6), np.int64)
    start_stream(die, np.uint64(9), np.uint64(0), np.uint64(0))
    deals = listed(masks, sizes)
    assert owner_count.sample(np.array(masks, np.int64), np.array(sizes, np.int64), die, out) == len(deals)
    found = Counter(map(tuple, out.tolist()))
    share = draws / len(deals)
    assert set(found) <= set(deals)
    chi = sum((found[deal] - share) ** 2 / share for deal in deals)
    assert chi < len(deals) - 1 + 4 * (2 * (len(deals) - 1)) ** 0.5
