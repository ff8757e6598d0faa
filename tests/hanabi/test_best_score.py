"""The best score that can still be reached, on the examples of the Hanabi Game Compiler's further work."""

import pytest

from handsight.hanabi import card_value, variant


@pytest.mark.shows("S0-66")
@pytest.mark.parametrize(
    ("discarded", "stacks", "best"),
    [
        ("g3 g3", {}, 22),
        ("g3 g3", {"g": 1}, 22),
        ("g3 g3", {"g": 2}, 22),
        ("g3", {"g": 2}, 25),
        ("y1 y1 y1", {}, 20),
        ("r5", {"r": 2}, 24),
        ("g3", {"g": 3}, 25),  # the last copy of a rank that is played already
    ],
)
def test_cards_that_are_gone_lower_the_best_score(discarded: str, stacks: dict[str, int], best: int) -> None:
    plain = variant("No Variant")
    gone = [0] * len(plain.cards)
    for text in discarded.split():
        gone[plain.identity(plain.read(text))] += 1
    heights = [stacks.get(letter, 0) for letter in plain.letters]
    tops = tuple(rule.height.index(height) for rule, height in zip(plain.stacks, heights, strict=True))
    assert card_value.max_score(plain, tops, tuple(gone)) == best
