"""Needed, critical and playable cards on random stacks and discard piles, worse than in real games."""

from random import Random

import pytest
from engine_pair import suits, variant_entry
from naive_efficiency import critical, trash
from naive_hanabi import Naive

from handsight.hanabi import Variant, card_value, variant

NAMES = (
    "No Variant",
    "Black Reversed (6 Suits)",
    "Up or Down (5 Suits)",
    "Up or Down & Gray (6 Suits)",
    "Sudoku (4 Suits)",
    "Sudoku (5 Suits)",
    "Sudoku & Black (5 Suits)",
)


def random_piles(chosen: Variant, dice: Random) -> tuple[Naive, tuple[int, ...]]:
    """Grow every stack by some cards that fit, and lose some of the others; our stacks beside it."""
    naive = Naive(variant_entry(chosen), suits(chosen), 2, chosen.deck())
    ours = [0] * len(chosen.suits)
    losses, left = dice.choice((0.2, 0.5, 0.8)), dict(naive.copies)
    for _ in range(dice.randrange(5 * len(ours))):
        s = dice.randrange(len(ours))
        if ranks := sorted(naive.next_ranks(s)):
            r = dice.choice(ranks)
            naive.stacks[s].append(r)
            ours[s] = chosen.stacks[s].steps[ours[s]][chosen.ranks.index(r)]
            left[s, r] -= 1
    for card, copies in left.items():
        naive.lost[card] = sum(dice.random() < losses for _ in range(copies))
    return naive, tuple(ours)


@pytest.mark.parametrize("name", NAMES)
def test_cards_are_worth_the_same_to_both_engines(name: str) -> None:
    chosen, dice = variant(name), Random(name)
    for _ in range(150):
        naive, stacks = random_piles(chosen, dice)
        lost = tuple(naive.lost[card] for card in chosen.cards)
        expected = {
            "playable": [naive.fits(card) for card in chosen.cards],
            "needed": [not trash(naive, card) for card in chosen.cards],
            "critical": [critical(naive, card) for card in chosen.cards],
        }
        masks = {
            "playable": card_value.playable(chosen, stacks),
            "needed": card_value.needed(chosen, stacks, lost),
            "critical": card_value.critical(chosen, stacks, lost),
        }
        for word, mask in masks.items():
            assert [bool(mask >> i & 1) for i in range(len(chosen.cards))] == expected[word], word
        assert sorted(card_value.max_heights(chosen, stacks, lost)) == sorted(naive.best_stacks())
