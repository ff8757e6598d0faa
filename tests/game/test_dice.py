"""Seeded chance: the same numbers for ever, and fair ones."""

from collections import Counter

import pytest

from handsight.game import Dice
from handsight.game.seeded_dice import shuffled


def test_a_stream_is_frozen() -> None:
    dice = Dice(seed=1, game=2)
    assert [dice.below(50) for _ in range(8)] == [18, 24, 19, 4, 36, 49, 44, 49]
    assert [dice.fair(10**30) for _ in range(2)] == [
        270835012023230105491179593714,
        133909187728676050870529083688,
    ]


@pytest.mark.parametrize("n", [1, 2, 3, 7, 2**32 + 1, 10**25])
def test_fair_numbers_stay_below_n_and_fill_thirds_evenly(n: int) -> None:
    dice, draws = Dice(4), 3000
    numbers = [dice.fair(n) for _ in range(draws)]
    assert 0 <= min(numbers) <= max(numbers) < n
    if n >= 3:
        thirds = Counter(number * 3 // n for number in numbers)
        share = {0: -(-n // 3), 1: -(-2 * n // 3) - -(-n // 3), 2: n - -(-2 * n // 3)}
        chi = sum((thirds[t] - draws * share[t] / n) ** 2 / (draws * share[t] / n) for t in range(3))
        assert chi < 14


def test_numbers_below_a_power_of_two_are_frozen() -> None:
    dice = Dice(seed=1, game=2)
    assert [dice.fair(8) for _ in range(8)] == [2, 3, 3, 0, 5, 7, 7, 7]
    assert [dice.fair(1) for _ in range(3)] == [0, 0, 0]


def test_every_order_of_a_shuffled_pack_is_as_likely() -> None:
    found = Counter("".join(shuffled("abc", Dice(seed=1, game=game))) for game in range(3_000))
    assert sorted(found) == ["abc", "acb", "bac", "bca", "cab", "cba"]
    assert sum((count - 500) ** 2 / 500 for count in found.values()) < 20.5
