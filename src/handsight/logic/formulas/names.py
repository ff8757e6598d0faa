"""Names in formulas: every one must be declared, and the nearest declared one is offered instead."""

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import Protocol

from handsight.errors import InputError
from handsight.logic.formulas.event_model import EventModel
from handsight.logic.formulas.formula import Formula


class Vocabulary(Protocol):
    """The names that formulas may use; every model is one."""

    @property
    def agents(self) -> Collection[str]:
        """Who knows things."""
        ...

    @property
    def facts(self) -> Collection[str]:
        """The atoms."""
        ...

    @property
    def values(self) -> Mapping[str, Collection[str]]:
        """The variables and their values."""
        ...

    @property
    def events(self) -> Mapping[str, EventModel]:
        """The event models."""
        ...


def unknown(kind: str, name: str, known: Collection[str]) -> InputError:
    """The error for a name nobody declared, with the nearest one that somebody did."""
    if not known:
        return InputError(f"unknown {kind} {name!r}; none is declared")
    if near := get_close_matches(name, known, n=1, cutoff=0.5):
        return InputError(f"unknown {kind} {name!r}; did you mean {near[0]!r}?")
    some = ", ".join(sorted(known)[:12]) + (", …" if len(known) > 12 else "")
    return InputError(f"unknown {kind} {name!r}; there is {some}")


def check(words: Vocabulary, formula: Formula) -> None:
    """Refuse a formula that names what the model does not have."""
    looked_at = set[str]()
    todo = [formula]
    while todo:
        for f in todo.pop().walk():
            if not f.label or (f.op == "atom" and f.label[0] in words.facts):
                continue
            if stray := undeclared(words, f):
                raise stray[1]
            if f.op in {"event", "event_dia"} and f.label[0] not in looked_at:
                looked_at.add(f.label[0])
                todo.extend(check_events(words, f.label[0], words.events[f.label[0]]))


def check_events(words: Vocabulary, name: str, events: EventModel) -> list[Formula]:
    """Refuse an event model that does not fit the model; the formulas in it are still to check."""
    for event in events.events.values():
        for fact in event.post:
            if fact not in words.facts:
                raise unknown("atom", fact, words.facts)
    for agent in words.agents:
        if agent not in events.considers:
            raise InputError(f"{name} does not say which events {agent} can tell apart; add its cells")
    return events.formulas()


def undeclared(words: Vocabulary, f: Formula) -> tuple[str, InputError] | None:
    """The first name in the formula itself that is not declared as what it is used for, and what to say."""
    for kind, name, known in _named(words, f):
        if name not in known:
            return name, _misused(words, f, name) or unknown(kind, name, known)
    return None


def _misused(words: Vocabulary, f: Formula, name: str) -> InputError | None:
    """The error for an atom that is used like a variable, or a variable like an atom."""
    match f.op:
        case "atom" if name in words.values:
            held = next(iter(words.values[name]), "…")
            return InputError(f"{name!r} is not true or false, it has a value; write {name}={held}")
        case "is" if name in words.facts:
            return InputError(f"{name!r} is true or false, it has no value; write {name} or ~{name}")
        case "Kv" if name in words.facts:
            return InputError(f"{name!r} is true or false, it has no value; write Kw[{f.label[0]}] {name}")
    return None


def _named(words: Vocabulary, f: Formula) -> Iterator[tuple[str, str, Collection[str]]]:
    """Each name in the formula itself: what kind of thing it names, and the declared names of that kind."""
    match f.op, f.label:
        case "atom", (name,):
            yield "atom", name, words.facts
        case "is", (variable, held):
            yield "variable", variable, words.values.keys()
            yield f"value of {variable}", held, words.values[variable]
        case "Kv", (agent, variable):
            yield "agent", agent, words.agents
            yield "variable", variable, words.values.keys()
        case (("event" | "event_dia"), (name, happening)):
            yield "event model", name, words.events.keys()
            yield f"event of {name}", happening, words.events[name].events.keys()
        case _, agents:
            for agent in agents:
                yield "agent", agent, words.agents
