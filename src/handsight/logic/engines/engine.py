"""What an engine gives: sets of worlds, what agents tell apart, and updates.

Two engines stand behind one interface: worlds listed in bit sets (`explicit`), and worlds described by
decision diagrams (`symbolic`). A *set* is whatever the engine counts with, an `int` or a node; it must
know `& | ^ ~` and `==`. The meaning of every operator is written once, in `evaluate`, on these verbs.
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


class Boolean(Protocol):
    """A set of worlds."""

    def __and__(self, other: Self, /) -> Self: ...
    def __or__(self, other: Self, /) -> Self: ...
    def __xor__(self, other: Self, /) -> Self: ...
    def __invert__(self) -> Self: ...


S = TypeVar("S", bound=Boolean)

Back = Callable[[S], S]
"""Where a world of the old model leads to a world in this set of the new one."""


class Engine(ABC, Generic[S]):
    """A model of knowledge, as its engine sees it; every set is a subset of *everywhere*."""

    agents: tuple[str, ...]
    """Who knows things."""
    facts: Collection[str]
    """Names of all atoms, for checking formulas."""
    values: Mapping[str, Collection[str]]
    """For each variable its possible values, as text."""
    events: Mapping[str, EventModel]
    """The event models that formulas may name."""
    actual: World | None
    """The world that is the case, where one is."""
    everywhere: S
    nowhere: S
    known: dict[Formula, S]
    """Extensions found so far; an engine may forget them at any time."""
    updates: dict[object, Any]
    """Updates made so far, by what was announced or happened."""

    @abstractmethod
    def fact(self, name: str) -> S:
        """Where the atom is true."""

    @abstractmethod
    def value(self, variable: str, held: str) -> S:
        """Where the variable has this value."""

    @abstractmethod
    def pooled(self, group: Sequence[str], s: S) -> S:
        """Where the group together knows s; for a group of one, where that agent knows it."""

    @abstractmethod
    def considered(self, group: Sequence[str], s: S) -> S:
        """What the group together thinks possible somewhere in s."""

    @abstractmethod
    def restricted(self, s: S) -> Self:
        """The model of the worlds in s, whose sets are sets of this model too."""

    @abstractmethod
    def split(self, group: Sequence[str], s: S) -> tuple[Self, Back[S]]:
        """The same worlds, the group now telling s from the rest, and the way back."""

    @abstractmethod
    def product(
        self, events: EventModel, pre: Mapping[str, S], post: Mapping[str, Mapping[str, S]]
    ) -> tuple[Self, Mapping[str, Back[S]]]:
        """The model after one of these events, and the way back by each of them."""

    def condensed(self, back: Mapping[str, Back[S]]) -> tuple[Self, Mapping[str, Back[S]]]:
        """A model that may have fewer worlds, with the same truths except D, and the ways back from it."""
        return self, back

    @abstractmethod
    def size(self, s: S) -> int:
        """The exact number of worlds."""

    @abstractmethod
    def each(self, s: S) -> Iterator[World]:
        """The worlds one by one, always in the same order."""

    @abstractmethod
    def drawn(self, s: S, dice: Random) -> World:
        """A world of a set that is not empty, each equally likely."""

    @abstractmethod
    def at(self, world: World) -> S:
        """The set of this world alone."""

    def outside(self, s: S) -> S:
        """What does not lie in the set."""
        return self.everywhere & ~s

    def meet(self, sets: Iterable[S]) -> S:
        """What lies in all of the sets."""
        return reduce(and_, sets, self.everywhere)

    def join(self, sets: Iterable[S]) -> S:
        """What lies in some of the sets."""
        return reduce(or_, sets, self.nowhere)

    def common(self, group: Sequence[str], s: S) -> S:
        """Where s is common knowledge: the greatest part of s that all in the group know when in it."""
        inside = s
        while True:
            smaller = inside
            for agent in group:
                smaller = smaller & self.pooled((agent,), smaller)
            if smaller == inside:
                return inside
            inside = smaller

    def reached(self, group: Sequence[str], s: S) -> S:
        """The smallest set around s that no member of the group, in it, thinks it could be out of."""
        inside = s
        while True:
            larger = inside
            for agent in group:
                larger = larger | self.considered((agent,), larger)
            if larger == inside:
                return inside
            inside = larger

    def value_known(self, agent: str, variable: str) -> S:
        """Where the agent knows the variable's value."""
        return self.join(self.pooled((agent,), self.value(variable, held)) for held in self.values[variable])

    def remember(self, f: Formula, s: S) -> None:
        """Keep the extension of a formula."""
        self.known[f] = s
