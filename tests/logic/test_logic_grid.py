"""Truth tables say what listed worlds and the textbook say; outside the law they still answer."""

from random import Random

import pytest
import textbook_logic as textbook

import handsight.logic as L  # noqa: N812 as everywhere
from handsight.errors import InputError, TooLargeError
from handsight.logic.engines.truth_table import GridModel
from handsight.logic.law import Law, State

VALUES = {"x": ("0", "1", "2")}


def random_law(dice: Random) -> Law:
    names = (*textbook.ATOMS, *VALUES)
    observes = {agent: tuple(dice.sample(names, dice.randint(0, 3))) for agent in textbook.AGENTS}
    while True:
        law = textbook.random_formula(dice, 2, words=("not", "and", "or", "xor", "one", "iff"), values=True)
        if not any(f.op == "Kv" for f in law.walk()):
            return Law(textbook.ATOMS, observes, law, VALUES)


def plain_model(law: Law) -> textbook.Plain:
    """The law's model by definition: all assignments that obey it, and who sees the same in which."""
    every = [
        State({*(a for k, a in enumerate(textbook.ATOMS) if bits >> k & 1), f"x={v}"})
        for v in VALUES["x"]
        for bits in range(1 << len(textbook.ATOMS))
    ]
    all_of_them = textbook.Plain(
        frozenset(every),
        {},
        {atom: frozenset(state for state in every if atom in state) for atom in textbook.ATOMS},
        {"x": {state: next(v for v in VALUES["x"] if f"x={v}" in state) for state in every}},
        {},
    )
    worlds = textbook.extension(all_of_them, law.law)
    seen = {
        agent: {state: {t for t in state if t.partition("=")[0] in names} for state in every}
        for agent, names in law.observes.items()
    }
    pairs = {
        agent: {(w, v) for w in worlds for v in worlds if look[w] == look[v]} for agent, look in seen.items()
    }
    return textbook.Plain(worlds, pairs, all_of_them.atoms, all_of_them.values, {})


@pytest.mark.parametrize("seed", range(6))
def test_truth_tables_agree_with_the_textbook_and_with_listed_worlds(seed: int) -> None:
    dice = Random(seed)
    for _ in range(40):
        law = random_law(dice)
        plain, table = plain_model(law), GridModel(law)
        listed = table.listed()
        for _ in range(3):
            formula = textbook.random_formula(dice, 3, words=textbook.WITHOUT_EVENTS, values=True)
            expected = textbook.extension(plain, formula)
            assert set(table.where(formula)) == expected, (law, formula)
            assert set(listed.where(formula)) == expected, (law, formula)
            assert table.count(formula) == len(expected)
            assert table.valid(formula) == (expected == plain.worlds)


def test_verbs_agree_with_listed_worlds() -> None:
    dice = Random(9)
    for _ in range(60):
        table = GridModel(random_law(dice))
        if not table.count():
            continue
        actual = table.sample(dice)
        table, listed = table.pointed(actual), table.listed().pointed(actual)
        news = textbook.random_formula(dice, 2, words=textbook.WITHOUT_EVENTS, values=True)
        formula = textbook.random_formula(dice, 2, words=textbook.WITHOUT_EVENTS, values=True)
        assert table.holds(news) == listed.holds(news)
        news = news if table.holds(news) else ~news
        assert set(table.announce(news).where(formula)) == set(listed.announce(news).where(formula))
        told, listed_told = (m.tell_whether(formula, ("a", "b")) for m in (table, listed))
        for group in (("a",), ("a", "c"), textbook.AGENTS):
            here = set(told.each(told.considered(group, told.at(actual))))
            assert here == set(listed_told.each(listed_told.considered(group, listed_told.at(actual))))
            reached = set(told.generated(group).where())
            assert reached == set(listed_told.generated(group).where())


def test_samples_are_worlds_of_the_formula() -> None:
    dice = Random(1)
    model = GridModel(Law(("p", "q"), {"a": ("p",)}, L.parse("p | q")))
    drawn = {model.sample(dice, L.parse("~K[a] q")) for _ in range(50)}
    assert drawn == {State(("p",)), State(("p", "q"))}
    with pytest.raises(InputError, match="no world"):
        model.sample(dice, L.FALSE)


def test_states_outside_the_law_see_the_lawful_ones() -> None:
    model = GridModel(Law(("p", "q"), {"a": ("p",)}, L.parse("p | q")))
    assert model.true_at(L.parse("K[a] q & ~q"), State(()))
    assert not model.allows(State(()))
    with pytest.raises(InputError, match="breaks the law"):
        model.holds(L.TRUE, State(()))
    with pytest.raises(InputError, match="not a state"):
        model.true_at(L.TRUE, State(("r",)))


@pytest.mark.parametrize(
    ("law", "said"),
    [
        (lambda: Law(("p", "p"), {}), "declared twice"),
        (lambda: Law(("p",), {"a": ("q",)}), "unknown atom or variable seen by a 'q'"),
        (lambda: Law(("p",), {"a": ()}, L.parse("K[a] p")), "who knows"),
        (lambda: Law(("p",), {}, L.parse("pp")), "did you mean 'p'"),
        (lambda: Law((), {}, L.TRUE, {"x": ()}), "at least one"),
    ],
)
def test_bad_laws_are_refused(law: object, said: str) -> None:
    with pytest.raises(InputError, match=said):
        law()


def test_too_large_for_a_table() -> None:
    with pytest.raises(TooLargeError, match="8,388,608 assignments are too many"):
        GridModel(Law(tuple(f"p{k}" for k in range(23)), {}))
    with pytest.raises(TooLargeError, match="524,288 worlds"):
        GridModel(Law(tuple(f"p{k}" for k in range(19)), {})).listed()


def test_a_state_prints_and_pastes_back() -> None:
    state = State(("q", "p", "x=3"))
    assert str(state) == "{p, q, x=3}"
    assert eval(repr(state)) == state  # noqa: S307 that is what repr promises
