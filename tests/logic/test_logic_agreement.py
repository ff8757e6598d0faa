"""The explicit engine says what the textbook says, on thousands of random models and formulas."""

from random import Random

import pytest
import textbook_logic as textbook

CHUNKS = 20
EACH = 1100


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_explicit_engine_agrees_with_the_textbook(chunk: int) -> None:
    dice = Random(chunk)
    telling = 0
    for case in range(EACH):
        belief = case % 4 == 0
        plain, model = textbook.random_pair(dice, belief=belief)
        formula = textbook.random_formula(dice, 3, values=bool(plain.values))
        expected = textbook.extension(plain, formula)
        assert set(model.where(formula)) == expected, f"seed {chunk}, case {case}: {formula}"
        telling += 0 < len(expected) < len(plain.worlds)
    assert telling > EACH / 3
