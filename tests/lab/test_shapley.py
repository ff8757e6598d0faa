"""What ideas are worth: worked cases, and the laws that make the value what it is."""

from random import Random

import pytest

from handsight.lab.hanabi.ablate_convention import choices, shapley


def test_the_glove_game() -> None:
    """Two left gloves and one right: a pair is worth 1, and the right glove has most of it."""
    scores = {
        choice: [float("right" in choice and len(choice) > 1)] * 2 for choice in choices({"a", "b", "right"})
    }
    found = shapley(scores)
    assert found["right"].mean == pytest.approx(2 / 3)
    assert found["a"].mean == found["b"].mean == pytest.approx(1 / 6)
    assert found["a"].stderr == pytest.approx(0)


def test_values_share_out_the_whole_gain_game_by_game() -> None:
    dice, ideas = Random(3), ("five save", "good touch", "late burn", "tempo")
    scores = {choice: [dice.randrange(26) for _ in range(50)] for choice in choices(ideas)}
    found = shapley(scores)
    gain = sum(scores[frozenset(ideas)]) / 50 - sum(scores[frozenset()]) / 50
    assert sum(value.mean for value in found.values()) == pytest.approx(gain)
    assert all(value.stderr > 0 for value in found.values())


def test_an_idea_that_never_matters_is_worth_nothing() -> None:
    scores = {choice: [3 + 2 * ("good" in choice), 7] for choice in choices({"good", "idle"})}
    found = shapley(scores)
    assert found["idle"].mean == 0
    assert found["good"].mean == 1


def test_a_missing_choice_is_named() -> None:
    scores = {choice: [1] for choice in choices({"a", "b"})}
    del scores[frozenset("b")]
    with pytest.raises(ValueError, match=r"no scores for \['b'\]"):
        shapley(scores)
