"""What every operator means, written once for all engines.

A rule is a generator: it asks for the extension of a part in some model by yielding the two, and returns its
own extension. The loop in `_run` keeps the rules waiting on its own stack, so depth costs memory and never
Python's recursion.
"""

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Final, TypeVar

from handsight.errors import InputError
from handsight.logic.engines.engine import Back, Engine, S
from handsight.logic.formulas.event_model import EventModel, pools
from handsight.logic.formulas.formula import Formula

T = TypeVar("T")
Rule = Generator[tuple[Engine[S], Formula], S, T]
_HAPPENED: Final = frozenset(("event", "event_dia"))
"""Only through what happens can a question lead back to itself."""
_Waiting = tuple[Engine[S] | None, Formula | None, Rule[S, Any]]


def extension(model: Engine[S], formula: Formula) -> S:
    """The worlds of the model where the formula is true."""
    return _run(_whole(model, formula))


def announced(model: Engine[S], news: Formula) -> Engine[S]:
    """The model after the announcement; made once."""
    return _run(_announced(model, news))


def told_whether(model: Engine[S], group: Sequence[str], news: Formula) -> tuple[Engine[S], Back[S]]:
    """The model after the group learnt whether the news is true, and the way back; made once."""
    return _run(_told_whether(model, tuple(group), news))


def after(model: Engine[S], events: EventModel) -> tuple[Engine[S], Mapping[str, Back[S]]]:
    """The model after one of the events, and the way back by each of them; made once."""
    return _run(_after(model, events, whole=True))


def _run(rule: Rule[S, T]) -> T:
    waiting: list[_Waiting[S]] = [(None, None, rule)]
    busy = set[tuple[int, Formula]]()
    answer: Any = None
    while waiting:
        model, formula, rule = waiting[-1]
        try:
            inner, part = rule.send(answer)
        except StopIteration as done:
            answer = done.value
            waiting.pop()
            if model is not None and formula is not None:
                model.remember(formula, answer)
                if formula.op in _HAPPENED:
                    busy.discard((id(model), formula))
            continue
        answer = inner.known.get(part)
        if answer is not None:
            continue
        if not part.parts:
            answer = _is_true(inner, part)
            inner.remember(part, answer)
            continue
        if part.op in _HAPPENED:
            if (id(inner), part) in busy:
                raise InputError(
                    f"the event model asks about itself: it needs {_short(part)} to decide just that"
                )
            busy.add((id(inner), part))
        waiting.append((inner, part, _RULES[part.op](inner, part)))
    return answer  # type: ignore[no-any-return] # the outermost rule's own value


def _short(f: Formula) -> str:
    return repr(str(f)) if f.size < 50 else f"a formula of {f.size:,} signs"


def _whole(m: Engine[S], f: Formula) -> Rule[S, S]:
    return (yield m, f)


def _row(m: Engine[S], f: Formula) -> Rule[S, S]:
    sets: list[S] = []
    for part in f.parts:
        sets += [(yield m, part)]
    return m.meet(sets) if f.op == "and" else m.join(sets)


def _parity(m: Engine[S], f: Formula) -> Rule[S, S]:
    """Equal parts cancel in pairs before any set is touched."""
    result = m.nowhere
    for part, times in Counter(f.parts).items():
        if times % 2:
            result = result ^ (yield m, part)
    return result


def _exactly_one(m: Engine[S], f: Formula) -> Rule[S, S]:
    once = twice = m.nowhere
    for part in f.parts:
        here = yield m, part
        once, twice = once | here, twice | (once & here)
    return once & ~twice


def _not(m: Engine[S], f: Formula) -> Rule[S, S]:
    return m.outside((yield m, f.parts[0]))


def _implies(m: Engine[S], f: Formula) -> Rule[S, S]:
    premise = yield m, f.parts[0]
    return m.outside(premise) | (yield m, f.parts[1])


def _iff(m: Engine[S], f: Formula) -> Rule[S, S]:
    left = yield m, f.parts[0]
    return m.outside(left ^ (yield m, f.parts[1]))


