"""Epistemic models: what every engine provides, questions and updates, and the meaning of every operator.

Two engines implement `Model`: listed worlds with bit sets (`explicit_model`) and binary decision diagrams
(`symbolic_model`). A *set of worlds* is whatever type the engine computes with, an `int` or a BDD. The
meaning of every logical operator is written once, below the class, in terms of the engine's operations.

There a rule is a generator. It asks for the extension of a subformula in some model by yielding the two, and
returns its own extension. The loop in `_run` keeps the waiting rules on a stack of its own, so deeply nested
formulas need memory but never exceed Python's recursion limit.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import reduce
from operator import and_, or_, xor
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from handsight.errors import FalseAnnouncementError, InputError, TooLargeError
from handsight.logic.engines.kripke_structure import World, world_after
from handsight.logic.formulas.event_model import (
    EventModel,
    check_event_model,
    check_names,
    mentions_distributed_knowledge,
    unknown_name,
)
from handsight.logic.formulas.formula import TRUE, Formula

MAX_LISTED: Final = 1_000_000
_MAX_PRINTED_BITS: Final = 10_000
"""Larger numbers are not printed in digits; Python refuses to from 4,300 digits on."""


class WorldSet(Protocol):
    """A set of worlds."""

    def __and__(self, other: Self, /) -> Self: ...
    def __or__(self, other: Self, /) -> Self: ...
    def __xor__(self, other: Self, /) -> Self: ...
    def __invert__(self) -> Self: ...


S = TypeVar("S", bound=WorldSet)
T = TypeVar("T")
Preimage = Callable[[S], S]
"""Maps a set of worlds of an updated model to the worlds of the old model that the update leads into it."""


def same_set(s: T) -> T:
    """Return the set itself: the preimage map of an update that keeps all worlds."""
    return s


class Model(ABC, Generic[S]):
    """An epistemic model: worlds, an accessibility relation for each agent, and perhaps an actual world.

    Models are never changed: `announce`, `announce_whether` and `update` return a new model.
    """

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
    """Every set of worlds is a subset of it."""
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
        """Cache the extension of a formula; empty the cache first if it holds more than `max_cached`."""
        if len(self.extensions) > self.max_cached:
            self.extensions.clear()
        self.extensions[formula] = s

    def _clear_caches(self) -> None:
        self.extensions = {}
        self.updates = {}

    def _changed(self, **attributes: object) -> Self:
        """Return a copy of the model with these attributes."""
        model = copy(self)
        vars(model).update(attributes)
        model._clear_caches()  # noqa: SLF001 the same class
        return model

    def with_actual(self, world: World | None) -> Self:
        """Return the same model with this actual world; InputError if the model has no such world."""
        if world is not None:
            self.singleton(world)
        return self._changed(actual=world)

    def with_events(self, events: Mapping[str, EventModel]) -> Self:
        """Return the same model whose formulas may also name these event models."""
        return self._changed(events={**self.events, **events})

    def extension(self, formula: Formula) -> S:
        """Return the set of worlds where the formula is true, in the engine's own representation.

        Raises:
            InputError: The formula names an atom, agent, variable or event that the model does not have.
        """
        if formula not in self.extensions:
            check_names(self, formula)
        return _run(_formula(self, formula))

    def holds(self, formula: Formula, world: World | None = None) -> bool:
        """Return whether the formula is true in a world, by default the actual one.

        Raises:
            InputError: The formula does not fit the model, or no world was given and none is actual.
        """
        here = self.singleton(self.world_or_actual(world))
        return bool(self.extension(formula) & here != self.empty_set)

    def valid(self, formula: Formula) -> bool:
        """Return whether the formula is true in every world of the model."""
        return bool(self.extension(formula) == self.extension(TRUE))

    def count(self, formula: Formula = TRUE) -> int:
        """Return the exact number of worlds where the formula is true."""
        return self.count_worlds(self.extension(formula))

    def count_unmerged(self, formula: Formula = TRUE) -> int:
        """Return in how many worlds the formula is true, counting the worlds that a contraction merged."""
        return self.count(formula)

    def where(self, formula: Formula = TRUE, *, most: int = MAX_LISTED) -> list[World]:
        """Return the worlds where the formula is true, by default all.

        Raises:
            TooLargeError: It is true in more worlds than *most*.
        """
        here = self.extension(formula)
        if (number := self.count_worlds(here)) > most:
            bits = number.bit_length()
            many = f"{number:,}" if bits < _MAX_PRINTED_BITS else f"over 2^{bits - 1:,}"
            raise TooLargeError(
                f"it is true in {many} worlds, more than the {most:,} that are listed; count them instead"
            )
        return list(self.worlds_in(here))

    def announce(self, *announcements: Formula) -> Self:
        """Return the model after public announcements, one after the other.

        Raises:
            FalseAnnouncementError: One of them is false in the actual world when it is announced.
        """
        model: Any = self
        for announced in announcements:
            if model.actual is not None and not model.holds(announced):
                raise FalseAnnouncementError(
                    f"cannot announce {announced}: it is not true in the actual world {model.actual}"
                )
            model.extension(announced)
            model = _run(_announced(model, announced))
        return model  # type: ignore[no-any-return] # an engine's updates are models of the same engine

    def announce_whether(self, formula: Formula, group: tuple[str, ...] = ()) -> Self:
        """Return the model after a group, by default everyone, has learned whether a formula is true.

        All others notice that the group learns it.
        """
        self.extension(formula)
        model, _ = _run(_announced_whether(self, group or self.agents, formula))
        return model  # type: ignore[return-value] # an engine's updates are models of the same engine

    def update(self, events: EventModel, event: str | None = None) -> Self:
        """Return the model after an event of an event model (the product update).

        Args:
            events: The event model.
            event: The event that actually occurs; needed if the new model is to have an actual world.

        Raises:
            FalseAnnouncementError: The event's precondition is false in the actual world.
            InputError: The event model does not fit the model, or has no such event.
        """
        for formula in check_event_model(self, "the event model", events):
            self.extension(formula)
        later: Any
        later, _ = _run(_updated(self, events, contract=False))
        if event is not None and event not in events.events:
            raise unknown_name("event", event, events.events.keys())
        if event is None or self.actual is None:
            return later  # type: ignore[no-any-return] # an engine's updates are models of the same engine
        if not self.holds(events.events[event].pre):
            raise FalseAnnouncementError(
                f"{event} cannot happen: {events.events[event].pre} is not true in {self.actual}"
            )
        return later.with_actual(world_after(self.actual, event))  # type: ignore[no-any-return] # as above

    def generated_submodel(self, group: Iterable[str] = (), world: World | None = None) -> Self:
        """Return the submodel of the worlds that a group's accessibility relations lead to.

        By default the relations of all agents are followed, from the actual world.
        """
        start = self.singleton(self.world_or_actual(world))
        return self.restricted_to(self.reachable_from(tuple(group) or self.agents, start))

    def world_or_actual(self, world: World | None = None) -> World:
        """Return that world, or the actual one if None is given.

        Raises:
            InputError: None is given, and the model has no actual world.
        """
        if world is None and self.actual is None:
            raise InputError("the model has no actual world; name the world to ask about")
        return self.actual if world is None else world


Rule = Generator[tuple[Model[S], Formula], S, T]
_EVENT_OPERATORS: Final = frozenset(("event", "event_dia"))
"""Only these can make the evaluation of a formula depend on itself."""
_WaitingRule = tuple[Model[S] | None, Formula | None, Rule[S, Any]]


def _run(rule: Rule[S, T]) -> T:
    waiting: list[_WaitingRule[S]] = [(None, None, rule)]
    being_evaluated = set[tuple[int, Formula]]()
    answer: Any = None
    while waiting:
        model, formula, rule = waiting[-1]
        try:
            inner, part = rule.send(answer)
        except StopIteration as done:
            answer = done.value
            waiting.pop()
            if model is not None and formula is not None:
                model.cache_extension(formula, answer)
                if formula.op in _EVENT_OPERATORS:
                    being_evaluated.discard((id(model), formula))
            continue
        answer = inner.extensions.get(part)
        if answer is not None:
            continue
        if not part.parts:
            answer = _without_parts(inner, part)
            inner.cache_extension(part, answer)
            continue
        if part.op in _EVENT_OPERATORS:
            if (id(inner), part) in being_evaluated:
                raise InputError(
                    f"the event model refers to itself: evaluating {_short(part)} needs its own value"
                )
            being_evaluated.add((id(inner), part))
        waiting.append((inner, part, _RULES[part.op](inner, part)))
    return answer  # type: ignore[no-any-return] # the outermost rule's own value


def _short(f: Formula) -> str:
    return repr(str(f)) if f.size < 50 else f"a formula of {f.size:,} symbols"


def _formula(m: Model[S], f: Formula) -> Rule[S, S]:
    return (yield m, f)


def _from_parts(m: Model[S], f: Formula) -> Rule[S, S]:
    """Compute the extension from those of the parts; equal parts of an exclusive or cancel beforehand."""
    parts = f.parts
    if f.op == "xor":
        parts = tuple(part for part, times in Counter(parts).items() if times % 2)
    sets: list[S] = []
    for part in parts:
        sets += [(yield m, part)]
    return _MEANINGS[f.op](m, f.label, *sets)  # type: ignore[no-any-return] # one table for all engines


def _exactly_one(m: Model[S], _: Sequence[str], *sets: S) -> S:
    once = twice = m.empty_set
    for here in sets:
        once, twice = once | here, twice | (once & here)
    return once & ~twice


def _knows_whether(m: Model[S], group: Sequence[str], s: S) -> S:
    return m.distributed_knowledge(group, s) | m.distributed_knowledge(group, m.complement(s))


_MEANINGS: Final[dict[str, Callable[..., Any]]] = {
    "not": lambda m, _, s: m.complement(s),
    "and": lambda m, _, *sets: m.intersection(sets),
    "or": lambda m, _, *sets: m.union(sets),
    "xor": lambda m, _, *sets: reduce(xor, sets, m.empty_set),
    "one": _exactly_one,
    "implies": lambda m, _, s, t: m.complement(s) | t,
    "iff": lambda m, _, s, t: m.complement(s ^ t),
    "K": lambda m, agent, s: m.distributed_knowledge(agent, s),
    "D": lambda m, group, s: m.distributed_knowledge(group, s),
    "Kw": _knows_whether,
    "M": lambda m, agent, s: m.complement(m.distributed_knowledge(agent, m.complement(s))),
    "E": lambda m, group, s: m.intersection([m.distributed_knowledge((agent,), s) for agent in group]),
    "C": lambda m, group, s: m.common_knowledge(group, s),
}
"""The operators whose extension follows from the extensions of their parts in the same model."""


def _announced(m: Model[S], announcement: Formula) -> Rule[S, Model[S]]:
    if announcement not in m.updates:
        m.updates[announcement] = m.restricted_to((yield m, announcement))
    return m.updates[announcement]  # type: ignore[no-any-return] # one cache for all kinds of update


def _announced_whether(
    m: Model[S], group: Sequence[str], formula: Formula
) -> Rule[S, tuple[Model[S], Preimage[S]]]:
    if (group, formula) not in m.updates:
        m.updates[group, formula] = m.learn_whether(group, (yield m, formula))
    return m.updates[group, formula]  # type: ignore[no-any-return] # one cache for all kinds of update


def _updated(
    m: Model[S], events: EventModel, *, contract: bool
) -> Rule[S, tuple[Model[S], Mapping[str, Preimage[S]]]]:
    """Return the product and its preimage maps, contracted if wanted and worth the work."""
    if (events, contract) not in m.updates:
        pre, post = {}, {}
        for name, event in events.events.items():
            pre[name] = yield m, event.pre
            post[name] = dict[str, S]()
            for atom, becomes in event.post.items():
                post[name][atom] = yield m, becomes
        later, preimages = m.product_update(events, pre, post)
        m.updates[events, contract] = later.contract_product(preimages) if contract else (later, preimages)
    return m.updates[events, contract]  # type: ignore[no-any-return] # one cache for all kinds of update


def _after_announcement(m: Model[S], f: Formula) -> Rule[S, S]:
    announcement, then = f.parts
    announceable = yield m, announcement
    here = yield (yield from _announced(m, announcement)), then
    return here & announceable if f.op == "ann_dia" else here | m.complement(announceable)


def _after_announcing_whether(m: Model[S], f: Formula) -> Rule[S, S]:
    formula, then = f.parts
    later, preimage = yield from _announced_whether(m, f.label or m.agents, formula)
    return preimage((yield later, then))


def _after_event(m: Model[S], f: Formula) -> Rule[S, S]:
    name, event = f.label
    events = m.events[name]
    contract = not mentions_distributed_knowledge(f.parts[0], m.events)
    later, preimages = yield from _updated(m, events, contract=contract)
    here = preimages[event]((yield later, f.parts[0]))
    return here if f.op == "event_dia" else here | m.complement((yield m, events.events[event].pre))


def _without_parts(m: Model[S], f: Formula) -> S:
    """Return the extension of a formula that has no subformulas."""
    match f.op:
        case "true":
            return m.universe
        case "false":
            return m.empty_set
        case "is":
            return m.value_extension(*f.label)
        case "Kv":
            return m.knows_value(*f.label)
        case _:
            return m.atom_extension(*f.label)


_RULES: Final[dict[str, Callable[[Any, Formula], Rule[Any, Any]]]] = {
    **dict.fromkeys(_MEANINGS, _from_parts),
    **dict.fromkeys(("ann", "ann_dia"), _after_announcement),
    **dict.fromkeys(("ann_whether", "group_whether"), _after_announcing_whether),
    **dict.fromkeys(("event", "event_dia"), _after_event),
}
