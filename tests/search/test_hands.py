"""Listing, counting and drawing hands, against `itertools`."""

from itertools import product
from random import Random

import numpy as np
from fair_draws import chi_square, limit

from handsight.search.compiled.possible_hands import (
    TOO_MANY,
    count_ways,
    draw_hands,
    list_hands,
    one_die,
    pick,
    thin,
)


def word(identities: tuple[int, ...]) -> int:
    return sum(identity << 8 * slot for slot, identity in enumerate(identities))


def ways(identities: tuple[int, ...], copies: list[int]) -> int:
    """Count the deals of a hand, card by card."""
    left, found = list(copies), 1
    for identity in identities:
        found *= max(0, left[identity])
        left[identity] -= 1
    return found


def fitting(masks: list[int], copies: list[int]) -> dict[int, int]:
    choices = [[i for i in range(len(copies)) if mask >> i & 1] for mask in masks]
    hands = {word(hand): ways(hand, copies) for hand in product(*choices)}
    return {hand: count for hand, count in hands.items() if count}


def random_case(seed: int) -> tuple[list[int], list[int]]:
    dice = Random(seed)
    copies = [dice.randrange(4) for _ in range(6)]
    masks = [dice.getrandbits(6) | 1 << dice.randrange(6) for _ in range(dice.randrange(1, 5))]
    return masks, copies


def listed(masks: list[int], copies: list[int], most: int = 5_000) -> list[int] | int:
    room, held = np.zeros(most, np.int64), np.array(copies, np.int64)
    found = list_hands(np.array(masks, np.int64), held, room)
    assert held.tolist() == copies
    return found if found == TOO_MANY else room[:found].tolist()


def test_all_hands_that_fit_are_listed_once_with_the_deals_they_stand_for() -> None:
    for seed in range(100):
        masks, copies = random_case(seed)
        expected = fitting(masks, copies)
        found = listed(masks, copies)
        assert isinstance(found, list)
        assert sorted(found) == sorted(expected)
        counts = np.zeros(len(found), np.int64)
        count_ways(np.array(found, np.int64), len(masks), np.array(copies, np.int64), counts)
        assert counts.tolist() == [expected[hand] for hand in found]
        if expected:
            assert listed(masks, copies, len(expected)) == found
            assert listed(masks, copies, len(expected) - 1) == TOO_MANY


def test_an_empty_hand_is_one_hand() -> None:
    assert listed([], [1, 2]) == [0]


def test_hands_are_drawn_as_often_as_there_are_deals() -> None:
    masks, copies = [0b111, 0b110, 0b111], [3, 2, 2]
    expected, draws = fitting(masks, copies), 40_000
    room = np.zeros(draws, np.int64)
    pile = np.zeros(sum(copies), np.int64)
    found = draw_hands(np.array(masks), np.array(copies), 1 << 40, one_die(12_345), pile, room)
    assert found == draws
    assert chi_square(room.tolist(), expected) < limit(expected)
    sums = np.cumsum(list(expected.values()))
    die, hands = one_die(6_789), list(expected)
    assert chi_square([hands[pick(sums, die)] for _ in range(draws)], expected) < limit(expected)


def test_every_hand_stays_with_the_same_chance_when_a_list_is_thinned() -> None:
    die, kept = one_die(99), list[int]()
    for _ in range(3_000):
        hands = np.arange(10, dtype=np.int64)
        thin(hands, 3, die)
        assert sorted(hands.tolist()) == list(range(10))
        kept += hands[:3].tolist()
    assert chi_square(kept, dict.fromkeys(range(10), 1)) < limit(dict.fromkeys(range(10), 1))
