"""Models of a law as truth tables: one bit for every assignment, allowed or not.

Knowledge is a few shifts of one long number: what an agent cannot see is quantified away, column by column.
Exact, and quick up to some twenty atoms. Thinking goes on outside the law too (an assignment that breaks it
sees the lawful ones that look the same), so a state that cannot be still has answers; counts and lists stay
inside.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from random import Random
from typing import Any, Final, Self

from handsight.errors import InputError, TooLargeError
from handsight.logic.engines import evaluate
from handsight.logic.engines.engine import Back, World
from handsight.logic.engines.explicit import ExplicitModel
from handsight.logic.engines.model import Model
from handsight.logic.engines.world_sets import worlds_of
from handsight.logic.formulas.event_model import EventModel
from handsight.logic.formulas.formula import Formula
from handsight.logic.law import Law, State

MOST_ASSIGNMENTS: Final = 1 << 22
MOST_LISTED: Final = 1 << 18
MOST_WORK: Final = 1 << 30
_NO_EVENTS: Final = "a truth table has no room for events; list the worlds of the law first"
_MEMORY: Final = 1 << 31


class Grid:
    """All assignments numbered: a bit for each atom, then a digit for each variable."""

    def __init__(self, law: Law) -> None:
        if law.assignments > MOST_ASSIGNMENTS:
            raise TooLargeError(
                f"{law.assignments:,} assignments are too many for a truth table ({MOST_ASSIGNMENTS:,} is the"
                " most); use the symbolic engine"
            )
        self.law = law
        self.every = (1 << law.assignments) - 1
        self.stride: dict[str, int] = {}
        self.size = {**dict.fromkeys(law.facts, 2), **{x: len(held) for x, held in law.values.items()}}
        width = 1
        for name, size in self.size.items():
            self.stride[name] = width
            width *= size
        self._zero = {name: self._having_zero(name) for name in self.size}

    def _having_zero(self, name: str) -> int:
        """The assignments whose digit is 0: runs of ones as long as the stride, repeated by doubling."""
        runs, width = (1 << self.stride[name]) - 1, self.stride[name] * self.size[name]
        while width < self.law.assignments:
            runs |= runs << width
            width *= 2
        return runs & self.every

    def having(self, name: str, digit: int) -> int:
        """The assignments with this digit for the name."""
        return self._zero[name] << (digit * self.stride[name])

    def whatever(self, name: str, s: int) -> int:
        """The assignments that are in s whatever the name's digit is."""
        stride = self.stride[name]
        always = self._zero[name]
        for digit in range(self.size[name]):
            always &= s >> (digit * stride)
        result = 0
        for digit in range(self.size[name]):
            result |= always << (digit * stride)
        return result

    def number(self, state: Collection[str]) -> int | None:
        """The number of the assignment in which just these are true, if there is one."""
        number = 0
        for name, stride in self.stride.items():
            if name in self.law.values:
                digits = [k for k, v in enumerate(self.law.values[name]) if f"{name}={v}" in state]
                if len(digits) != 1:
                    return None
                number += digits[0] * stride
            elif name in state:
                number += stride
        return number if self.state(number) == state else None

    def state(self, number: int) -> State:
        """What is true in the assignment."""
        digits = {name: number // stride % self.size[name] for name, stride in self.stride.items()}
        held = (f"{x}={values[digits[x]]}" for x, values in self.law.values.items())
        return State((*(name for name in self.law.facts if digits[name]), *held))


class GridModel(Model[int]):
    """A model of a law; a set is an int with a bit for every assignment."""

    nowhere = 0

    def __init__(
        self,
        law: Law,
        *,
        actual: State | None = None,
        blind: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        """*blind* names who sees everything but those, lawful or not: K of it is `for all`, M `for some`."""
        self.grid = Grid(law)
        self.everywhere = self.lawful = self.grid.every
        self.facts = frozenset(law.facts)
        self.values = law.values
        self.events = law.events
        self.blind = blind or {}
        self.agents = (*law.observes, *self.blind)
        self.seen = {agent: frozenset(names) for agent, names in law.observes.items()}
        self.told: dict[str, tuple[int, ...]] = dict.fromkeys(law.observes, (self.grid.every,))
        """For each agent the parts of the grid that news whether something is true tell apart."""
        self.actual: State | None = None
        self._forget()
        self.lawful = evaluate.extension(self, law.law)
        self._forget()
        if actual is not None:
            self.at(actual)
            self.actual = actual

    def _forget(self) -> None:
        self.known: dict[Formula, int] = {}
        self.updates: dict[object, Any] = {}

    def _changed(self, **parts: object) -> Self:
        model = copy(self)
        vars(model).update(parts)
        model._forget()  # noqa: SLF001 one of us
        return model

    def extension(self, formula: Formula) -> int:
        """The lawful assignments where the formula is true."""
        return super().extension(formula) & self.lawful

    def allows(self, state: Collection[str]) -> bool:
        """Whether the state obeys the law and all the news."""
        number = self.grid.number(State(state))
        return number is not None and bool(self.lawful >> number & 1)

    def true_at(self, formula: Formula, state: Collection[str]) -> bool:
        """Whether the formula is true in a state, even one that breaks the law."""
        number = self.grid.number(State(state))
        if number is None:
            raise InputError(f"{State(state)} is not a state of the model; name its true atoms")
        return bool(super().extension(formula) >> number & 1)

    def fact(self, name: str) -> int:
        """Where the atom is true."""
        return self.grid.having(name, 1)

    def value(self, variable: str, held: str) -> int:
        """Where the variable has this value."""
        return self.grid.having(variable, self.grid.law.values[variable].index(held))

    def pooled(self, group: Sequence[str], s: int) -> int:
        """Where s whatever the group cannot see, within the law."""
        if group[0] in self.blind:
            return self._whatever(self.blind[group[0]], s)
        return self._known(group, self.lawful, s)

    def _unseen(self, group: Sequence[str]) -> list[str]:
        seen = frozenset[str]().union(*(self.seen[agent] for agent in group))
        return [name for name in self.grid.size if name not in seen]

    def _parts(self, group: Sequence[str]) -> Collection[int]:
        """The parts of the grid that the group together was told apart."""
        parts = self.told[group[0]]
        for agent in group[1:]:
            parts = self._refined(parts, self.told[agent])
        return parts

    def _refined(self, parts: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
        if others == parts or len(others) == 1:
            return tuple(parts)
        found = tuple(both for part in parts for other in others if (both := part & other))
        if len(found) * self.everywhere.bit_length() > MOST_WORK:
            raise TooLargeError(
                f"{len(found):,} different news are too many for a truth table; list the worlds first"
            )
        return found

    def _whatever(self, unseen: Collection[str], s: int) -> int:
        for name in unseen:
            s = self.grid.whatever(name, s)
        return s

    def _known(self, group: Sequence[str], possible: int, s: int) -> int:
        """Where s in all possible assignments that look the same to the group."""
        unseen, result = self._unseen(group), 0
        for part in self._parts(group):
            result |= part & self._whatever(unseen, (self.everywhere & ~(possible & part)) | s)
        return result

    def considered(self, group: Sequence[str], s: int) -> int:
        """The lawful assignments that look the same as one in s to the whole group."""
        return self.lawful & ~self._known(group, s, self.everywhere & ~s)

    def restricted(self, s: int) -> Self:
        """The model whose law says s too."""
        if not self.lawful & ~s:
            return self
        actual = self.actual if self.actual is not None and s & self.at(self.actual) else None
        return self._changed(lawful=self.lawful & s, actual=actual)

    def split(self, group: Sequence[str], s: int) -> tuple[Self, Back[int]]:
        """The same law, the group also told whether s."""
        answers = [part for part in (s, self.everywhere & ~s) if part]
        told = {a: self._refined(self.told[a], answers) for a in group if a not in self.blind}
        if all(len(told[agent]) == len(self.told[agent]) for agent in told):
            return self, _same
        return self._changed(told={**self.told, **told}), _same

    def product(self, *_: object) -> tuple[Self, Mapping[str, Back[int]]]:
        """Refuse: a table has no room for what happened."""
        raise InputError(_NO_EVENTS)

    def pair(self, *_: object) -> World:
        """Refuse: a table has no room for what happened."""
        raise InputError(_NO_EVENTS)

    def listed(self) -> ExplicitModel:
        """The same model with its worlds listed, so that things may happen in it."""
        law = self.grid.law
        if any(len(parts) > 1 for parts in self.told.values()):
            raise InputError("list the worlds of a law before anybody is told whether something is true")
        if (number := self.size(self.lawful)) > MOST_LISTED:
            raise TooLargeError(
                f"the law allows {number:,} worlds; {MOST_LISTED:,} is the most that are listed"
            )
        return ExplicitModel.of(
            self._states(self.lawful),
            sees={agent: partial(_seen, law.visible(agent)) for agent in law.observes},
            facts={name: partial(_true, name) for name in law.facts},
            values={x: partial(_held, x, held) for x, held in law.values.items()},
            among=law.values,
            events=self.events,
            actual=self.actual,
        )

    def pointed(self, world: World | None) -> Self:
        """The same model with this actual world."""
        if world is not None:
            self.at(world)
        return self._changed(actual=world)

    def knowing(self, events: Mapping[str, EventModel]) -> Self:
        """The same model whose formulas may also name these event models."""
        return self._changed(events={**self.events, **events})

    def size(self, s: int) -> int:
        """The exact number of lawful assignments."""
        return (s & self.lawful).bit_count()

    def each(self, s: int) -> Iterator[World]:
        """The states one by one."""
        return self._states(s & self.lawful)

    def _states(self, s: int) -> Iterator[State]:
        return map(self.grid.state, worlds_of(s))

    def drawn(self, s: int, dice: Random) -> World:
        """A state of the set, each equally likely."""
        return self.grid.state(dice.choice(list(worlds_of(s & self.lawful))))

    def at(self, world: World) -> int:
        """The set of this state alone."""
        number = self.grid.number(world) if isinstance(world, frozenset) else None
        if number is None or not self.lawful >> number & 1:
            raise InputError(f"{world} is not a world of the model: it breaks the law, or some news")
        return 1 << number

    def remember(self, f: Formula, s: int) -> None:
        """Keep the extension, unless memory runs full."""
        if len(self.known) * self.grid.law.assignments > _MEMORY:
            self.known.clear()
        self.known[f] = s


def _same(s: int) -> int:
    return s


def _seen(visible: frozenset[str], state: State) -> frozenset[str]:
    return visible & state


def _true(name: str, state: State) -> bool:
    return name in state


def _held(variable: str, values: Sequence[str], state: State) -> str:
    return next(held for held in values if f"{variable}={held}" in state)
