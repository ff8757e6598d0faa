"""What announcements leave as it is in a symbolic model: its variables, and what they mean.

A variable is a level of the decision diagrams, counted from 0. A fact is a level or, once an event has
changed it, a diagram over levels; so a change needs no new copy of a variable: the old one stays, as history.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol, Self

from handsight.logic.engines.bdd import MOST_LEVELS, Diagram, Diagrams
from handsight.logic.engines.engine import World
from handsight.logic.engines.explicit_data import After, after
from handsight.logic.law import Law, State

Literals = Mapping[int, bool]


class Naming(Protocol):
    """How worlds are called: a world is an int with a bit for each level that says yes."""

    def world(self, bits: int) -> World:
        """The name of the world."""
        ...

    def literals(self, world: World) -> Literals | None:
        """What the levels say in the world of that name; none if it is not such a name."""
        ...


@dataclass(frozen=True)
class Layout:
    """Facts, values and sights over levels, and the names of worlds."""

    diagrams: Diagrams
    levels: tuple[int, ...]
    """The levels in use, ascending; gaps are room for what agents are told later."""
    facts: Mapping[str, int | Diagram]
    values: Mapping[str, Mapping[str, Diagram]]
    sees: Mapping[str, frozenset[int]]
    """For each agent the levels it observes."""
    naming: Naming
    blind: Mapping[str, tuple[frozenset[int], Diagram]] = field(default_factory=dict)
    """Who sees all levels but these, and thinks possible what is in the set, lawful or not."""

    @cached_property
    def _hidden(self) -> dict[tuple[str, ...], frozenset[int]]:
        return {}

    def hidden(self, group: tuple[str, ...]) -> frozenset[int]:
        """The levels that nobody in the group observes."""
        if group not in self._hidden:
            every = frozenset(self.levels)
            shown = (self.sees[a] if a in self.sees else every - self.blind[a][0] for a in group)
            self._hidden[group] = every.difference(*shown)
        return self._hidden[group]

    def fact(self, name: str) -> Diagram:
        """Where the fact is true."""
        meant = self.facts[name]
        return self.diagrams.variable(meant) if isinstance(meant, int) else meant

    @property
    def end(self) -> int:
        """The level after the last."""
        return self.levels[-1] + 1 if self.levels else 0

    def room(self, s: Diagram) -> int:
        """The first free level after those that the set depends on."""
        level = 1 + max(self.diagrams.support(s), default=-1)
        for used in self.levels[bisect_left(self.levels, level) :]:
            if used > level:
                break
            level = used + 1
        return level

    def observing(self, group: Collection[str], level: int) -> Self:
        """These agents observe the level, which may be a new one."""
        levels = self.levels if level in self.levels else tuple(sorted((*self.levels, level)))
        sees = {agent: seen | {level} if agent in group else seen for agent, seen in self.sees.items()}
        return replace(self, levels=levels, sees=sees)


def digits(number: int) -> int:
    """How many yes-or-no variables tell so many things apart."""
    return max(number - 1, 0).bit_length()


@dataclass(frozen=True)
class ByTruth:
    """A world is the state of all that is true in it."""

    facts: Mapping[str, int]
    values: Mapping[str, tuple[range, tuple[str, ...]]] = field(default_factory=dict)
    """For each variable its levels, which write the number of the value, and its values."""

    def world(self, bits: int) -> World:
        """The true facts and the values."""
        true = (name for name, level in self.facts.items() if bits >> level & 1)
        held = (f"{name}={words[_number(bits, levels)]}" for name, (levels, words) in self.values.items())
        return State((*true, *held))

    def literals(self, world: World) -> Literals | None:
        """What the levels say where these facts are true, no others, and the values are these."""
        if not isinstance(world, frozenset):
            return None
        said = set(world)
        result = {level: name in said for name, level in self.facts.items()}
        said -= self.facts.keys()
        for name, (levels, held) in self.values.items():
            numbers = [number for number, word in enumerate(held) if f"{name}={word}" in said]
            if len(numbers) != 1:
                return None
            said.remove(f"{name}={held[numbers[0]]}")
            result.update(_literals(levels, numbers[0]))
        return None if said else result


@dataclass(frozen=True)
class ByNumber:
    """Worlds are listed; levels write the number of the world."""

    levels: range
    worlds: tuple[World, ...]

    @cached_property
    def _number(self) -> dict[World, int]:
        return {world: number for number, world in enumerate(self.worlds)}

    def world(self, bits: int) -> World:
        """The world of that number."""
        return self.worlds[_number(bits, self.levels)]

    def literals(self, world: World) -> Literals | None:
        """The digits of the world's number."""
        number = self._number.get(world)
        return None if number is None else _literals(self.levels, number)


@dataclass(frozen=True)
class ByHistory:
    """Names of worlds after an event: the name before, and the event, whose number levels write."""

    before: Naming
    levels: range
    events: tuple[str, ...]

    def world(self, bits: int) -> World:
        """The world before, and the event."""
        return after(self.before.world(bits), self.events[_number(bits, self.levels)])

    def literals(self, world: World) -> Literals | None:
        """What the levels said before, and the digits of the event's number."""
        if not isinstance(world, After) or world.happened[-1] not in self.events:
            return None
        earlier = world.happened[:-1]
        before = self.before.literals(After(world.start, earlier) if earlier else world.start)
        if before is None:
            return None
        return {**before, **_literals(self.levels, self.events.index(world.happened[-1]))}


def _number(bits: int, levels: range) -> int:
    """The number that the levels write, highest digit first."""
    return sum(1 << digit for digit, level in enumerate(reversed(levels)) if bits >> level & 1)


def _literals(levels: range, number: int) -> Literals:
    return {level: bool(number >> digit & 1) for digit, level in enumerate(reversed(levels))}


def laid_out(diagrams: Diagrams, law: Law, blind: Mapping[str, Iterable[str]]) -> tuple[Layout, Diagram]:
    """A level for each fact, then levels that number each variable's values; and where a number means one.

    After each a level is left free, if there are enough: what depends on a fact is best placed near it.
    """
    sizes = {**dict.fromkeys(law.facts, 1), **{x: digits(len(held)) for x, held in law.values.items()}}
    gap = sum(sizes.values()) + len(sizes) <= MOST_LEVELS
    place: dict[str, range] = {}
    end = 0
    for name, size in sizes.items():
        place[name] = range(end, end + size)
        end += size + gap
    coded = diagrams.true
    values = {}
    for variable, held in law.values.items():
        values[variable] = {word: diagrams.number(place[variable], k) for k, word in enumerate(held)}
        coded = coded & diagrams.table(place[variable], [diagrams.true] * len(held))

    def of(names: Iterable[str]) -> frozenset[int]:
        return frozenset(level for name in names for level in place[name])

    facts = {name: place[name].start for name in law.facts}
    sees = {agent: of(seen) for agent, seen in law.observes.items()}
    naming = ByTruth(facts, {variable: (place[variable], held) for variable, held in law.values.items()})
    quantified = {agent: (of(names), coded) for agent, names in blind.items()}
    levels = tuple(level for levels in place.values() for level in levels)
    return Layout(diagrams, levels, facts, values, sees, naming, quantified), coded
