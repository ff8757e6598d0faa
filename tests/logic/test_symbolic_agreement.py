"""Four evaluators say the same: the textbook, listed worlds, and decision diagrams with either backend."""

from random import Random
from typing import Any

import logic.reference_semantics as reference
import pytest
from logic.symbolic_translation import to_explicit, to_symbolic

from handsight.logic.engines.bdd import BACKENDS

CHUNKS = 40
MODELS = 51
FORMULAS = 10


def slow_but_for(quick: int) -> list[Any]:
    slow = pytest.mark.slow
    return [pytest.param(chunk, marks=() if chunk < quick else slow) for chunk in range(CHUNKS)]


@pytest.mark.slow
@pytest.mark.parametrize("chunk", slow_but_for(3))
def test_all_evaluators_agree(chunk: int) -> None:
    random = Random(1_000 + chunk)
    distinguishing_formulas = 0
    for number in range(MODELS):
        plain, listed = reference.random_pair(random)
        described = [to_symbolic(listed, backend) for backend in BACKENDS]
        for _ in range(FORMULAS):
            formula = reference.random_formula(random, 3, values=bool(plain.values))
            expected = sorted(reference.extension(plain, formula))
            where = f"seed {chunk}, model {number}: {formula}"
            assert listed.where(formula) == expected, where
            for model in described:
                assert model.where(formula) == expected, (where, model.encoding.bdds.backend)
            distinguishing_formulas += 0 < len(expected) < len(plain.worlds)
    assert distinguishing_formulas > MODELS * FORMULAS / 3


@pytest.mark.parametrize("backend", BACKENDS)
def test_one_world_is_answered_as_all_are(backend: str) -> None:
    """A world is asked by what looks like it, all worlds at once by what is seen in each."""
    random = Random(21)
    for _ in range(60):
        plain, listed = reference.random_pair(random)
        described = to_symbolic(listed, backend)
        for _ in range(4):
            formula = reference.random_formula(random, 3, values=bool(plain.values))
            here = [world for world in listed.where() if described.holds(formula, world)]
            assert here == listed.where(formula), formula


@pytest.mark.parametrize("backend", BACKENDS)
def test_translating_there_and_back_keeps_worlds_and_truth(backend: str) -> None:
    random = Random(7)
    for _ in range(60):
        plain, listed = reference.random_pair(random)
        actual = random.choice(sorted(plain.worlds))
        back = to_explicit(to_symbolic(listed.with_actual(actual), backend))
        assert back.actual == actual
        assert back.where() == listed.where()
        for _ in range(3):
            formula = reference.random_formula(random, 3, values=bool(plain.values))
            assert back.where(formula) == listed.where(formula), formula


@pytest.mark.parametrize("backend", BACKENDS)
def test_updates_agree_with_listed_worlds(backend: str) -> None:
    """Announcements, telling a group, and events, one after the other: the same worlds by the same names."""
    random = Random(11)
    for _ in range(40):
        _, listed = reference.random_pair(random)
        described = to_symbolic(listed, backend)
        for _ in range(3):
            news = reference.random_formula(random, 1)
            match random.randrange(3):
                case 0:
                    listed, described = listed.announce(news), described.announce(news)
                case 1:
                    group = tuple(random.sample(reference.AGENTS, 2))
                    listed = listed.announce_whether(news, group)
                    described = described.announce_whether(news, group)
                case _:
                    events = listed.events[random.choice("mn")]
                    listed, described = listed.update(events), described.update(events)
            assert described.count() == listed.count()
            assert set(described.where()) == set(listed.where())
            asked = reference.random_formula(random, 2)
            assert set(described.where(asked)) == set(listed.where(asked)), (news, asked)
