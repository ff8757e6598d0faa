"""Pictures say what the model says, and are well formed."""

from random import Random
from xml.etree import ElementTree as ET

import pytest
import reference_semantics as reference

import handsight.logic as L  # noqa: N812 as everywhere
from handsight.errors import TooLargeError, UnknownNameError
from handsight.logic import puzzles
from handsight.logic.drawing.graph_layout import COLOURS
from handsight.logic.drawing.quotient import quotient
from handsight.logic.files.formats import read

SVG = "{http://www.w3.org/2000/svg}"


def test_muddy_children() -> None:
    drawn = L.model_graph(puzzles.muddy_children(3, 2).models[1])
    assert len(drawn.nodes) == 7
    assert [node.lines[0] for node in drawn.nodes if node.actual] == ["{muddy(0), muddy(1)}"]
    assert len(drawn.edges) == 9  # a cube without the corner that father took away
    assert all(edge.both and edge.source < edge.target for edge in drawn.edges)
    tree = ET.fromstring(drawn.svg())  # noqa: S314 our own
    assert len(tree.findall(f"{SVG}g")) == 7
    assert drawn.svg().count('stroke="#b8860b"') == 1
    assert drawn.colour("child1") == COLOURS[1]
    assert [text.text for text in tree.findall(f"{SVG}text")] == ["child0", "child1", "child2"]


def test_beliefs_are_arrows_and_show_where_they_are_wrong() -> None:
    drawn = L.model_graph(puzzles.sally_anne())
    assert [(edge.agent, edge.source, edge.target, edge.both) for edge in drawn.edges] == [
        ("sally", 0, 1, False),
        ("sally", 1, 1, False),
    ]
    assert drawn.nodes[1].lines == ("seen nothing", "basket")
    assert "marker-end" in drawn.svg()
    assert 'n0 -> n1 [color="#0072b2" tooltip="sally"];' in drawn.dot()


def test_lines_are_exactly_the_doubts() -> None:
    random = Random(1)
    for _ in range(50):
        plain, model = reference.random_pair(random)
        drawn = L.model_graph(model)
        lines = {(e.agent, e.source, e.target) for e in drawn.edges}
        assert lines == {(a, w, v) for a, pairs in plain.pairs.items() for w, v in pairs if w < v}
        ET.fromstring(drawn.svg())  # noqa: S314 our own


def test_boxes_never_overlap() -> None:
    for number in (1, 2, 3, 7, 30):
        model = L.ExplicitModel.of(range(number), sees={"a": str}, atoms={"a_rather_long_fact": bool})
        tree = ET.fromstring(L.model_graph(model).svg())  # noqa: S314 our own
        boxes = [
            tuple(float(rect.get(key, "0")) for key in ("x", "y", "width", "height"))
            for rect in tree.iter(f"{SVG}rect")
        ]
        wide, high = (float(size) for size in tree.get("viewBox", "").split()[2:])
        for k, (x, y, w, h) in enumerate(boxes):
            assert 0 <= x <= x + w <= wide
            assert 0 <= y <= y + h <= high
            assert not any(abs(x - u) < w and abs(y - v) < h for u, v, _, _ in boxes[:k])


def test_names_are_escaped() -> None:
    model = L.ExplicitModel.of(['<a & "b">', "\\"], sees={"a": str}, actual="\\")
    drawn = L.model_graph(model)
    ET.fromstring(drawn.svg())  # noqa: S314 our own
    assert r'label="<a & \"b\">"' in drawn.dot()
    assert r'label="\\"' in drawn.dot()


def test_a_large_model_is_drawn_as_a_quotient() -> None:
    cards = puzzles.russian_cards()
    with pytest.raises(TooLargeError, match="140 worlds are too many to draw"):
        L.model_graph(cards)
    holds, knows = L.parse("has(alice,0)"), L.parse("Kv[bob] hand(alice)")
    drawn = L.quotient_graph(quotient(cards, formulas=[holds, knows]))
    assert [node.lines[:3] for node in drawn.nodes] == [
        ("has(alice,0)", "~Kv[bob] hand(alice)", "60 worlds · 42.857%"),
        ("~has(alice,0)", "~Kv[bob] hand(alice)", "80 worlds · 57.143%"),
    ]
    assert [node.actual for node in drawn.nodes] == [True, False]
    assert "stroke-dasharray" in drawn.svg()
    assert "style=dotted" in drawn.dot()


def test_a_file_that_was_read_is_drawn_as_it_ends() -> None:
    file = read("agents a\natoms p, q\nsees a: p\nactual p\nannounce p | q\ntrue? K[a] p\nannounce p\n")
    assert L.model_graph(file) == L.file_graph(file)
    assert [len(L.file_graph(file, after).nodes) for after in (0, 1, 2)] == [4, 3, 2]
    assert len(L.model_graph(file).nodes) == 2
    with pytest.raises(UnknownNameError, match="the file has 2"):
        L.file_graph(file, 3)


def test_agents_that_stand_for_quantifiers_are_not_drawn() -> None:
    file = read("VARS 1,2 LAW Top OBS alice: 1 VALID? Forall 2 (1 | 2)")
    assert L.file_graph(file).agents == ("alice",)
