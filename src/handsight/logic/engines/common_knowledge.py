"""Common knowledge: three ways to compute it, one for each kind of model.

A set s is common knowledge in a group at a world when every world that a chain of the group's accessibility
relations leads to lies in s.

- `greatest_fixpoint` works for every engine: shrink s until everyone in it knows it.
- `joined_relation` is for listed worlds and equivalence relations: merge cells that overlap (union-find),
  since chains may be as long as there are worlds.
- `Components` is for decision diagrams: grow the connected component of single worlds.
"""

from collections.abc import Sequence
from itertools import compress, cycle
from typing import Any, Final, TypeVar

from handsight.game.bitmask import flags
from handsight.logic.engines.accessibility_relation import Relation
from handsight.logic.engines.bdd import Bdd, satisfying_assignments

S = TypeVar("S")
MAX_COMPONENTS: Final = 4
"""How many components of a group are grown one by one and kept."""


def greatest_fixpoint(engine: Any, group: Sequence[str], s: S) -> S:
    """Return the largest subset of s in which every member of the group knows that subset."""
    inside = s
    while True:
        smaller = inside
        for agent in group:
            smaller = smaller & engine.distributed_knowledge((agent,), smaller)
        if smaller == inside:
            return inside
        inside = smaller


def reachable(engine: Any, group: Sequence[str], s: S) -> S:
    """Return the smallest superset of s that is closed under the accessibility relations of the group."""
    inside = s
    while True:
        larger = inside
        for agent in group:
            larger = larger | engine.accessible_from((agent,), larger)
        if larger == inside:
            return inside
        inside = larger


def joined_relation(relations: Sequence[Relation], domain: int) -> Relation:
    """Return the transitive closure of the union of equivalence relations, inside the domain.

    An agent with this relation knows exactly what is common knowledge among the agents with the given ones.
    """
    first, *others = relations
    root = list(range(first.cell_count))

    def find(cell: int) -> int:
        while root[cell] != cell:
            root[cell] = root[root[cell]]
            cell = root[cell]
        return cell

    inside = flags(domain, len(first.cell_of))
    for other in others:
        met: dict[int, int] = {}
        for mine, theirs in set(compress(zip(first.cell_of, other.cell_of, strict=True), inside)):
            root[find(mine)] = find(met.setdefault(theirs, mine))
    return Relation.by_observation(map(find, first.cell_of))


class Components:
    """The connected components of a symbolic model, by group, found as they are needed."""

    def __init__(self) -> None:  # holds no model: a cycle would keep BDDs until Python collects garbage
        self._found: dict[tuple[str, ...], list[Bdd]] = {}

    def around(self, model: Any, group: Sequence[str], start: Bdd) -> Bdd:
        """Return the component of a world: all worlds that the group's relations lead to from there."""
        found = self._found.setdefault(tuple(group), [])
        for component in found:
            if component == model.allowed or model.encoding.bdds.intersect(component, start):
                return component
        component = self.grow(model, group, start)
        if len(found) < MAX_COMPONENTS:
            found.append(component)
        return component

    def grow(self, model: Any, group: Sequence[str], start: Bdd) -> Bdd:
        """Return all worlds that the group's relations lead to from the start, agent by agent in turn."""
        inside: Bdd = start & model.allowed
        unchanged = 0
        for agent in cycle(group):
            if unchanged == len(group) or inside == model.allowed:
                break
            larger = inside | model.accessible_from((agent,), inside)
            unchanged = unchanged + 1 if larger == inside else 0
            inside = larger
        return inside

    def common_knowledge(self, model: Any, group: Sequence[str], s: Bdd) -> Bdd:
        """Return where s is common knowledge: outside the components that have a world not in s.

        A component is grown from one world, which stays simple where growing from all worlds outside s at
        once would not. Most models are one component; only in a model of many are the rest grown at once.
        """
        if not model.encoding.bdds.intersect(model.allowed, ~s):
            return model.universe  # type: ignore[no-any-return] # the model's type would be a circular import
        if model.allowed in self._found.get(tuple(group), ()):
            return model.empty_set  # type: ignore[no-any-return] # as above
        refuted, outside = model.empty_set, model.allowed & ~s
        for _ in range(MAX_COMPONENTS):
            component = self.around(model, group, _one_world(model, outside))
            refuted, outside = refuted | component, outside & ~component
            if not outside:
                return ~refuted  # type: ignore[no-any-return] # as above
        return ~(refuted | self.grow(model, group, outside))  # type: ignore[no-any-return] # as above


def _one_world(model: Any, s: Bdd) -> Bdd:
    encoding = model.encoding
    bits = next(satisfying_assignments(s, encoding.levels))
    cube: Bdd = encoding.bdds.cube({level: bool(bits >> level & 1) for level in encoding.levels})
    return cube
