"""Graphs of models show what the model says, and SVG is well formed."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import logic.reference_semantics as reference
import pytest

import handsight.logic as L  # noqa: N812 as everywhere
from bench import logic_puzzles as puzzles
from handsight.errors import TooLargeError, UnknownNameError
from handsight.logic.drawing.graph_picture import COLOURS
from handsight.logic.drawing.quotient import quotient
from handsight.logic.files import read

SVG = "{http://www.w3.org/2000/svg}"


def test_muddy_children() -> None:
    graph = L.model_graph(puzzles.muddy_children(3, 2).models[1])
    assert len(graph.nodes) == 7
    assert [node.lines[0] for node in graph.nodes if node.actual] == ["{muddy(0), muddy(1)}"]
    assert len(graph.edges) == 9  # a cube without the corner that father took away
    assert all(edge.both and edge.source < edge.target for edge in graph.edges)
    tree = ET.fromstring(graph.svg())  # noqa: S314 our own
    assert len(tree.findall(f"{SVG}g")) == 7
    assert graph.svg().count('stroke="#b8860b"') == 1
    assert graph.colour("child1") == COLOURS[1]
    assert [text.text for text in tree.findall(f"{SVG}text")] == ["child0", "child1", "child2"]


def test_beliefs_are_arrows_and_show_where_they_are_wrong() -> None:
    graph = L.model_graph(puzzles.sally_anne())
    assert [(edge.agent, edge.source, edge.target, edge.both) for edge in graph.edges] == [
        ("sally", 0, 1, False),
        ("sally", 1, 1, False),
    ]
    assert graph.nodes[1].lines == ("seen nothing", "basket")
    assert "marker-end" in graph.svg()
    assert 'n0 -> n1 [color="#0072b2" tooltip="sally"];' in graph.dot()


def test_lines_are_exactly_the_accessibility_relations() -> None:
    random = Random(1)
    for _ in range(50):
        plain, model = reference.random_pair(random)
        graph = L.model_graph(model)
        lines = {(e.agent, e.source, e.target) for e in graph.edges}
        assert lines == {(a, w, v) for a, pairs in plain.pairs.items() for w, v in pairs if w < v}
        ET.fromstring(graph.svg())  # noqa: S314 our own


def bit(k: int) -> Callable[[int], int]:
    return lambda number: number >> k & 1


def cube(atoms: int) -> L.ExplicitModel:
    """A model with a world for each assignment of some atoms."""
    return L.ExplicitModel.of(
        range(1 << atoms),
        sees={"a": str},
        atoms={f"a_rather_long_atom_{k}": bit(k) for k in range(atoms)},
    )


def grid() -> L.ExplicitModel:
    """A model with a world for each pair of two small numbers."""
    worlds = [(x, y) for x in range(3) for y in range(5)]
    return L.ExplicitModel.of(worlds, values={"x": lambda world: world[0], "y": lambda world: world[1]})


@pytest.mark.parametrize("layout", ["circle", "auto"])
@pytest.mark.parametrize("make", [*(partial(cube, atoms) for atoms in range(6)), grid])
def test_boxes_never_overlap(make: Callable[[], L.ExplicitModel], layout: Any) -> None:
    tree = ET.fromstring(L.model_graph(make(), layout=layout).svg())  # noqa: S314 our own
    boxes = [
        tuple(float(rect.get(key, "0")) for key in ("x", "y", "width", "height"))
        for rect in tree.iter(f"{SVG}rect")
    ]
    width, height = (float(size) for size in tree.get("viewBox", "").split()[2:])
    for k, (x, y, w, h) in enumerate(boxes):
        assert 0 <= x <= x + w <= width
        assert 0 <= y <= y + h <= height
        assert not any(abs(x - u) < w and abs(y - v) < h for u, v, _, _ in boxes[:k])


def test_names_are_escaped() -> None:
    model = L.ExplicitModel.of(['<a & "b">', "\\"], sees={"a": str}, actual="\\")
    graph = L.model_graph(model)
    ET.fromstring(graph.svg())  # noqa: S314 our own
    assert r'label="<a & \"b\">"' in graph.dot()
    assert r'label="\\"' in graph.dot()


def test_a_large_model_is_drawn_as_a_quotient() -> None:
    cards = puzzles.russian_cards()
    with pytest.raises(TooLargeError, match="140 worlds are too many to draw"):
        L.model_graph(cards)
    holds, knows = L.parse("has(alice,0)"), L.parse("Kv[bob] hand(alice)")
    graph = L.quotient_graph(quotient(cards, formulas=[holds, knows]))
    assert [node.lines[:3] for node in graph.nodes] == [
        ("has(alice,0)", "~Kv[bob] hand(alice)", "60 worlds · 42.857%"),
        ("~has(alice,0)", "~Kv[bob] hand(alice)", "80 worlds · 57.143%"),
    ]
    assert [node.actual for node in graph.nodes] == [True, False]
    assert "stroke-dasharray" in graph.svg()
    assert "style=dotted" in graph.dot()


def test_a_file_that_was_read_is_drawn_as_it_ends() -> None:
    file = read("agents a\natoms p, q\nsees a: p\nactual p\nannounce p | q\ntrue? K[a] p\nannounce p\n")
    assert [len(L.file_graph(file, after).nodes) for after in (0, 1, 2)] == [4, 3, 2]
    assert len(L.file_graph(file).nodes) == 2
    with pytest.raises(UnknownNameError, match="the file has 2"):
        L.file_graph(file, 3)
