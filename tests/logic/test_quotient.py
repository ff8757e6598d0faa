"""Quotients: exact counts in the blocks, and links that say only what is so."""

from fractions import Fraction
from random import Random

import pytest
import textbook_logic as textbook

import handsight.logic as L  # noqa: N812 as everywhere
from handsight.errors import InputError, TooLargeError
from handsight.logic.deal_space import Deal, deal_space, dealt, void
from handsight.logic.drawing.quotient import quotient
from handsight.logic.engines.translate import to_symbolic

CARDS = [rank + suit for suit in "CDHS" for rank in "QKA"]


def honest(model: L.ExplicitModel, by: list[L.Formula]) -> tuple[dict, set]:
    """Blocks by truth and links, world by world."""
    worlds = model.where()
    sign = {w: tuple(str(f) if model.holds(f, w) else str(~f) for f in by) for w in worlds}
    blocks = {s: [w for w in worlds if sign[w] == s] for s in dict.fromkeys(sign.values())}
    links = set()
    for agent in model.agents:
        sees = {w: set(model.each(model.considered((agent,), model.at(w)))) for w in worlds}
        for s, here in blocks.items():
            for t, there in blocks.items():
                found = [bool(sees[w] & set(there)) for w in here]
                if s != t and any(found):
                    links.add((agent, s, t, all(found)))
    return blocks, links


def test_blocks_and_links_are_those_found_world_by_world() -> None:
    dice = Random(4)
    for belief in (False, True):
        for _ in range(15):
            _, model = textbook.random_pair(dice, belief=belief)
            by = [textbook.random_formula(dice, 2, words=("not", "and", "K", "xor")) for _ in range(2)]
            blocks, links = honest(model, by)
            for engine in (model,) if belief else (model, to_symbolic(model)):
                found = quotient(engine, formulas=by)
                assert {block.shared: block.worlds for block in found.blocks} == {
                    shared: len(worlds) for shared, worlds in blocks.items()
                }
                assert all(block.witness in blocks[block.shared] for block in found.blocks)
                names = [block.shared for block in found.blocks]
                assert {(k.agent, names[k.source], names[k.target], k.every) for k in found.links} == links


def test_bisimilar_blocks_are_as_many_as_contraction_leaves() -> None:
    dice = Random(8)
    for _ in range(20):
        _, model = textbook.random_pair(dice)
        atoms = [L.atom(name) for name in textbook.ATOMS]
        small = model.contracted(values=[])
        for engine in (model, to_symbolic(model)):
            found = quotient(engine, formulas=atoms, alike=True)
            assert sorted(block.worlds for block in found.blocks) == sorted(small.frame.merged)
            assert all(link.every for link in found.links)


def test_four_owners_of_one_card_among_all_deals() -> None:
    hands = {
        "N": ("QC", "KD", "AD"),
        "E": ("KC", "AC", "QS"),
        "S": ("QD", "KH", "KS"),
        "W": ("QH", "AH", "AS"),
    }
    space = deal_space(CARDS, dict.fromkeys("NESW", 3)).pointed(Deal.of(CARDS, hands))
    found = quotient(space, variables=["owner(QH)"])
    assert [block.shared for block in found.blocks] == [(f"owner(QH)={seat}",) for seat in "NESW"]
    assert {block.worlds for block in found.blocks} == {92_400}
    assert {block.share for block in found.blocks} == {Fraction(1, 4)}
    assert [block.actual for block in found.blocks] == [False, False, False, True]
    assert len(found.links) == 24
    assert all(link.every for link in found.links)
    told = space.announce(dealt("E", "AC"), dealt("S", "QD"), void("S", ["QC", "KC", "AC"]))
    narrowed = quotient(told, variables=["owner(QH)"], formulas=[L.parse("Kv[E] owner(QH)")])
    assert sum(block.worlds for block in narrowed.blocks) == told.count()
    data = narrowed.data()
    assert sum(node["actual"] for node in data["nodes"]) == 1
    assert {edge["agent"] for edge in data["edges"]} <= set("NESW")


def test_a_seat_sees_its_hands() -> None:
    model = deal_space("abcd", {"x": 1, "y": 1})
    found = quotient(model, agents=["x"])
    assert [block.worlds for block in found.blocks] == [3, 3, 3, 3]
    assert {link.agent for link in found.links} == {"y"}
    both = quotient(model, agents=["x", "y"])
    assert [block.worlds for block in both.blocks] == [1] * 12


def test_some_is_not_every() -> None:
    """In one of two worlds of the block ann may be elsewhere: a dotted line, and no longer way."""
    model = L.ExplicitModel.of(
        [0, 1, 2], sees={"ann": lambda w: w == 0, "bob": lambda w: w < 2}, facts={"p": lambda w: w == 2}
    )
    links = {
        (link.agent, link.source, link.target): link.every
        for link in quotient(model, formulas=[L.atom("p")]).links
    }
    assert links == {("ann", 1, 0): False, ("ann", 0, 1): True}


def test_what_cannot_be_drawn_is_refused() -> None:
    space = deal_space(CARDS, dict.fromkeys("NESW", 3))
    with pytest.raises(TooLargeError, match="more than 200 blocks"):
        quotient(space, agents=["N"])
    with pytest.raises(InputError, match="unknown variable"):
        quotient(space, variables=["owner(ZZ)"])
    with pytest.raises(InputError, match="unknown agent"):
        quotient(space, agents=["X"])
    with pytest.raises(InputError, match="no world left"):
        quotient(space.announce(L.FALSE))
    wrong = L.ExplicitModel.of([0, 1], believes={"a": lambda _: [1]})
    with pytest.raises(InputError, match="views overlap"):
        quotient(wrong, agents=["a"])
