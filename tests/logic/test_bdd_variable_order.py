"""The order of BDD variables."""

import handsight.logic as L  # noqa: N812 as everywhere
from handsight.logic.engines.knowledge_structure import with_good_variable_order
from handsight.logic.files import answers, read


def structure_of(text: str, atoms: list[str]) -> L.KnowledgeStructure:
    return L.KnowledgeStructure(tuple(atoms), {"a": (atoms[0],)}, L.parse(text))


def test_facts_that_belong_together_stand_together() -> None:
    atoms = [f"{side}{k}" for side in "pq" for k in range(20)]
    found = with_good_variable_order(structure_of(" | ".join(f"p{k} & q{k}" for k in range(20)), atoms))
    place = {name: number for number, name in enumerate(found.atoms)}
    assert sorted(found.atoms) == sorted(atoms)
    assert all(abs(place[f"p{k}"] - place[f"q{k}"]) == 1 for k in range(20))


def test_a_good_order_and_a_law_about_everything_are_left_alone() -> None:
    atoms = [f"p{k}" for k in range(30)]
    chain = structure_of(" & ".join(f"(p{k} -> p{k + 1})" for k in range(29)), atoms)
    assert with_good_variable_order(chain) is chain
    everything = structure_of(" | ".join(atoms), atoms)
    assert with_good_variable_order(everything) is everything
    assert with_good_variable_order(L.KnowledgeStructure(("p",), {})).atoms == ("p",)


def test_files_are_answered_whatever_the_order_of_their_atoms() -> None:
    atoms = ", ".join(f"{side}{k}" for side in "pq" for k in range(40))
    law = " | ".join(f"(p{k} & q{k})" for k in range(40))
    text = f"agents a\natoms {atoms}\nlaw {law}\nsees a: p0, q0\n"
    asked = "count? true\nvalid? K[a] p0 <-> p0\nvalid? K[a] p1"
    assert [answer.answer for answer in answers(read(text + asked))] == [4**40 - 3**40, True, False]
