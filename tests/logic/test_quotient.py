"""Quotients: exact counts in the classes, and edges that say only what is so."""

from collections.abc import Hashable
from fractions import Fraction
from random import Random
from typing import Any

import logic.reference_semantics as reference
import pytest
from logic.symbolic_translation import to_symbolic

import handsight.logic as L  # noqa: N812 as everywhere
from handsight.errors import InputError, TooLargeError
from handsight.logic.deal_model import CardDeal, all_deals, dealt_to, void
from handsight.logic.drawing.quotient import quotient

Truths = tuple[str, ...]
"""The formulas, or their negations, that are true in a class of worlds."""

CARDS = [rank + suit for suit in "CDHS" for rank in "QKA"]


def world_by_world(
    model: L.ExplicitModel, by: list[L.Formula]
) -> tuple[dict[Truths, list[Hashable]], set[tuple[str, Truths, Truths, bool]]]:
    """Classes by truth and edges, world by world."""
    worlds = model.where()
    sign = {w: tuple(str(f) if model.holds(f, w) else str(~f) for f in by) for w in worlds}
    classes = {s: [w for w in worlds if sign[w] == s] for s in dict.fromkeys(sign.values())}
    edges = set()
    for agent in model.agents:
        sees = {w: set(model.worlds_in(model.accessible_from((agent,), model.singleton(w)))) for w in worlds}
        for s, here in classes.items():
            for t, there in classes.items():
                found = [bool(sees[w] & set(there)) for w in here]
                if s != t and any(found):
                    edges.add((agent, s, t, all(found)))
    return classes, edges


def test_classes_and_edges_are_those_found_world_by_world() -> None:
    random = Random(4)
    for belief in (False, True):
        for _ in range(15):
            _, model = reference.random_pair(random, belief=belief)
            by = [reference.random_formula(random, 2, words=("not", "and", "K", "xor")) for _ in range(2)]
            classes, edges = world_by_world(model, by)
            engines: list[L.Model[Any]] = [model] if belief else [model, to_symbolic(model)]
            for engine in engines:
                found = quotient(engine, formulas=by)
                assert {one.shared: one.worlds for one in found.classes} == {
                    shared: len(worlds) for shared, worlds in classes.items()
                }
                assert all(one.example in classes[one.shared] for one in found.classes)
                names = [one.shared for one in found.classes]
                assert {(k.agent, names[k.source], names[k.target], k.every) for k in found.edges} == edges


def test_four_owners_of_one_card_among_all_deals() -> None:
    hands = {
        "N": ("QC", "KD", "AD"),
        "E": ("KC", "AC", "QS"),
        "S": ("QD", "KH", "KS"),
        "W": ("QH", "AH", "AS"),
    }
    space = all_deals(CARDS, dict.fromkeys("NESW", 3)).with_actual(CardDeal.of(CARDS, hands))
    found = quotient(space, variables=["owner(QH)"])
    assert [one.shared for one in found.classes] == [(f"owner(QH)={seat}",) for seat in "NESW"]
    assert {one.worlds for one in found.classes} == {92_400}
    assert {one.share for one in found.classes} == {Fraction(1, 4)}
    assert [one.actual for one in found.classes] == [False, False, False, True]
    assert len(found.edges) == 24
    assert all(edge.every for edge in found.edges)
    announced = space.announce(dealt_to("E", "AC"), dealt_to("S", "QD"), void("S", ["QC", "KC", "AC"]))
    narrowed = quotient(announced, variables=["owner(QH)"], formulas=[L.parse("Kv[E] owner(QH)")])
    assert sum(one.worlds for one in narrowed.classes) == announced.count()
    assert sum(one.actual for one in narrowed.classes) == 1
    assert {edge.agent for edge in narrowed.edges} <= set("NESW")


def test_some_is_not_every() -> None:
    """In only one of two worlds of a class does ann consider another class possible: edges do not compose."""
    model = L.ExplicitModel.of(
        [0, 1, 2], sees={"ann": lambda w: w == 0, "bob": lambda w: w < 2}, atoms={"p": lambda w: w == 2}
    )
    edges = {
        (edge.agent, edge.source, edge.target): edge.every
        for edge in quotient(model, formulas=[L.atom("p")]).edges
    }
    assert edges == {("ann", 1, 0): False, ("ann", 0, 1): True}


def test_what_cannot_be_drawn_is_refused() -> None:
    space = all_deals(CARDS, dict.fromkeys("NESW", 3))
    with pytest.raises(TooLargeError, match="more than 200 classes"):
        quotient(space, variables=["owner(QH)", "owner(KH)", "owner(AH)", "owner(QS)"])
    with pytest.raises(InputError, match="unknown variable"):
        quotient(space, variables=["owner(ZZ)"])
    with pytest.raises(InputError, match="no world left"):
        quotient(space.announce(L.FALSE))
