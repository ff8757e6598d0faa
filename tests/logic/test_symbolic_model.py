"""The symbolic engine: the oracle's cases, listed worlds as a check, announcements, events, large models."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random

import logic.reference_semantics as reference
import msgspec
import pytest
from logic.symbolic_translation import to_symbolic

import handsight.logic as L  # noqa: N812 as everywhere
from bench import logic_puzzles as puzzles
from bench.announcement_history import AnnouncementHistory, Reasons
from handsight.errors import FalseAnnouncementError, InputError, TooLargeError
from handsight.logic.counterexample import counterexamples
from handsight.logic.engines.bdd import BACKENDS
from handsight.logic.engines.knowledge_structure import Assignment, KnowledgeStructure
from handsight.logic.engines.symbolic_model import SymbolicModel
from handsight.logic.files.json_cases import Case, formula_from_json, model_of

ORACLE = json.loads(Path(__file__).with_name("logic.json").read_text("utf-8"))
CASES = [*ORACLE["formula_cases"], *ORACLE["event_cases"]]

backends = pytest.mark.parametrize("backend", BACKENDS)


@backends
def test_cases_of_the_oracle(backend: str) -> None:
    assert len(CASES) == 80
    for case in CASES:
        model = to_symbolic(model_of(msgspec.convert(case, Case)), backend)
        assert model.where(formula_from_json(case["formula"])) == case["holds"], case["id"]


def random_law(random: Random) -> KnowledgeStructure:
    atoms = ("p", "q", "r", "s")
    values = {"x": ("red", "green", "blue")}
    names = (*atoms, *values)
    law = L.any_of(reference.random_formula(random, 2, words=("not", "and", "xor", "one")) for _ in range(2))
    observables = {agent: tuple(n for n in names if random.random() < 0.5) for agent in reference.AGENTS}
    return KnowledgeStructure(atoms, observables, law, values)


WORDS = reference.WITHOUT_EVENTS


@backends
def test_laws_agree_with_listed_worlds(backend: str) -> None:
    random = Random(3)
    for _ in range(40):
        law = random_law(random)
        table, model = L.ExplicitModel.of_law(law), SymbolicModel.of(law, backend=backend)
        assert model.count() == table.count()
        assert set(model.where()) == set(table.where())
        for _ in range(3):
            formula = reference.random_formula(random, 3, words=WORDS)
            assert set(model.where(formula)) == set(table.where(formula)), formula


@backends
def test_values_are_numbered_and_named(backend: str) -> None:
    days = ("monday", "tuesday", "friday")
    law = KnowledgeStructure((), {"ann": ("day",), "bob": ()}, L.parse("~day=friday"), {"day": days})
    model = SymbolicModel.of(law, actual=Assignment.of("day=tuesday"), backend=backend)
    assert model.where() == [Assignment.of("day=monday"), Assignment.of("day=tuesday")]
    assert model.valid(L.parse("Kv[ann] day & ~Kv[bob] day & K[bob] ~day=friday"))
    assert model.holds(L.parse("K[ann] day=tuesday"))


def test_worlds_that_are_none_are_refused() -> None:
    model = SymbolicModel.of(KnowledgeStructure(("p", "q"), {"a": ("p",)}, L.parse("p")))
    for wrong in (Assignment.of("q"), Assignment.of("p z"), "p", 3):
        with pytest.raises(InputError, match="not a world"):
            model.singleton(wrong)
    with pytest.raises(InputError, match="did you mean"):
        model.extension(L.parse("K[a] pp"))
    with pytest.raises(FalseAnnouncementError):
        model.with_actual(Assignment.of("p")).announce(L.parse("q"))
    with pytest.raises(TooLargeError):
        model.where(most=1)


def test_belief_is_refused() -> None:
    wrong = L.ExplicitModel.of([0, 1], believes={"a": lambda _: [0]})
    with pytest.raises(InputError, match="keep the worlds listed"):
        to_symbolic(wrong)
    sure = L.EventModel(
        {"yes": L.Event(), "no": L.Event()},
        {"a": {"yes": frozenset({"no"}), "no": frozenset({"no"})}},
    )
    with pytest.raises(InputError, match="not belief"):
        SymbolicModel.of(KnowledgeStructure(("p",), {"a": ()})).update(sure)
    merged = L.ExplicitModel.of([0, 1], sees={"a": str}).contracted()
    with pytest.raises(InputError, match="before contracting"):
        to_symbolic(merged)


@backends
def test_what_was_seen_stays_seen_when_it_changes(backend: str) -> None:
    """A coin that ann saw is turned, or not, behind her back: she knows how it lay, not how it lies."""
    law = KnowledgeStructure(("heads",), {"ann": ("heads",), "bob": ()})
    model = SymbolicModel.of(law, actual=Assignment.of("heads"), backend=backend)
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
def test_announcements_whether_are_evaluated_once(backend: str) -> None:
    """Twenty announcements whether would be a million branches."""
    atoms = tuple(f"p{k}" for k in range(20))
    pairs = [L.atom(p) ^ L.atom(q) for p, q in pairwise(atoms)]
    law = KnowledgeStructure(atoms, {"a": (atoms[0],), "b": ()})
    model = SymbolicModel.of(law, backend=backend)
    formula = L.C(("a", "b"), L.Kw("a", L.all_of(map(L.atom, atoms)))) & ~L.Kw("b", L.atom(atoms[3]))
    for pair in reversed(pairs):
        formula = L.announce_whether(pair, formula)
    assert model.valid(formula)
    announced = model
    for pair in pairs:
        announced = announced.announce_whether(pair)
    assert announced.count() == model.count() == 1 << 20
    assert announced.valid(L.parse("Kw[a] p19 & ~Kw[b] p19 & Kw[b] (p0 ^ p19)"))


def test_telling_a_plain_fact_needs_no_variable() -> None:
    model = SymbolicModel.of(KnowledgeStructure(("p", "q"), {"a": (), "b": ()}))
    announced = model.announce_whether(L.atom("p"), ("a",)).announce_whether(~L.atom("p"), ("a",))
    assert len(announced.encoding.levels) == 2
    assert announced.valid(L.parse("Kw[a] p & ~Kw[b] p & K[b] Kw[a] p"))


def test_deep_nests_are_answered() -> None:
    model = SymbolicModel.of(KnowledgeStructure(("p", "q"), {"a": ("p",), "b": ("q",)}))
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
    announced = puzzles.muddy_children(children, muddy, SymbolicModel.of)
    assert len(announced.announcements) == muddy + 1
    if children < 10:
        assert announced.counts == puzzles.muddy_children(children, muddy).counts
    else:
        assert announced.counts[1] == 2**children - 1
    assert announced.first_knew(puzzles.muddy(0))["child0"] == muddy


@backends
def test_cryptographers_by_one_announcement_and_by_all(backend: str) -> None:
    for number in (3, 4, 5):
        law = puzzles.cryptographers_structure(number)
        model = SymbolicModel.of(law, backend=backend)
        assert model.valid(puzzles.cryptographers_parity_check(number))
        announced = model
        for k in range(number):
            announced = announced.announce_whether(puzzles.cryptographers_statement(number, k))
        outsider = puzzles.paid("outsider")
        everyone = model.agents
        assert announced.valid(L.iff(outsider, L.C(everyone, outsider)))
        assert announced.valid(L.all_of(~L.K(everyone[0], puzzles.paid(k)) for k in range(1, number)))
    assert model.count() == 6144


def test_a_hundred_cryptographers() -> None:
    model = SymbolicModel.of(puzzles.cryptographers_structure(100))
    assert model.valid(puzzles.cryptographers_parity_check(100))
    assert model.count() == 101 << 4950


@backends
def test_histories_and_counterexamples_need_no_list(backend: str) -> None:
    atoms = tuple(f"p{k}" for k in range(40))
    law = KnowledgeStructure(atoms, {"a": atoms[:20], "b": atoms[20:]})
    model = SymbolicModel.of(law, actual=Assignment(atoms), backend=backend)
    announced = AnnouncementHistory(model, (L.parse("p0 | p1"), L.parse("p39"), L.parse("p20 -> p0")))
    assert announced.counts == (2**40, 3 * 2**38, 3 * 2**37, 5 * 2**36)
    assert announced.first_knew(L.atom("p39")) == {"a": 2, "b": 0}
    assert announced.reasons(L.parse("K[a] p39")) == Reasons((1,), shortest=True)
    (example,) = counterexamples(model, L.parse("K[a] p39"))
    assert isinstance(example.world, Assignment)
    assert "p39" not in example.world
    assert model.generated_submodel(["a"]).count() == 2**20


def test_common_knowledge_in_a_model_of_many_components() -> None:
    """Both see all but the last atom: every component has two worlds, and there are many."""
    atoms = tuple(f"p{k}" for k in range(8))
    model = SymbolicModel.of(KnowledgeStructure(atoms, {"a": atoms[:-1], "b": atoms[:-1]}))
    table = L.ExplicitModel.of_law(KnowledgeStructure(atoms, {"a": atoms[:-1], "b": atoms[:-1]}))
    for text in ("p0", "p7", "p0 | p7", "p0 & p3 -> p7", "p0 ^ p1 ^ p2"):
        formula = L.C(("a", "b"), L.parse(text))
        assert set(model.where(formula)) == set(table.where(formula)), text
