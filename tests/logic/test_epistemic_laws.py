"""The laws of knowledge and of announcements: valid schemas on random models, and those that must fail."""

import json
from pathlib import Path
from random import Random
from typing import Any

import logic.reference_semantics as reference
import pytest

import handsight.logic as L  # noqa: N812 as everywhere
from handsight.logic.files.json_cases import formula_from_json

LAWS = json.loads(Path(__file__).with_name("logic.json").read_text("utf-8"))["laws"]
TRIES = 60
"""Models for a law that must hold; one that must fail has ten times as many to do so."""


def instance(random: Random, schema: Any) -> L.Formula:
    """The schema with random formulas, atoms, agents and groups for its letters."""
    first, second = random.sample(reference.AGENTS, 2)
    filled = {
        "$i": first,
        "$j": second,
        "$G": random.sample(reference.AGENTS, random.randint(1, 3)),
        "$p": ["atom", random.choice(reference.ATOMS)],
        **{letter: reference.formula_to_json(_any_formula(random)) for letter in ("$f", "$g", "$h")},
    }

    def fill(item: Any) -> Any:
        if isinstance(item, list):
            return [fill(part) for part in item]
        return filled.get(item, item)

    return formula_from_json(fill(schema))


def _any_formula(random: Random) -> L.Formula:
    return reference.random_formula(random, random.randint(0, 2), words=reference.WITHOUT_EVENTS)


def test_the_oracle_has_the_laws_it_promises() -> None:
    assert [law["valid"] for law in LAWS].count(True) == 33
    assert [law["valid"] for law in LAWS].count(False) == 8


@pytest.mark.parametrize("law", LAWS, ids=[law["name"] for law in LAWS])
def test_law(law: dict[str, Any]) -> None:
    random = Random(law["name"])
    if law["valid"]:
        for _ in range(TRIES):
            _, model = reference.random_pair(random)
            formula = instance(random, law["schema"])
            assert model.valid(formula), formula
    else:
        pairs = (reference.random_pair(random)[1] for _ in range(10 * TRIES))
        assert any(not model.valid(instance(random, law["schema"])) for model in pairs)


def reduced(f: L.Formula) -> L.Formula:
    """The same formula without announcements, by the reduction axioms; C has none and is left out."""
    parts = [reduced(part) for part in f.parts]
    if f.op not in {"ann", "ann_dia", "ann_whether"}:
        return f.with_parts(parts)
    news, then = parts
    match f.op:
        case "ann":
            return _after(news, then)
        case "ann_dia":
            return news & _after(news, then)
    return (news >> _after(news, then)) & (~news >> _after(~news, then))


def _after(news: L.Formula, then: L.Formula) -> L.Formula:
    match then.op:
        case "true" | "false" | "atom":
            return news >> then
        case "K" | "D" | "E":
            return news >> then.with_parts([_after(news, then.parts[0])])
        case "Kw" | "M":
            inside = then.parts[0]
            knows = L.K(then.label[0], inside), L.K(then.label[0], ~inside)
            return _after(news, knows[0] | knows[1] if then.op == "Kw" else ~knows[1])
    return news >> then.with_parts(_after(news, part) for part in then.parts)


def test_announcements_can_be_reduced_away() -> None:
    random = Random(7)
    words = tuple(word for word in reference.WITHOUT_EVENTS if word not in {"C", "group_whether"})
    changed = 0
    for _ in range(400):
        _, model = reference.random_pair(random)
        formula = reference.random_formula(random, 3, words=words)
        plain = reduced(formula)
        assert not any(part.op.startswith("ann") for part in plain.subformulas())
        assert model.extension(formula) == model.extension(plain), formula
        changed += plain is not formula
    assert changed > 100


def test_an_announced_fact_becomes_common_knowledge() -> None:
    random = Random(8)
    for _ in range(100):
        _, model = reference.random_pair(random)
        fact = reference.random_formula(random, 2, words=("not", "and", "or", "xor", "one", "implies", "iff"))
        assert model.valid(L.announce(fact, L.C(reference.AGENTS, fact)))
