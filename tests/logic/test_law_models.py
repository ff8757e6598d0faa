"""The listed worlds of a law say what the textbook and decision diagrams say."""

from collections.abc import Callable
from random import Random
from typing import Any

import logic.reference_semantics as reference
import pytest

import handsight.logic as L  # noqa: N812 as everywhere
from handsight.errors import InputError, TooLargeError
from handsight.logic.engines.knowledge_structure import Assignment, KnowledgeStructure

VALUES = {"x": ("0", "1", "2")}


def random_structure(random: Random) -> KnowledgeStructure:
    names = (*reference.ATOMS, *VALUES)
    observables = {agent: tuple(random.sample(names, random.randint(0, 3))) for agent in reference.AGENTS}
    while True:
        law = reference.random_formula(
            random, 2, words=("not", "and", "or", "xor", "one", "iff"), values=True
        )
        if not any(f.op == "Kv" for f in law.subformulas()):
            return KnowledgeStructure(reference.ATOMS, observables, law, VALUES)


def plain_model(law: KnowledgeStructure) -> reference.ReferenceModel:
    """The structure's model by definition: all assignments that obey it, and who sees the same in which."""
    every = [
        Assignment({*(a for k, a in enumerate(reference.ATOMS) if bits >> k & 1), f"x={v}"})
        for v in VALUES["x"]
        for bits in range(1 << len(reference.ATOMS))
    ]
    all_of_them = reference.ReferenceModel(
        frozenset(every),
        {},
        {atom: frozenset(state for state in every if atom in state) for atom in reference.ATOMS},
        {"x": {state: next(v for v in VALUES["x"] if f"x={v}" in state) for state in every}},
        {},
    )
    worlds = reference.extension(all_of_them, law.law)
    seen = {
        agent: {state: {t for t in state if t.partition("=")[0] in names} for state in every}
        for agent, names in law.observables.items()
    }
    pairs = {
        agent: {(w, v) for w in worlds for v in worlds if look[w] == look[v]} for agent, look in seen.items()
    }
    return reference.ReferenceModel(worlds, pairs, all_of_them.atoms, all_of_them.values, {})


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_laws_agree_with_the_textbook(seed: int) -> None:
    random = Random(seed)
    for _ in range(40):
        law = random_structure(random)
        plain, listed = plain_model(law), L.ExplicitModel.of_law(law)
        symbolic = L.SymbolicModel.of(law)
        for _ in range(3):
            formula = reference.random_formula(random, 3, words=reference.WITHOUT_EVENTS, values=True)
            expected = reference.extension(plain, formula)
            assert set(listed.where(formula)) == expected, (law, formula)
            assert set(symbolic.where(formula)) == expected, (law, formula)
            assert listed.count(formula) == len(expected)
            assert listed.valid(formula) == (expected == plain.worlds)


def test_updates_agree_with_decision_diagrams() -> None:
    random = Random(9)
    for _ in range(60):
        law = random_structure(random)
        listed = L.ExplicitModel.of_law(law)
        if not listed.count():
            continue
        actual = random.choice(listed.where())
        table: L.Model[Any] = L.SymbolicModel.of(law, actual=actual)
        listed = listed.with_actual(actual)
        announcement = reference.random_formula(random, 2, words=reference.WITHOUT_EVENTS, values=True)
        formula = reference.random_formula(random, 2, words=reference.WITHOUT_EVENTS, values=True)
        assert table.holds(announcement) == listed.holds(announcement)
        announcement = announcement if table.holds(announcement) else ~announcement
        assert set(table.announce(announcement).where(formula)) == set(
            listed.announce(announcement).where(formula)
        )
        after, listed_after = (m.announce_whether(formula, ("a", "b")) for m in (table, listed))
        for group in (("a",), ("a", "c"), reference.AGENTS):
            here = set(after.worlds_in(after.accessible_from(group, after.singleton(actual))))
            assert here == set(
                listed_after.worlds_in(listed_after.accessible_from(group, listed_after.singleton(actual)))
            )
            reached = set(after.generated_submodel(group).where())
            assert reached == set(listed_after.generated_submodel(group).where())


@pytest.mark.parametrize(
    ("law", "said"),
    [
        (lambda: KnowledgeStructure(("p", "p"), {}), "declared twice"),
        (lambda: KnowledgeStructure(("p",), {"a": ("q",)}), "unknown atom or variable observed by a 'q'"),
        (lambda: KnowledgeStructure(("p",), {"a": ()}, L.parse("K[a] p")), "who knows"),
        (lambda: KnowledgeStructure(("p",), {}, L.parse("pp")), "did you mean 'p'"),
        (lambda: KnowledgeStructure((), {}, L.TRUE, {"x": ()}), "at least one"),
    ],
)
def test_bad_laws_are_refused(law: Callable[[], KnowledgeStructure], said: str) -> None:
    with pytest.raises(InputError, match=said):
        law()


def test_too_large_to_list() -> None:
    with pytest.raises(TooLargeError, match="131,072 assignments are too many to list"):
        L.ExplicitModel.of_law(KnowledgeStructure(tuple(f"p{k}" for k in range(17)), {}))


def test_a_state_prints_and_pastes_back() -> None:
    state = Assignment(("q", "p", "x=3"))
    assert str(state) == "{p, q, x=3}"
    assert eval(repr(state)) == state  # noqa: S307 that is what repr promises
