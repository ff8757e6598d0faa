"""The symbolic engine: cases of the oracle, laws against truth tables, news, events and large models."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest
import textbook_logic as textbook

import handsight.logic as L  # noqa: N812 as everywhere
from handsight.errors import FalseAnnouncementError, InputError, TooLargeError
from handsight.logic import puzzles
from handsight.logic.announcement_history import Story
from handsight.logic.counterexample import witnesses
from handsight.logic.engines.bdd import BACKENDS
from handsight.logic.engines.symbolic import SymbolicModel
from handsight.logic.engines.translate import to_symbolic
from handsight.logic.engines.truth_table import GridModel
from handsight.logic.files.cases import Case, model_of
from handsight.logic.formulas.formula_json import formula_of
from handsight.logic.law import Law, State

ORACLE = json.loads(Path(__file__).with_name("logic.json").read_text("utf-8"))
CASES = [*ORACLE["formula_cases"], *ORACLE["event_cases"]]

backends = pytest.mark.parametrize("backend", BACKENDS)


@backends
def test_cases_of_the_oracle(backend: str) -> None:
    assert len(CASES) == 80
    for case in CASES:
        model = to_symbolic(model_of(msgspec.convert(case, Case)), backend)
        assert model.where(formula_of(case["formula"])) == case["holds"], case["id"]


def random_law(dice: Random) -> Law:
    facts = ("p", "q", "r", "s")
    values = {"x": ("red", "green", "blue")}
    names = (*facts, *values)
    law = L.any_of(textbook.random_formula(dice, 2, words=("not", "and", "xor", "one")) for _ in range(2))
    observes = {agent: tuple(n for n in names if dice.random() < 0.5) for agent in textbook.AGENTS}
    return Law(facts, observes, law, values)


WORDS = textbook.WITHOUT_EVENTS


@backends
def test_laws_agree_with_truth_tables_even_where_they_are_broken(backend: str) -> None:
    dice = Random(3)
    for _ in range(40):
        law = random_law(dice)
        table, model = GridModel(law), SymbolicModel.of(law, backend=backend)
        assert model.count() == table.count()
        assert set(model.where()) == set(table.where())
        for _ in range(3):
            formula = textbook.random_formula(dice, 3, words=WORDS)
            assert set(model.where(formula)) == set(table.where(formula)), formula
            state = State(
                [*(f for f in law.facts if dice.random() < 0.5), f"x={dice.choice(law.values['x'])}"]
            )
            assert model.allows(state) == table.allows(state)
            assert model.true_at(formula, state) == table.true_at(formula, state), (formula, state)


@backends
def test_who_sees_all_but_some_quantifies(backend: str) -> None:
    law = Law(("p", "q"), {"a": ("p",)}, L.parse("p | q"))
    model = SymbolicModel.of(law, blind={"p_or_not": ("p",)}, backend=backend)
    table = GridModel(law, blind={"p_or_not": ("p",)})
    for text in ("K[p_or_not] q", "K[p_or_not] K[a] q", "M[p_or_not] ~q", "K[a] M[p_or_not] p"):
        formula = L.parse(text)
        assert set(model.where(formula)) == set(table.where(formula)), text
    assert model.generated(world=State.of("p")).count() == model.count() == 3


@backends
def test_values_are_numbered_and_named(backend: str) -> None:
    days = ("monday", "tuesday", "friday")
    law = Law((), {"ann": ("day",), "bob": ()}, L.parse("~day=friday"), {"day": days})
    model = SymbolicModel.of(law, actual=State.of("day=tuesday"), backend=backend)
    assert model.where() == [State.of("day=monday"), State.of("day=tuesday")]
    assert model.valid(L.parse("Kv[ann] day & ~Kv[bob] day & K[bob] ~day=friday"))
    assert model.holds(L.parse("K[ann] day=tuesday"))


def test_worlds_that_are_none_are_refused() -> None:
    model = SymbolicModel.of(Law(("p", "q"), {"a": ("p",)}, L.parse("p")))
    for wrong in (State.of("q"), State.of("p z"), "p", 3):
        with pytest.raises(InputError, match="not a world"):
            model.at(wrong)
    with pytest.raises(InputError, match="not a state"):
        model.true_at(L.TRUE, State.of("z"))
    with pytest.raises(InputError, match="did you mean"):
        model.extension(L.parse("K[a] pp"))
    with pytest.raises(FalseAnnouncementError):
        model.pointed(State.of("p")).announce(L.parse("q"))
    with pytest.raises(TooLargeError):
        model.where(most=1)


def test_belief_is_refused() -> None:
    wrong = L.ExplicitModel.of([0, 1], believes={"a": lambda _: [0]})
    with pytest.raises(InputError, match="list them"):
        to_symbolic(wrong)
    sure = L.EventModel(
        {"yes": L.Event(), "no": L.Event()},
        {"a": {"yes": frozenset({"no"}), "no": frozenset({"no"})}},
    )
    with pytest.raises(InputError, match="not belief"):
        SymbolicModel.of(Law(("p",), {"a": ()})).update(sure)
    merged = L.ExplicitModel.of([0, 1], sees={"a": str}).contracted()
    with pytest.raises(InputError, match="before contracting"):
        to_symbolic(merged)


@backends
def test_what_was_seen_stays_seen_when_it_changes(backend: str) -> None:
    """A coin that ann saw is turned, or not, behind her back: she knows how it lay, not how it lies."""
    law = Law(("heads",), {"ann": ("heads",), "bob": ()})
    model = SymbolicModel.of(law, actual=State.of("heads"), backend=backend)
    turn = L.EventModel.of(
        {"turned": L.Event(post={"heads": L.parse("~heads")}), "left": L.Event()},
        {"ann": [["turned", "left"]], "bob": []},
    )
    after = model.update(turn, "turned")
    assert after.count() == 4
    assert str(after.actual) == "{heads} turned"
    assert after.holds(L.parse("~heads & ~Kw[ann] heads & ~Kw[bob] heads & D[ann,bob] ~heads"))
    again = after.update(turn, "left")
    assert again.count() == 8
    assert again.holds(L.parse("~heads & D[ann,bob] ~heads"))
    assert len(set(again.where())) == 8


@backends
def test_news_whether_is_asked_once(backend: str) -> None:
    """Twenty announcements whether would be a million branches."""
    facts = tuple(f"p{k}" for k in range(20))
    pairs = [L.atom(p) ^ L.atom(q) for p, q in pairwise(facts)]
    law = Law(facts, {"a": (facts[0],), "b": ()})
    model = SymbolicModel.of(law, backend=backend)
    formula = L.C(("a", "b"), L.Kw("a", L.all_of(map(L.atom, facts)))) & ~L.Kw("b", L.atom(facts[3]))
    for pair in reversed(pairs):
        formula = L.announce_whether(pair, formula)
    assert model.valid(formula)
    told = model
    for pair in pairs:
        told = told.tell_whether(pair)
    assert told.count() == model.count() == 1 << 20
    assert told.valid(L.parse("Kw[a] p19 & ~Kw[b] p19 & Kw[b] (p0 ^ p19)"))


def test_telling_a_plain_fact_needs_no_variable() -> None:
    model = SymbolicModel.of(Law(("p", "q"), {"a": (), "b": ()}))
    told = model.tell_whether(L.atom("p"), ("a",)).tell_whether(~L.atom("p"), ("a",))
    assert len(told.layout.levels) == 2
    assert told.valid(L.parse("Kw[a] p & ~Kw[b] p & K[b] Kw[a] p"))


def test_deep_nests_are_answered() -> None:
    model = SymbolicModel.of(Law(("p", "q"), {"a": ("p",), "b": ("q",)}))
    for wrap in (L.announce, L.announce_whether):
        formula = L.parse("K[a] p")
        for depth in range(1500):
            formula = wrap(L.parse("p | K[b] q") if depth % 2 else L.parse("p"), formula)
        assert model.count(formula) >= 0
    formula = L.atom("q")
    for depth in range(5000):
        formula = L.K("ab"[depth % 2], formula)
    assert model.count(formula) == 0


@pytest.mark.parametrize(("children", "muddy"), [(4, 2), (9, 9), (25, 24)])
def test_muddy_children(children: int, muddy: int) -> None:
    told = puzzles.muddy_children(children, muddy, SymbolicModel.of)
    assert len(told.news) == muddy + 1
    if children < 10:
        assert told.counts == puzzles.muddy_children(children, muddy).counts
    else:
        assert told.counts[1] == 2**children - 1
    assert told.first_knew(puzzles.muddy(0))["child0"] == muddy


@backends
def test_cryptographers_by_one_announcement_and_by_all(backend: str) -> None:
    for number in (3, 4, 5):
        law = puzzles.cryptographers_law(number)
        model = SymbolicModel.of(law, backend=backend)
        assert model.valid(puzzles.cryptographers_merged(number))
        told = model
        for k in range(number):
            told = told.tell_whether(puzzles.cryptographers_statement(number, k))
        outsider = puzzles.paid("outsider")
        everyone = model.agents
        assert told.valid(L.iff(outsider, L.C(everyone, outsider)))
        assert told.valid(L.all_of(~L.K(everyone[0], puzzles.paid(k)) for k in range(1, number)))
    assert model.count() == 6144


def test_a_hundred_cryptographers() -> None:
    model = SymbolicModel.of(puzzles.cryptographers_law(100))
    assert model.valid(puzzles.cryptographers_merged(100))
    assert model.count() == 101 << 4950


@backends
def test_stories_and_witnesses_need_no_list(backend: str) -> None:
    facts = tuple(f"p{k}" for k in range(40))
    law = Law(facts, {"a": facts[:20], "b": facts[20:]})
    model = SymbolicModel.of(law, actual=State(facts), backend=backend)
    told = Story(model, (L.parse("p0 | p1"), L.parse("p39"), L.parse("p20 -> p0")))
    assert told.counts == (2**40, 3 * 2**38, 3 * 2**37, 5 * 2**36)
    assert told.first_knew(L.atom("p39")) == {"a": 2, "b": 0}
    assert told.reasons(L.parse("K[a] p39")).news == (1,)
    (doubt,) = witnesses(model, L.parse("K[a] p39"))
    assert "p39" not in doubt.world
    assert model.generated(["a"]).count() == 2**20
    assert model.sample(Random(1), L.parse("p3 & ~p4")) >= {"p3"}


def test_common_knowledge_in_a_model_of_many_parts() -> None:
    """Both see all but the last fact: every part has two worlds, and there are many."""
    facts = tuple(f"p{k}" for k in range(8))
    model = SymbolicModel.of(Law(facts, {"a": facts[:-1], "b": facts[:-1]}))
    table = GridModel(Law(facts, {"a": facts[:-1], "b": facts[:-1]}))
    for text in ("p0", "p7", "p0 | p7", "p0 & p3 -> p7", "p0 ^ p1 ^ p2"):
        formula = L.C(("a", "b"), L.parse(text))
        assert set(model.where(formula)) == set(table.where(formula)), text
