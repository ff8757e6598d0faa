"""Formulas: frozen values, equal exactly when they are the same object.

A formula is an operator, a label and parts. The label is a tuple of names (an atom's name, a variable and
its value, the agents of a group, an event model and its event); the parts are formulas.

    op                        label          parts      text
    true false                ()             ()         true   false
    atom                      (name,)        ()         muddy(ann)
    is                        (x, v)         ()         x=v
    not                       ()             (f,)       ~f
    and or xor one            ()             (f, g, …)  f & g   f | g   f ^ g   one(f, g)
    implies iff               ()             (f, g)     f -> g   f <-> g
    K Kw M                    (a,)           (f,)       K[a] f   Kw[a] f   M[a] f
    Kv                        (a, x)         ()         Kv[a] x
    E C D                     (a, b, …)      (f,)       E[a,b] f   C[a,b] f   D[a,b] f
    ann ann_dia ann_whether   ()             (f, g)     [!f] g   <!f> g   [?!f] g
    group_whether             (a, b, …)      (f, g)     [a,b ?!f] g
    event event_dia           (m, e)         (g,)       [m:e] g   <m:e> g

Every formula is made once and remembered while somebody holds it, so results can be cached by identity,
and comparing or hashing a formula never walks it, however deep it is.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from typing import Final, NoReturn, final
from weakref import WeakValueDictionary

from handsight.errors import InputError, TooLargeError
from handsight.logic.formulas.printer import write

MOST_PARTS: Final = 1_000_000
ATOM: Final = re.compile(r"(?!(?:true|false|one)\b)[^\W\d]\w*'*(?:\(\w+'*(?:,\w+'*)*\))?")
_SPACES: Final = re.compile(r"(?<=[(,])\s+|\s+(?=[,)])")
_WORD: Final = re.compile(r"\w+'*")
_Step = tuple[str, tuple[str, ...], tuple[int, ...]]


@final
class Formula:
    """A formula of knowledge; compose with `~f`, `f & g`, `f | g`, `f ^ g` (parity) and `f >> g`."""

    __slots__ = ("__weakref__", "depth", "label", "op", "parts", "size")
    __match_args__ = ("op", "label", "parts")

    op: str
    label: tuple[str, ...]
    parts: tuple["Formula", ...]
    depth: int
    """The longest way down to an atom."""
    size: int
    """The number of operators and atoms, shared ones counted every time."""

    def __new__(cls) -> "Formula":
        """Refuse: a formula is made by parsing, by an operator or by a function of this module."""
        raise TypeError('make a formula with parse("…"), atom("…") or an operator')

    def __setattr__(self, name: str, _: object) -> NoReturn:
        raise AttributeError(f"a formula is frozen: {name} cannot be set")

    def __invert__(self) -> "Formula":
        return _make("not", (), (self,))

    def __and__(self, other: "Formula") -> "Formula":
        return all_of((self, other))

    def __or__(self, other: "Formula") -> "Formula":
        return any_of((self, other))

    def __xor__(self, other: "Formula") -> "Formula":
        return odd((self, other))

    def __rshift__(self, other: "Formula") -> "Formula":
        return implies(self, other)

    def __str__(self) -> str:
        return write(self)

    def __repr__(self) -> str:
        return f"parse({write(self)!r})"

    def __bool__(self) -> NoReturn:
        raise TypeError("a formula is neither true nor false by itself: ask model.holds(f) or model.valid(f)")

    def __reduce__(self) -> tuple[Callable[[list[_Step]], "Formula"], tuple[list[_Step]]]:
        number = {part: k for k, part in enumerate(self.walk())}
        return _rebuilt, ([(f.op, f.label, tuple(number[part] for part in f.parts)) for f in number],)

    def over(self, parts: Iterable["Formula"]) -> "Formula":
        """The same operator, with the same label, over other parts."""
        if self.op in _ROWS:
            return _ROWS[self.op](parts)
        return _make(self.op, self.label, tuple(parts)) if self.parts else self

    def walk(self) -> Iterator["Formula"]:
        """Every different subformula once, parts before wholes, this one last."""
        seen = {self}
        todo = [(self, iter(self.parts))]
        while todo:
            whole, parts = todo[-1]
            for part in parts:
                if part not in seen:
                    seen.add(part)
                    todo.append((part, iter(part.parts)))
                    break
            else:
                todo.pop()
                yield whole


_Key = tuple[str, tuple[str, ...], tuple[Formula, ...]]
_made: WeakValueDictionary[_Key, Formula] = WeakValueDictionary()
_making = Lock()


def _make(
    op: str, label: tuple[str, ...], parts: tuple[Formula, ...], depth: int = 0, size: int = 0
) -> Formula:
    """The one formula with this operator, label and parts; depth and size are found unless given."""
    key = (op, label, parts)
    with _making:
        known = _made.get(key)
        if known is not None:
            return known
        new, put = object.__new__(Formula), object.__setattr__
        put(new, "op", op)
        put(new, "label", label)
        put(new, "parts", parts)
        put(new, "depth", depth or 1 + max([part.depth for part in parts], default=0))
        put(new, "size", size or 1 + sum([part.size for part in parts]))
        _made[key] = new
        return new


def _rebuilt(steps: list[_Step]) -> Formula:
    """The formula written down part by part, parts before wholes."""
    made: list[Formula] = []
    for op, label, parts in steps:
        made.append(_make(op, label, tuple(made[k] for k in parts)))
    return made[-1]


def _named(name: str, kind: str, pattern: re.Pattern[str], example: str) -> str:
    if not pattern.fullmatch(name):
        raise InputError(f"{name!r} cannot name {kind}; write it like {example}")
    return name


def _agent(name: str) -> str:
    return _named(name, "an agent", _WORD, "ann or West")


def _variable(name: str) -> str:
    return _named(_SPACES.sub("", name), "a variable", ATOM, "sum or owner(QH)")


def _group(agents: Iterable[str]) -> tuple[str, ...]:
    members = {agents} if isinstance(agents, str) else set(agents)
    if not members:
        raise InputError("a group needs at least one agent")
    return tuple(sorted(map(_agent, members)))


def _joined(op: str, parts: Iterable[Formula], empty: Formula) -> Formula:
    """Parts under an associative operator, in one row: (f & g) & h is f & g & h."""
    row: list[Formula] = []
    depth = size = 1
    for part in parts:
        same = part.op == op
        row.extend(part.parts if same else (part,))
        depth, size = max(depth, part.depth + (not same)), size + part.size - same
        if len(row) > MOST_PARTS:
            raise TooLargeError(f"more than {MOST_PARTS:,} parts under one {op!r}; split the formula")
    if not row:
        return empty
    return row[0] if len(row) == 1 else _make(op, (), tuple(row), depth, size)


TRUE: Final = _make("true", (), ())
FALSE: Final = _make("false", (), ())


def atom(name: str) -> Formula:
    """The fact of that name, as in `muddy` or `has(N,QH)`."""
    return _make("atom", (_named(_SPACES.sub("", name), "a fact", ATOM, "muddy or has(N,QH)"),), ())


def atoms(names: str) -> tuple[Formula, ...]:
    """The facts of these names, apart by spaces."""
    return tuple(map(atom, names.split()))


def value(variable: str, held: object) -> Formula:
    """The variable has this value, as in `sum=17`."""
    return _make("is", (_variable(variable), _named(str(held), "a value", _WORD, "17 or North")), ())


def all_of(parts: Iterable[Formula]) -> Formula:
    """All parts are true; true of no parts at all."""
    return _joined("and", parts, TRUE)


def any_of(parts: Iterable[Formula]) -> Formula:
    """At least one part is true; false of no parts at all."""
    return _joined("or", parts, FALSE)


def odd(parts: Iterable[Formula]) -> Formula:
    """An odd number of parts is true."""
    return _joined("xor", parts, FALSE)


_ROWS: Final[dict[str, Callable[[Iterable[Formula]], Formula]]] = {"and": all_of, "or": any_of, "xor": odd}


def one(parts: Iterable[Formula]) -> Formula:
    """Exactly one part is true."""
    row = tuple(parts)
    return _make("one", (), row) if row else FALSE


def implies(f: Formula, g: Formula) -> Formula:
    """If f then g."""
    return _make("implies", (), (f, g))


def iff(f: Formula, g: Formula) -> Formula:
    """Both or neither."""
    return _make("iff", (), (f, g))


def K(agent: str, f: Formula) -> Formula:  # noqa: N802 the operator is this letter everywhere
    """The agent knows that f."""
    return _make("K", (_agent(agent),), (f,))


def Kw(agent: str, f: Formula) -> Formula:  # noqa: N802 the operator is this letter everywhere
    """The agent knows whether f."""
    return _make("Kw", (_agent(agent),), (f,))


def M(agent: str, f: Formula) -> Formula:  # noqa: N802 the operator is this letter everywhere
    """The agent thinks f possible."""
    return _make("M", (_agent(agent),), (f,))


def Kv(agent: str, variable: str) -> Formula:  # noqa: N802 the operator is this letter everywhere
    """The agent knows the value of the variable."""
    return _make("Kv", (_agent(agent), _variable(variable)), ())


def E(group: Iterable[str], f: Formula) -> Formula:  # noqa: N802 the operator is this letter everywhere
    """Everyone in the group knows that f."""
    return _make("E", _group(group), (f,))


def C(group: Iterable[str], f: Formula) -> Formula:  # noqa: N802 the operator is this letter everywhere
    """It is common knowledge in the group that f."""
    return _make("C", _group(group), (f,))


def D(group: Iterable[str], f: Formula) -> Formula:  # noqa: N802 the operator is this letter everywhere
    """The group would know f if its members pooled what they know."""
    return _make("D", _group(group), (f,))


def announce(news: Formula, then: Formula) -> Formula:
    """[!news] then: after the announcement, then; true where the news is false."""
    return _make("ann", (), (news, then))


def announce_dia(news: Formula, then: Formula) -> Formula:
    """<!news> then: the news is true, and after its announcement, then."""
    return _make("ann_dia", (), (news, then))


def announce_whether(news: Formula, then: Formula) -> Formula:
    """[?!news] then: after announcing the news or its negation, whichever is true, then."""
    return _make("ann_whether", (), (news, then))


def group_whether(group: Iterable[str], news: Formula, then: Formula) -> Formula:
    """[group ?!news] then: after the group learnt whether, seen by all, then."""
    return _make("group_whether", _group(group), (news, then))


def _happening(events: str, event: object) -> tuple[str, str]:
    return _named(events, "an event model", _WORD, "flip"), _named(str(event), "an event", _WORD, "up")


def event(events: str, happening: object, then: Formula) -> Formula:
    """[events:happening] then: after the event, then; true where it cannot happen."""
    return _make("event", _happening(events, happening), (then,))


def event_dia(events: str, happening: object, then: Formula) -> Formula:
    """<events:happening> then: the event can happen, and then."""
    return _make("event_dia", _happening(events, happening), (then,))
