"""Generated submodels and contraction preserve truth; counts of merged worlds are kept."""

from random import Random

import logic.reference_semantics as reference
import pytest

import handsight.logic as L  # noqa: N812 as everywhere
from handsight.errors import InputError
from handsight.logic.engines.kripke_structure import WorldAfterEvents
from handsight.logic.files import answers, read

DOUBLING = L.EventModel.of({"0": L.Event(), "1": L.Event()}, {a: [["0", "1"]] for a in reference.AGENTS})
"""Nobody can tell which of two events without effect happened, so every world is doubled."""
WITHOUT_D = tuple(word for word in reference.EVERY_WORD if word != "D")


@pytest.mark.parametrize("belief", [False, True])
def test_contraction_preserves_truth(*, belief: bool) -> None:
    random = Random(1)
    merged = 0
    for _ in range(300):
        _, model = reference.random_pair(random, belief=belief, pooling=False)
        doubled = model.restricted_to(random.getrandbits(8) & model.universe).update(DOUBLING)
        small = doubled.contracted()
        formula = reference.random_formula(random, 2, words=WITHOUT_D, values=bool(model.values))
        assert set(small.where(formula)) == set(doubled.where(formula)) & set(small.where()), formula
        assert small.structure.merged is not None
        assert sum(small.structure.merged) == doubled.count()
        again = small.contracted()
        assert again.count() == small.count()
        assert small.count() <= doubled.count() / 2
        merged += small.count() < doubled.count() / 2
    assert merged


def test_worlds_in_different_blocks_differ_in_some_formula() -> None:
    random = Random(2)
    for _ in range(30):
        _, model = reference.random_pair(random)
        small = model.contracted()
        signatures = {
            tuple(small.holds(f, world) for f in _formulas(3 if model.values else 0))
            for world in small.where()
        }
        assert len(signatures) == small.count()


def _formulas(values: int) -> list[L.Formula]:
    """Enough formulas to tell apart any two worlds of the small models here that are not bisimilar."""
    level = [L.atom(p) for p in reference.ATOMS] + [L.has_value("x", v) for v in range(values)]
    random = Random(0)
    found = list(level)
    for _ in range(4):
        rows = [
            L.all_of(random.choice((f, ~f)) for f in random.sample(level, min(3, len(level))))
            for _ in range(40)
        ]
        level = [L.K(agent, f) for agent in reference.AGENTS for f in (*level[:20], *rows)]
        random.shuffle(level)
        level = level[:150]
        found += level
    return found


