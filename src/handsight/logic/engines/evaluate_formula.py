"""Evaluating formulas: the meaning of every logical operator, written once for all engines.

A rule is a generator. It asks for the extension of a subformula in some model by yielding the two, and
returns its own extension. The loop in `_run` keeps the waiting rules on a stack of its own, so deeply nested
formulas need memory but never exceed Python's recursion limit.
"""

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, TypeVar

from handsight.errors import InputError
from handsight.logic.formulas.event_model import EventModel, mentions_distributed_knowledge
from handsight.logic.formulas.formula import Formula

if TYPE_CHECKING:  # models ask for their own formulas to be evaluated
    from handsight.logic.engines.model import Model


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
Rule = Generator[tuple["Model[S]", Formula], S, T]
_EVENT_OPERATORS: Final = frozenset(("event", "event_dia"))
"""Only these can make the evaluation of a formula depend on itself."""
_WaitingRule = tuple["Model[S] | None", Formula | None, Rule[S, Any]]


def extension(model: "Model[S]", formula: Formula) -> S:
    """Return the worlds of the model where the formula is true."""
    return _run(_formula(model, formula))


def announced(model: "Model[S]", announcement: Formula) -> "Model[S]":
    """Return the model after a public announcement; computed once per model."""
    return _run(_announced(model, announcement))


def announced_whether(
    model: "Model[S]", group: Sequence[str], formula: Formula
) -> tuple["Model[S]", Preimage[S]]:
    """Return the model after the group has learned whether the formula is true, and its preimage map."""
    return _run(_announced_whether(model, tuple(group), formula))


def updated(model: "Model[S]", events: EventModel) -> tuple["Model[S]", Mapping[str, Preimage[S]]]:
    """Return the product with an event model, and a preimage map for each event; computed once per model."""
    return _run(_updated(model, events, contract=False))


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


def _formula(m: "Model[S]", f: Formula) -> Rule[S, S]:
    return (yield m, f)


def _from_parts(m: "Model[S]", f: Formula) -> Rule[S, S]:
    """Compute the extension from those of the parts; equal parts of an exclusive or cancel beforehand."""
    parts = f.parts
    if f.op == "xor":
        parts = tuple(part for part, times in Counter(parts).items() if times % 2)
    sets: list[S] = []
    for part in parts:
        sets += [(yield m, part)]
    return _MEANINGS[f.op](m, f.label, *sets)  # type: ignore[no-any-return] # one table for all engines


def _exactly_one(m: "Model[S]", _: Sequence[str], *sets: S) -> S:
    once = twice = m.empty_set
    for here in sets:
        once, twice = once | here, twice | (once & here)
    return once & ~twice


def _knows_whether(m: "Model[S]", group: Sequence[str], s: S) -> S:
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


def _announced(m: "Model[S]", announcement: Formula) -> Rule[S, "Model[S]"]:
    if announcement not in m.updates:
        m.updates[announcement] = m.restricted_to((yield m, announcement))
    return m.updates[announcement]  # type: ignore[no-any-return] # one cache for all kinds of update


def _announced_whether(
    m: "Model[S]", group: Sequence[str], formula: Formula
) -> Rule[S, tuple["Model[S]", Preimage[S]]]:
    if (group, formula) not in m.updates:
        m.updates[group, formula] = m.learn_whether(group, (yield m, formula))
    return m.updates[group, formula]  # type: ignore[no-any-return] # one cache for all kinds of update


def _updated(
    m: "Model[S]", events: EventModel, *, contract: bool
) -> Rule[S, tuple["Model[S]", Mapping[str, Preimage[S]]]]:
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


def _after_announcement(m: "Model[S]", f: Formula) -> Rule[S, S]:
    announcement, then = f.parts
    announceable = yield m, announcement
    here = yield (yield from _announced(m, announcement)), then
    return here & announceable if f.op == "ann_dia" else here | m.complement(announceable)


def _after_announcing_whether(m: "Model[S]", f: Formula) -> Rule[S, S]:
    formula, then = f.parts
    later, preimage = yield from _announced_whether(m, f.label or m.agents, formula)
    return preimage((yield later, then))


def _after_event(m: "Model[S]", f: Formula) -> Rule[S, S]:
    name, event = f.label
    events = m.events[name]
    contract = not mentions_distributed_knowledge(f.parts[0], m.events)
    later, preimages = yield from _updated(m, events, contract=contract)
    here = preimages[event]((yield later, f.parts[0]))
    return here if f.op == "event_dia" else here | m.complement((yield m, events.events[event].pre))


def _without_parts(m: "Model[S]", f: Formula) -> S:
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
