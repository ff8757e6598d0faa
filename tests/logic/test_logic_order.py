"""The order in which diagrams ask about facts."""

import handsight.logic as L  # noqa: N812 as everywhere
from handsight.logic.engines.variable_order import ordered
from handsight.logic.files.formats import answers, read


def law_of(text: str, facts: list[str]) -> L.Law:
    return L.Law(tuple(facts), {"a": (facts[0],)}, L.parse(text))


def test_facts_that_belong_together_stand_together() -> None:
    facts = [f"{side}{k}" for side in "pq" for k in range(20)]
    found = ordered(law_of(" | ".join(f"p{k} & q{k}" for k in range(20)), facts))
    place = {name: number for number, name in enumerate(found.facts)}
    assert sorted(found.facts) == sorted(facts)
    assert all(abs(place[f"p{k}"] - place[f"q{k}"]) == 1 for k in range(20))


def test_a_good_order_and_a_law_about_everything_are_left_alone() -> None:
    facts = [f"p{k}" for k in range(30)]
    chain = law_of(" & ".join(f"(p{k} -> p{k + 1})" for k in range(29)), facts)
    assert ordered(chain) is chain
    everything = law_of(" | ".join(facts), facts)
    assert ordered(everything) is everything
    assert ordered(L.Law(("p",), {})).facts == ("p",)


def test_files_are_answered_whatever_the_order_of_their_atoms() -> None:
    atoms = ", ".join(f"{side}{k}" for side in "pq" for k in range(40))
    law = " | ".join(f"(p{k} & q{k})" for k in range(40))
    text = f"agents a\natoms {atoms}\nlaw {law}\nsees a: p0, q0\n"
    asked = "count? true\nvalid? K[a] p0 <-> p0\nvalid? K[a] p1"
    assert [answer.answer for answer in answers(read(text + asked))] == [4**40 - 3**40, True, False]
