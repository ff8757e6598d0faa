"""Event models, and the check that every name in a formula is declared; the nearest name is suggested."""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeVar
from weakref import WeakKeyDictionary

from handsight.errors import InputError
from handsight.logic.formulas.formula import TRUE, Formula
from handsight.text.suggestions import did_you_mean, some

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
            cells: For each agent groups of events that it cannot distinguish; it recognises every event that
                is in no group.

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

    def formulas(self) -> list[Formula]:
        """Return all preconditions and postconditions."""
        return [f for event in self.events.values() for f in (event.pre, *event.post.values())]


class Vocabulary(Protocol):
    """The names that formulas may use; every model is a vocabulary."""

    @property
    def agents(self) -> Collection[str]:
        """The agents."""

    @property
    def atoms(self) -> Collection[str]:
        """The atoms."""

    @property
    def values(self) -> Mapping[str, Collection[str]]:
        """The variables and their values."""

    @property
    def events(self) -> Mapping[str, EventModel]:
        """The event models."""


def unknown_name(kind: str, name: str, known: Collection[str]) -> InputError:
    """Return the error for a name that is not declared, with the nearest name that is."""
    if not known:
        return InputError(f"unknown {kind} {name!r}; none is declared")
    hint = did_you_mean(name, known, f"write {some(sorted(known))}", cutoff=0.5, show=repr)
    return InputError(f"unknown {kind} {name!r}; {hint}")


def check_names(vocabulary: Vocabulary, formula: Formula) -> None:
    """Raise InputError if the formula uses a name that the vocabulary does not have."""
    checked_events = set[str]()
    todo = [formula]
    while todo:
        for f in todo.pop().subformulas():
            if not f.label or (f.op == "atom" and f.label[0] in vocabulary.atoms):
                continue
            if undeclared := undeclared_name(vocabulary, f):
                raise undeclared[1]
            if f.op in {"event", "event_dia"} and f.label[0] not in checked_events:
                checked_events.add(f.label[0])
                todo.extend(check_event_model(vocabulary, f.label[0], vocabulary.events[f.label[0]]))


def check_event_model(vocabulary: Vocabulary, name: str, events: EventModel) -> list[Formula]:
    """Raise InputError if an event model does not fit; return its formulas, which are still to be checked."""
    for event in events.events.values():
        for atom in event.post:
            if atom not in vocabulary.atoms:
                raise unknown_name("atom", atom, vocabulary.atoms)
    for agent in vocabulary.agents:
        if agent not in events.accessible:
            raise InputError(f"{name} does not say which events {agent} can tell apart; add its cells")
    return events.formulas()


def undeclared_name(vocabulary: Vocabulary, f: Formula) -> tuple[str, InputError] | None:
    """Return the first undeclared name of the formula's outermost operator, and the error for it."""
    for kind, name, known in _names(vocabulary, f):
        if name not in known:
            return name, _wrong_kind(vocabulary, f, name) or unknown_name(kind, name, known)
    return None


def _wrong_kind(vocabulary: Vocabulary, f: Formula, name: str) -> InputError | None:
    """Return the error for an atom that is used as a variable, or a variable that is used as an atom."""
    match f.op:
        case "atom" if name in vocabulary.values:
            value = next(iter(vocabulary.values[name]), "…")
            return InputError(f"{name!r} is a variable, not an atom; write {name}={value}")
        case "is" if name in vocabulary.atoms:
            return InputError(f"{name!r} is an atom and has no value; write {name} or ~{name}")
        case "Kv" if name in vocabulary.atoms:
            return InputError(f"{name!r} is an atom and has no value; write Kw[{f.label[0]}] {name}")
    return None


def _names(vocabulary: Vocabulary, f: Formula) -> Iterator[tuple[str, str, Collection[str]]]:
    """Yield each name of the outermost operator: its kind, the name, and the declared names of that kind."""
    match f.op, f.label:
        case "atom", (name,):
            yield "atom", name, vocabulary.atoms
        case "is", (variable, value):
            yield "variable", variable, vocabulary.values.keys()
            yield f"value of {variable}", value, vocabulary.values[variable]
        case "Kv", (agent, variable):
            yield "agent", agent, vocabulary.agents
            yield "variable", variable, vocabulary.values.keys()
        case (("event" | "event_dia"), (name, event)):
            yield "event model", name, vocabulary.events.keys()
            yield f"event of {name}", event, vocabulary.events[name].events.keys()
        case _, agents:
            for agent in agents:
                yield "agent", agent, vocabulary.agents