def _knows(m: Engine[S], f: Formula) -> Rule[S, S]:
    return m.pooled(f.label, (yield m, f.parts[0]))


def _knows_whether(m: Engine[S], f: Formula) -> Rule[S, S]:
    inside = yield m, f.parts[0]
    return m.pooled(f.label, inside) | m.pooled(f.label, m.outside(inside))


def _thinks_possible(m: Engine[S], f: Formula) -> Rule[S, S]:
    return m.outside(m.pooled(f.label, m.outside((yield m, f.parts[0]))))


def _everyone(m: Engine[S], f: Formula) -> Rule[S, S]:
    inside = yield m, f.parts[0]
    return m.meet([m.pooled((agent,), inside) for agent in f.label])


def _common(m: Engine[S], f: Formula) -> Rule[S, S]:
    return m.common(f.label, (yield m, f.parts[0]))


def _announced(m: Engine[S], news: Formula) -> Rule[S, Engine[S]]:
    if news not in m.updates:
        m.updates[news] = m.restricted((yield m, news))
    return m.updates[news]  # type: ignore[no-any-return] # one table for all kinds of update


def _told_whether(m: Engine[S], group: Sequence[str], news: Formula) -> Rule[S, tuple[Engine[S], Back[S]]]:
    if (group, news) not in m.updates:
        m.updates[group, news] = m.split(group, (yield m, news))
    return m.updates[group, news]  # type: ignore[no-any-return] # one table for all kinds of update


def _after(
    m: Engine[S], events: EventModel, *, whole: bool
) -> Rule[S, tuple[Engine[S], Mapping[str, Back[S]]]]:
    """The product, with worlds merged unless it is wanted whole."""
    if (events, whole) not in m.updates:
        pre, post = {}, {}
        for name, event in events.events.items():
            pre[name] = yield m, event.pre
            post[name] = dict[str, S]()
            for fact, becomes in event.post.items():
                post[name][fact] = yield m, becomes
        later, back = m.product(events, pre, post)
        m.updates[events, whole] = (later, back) if whole else later.condensed(back)
    return m.updates[events, whole]  # type: ignore[no-any-return] # one table for all kinds of update


def _said(m: Engine[S], f: Formula) -> Rule[S, S]:
    news, then = f.parts
    said = yield m, news
    here = yield (yield from _announced(m, news)), then
    return here & said if f.op == "ann_dia" else here | m.outside(said)


def _said_whether(m: Engine[S], f: Formula) -> Rule[S, S]:
    news, then = f.parts
    told, back = yield from _told_whether(m, f.label or m.agents, news)
    return back((yield told, then))


def _happened(m: Engine[S], f: Formula) -> Rule[S, S]:
    name, happening = f.label
    events = m.events[name]
    later, back = yield from _after(m, events, whole=pools(f.parts[0], m.events))
    here = back[happening]((yield later, f.parts[0]))
    return here if f.op == "event_dia" else here | m.outside((yield m, events.events[happening].pre))


def _is_true(m: Engine[S], f: Formula) -> S:
    """Where a formula without parts is true."""
    match f.op:
        case "true":
            return m.everywhere
        case "false":
            return m.nowhere
        case "is":
            return m.value(*f.label)
        case "Kv":
            return m.value_known(*f.label)
        case _:
            return m.fact(*f.label)


_RULES: Final[dict[str, Callable[[Any, Formula], Rule[Any, Any]]]] = {
    "not": _not,
    "and": _row,
    "or": _row,
    "xor": _parity,
    "one": _exactly_one,
    "implies": _implies,
    "iff": _iff,
    "K": _knows,
    "D": _knows,
    "Kw": _knows_whether,
    "M": _thinks_possible,
    "E": _everyone,
    "C": _common,
    "ann": _said,
    "ann_dia": _said,
    "ann_whether": _said_whether,
    "group_whether": _said_whether,
    "event": _happened,
    "event_dia": _happened,
}
