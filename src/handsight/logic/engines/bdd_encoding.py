"""How a symbolic model is encoded: which BDD variables stand for atoms, values, observations and worlds.

A BDD variable is a level, counted from 0. An atom is a level or, once an event has changed it, a BDD over
levels; so a change needs no second copy of a variable: the old one stays and describes the past.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from operator import or_
from typing import Protocol, Self

from handsight.logic.engines.bdd import MAX_LEVELS, Bdd, BddBackend
from handsight.logic.engines.knowledge_structure import Assignment, KnowledgeStructure, value_in
from handsight.logic.engines.kripke_structure import World, WorldAfterEvents, world_after

Literals = Mapping[int, bool]
"""The values of some levels."""


class WorldCode(Protocol):
    """Encodes and decodes worlds as assignments; an assignment is an int with a bit for each true level."""

    def decode(self, bits: int) -> World:
        """Return the world of an assignment."""

    def encode(self, world: World) -> Literals | None:
        """Return the values of the levels in a world, or None if it is no such world."""


@dataclass(frozen=True)
class Encoding:
    """Atoms, values and observations over levels, and the code of worlds."""

    bdds: BddBackend
    levels: tuple[int, ...]
    """The levels in use, ascending; gaps are left for variables that later announcements add."""
    atoms: Mapping[str, int | Bdd]
    values: Mapping[str, Mapping[str, Bdd]]
    observed: Mapping[str, frozenset[int]]
    """For each agent the levels it observes."""
    world_code: WorldCode

    @cached_property
    def _unobserved(self) -> dict[tuple[str, ...], frozenset[int]]:
        return {}

    def unobserved(self, group: tuple[str, ...]) -> frozenset[int]:
        """Return the levels that nobody in the group observes."""
        if group not in self._unobserved:
            self._unobserved[group] = frozenset(self.levels).difference(*(self.observed[a] for a in group))
        return self._unobserved[group]

    def atom_extension(self, name: str) -> Bdd:
        """Return the assignments where the atom is true."""
        level = self.atoms[name]
        return self.bdds.variable(level) if isinstance(level, int) else level

    @property
    def end(self) -> int:
        """The level after the last."""
        return self.levels[-1] + 1 if self.levels else 0

    def free_level(self, s: Bdd) -> int:
        """Return the first free level after those that the set depends on."""
        level = 1 + max(self.bdds.support(s), default=-1)
        for used in self.levels[bisect_left(self.levels, level) :]:
            if used > level:
                break
            level = used + 1
        return level

    def observing(self, group: Collection[str], level: int) -> Self:
        """Return the encoding in which these agents also observe the level, which may be a new one."""
        levels = self.levels if level in self.levels else tuple(sorted((*self.levels, level)))
        observed = {
            agent: seen | {level} if agent in group else seen for agent, seen in self.observed.items()
        }
        return replace(self, levels=levels, observed=observed)


def bits_for(number: int) -> int:
    """Return how many Boolean variables are needed to distinguish *number* things."""
    return max(number - 1, 0).bit_length()


@dataclass(frozen=True)
class AssignmentCode:
    """Encodes worlds that are assignments: sets of everything true."""

    atoms: Mapping[str, int]
    values: Mapping[str, tuple[range, tuple[str, ...]]] = field(default_factory=dict)
    """For each variable the levels that hold the number of its value in binary, and its values."""

    def decode(self, bits: int) -> World:
        """Return the state of an assignment."""
        true = (name for name, level in self.atoms.items() if bits >> level & 1)
        values = (f"{name}={values[_number(bits, levels)]}" for name, (levels, values) in self.values.items())
        return Assignment((*true, *values))

    def encode(self, world: World) -> Literals | None:
        """Return the values of the levels in a state, or None if it is no state of this model."""
        if not isinstance(world, frozenset):
            return None
        truths = set(world)
        result = {level: name in truths for name, level in self.atoms.items()}
        truths -= self.atoms.keys()
        for name, (levels, values) in self.values.items():
            value = value_in(truths, name, values)
            if value is None:
                return None
            truths.remove(f"{name}={value}")
            result.update(_literals(levels, values.index(value)))
        return None if truths else result


@dataclass(frozen=True)
class EventCode:
    """Encodes worlds after an event: the code of worlds before it, and levels for the event's number."""

    before: WorldCode
    levels: range
    events: tuple[str, ...]

    def decode(self, bits: int) -> World:
        """Return the world before and the event."""
        return world_after(self.before.decode(bits), self.events[_number(bits, self.levels)])

    def encode(self, world: World) -> Literals | None:
        """Return the values of the old levels and of the event's levels; None if it is no such world."""
        if not isinstance(world, WorldAfterEvents) or world.occurred[-1] not in self.events:
            return None
        earlier = world.occurred[:-1]
        before = self.before.encode(WorldAfterEvents(world.start, earlier) if earlier else world.start)
        if before is None:
            return None
        return {**before, **_literals(self.levels, self.events.index(world.occurred[-1]))}


def _number(bits: int, levels: range) -> int:
    """Return the number that the levels hold in binary, most significant first."""
    return sum(1 << digit for digit, level in enumerate(reversed(levels)) if bits >> level & 1)


def _literals(levels: range, number: int) -> Literals:
    return {level: bool(number >> digit & 1) for digit, level in enumerate(reversed(levels))}


def encode_structure(bdds: BddBackend, structure: KnowledgeStructure) -> tuple[Encoding, Bdd]:
    """Return the encoding of a knowledge structure, and the assignments in which every variable has a value.

    Each atom gets a level, each variable as many levels as its values need. After each a level is left free,
    if there are enough: a new variable that depends on an atom is best placed near it.
    """
    sizes = {
        **dict.fromkeys(structure.atoms, 1),
        **{variable: bits_for(len(values)) for variable, values in structure.values.items()},
    }
    gap = sum(sizes.values()) + len(sizes) <= MAX_LEVELS
    levels_of: dict[str, range] = {}
    end = 0
    for name, size in sizes.items():
        levels_of[name] = range(end, end + size)
        end += size + gap
    codes = bdds.true
    values = {}
    for variable, texts in structure.values.items():
        values[variable] = {text: bdds.binary(levels_of[variable], k) for k, text in enumerate(texts)}
        codes = codes & reduce(or_, values[variable].values())

    def all_levels(names: Iterable[str]) -> frozenset[int]:
        return frozenset(level for name in names for level in levels_of[name])

    atoms = {name: levels_of[name].start for name in structure.atoms}
    return Encoding(
        bdds,
        levels=tuple(level for levels in levels_of.values() for level in levels),
        atoms=atoms,
        values=values,
        observed={agent: all_levels(names) for agent, names in structure.observables.items()},
        world_code=AssignmentCode(atoms, {x: (levels_of[x], texts) for x, texts in structure.values.items()}),
    ), codes
