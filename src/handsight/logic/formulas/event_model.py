"""Event models: events with preconditions and postconditions, and who can distinguish which events."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar
from weakref import WeakKeyDictionary

from handsight.errors import InputError
from handsight.logic.formulas.formula import TRUE, Formula

T = TypeVar("T", bound=Hashable)
_has_d: WeakKeyDictionary[Formula, bool] = WeakKeyDictionary()


def mentions_distributed_knowledge(formula: Formula, events: Mapping[str, "EventModel"]) -> bool:
    """Return whether the formula, or an event that it might refer to, contains the operator D."""
    return any(map(_contains_d, (formula, *(f for model in events.values() for f in model.formulas()))))


def _contains_d(formula: Formula) -> bool:
    if formula not in _has_d:
        for f in formula.subformulas():
            _has_d[f] = f.op == "D" or any(_has_d[part] for part in f.parts)
    return _has_d[formula]


def is_equivalence(accessible: Mapping[T, frozenset[T]]) -> bool:
    """Return whether an accessibility relation is an equivalence relation, whose cells form a partition."""
    return all(
        one in cell and all(accessible[other] == cell for other in cell) for one, cell in accessible.items()
    )


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """An event: it can occur where its precondition is true, and then sets some atoms.

    Args:
        pre: The precondition.
        post: The postconditions: for each atom that the event sets, a formula; the atom becomes true exactly
            where the formula was true before the event.
    """

    pre: Formula = TRUE
    post: Mapping[str, Formula] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class EventModel:
    """Named events, and for each agent the events that it considers possible when one occurs.

    Args:
        events: The events by name.
        accessible: For each agent and each event, the events that the agent considers possible when it
            occurs.

    Examples:
        >>> from handsight.logic import Event, EventModel, parse
        >>> toss = EventModel.of(
        ...     {"up": Event(post={"heads": parse("true")}), "down": Event(post={"heads": parse("false")})},
        ...     {"ann": [["up", "down"]], "bob": []},  # only Bob sees how the coin falls
        ... )
        >>> sorted(toss.accessible["ann"]["up"])
        ['down', 'up']
    """

    events: Mapping[str, Event]
    accessible: Mapping[str, Mapping[str, frozenset[str]]]

    @classmethod
    def of(cls, events: Mapping[str, Event], cells: Mapping[str, Iterable[Iterable[str]]]) -> "EventModel":
        """Return an event model in which agents are never wrong about which event occurred.

        Args:
            events: The events by name.
            cells: For each agent groups of events that it cannot distinguish; an event in no group it
                recognises.

        Raises:
            InputError: A group names an event that does not exist, or one that is in another group.
        """
        accessible = {}
        for agent, groups in cells.items():
            accessible[agent] = {name: frozenset((name,)) for name in events}
            placed: set[str] = set()
            for cell in map(frozenset, groups):
                if stray := sorted(cell - events.keys()):
                    raise InputError(
                        f"a group of {agent} names {stray[0]!r}, which is not an event of the model"
                    )
                if twice := sorted(cell & placed):
                    raise InputError(f"event {twice[0]!r} is in two cells of {agent}; leave it in one")
                placed |= cell
                accessible[agent].update(dict.fromkeys(cell, cell))
        return cls(dict(events), accessible)

    def is_equivalence(self, agent: str) -> bool:
        """Return whether the agent is never wrong about which event occurred: its events form a partition."""
        return is_equivalence(self.accessible[agent])

    def formulas(self) -> list[Formula]:
        """Return all preconditions and postconditions."""
        return [f for event in self.events.values() for f in (event.pre, *event.post.values())]
