"""The explicit engine says what the textbook says, on thousands of random models and formulas."""

from random import Random

import logic.reference_semantics as reference
import pytest

CHUNKS = 20
EACH = 1100


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_explicit_engine_agrees_with_the_textbook(chunk: int) -> None:
    random = Random(chunk)
    distinguishing_formulas = 0
    for case in range(EACH):
        belief = case % 4 == 0
        plain, model = reference.random_pair(random, belief=belief)
        formula = reference.random_formula(random, 3, values=bool(plain.values))
        expected = reference.extension(plain, formula)
        assert set(model.where(formula)) == expected, f"seed {chunk}, case {case}: {formula}"
        distinguishing_formulas += 0 < len(expected) < len(plain.worlds)
    assert distinguishing_formulas > EACH / 3
