"""Ordering BDD variables: atoms that a law mentions together should be close together.

A BDD is small when variables that depend on each other are near. Every small subformula of the law pulls its
atoms towards their middle, again and again; the order found is used only if it is much better.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from handsight.logic.engines.knowledge_structure import KnowledgeStructure
from handsight.logic.formulas.formula import Formula

MAX_ATOMS_TOGETHER: Final = 12
"""Larger subformulas, such as "exactly one of a hundred atoms", do not say which atoms belong together."""
MAX_MENTIONS: Final = 300_000
_ROUNDS: Final = 30
_MUCH_BETTER: Final = 0.7

AtomGroups = Collection[Collection[str]]


def with_good_variable_order(structure: KnowledgeStructure) -> KnowledgeStructure:
    """Return the same structure with its atoms in a better order, if a much better one is found."""
    groups = _atom_groups(structure)
    if not 0 < sum(map(len, groups)) <= MAX_MENTIONS:
        return structure
    best_span = first_span = _total_span(structure.atoms, groups)
    best = atoms = structure.atoms
    for _ in range(_ROUNDS):
        atoms = _pulled_together(atoms, groups)
        span = _total_span(atoms, groups)
        if span >= best_span:
            break
        best_span, best = span, atoms
    return replace(structure, atoms=best) if best_span < _MUCH_BETTER * first_span else structure


def _atom_groups(structure: KnowledgeStructure) -> AtomGroups:
    """Return the atoms of each subformula of the law that mentions only a few."""
    atoms, few = frozenset(structure.atoms), dict[Formula, frozenset[str] | None]()
    for f in structure.law.subformulas():
        inside = [few[part] for part in f.parts]
        names = frozenset(f.label) & atoms if f.op == "atom" else frozenset[str]()
        joined = None if None in inside else names.union(*(group for group in inside if group))
        few[f] = joined if joined is not None and len(joined) <= MAX_ATOMS_TOGETHER else None
    return [group for group in set(few.values()) if group is not None and len(group) > 1]


def _positions(atoms: Sequence[str]) -> Mapping[str, int]:
    return {name: position for position, name in enumerate(atoms)}


def _total_span(atoms: Sequence[str], groups: AtomGroups) -> int:
    """Return the sum of the distances between the first and the last atom of each group."""
    position = _positions(atoms)
    return sum(
        max(map(position.__getitem__, group)) - min(map(position.__getitem__, group)) for group in groups
    )


def _pulled_together(atoms: Sequence[str], groups: AtomGroups) -> tuple[str, ...]:
    """Sort the atoms by the mean position of the middles of their groups."""
    position = _positions(atoms)
    middles: dict[str, list[float]] = {name: [] for name in atoms}
    for group in groups:
        middle = sum(map(position.__getitem__, group)) / len(group)
        for name in group:
            middles[name].append(middle)
    wanted = {name: sum(some) / len(some) if some else position[name] for name, some in middles.items()}
    return tuple(sorted(atoms, key=wanted.__getitem__))
