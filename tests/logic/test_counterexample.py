"""Counterexamples: the worlds that show why something is not known."""

from random import Random

import logic.reference_semantics as reference
import pytest

import handsight.logic as L  # noqa: N812 as everywhere
from handsight.errors import InputError

p, q = L.atoms("p q")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("K[ann] wet", [[("ann", "snow")]]),
        ("~K[ann] wet", [[("ann", "snow")]]),
        ("Kw[ann] wet", [[("ann", "rain")], [("ann", "snow")]]),
        ("Kv[bob] sky", [[("bob", "fair")], [("bob", "rain")]]),
        ("E[cat,bob] wet", [[("bob", "fair")]]),
        ("M[bob] ~wet", [[("bob", "fair")]]),
        ("K[cat] wet", []),
        ("[!~cold] K[bob] wet", [[("bob", "fair")]]),
        ("[!wet] K[bob] wet", []),
    ],
)
def test_the_worlds_of_counterexamples(text: str, shown: list[list[tuple[str, str]]]) -> None:
    examples = L.counterexamples(reference.weather(), L.parse(text))
    assert [[(*group, world) for group, world in example.steps] for example in examples] == shown


def test_a_counterexample_reads_as_a_sentence() -> None:
    (example,) = L.counterexamples(reference.weather(), L.parse("C[ann,bob] ~cold"))
    assert str(example) == "in rain, ann could be in snow: there ~~cold"
    (example,) = L.counterexamples(reference.weather(), L.parse("C[ann,bob] ~cold"), "fair")
    assert str(example) == "in fair, bob could be in rain, ann could be in snow: there ~~cold"
    assert example.world == "snow"


def test_formulas_without_counterexamples_are_refused() -> None:
    with pytest.raises(InputError, match="no single world can refute"):
        L.counterexamples(reference.weather(), L.parse("wet & cold"))
    with pytest.raises(InputError, match="nobody can announce"):
        L.counterexamples(reference.weather(), L.parse("[!cold] K[ann] wet"))


def test_every_counterexample_is_a_path_in_the_model() -> None:
    random = Random(5)
    found = 0
    for _ in range(400):
        plain, model = reference.random_pair(random, belief=random.random() < 0.5)
        inside = reference.random_formula(random, 1)
        group = tuple(random.sample(reference.AGENTS, 2))
        formula = random.choice(
            (L.K(group[0], inside), L.C(group, inside), L.D(group, inside), L.E(group, inside))
        )
        world = random.choice(model.where())
        examples = L.counterexamples(model, formula, world)
        assert bool(examples) != model.holds(formula, world)
        for example in examples:
            here = world
            for agents, there in example.steps:
                assert all((here, there) in plain.pairs[agent] for agent in agents)
                here = there
            assert not model.holds(inside, here)
            found += 1
    assert found > 100
