"""In which order diagrams should ask about facts: those that a law speaks of together stand together.

A diagram is small when facts that depend on each other are near. Every small part of the law pulls its facts
towards their middle, again and again; the order found is used only if it brings them much nearer.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from handsight.logic.formulas.formula import Formula
from handsight.logic.law import Law

MOST_TOGETHER: Final = 12
"""Larger parts, such as one fact of many, pull at everything and say nothing."""
MOST_PULLS: Final = 300_000
_ROUNDS: Final = 30
_MUCH_NEARER: Final = 0.7

Together = Collection[Collection[str]]


def ordered(law: Law) -> Law:
    """The same law with its facts in a better order, if there is one that is much better."""
    parts = _parts(law)
    if not 0 < sum(map(len, parts)) <= MOST_PULLS:
        return law
    best = start = _width(law.facts, parts)
    facts = order = law.facts
    for _ in range(_ROUNDS):
        order = _pulled(order, parts)
        width = _width(order, parts)
        if width >= best:
            break
        best, facts = width, order
    return replace(law, facts=facts) if best < _MUCH_NEARER * start else law


def _parts(law: Law) -> Together:
    """The facts of each part of the law that speaks of a few of them."""
    facts, few = frozenset(law.facts), dict[Formula, frozenset[str] | None]()
    for f in law.law.walk():
        inside = [few[part] for part in f.parts]
        names = frozenset(f.label) & facts if f.op == "atom" else frozenset[str]()
        joined = None if None in inside else names.union(*(some for some in inside if some))
        few[f] = joined if joined is not None and len(joined) <= MOST_TOGETHER else None
    return [some for some in set(few.values()) if some is not None and len(some) > 1]


def _places(order: Sequence[str]) -> Mapping[str, int]:
    return {name: place for place, name in enumerate(order)}


def _width(order: Sequence[str], parts: Together) -> int:
    """How far the parts reach, all together."""
    place = _places(order)
    return sum(max(map(place.__getitem__, part)) - min(map(place.__getitem__, part)) for part in parts)


def _pulled(order: Sequence[str], parts: Together) -> tuple[str, ...]:
    """The facts by where the middles of their parts are."""
    place = _places(order)
    pulls: dict[str, list[float]] = {name: [] for name in order}
    for part in parts:
        middle = sum(map(place.__getitem__, part)) / len(part)
        for name in part:
            pulls[name].append(middle)
    wanted = {name: sum(some) / len(some) if some else place[name] for name, some in pulls.items()}
    return tuple(sorted(order, key=wanted.__getitem__))