def test_contraction_keeps_the_actual_world_and_refuses_d() -> None:
    model = L.ExplicitModel.of(range(6), sees={"a": lambda w: w // 2}, atoms={"p": lambda w: w % 2}, actual=5)
    small = model.contracted()
    assert small.count() == 2
    assert small.actual == 1
    assert small.holds(L.parse("p & ~K[a] p"))
    assert small.structure.merged == [3, 3]


def test_a_contracted_model_refuses_distributed_knowledge() -> None:
    model = L.ExplicitModel.of(
        range(4), sees={"a": lambda w: w // 2, "b": lambda w: w % 2}, atoms={"p": bool}
    )
    assert model.valid(L.parse("D[a,b] p | D[a,b] ~p"))
    with pytest.raises(InputError, match="before contracting"):
        model.contracted().count(L.parse("D[a,b] p"))


@pytest.mark.parametrize("belief", [False, True])
def test_generated_submodel_preserves_truth(*, belief: bool) -> None:
    random = Random(3)
    smaller = 0
    for _ in range(300):
        _, model = reference.random_pair(random, belief=belief)
        world = random.choice(model.where())
        part = model.generated_submodel(world=world)
        formula = reference.random_formula(random, 2, values=bool(model.values))
        assert part.holds(formula, world) == model.holds(formula, world), formula
        smaller += part.count() < model.count()
    assert smaller > 15


def test_common_knowledge_is_truth_everywhere_in_the_generated_submodel() -> None:
    random = Random(4)
    for _ in range(200):
        _, model = reference.random_pair(random)
        group = random.sample(reference.AGENTS, 2)
        formula = reference.random_formula(random, 1, words=WITHOUT_D)
        world = random.choice(model.where())
        everywhere = (
            model.singleton(world)
            and model.reachable_from(group, model.singleton(world)) & ~model.extension(formula) == 0
        )
        assert model.holds(L.C(group, formula), world) == everywhere


def test_a_long_chain_is_contracted_and_evaluated_quickly() -> None:
    chain = L.ExplicitModel.of(
        range(6000), sees={"a": lambda w: w // 2, "b": lambda w: (w + 1) // 2}, atoms={"end": (5999).__eq__}
    )
    assert chain.count(L.C(("a", "b"), ~L.atom("end"))) == 0
    assert chain.contracted().count() == 6000


@pytest.mark.parametrize("belief", [False, True])
def test_sequences_of_events_in_formulas_are_merged_and_stay_exact(*, belief: bool) -> None:
    random = Random(4)
    for _ in range(60):
        _, model = reference.random_pair(random, belief=belief, pooling=False)
        then = reference.random_formula(random, 2, words=WITHOUT_D, values=bool(model.values))
        row = [(name, random.choice(list(events.events))) for name, events in model.events.items()] * 2
        formula = then
        for name, happening in reversed(row):
            formula = L.after_event_diamond(name, happening, formula)
        later = model
        for name, _ in row:
            later = later.update(model.events[name])
        last = [happening for _, happening in row]
        worlds = [world for world in later.where(then) if isinstance(world, WorldAfterEvents)]
        whole = {world.start for world in worlds if list(world.occurred) == last}
        assert set(model.where(formula)) == whole


EVENTS = """agents a, b
atoms p, q
worlds w1: p
       w2: q
cells  b: w1 w2
cells  a: w1 | w2
actual w1
event  m:e if p then p := q, q := ~p
event  m:f then q := ~q
event  m:g
cells  a m: e f
cells  b m: f g
"""


def test_worlds_after_events_are_merged_and_counts_stay_exact() -> None:
    asked = "".join(
        f"{kind}? {f}\n"
        for f in ("p", "K[a] q", "M[b] (p & ~Kw[a] p)", "C[a,b] (p | q)", "[m:f] Kw[b] q")
        for kind in ("valid", "true", "count")
    )
    happened = "".join(f"happens m:{event}\n{asked}" for event in "fegfff")
    merged = [answer.answer for answer in answers(read(EVENTS + happened))]
    whole = [answer.answer for answer in answers(read(EVENTS + happened + "where? false"))]
    assert merged == whole[:-1]
    assert len(set(merged)) > 6


def test_a_long_sequence_of_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handsight.logic.engines.explicit_model.MAX_PAIRS", 1 << 12)
    flips = "agents a\natoms p\nactual p\nevent m:e then p := ~p\nevent m:f\n" + "happens m:e\n" * 80
    count, valid = answers(read(flips + "count? p\nvalid? ~Kw[a] p"))
    assert (count.answer, valid.answer) == (2**80, True)
    with pytest.raises(InputError, match=r"line 17, column 9: .* 8,192 worlds; 4,096 is the most"):
        list(answers(read(flips + "where? p")))
    nested = "<m:e>" * 200 + "p"
    (here,) = answers(read(flips[: flips.index("happens")] + f"where? {nested}"))
    assert here.answer == ["{p}"]


def test_distributed_knowledge_is_evaluated_before_contraction() -> None:
    text = EVENTS + "happens m:f\nhappens m:g\nhappens m:f\nvalid? D[a,b] q -> q\ncount? D[a,b] p\n"
    first, second = answers(read(text))
    assert (first.error, second.error) == (None, None)
