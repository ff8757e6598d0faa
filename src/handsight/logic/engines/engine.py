"""The operations that every engine provides: sets of worlds, accessibility relations, and updates.

Three engines implement one interface: listed worlds with bit sets (`explicit_model`), truth tables
(`truth_table_model`) and binary decision diagrams (`symbolic_model`). A *set of worlds* is whatever type the
engine computes with, an `int` or a BDD; it must support `& | ^ ~` and `==`. The meaning of every logical
operator is written once, in `evaluate_formula`, in terms of these operations.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from random import Random
from typing import Any, Generic, Protocol, Self, TypeVar

from handsight.logic.formulas.event_model import EventModel
from handsight.logic.formulas.formula import Formula

World = Hashable


class WorldSet(Protocol):
    """A set of worlds."""

    def __and__(self, other: Self, /) -> Self: ...
    def __or__(self, other: Self, /) -> Self: ...
    def __xor__(self, other: Self, /) -> Self: ...
    def __invert__(self) -> Self: ...


S = TypeVar("S", bound=WorldSet)

Preimage = Callable[[S], S]
"""Maps a set of worlds of an updated model to the worlds of the old model that the update leads into it."""


class Engine(ABC, Generic[S]):
    """An epistemic model as an engine represents it; every set of worlds is a subset of *universe*."""

    agents: tuple[str, ...]
    """The names of the agents."""
    atoms: Collection[str]
    """The names of the atoms."""
    values: Mapping[str, Collection[str]]
    """For each variable its possible values, as text."""
    events: Mapping[str, EventModel]
    """The event models that formulas may name."""
    actual: World | None
    """The actual world, if the model has one."""
    universe: S
    empty_set: S
    extensions: dict[Formula, S]
    """Extensions computed so far."""
    max_cached: int
    """How many extensions are kept before the cache is cleared."""
    updates: dict[object, Any]
    """Updates computed so far, by the announcement or event model."""

    @abstractmethod
    def atom_extension(self, name: str) -> S:
        """Return the worlds where the atom is true."""

    @abstractmethod
    def value_extension(self, variable: str, value: str) -> S:
        """Return the worlds where the variable has this value."""

    @abstractmethod
    def distributed_knowledge(self, group: Sequence[str], s: S) -> S:
        """Return the worlds where s is distributed knowledge of the group; of one agent: where it knows s."""

    @abstractmethod
    def accessible_from(self, group: Sequence[str], s: S) -> S:
        """Return the worlds that the group, pooling its knowledge, considers possible in some world of s."""

    @abstractmethod
    def restricted_to(self, s: S) -> Self:
        """Return the submodel of the worlds in s; its sets are sets of this model too."""

    @abstractmethod
    def learn_whether(self, group: Sequence[str], s: S) -> tuple[Self, Preimage[S]]:
        """Return the model after the group has learned whether the world is in s, and its preimage map."""

    @abstractmethod
    def product_update(
        self, events: EventModel, pre: Mapping[str, S], post: Mapping[str, Mapping[str, S]]
    ) -> tuple[Self, Mapping[str, Preimage[S]]]:
        """Return the product with an event model, given its conditions as sets, and its preimage maps."""

    def contract_product(
        self, preimages: Mapping[str, Preimage[S]]
    ) -> tuple[Self, Mapping[str, Preimage[S]]]:
        """Return a bisimilar model that may have fewer worlds, and the preimage maps from it.

        All formulas keep their truth, except those about distributed knowledge.
        """
        return self, preimages

    @abstractmethod
    def count_worlds(self, s: S) -> int:
        """Return the exact number of worlds in the set."""

    @abstractmethod
    def worlds_in(self, s: S) -> Iterator[World]:
        """Yield the worlds of the set, always in the same order."""

    @abstractmethod
    def random_world(self, s: S, random: Random) -> World:
        """Return a world of a set that is not empty, each with the same probability."""

    @abstractmethod
    def singleton(self, world: World) -> S:
        """Return the set of this world alone; InputError if the model has no such world."""

    def complement(self, s: S) -> S:
        """Return the worlds that are not in the set."""
        return self.universe & ~s

    def intersection(self, sets: Iterable[S]) -> S:
        """Return the worlds that are in all of the sets."""
        return reduce(and_, sets, self.universe)

    def union(self, sets: Iterable[S]) -> S:
        """Return the worlds that are in at least one of the sets."""
        return reduce(or_, sets, self.empty_set)

    def common_knowledge(self, group: Sequence[str], s: S) -> S:
        """Return the worlds where s is common knowledge: every chain of the group's relations leads into s.

        It is the largest subset of s in which everyone in the group knows that subset.
        """
        inside = s
        while True:
            smaller = reduce(lambda t, agent: t & self.distributed_knowledge((agent,), t), group, inside)
            if smaller == inside:
                return inside
            inside = smaller

    def reachable_from(self, group: Sequence[str], s: S) -> S:
        """Return the worlds that a chain of the group's accessibility relations leads to from s."""
        inside = new = s
        while new != self.empty_set:
            seen = self.union(self.accessible_from((agent,), new) for agent in group)
            inside, new = inside | seen, seen & ~inside
        return inside

    def knows_value(self, agent: str, variable: str) -> S:
        """Return the worlds where the agent knows the value of the variable."""
        return self.union(
            self.distributed_knowledge((agent,), self.value_extension(variable, value))
            for value in self.values[variable]
        )

    def cache_extension(self, formula: Formula, s: S) -> None:
        """Keep the extension of a formula, unless memory runs full."""
        if len(self.extensions) > self.max_cached:
            self.extensions.clear()
        self.extensions[formula] = s
