"""Formulas of epistemic logic: immutable values, equal exactly when they are the same object.

A formula is an operator, a label and parts. The label is a tuple of names (an atom's name, a variable and its
value, the agents of a group, an event model and its event); the parts are formulas.

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

Every formula exists once while anything refers to it (hash consing), so results can be cached by identity,
and comparing or hashing a formula takes constant time however deep it is.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from typing import Final, Literal, NoReturn, final
from weakref import WeakValueDictionary

from handsight.errors import InputError, TooLargeError

MAX_PARTS: Final = 1_000_000
MAX_LENGTH: Final = 5_000_000
"""Formulas with more symbols are not printed."""
ATOM: Final = re.compile(r"(?!(?:true|false|one)\b)[^\W\d]\w*'*(?:\(\w+'*(?:,\w+'*)*\))?")
_SPACES: Final = re.compile(r"(?<=[(,])\s+|\s+(?=[,)])")
_WORD: Final = re.compile(r"\w+'*")
_PickledPart = tuple[str, tuple[str, ...], tuple[int, ...]]


@final
class Formula:
    """A formula of epistemic logic.

    Make one with `parse("…")`, with `atom("…")` and the other functions of this module, or by combining
    formulas: `~f`, `f & g`, `f | g`, `f ^ g` (exclusive or) and `f >> g` (implication).

    Examples:
        >>> from handsight.logic import K, atom
        >>> K("ann", atom("wet")) >> atom("wet")
        parse('K[ann] wet -> wet')
    """

    __slots__ = ("__weakref__", "depth", "label", "op", "parts", "size")
    __match_args__ = ("op", "label", "parts")

    op: str
    label: tuple[str, ...]
    parts: tuple["Formula", ...]
    depth: int
    """The depth of the syntax tree."""
    size: int
    """The number of operators and atoms, shared subformulas counted every time."""

    def __new__(cls) -> "Formula":
        """Refuse: formulas are made by the parser, by operators and by the functions of this module."""
        raise TypeError('make a formula with parse("…"), atom("…") or an operator')

    def __setattr__(self, name: str, _: object) -> NoReturn:
        raise AttributeError(f"a formula is immutable: {name} cannot be set")

    def __invert__(self) -> "Formula":
        return _make("not", (), (self,))

    def __and__(self, other: "Formula") -> "Formula":
        return all_of((self, other))

    def __or__(self, other: "Formula") -> "Formula":
        return any_of((self, other))

    def __xor__(self, other: "Formula") -> "Formula":
        return xor_of((self, other))

    def __rshift__(self, other: "Formula") -> "Formula":
        return implies(self, other)

    def __str__(self) -> str:
        return formula_text(self)

    def __repr__(self) -> str:
        return f"parse({formula_text(self)!r})"

    def __bool__(self) -> NoReturn:
        raise TypeError("a formula is neither true nor false by itself: ask model.holds(f) or model.valid(f)")

    def __reduce__(self) -> tuple[Callable[[list[_PickledPart]], "Formula"], tuple[list[_PickledPart]]]:
        number = {part: k for k, part in enumerate(self.subformulas())}
        return _unpickled, ([(f.op, f.label, tuple(number[part] for part in f.parts)) for f in number],)

    def with_parts(self, parts: Iterable["Formula"]) -> "Formula":
        """Return the formula with the same operator and label, and other parts."""
        if self.op in ASSOCIATIVE:
            return ASSOCIATIVE[self.op](parts)
        return _make(self.op, self.label, tuple(parts)) if self.parts else self

    def subformulas(self) -> Iterator["Formula"]:
        """Yield every different subformula once, parts before wholes, this formula last."""
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
_formulas: WeakValueDictionary[_Key, Formula] = WeakValueDictionary()
_lock = Lock()


def _make(
    op: str, label: tuple[str, ...], parts: tuple[Formula, ...], depth: int = 0, size: int = 0
) -> Formula:
    """Return the one formula with this operator, label and parts; a depth or size of 0 is computed."""
    key = (op, label, parts)
    with _lock:
        known = _formulas.get(key)
        if known is not None:
            return known
        new, put = object.__new__(Formula), object.__setattr__
        put(new, "op", op)
        put(new, "label", label)
        put(new, "parts", parts)
        put(new, "depth", depth or 1 + max([part.depth for part in parts], default=0))
        put(new, "size", size or 1 + sum([part.size for part in parts]))
        _formulas[key] = new
        return new


def _unpickled(steps: list[_PickledPart]) -> Formula:
    """Return the formula given part by part, parts before wholes."""
    made: list[Formula] = []
    for op, label, parts in steps:
        made.append(_make(op, label, tuple(made[k] for k in parts)))
    return made[-1]


def _checked_name(name: str, kind: str, pattern: re.Pattern[str], example: str) -> str:
    if not pattern.fullmatch(name):
        raise InputError(f"{name!r} cannot name {kind}; write it like {example}")
    return name


def _agent(name: str) -> str:
    return _checked_name(name, "an agent", _WORD, "ann or West")


def _variable(name: str) -> str:
    return _checked_name(_SPACES.sub("", name), "a variable", ATOM, "sum or owner(QH)")


def _group(agents: Iterable[str]) -> tuple[str, ...]:
    members = {agents} if isinstance(agents, str) else set(agents)
    if not members:
        raise InputError("a group needs at least one agent")
    return tuple(sorted(map(_agent, members)))


def _joined(op: str, parts: Iterable[Formula], empty: Formula) -> Formula:
    """Join parts with an associative operator; nested ones are flattened: (f & g) & h is f & g & h."""
    flat: list[Formula] = []
    depth = size = 1
    for part in parts:
        same = part.op == op
        flat.extend(part.parts if same else (part,))
        depth, size = max(depth, part.depth + (not same)), size + part.size - same
        if len(flat) > MAX_PARTS:
            raise TooLargeError(f"more than {MAX_PARTS:,} parts under one {op!r}; split the formula")
    if not flat:
        return empty
    return flat[0] if len(flat) == 1 else _make(op, (), tuple(flat), depth, size)


TRUE: Final = _make("true", (), ())
FALSE: Final = _make("false", (), ())


def atom(name: str) -> Formula:
    """Return the atom with that name, such as `muddy` or `has(N,QH)`.

    Raises:
        InputError: The name is not a word, or a word with words in brackets.
    """
    name = _checked_name(_SPACES.sub("", name), "an atom", ATOM, "muddy or has(N,QH)")
    return _make("atom", (name,), ())


def atoms(names: str) -> tuple[Formula, ...]:
    """Return the atoms with these names, separated by spaces.

    Examples:
        >>> from handsight.logic import atoms
        >>> p, q = atoms("p q")
    """
    return tuple(map(atom, names.split()))


def has_value(variable: str, value: object) -> Formula:
    """Return the formula that a variable has this value, as in `sum=17`."""
    return _make("is", (_variable(variable), _checked_name(str(value), "a value", _WORD, "17 or North")), ())


def all_of(parts: Iterable[Formula]) -> Formula:
    """Return the conjunction of the parts; of no parts, `true`."""
    return _joined("and", parts, TRUE)


def any_of(parts: Iterable[Formula]) -> Formula:
    """Return the disjunction of the parts; of no parts, `false`."""
    return _joined("or", parts, FALSE)


def xor_of(parts: Iterable[Formula]) -> Formula:
    """Return the exclusive or of the parts: an odd number of them is true."""
    return _joined("xor", parts, FALSE)


ASSOCIATIVE: Final[dict[str, Callable[[Iterable[Formula]], Formula]]] = {
    "and": all_of,
    "or": any_of,
    "xor": xor_of,
}


def exactly_one(parts: Iterable[Formula]) -> Formula:
    """Return the formula that exactly one of the parts is true."""
    listed = tuple(parts)
    return _make("one", (), listed) if listed else FALSE


def implies(f: Formula, g: Formula) -> Formula:
    """Return the implication: if f then g."""
    return _make("implies", (), (f, g))


def iff(f: Formula, g: Formula) -> Formula:
    """Return the equivalence: f if and only if g."""
    return _make("iff", (), (f, g))


def K(agent: str, f: Formula) -> Formula:  # noqa: N802 the operator is this letter everywhere
    """Return `K[agent] f`: the agent knows that f."""
    return _make("K", (_agent(agent),), (f,))


def Kw(agent: str, f: Formula) -> Formula:  # noqa: N802 the operator is this letter everywhere
    """Return `Kw[agent] f`: the agent knows whether f."""
    return _make("Kw", (_agent(agent),), (f,))


def M(agent: str, f: Formula) -> Formula:  # noqa: N802 the operator is this letter everywhere
    """Return `M[agent] f`: the agent considers f possible."""
    return _make("M", (_agent(agent),), (f,))


def Kv(agent: str, variable: str) -> Formula:  # noqa: N802 the operator is this letter everywhere
    """Return `Kv[agent] variable`: the agent knows the value of the variable."""
    return _make("Kv", (_agent(agent), _variable(variable)), ())


def E(group: Iterable[str], f: Formula) -> Formula:  # noqa: N802 the operator is this letter everywhere
    """Return `E[group] f`: everyone in the group knows that f."""
    return _make("E", _group(group), (f,))


def C(group: Iterable[str], f: Formula) -> Formula:  # noqa: N802 the operator is this letter everywhere
    """Return `C[group] f`: it is common knowledge in the group that f."""
    return _make("C", _group(group), (f,))


def D(group: Iterable[str], f: Formula) -> Formula:  # noqa: N802 the operator is this letter everywhere
    """Return `D[group] f`: f is distributed knowledge; the group knows it if it pools its knowledge."""
    return _make("D", _group(group), (f,))


def announce(announcement: Formula, then: Formula) -> Formula:
    """Return `[!announcement] then`: after the announcement, then; true where the announcement is false."""
    return _make("ann", (), (announcement, then))


def announce_diamond(announcement: Formula, then: Formula) -> Formula:
    """Return `<!announcement> then`: the announcement is true, and after it, then."""
    return _make("ann_dia", (), (announcement, then))


def announce_whether(formula: Formula, then: Formula) -> Formula:
    """Return `[?!formula] then`: after announcing the formula or its negation, whichever is true, then."""
    return _make("ann_whether", (), (formula, then))


def announce_whether_to(group: Iterable[str], formula: Formula, then: Formula) -> Formula:
    """Return `[group ?!formula] then`: after the group learned whether, and all others noticed that, then."""
    return _make("group_whether", _group(group), (formula, then))


def _event_names(events: str, event: object) -> tuple[str, str]:
    return (
        _checked_name(events, "an event model", _WORD, "flip"),
        _checked_name(str(event), "an event", _WORD, "up"),
    )


def after_event(events: str, event: object, then: Formula) -> Formula:
    """Return `[events:event] then`: after that event of the named model, then; true where it cannot occur."""
    return _make("event", _event_names(events, event), (then,))


def after_event_diamond(events: str, event: object, then: Formula) -> Formula:
    """Return `<events:event> then`: the event can occur, and after it, then."""
    return _make("event_dia", _event_names(events, event), (then,))


SHAPES: Final[dict[str, tuple[int, bool, int | None, Callable[..., Formula]]]] = {
    "true": (0, False, 0, lambda: TRUE),
    "false": (0, False, 0, lambda: FALSE),
    "atom": (1, False, 0, atom),
    "is": (2, False, 0, has_value),
    "not": (0, False, 1, lambda f: ~f),
    "and": (0, False, None, lambda *parts: all_of(parts)),
    "or": (0, False, None, lambda *parts: any_of(parts)),
    "xor": (0, False, None, lambda *parts: xor_of(parts)),
    "one": (0, False, None, lambda *parts: exactly_one(parts)),
    "implies": (0, False, 2, implies),
    "iff": (0, False, 2, iff),
    "K": (1, False, 1, K),
    "Kw": (1, False, 1, Kw),
    "M": (1, False, 1, M),
    "Kv": (2, False, 0, Kv),
    "E": (1, True, 1, E),
    "C": (1, True, 1, C),
    "D": (1, True, 1, D),
    "ann": (0, False, 2, announce),
    "ann_dia": (0, False, 2, announce_diamond),
    "ann_whether": (0, False, 2, announce_whether),
    "group_whether": (1, True, 2, announce_whether_to),
    "event": (2, False, 1, after_event),
    "event_dia": (2, False, 1, after_event_diamond),
}
"""By operator: how many names it has, whether they are groups, how many parts (None: any), constructor."""

Style = Literal["text", "unicode", "latex"]
_SYMBOLS: Final = {
    "true": ("⊤", r"\top"),
    "false": ("⊥", r"\bot"),
    "~": ("¬", r"\neg "),
    "<": ("⟨", r"\langle "),
    ">": ("⟩", r"\rangle "),
    " <-> ": (" ↔ ", r" \leftrightarrow "),
    " -> ": (" → ", r" \rightarrow "),
    " | ": (" ∨ ", r" \vee "),
    " ^ ": (" ⊕ ", r" \oplus "),
    " & ": (" ∧ ", r" \wedge "),
}
"""Each symbol in Unicode and in LaTeX."""
_MODAL: Final = re.compile(r"(\w+)\[(.+)\] (.*)")
_INFIX: Final = {"iff": " <-> ", "implies": " -> ", "or": " | ", "xor": " ^ ", "and": " & "}
_PRECEDENCE: Final = {"iff": 1, "implies": 2, "or": 3, "xor": 4, "and": 5}
_PREFIX_PRECEDENCE: Final = 6


def formula_text(formula: Formula, style: Style = "text") -> str:
    """Return a formula as text, with no needless brackets; all styles but "latex" parse back.

    Raises:
        TooLargeError: The formula is too long to print.

    Examples:
        >>> from handsight.logic import formula_text, parse
        >>> formula_text(parse("K[ann] ~wet"), "unicode")
        'K[ann] ¬wet'
    """
    if formula.size > MAX_LENGTH:
        raise TooLargeError(
            f"the formula has {formula.size:,} symbols when printed; {MAX_LENGTH:,} is the most"
        )
    out: list[str] = []
    todo: list[str | tuple[Formula, int]] = [(formula, 0)]
    while todo:  # without recursion, so that deep formulas are printed too
        item = todo.pop()
        if isinstance(item, str):
            out.append(item if style == "text" else _shown(item, latex=style == "latex"))
        else:
            todo.extend(reversed(list(_with_brackets(*item))))
    return "".join(out)


def _shown(item: str, *, latex: bool) -> str:
    """Return a symbol, a name or an operator with its agents in Unicode or in LaTeX."""
    if item in _SYMBOLS or not latex:
        return _SYMBOLS.get(item, (item, ""))[latex]
    if modal := _MODAL.fullmatch(item):
        operator, names, rest = modal.groups()
        return f"{_italic(operator)}_{{{','.join(map(_italic, names.split(',')))}}} {_italic(rest)}"
    return _italic(item) if item[:2].isalnum() else item


def _italic(name: str) -> str:
    return r"\mathit{" + name.replace("_", r"\_") + "}" if len(name) > 1 else name


def _with_brackets(f: Formula, least: int) -> Iterator[str | tuple[Formula, int]]:
    """Yield the formula's own symbols and its parts, in brackets if its precedence is lower than *least*."""
    precedence = _PRECEDENCE.get(f.op, _PREFIX_PRECEDENCE)
    yield "(" * (precedence < least)
    if f.op in _INFIX:
        # only the right side of -> and the left side of <-> may hold the same operator without brackets
        yield f.parts[0], precedence + (f.op != "iff")
        for k, part in enumerate(f.parts[1:], 2):
            yield _INFIX[f.op]
            yield part, precedence + (f.op != "implies" or k < len(f.parts))
    elif f.op == "one":
        yield "one("
        for k, part in enumerate(f.parts):
            yield ", " * bool(k)
            yield part, 0
        yield ")"
    else:
        yield from _prefix(f)
        if f.parts:
            yield f.parts[-1], _PREFIX_PRECEDENCE
    yield ")" * (precedence < least)


def _prefix(f: Formula) -> Iterator[str | tuple[Formula, int]]:
    """Yield everything before the last part; for an atom, everything."""
    names = ",".join(f.label)
    match f.op:
        case "true" | "false":
            yield f.op
        case "atom":
            yield names
        case "is":
            yield "=".join(f.label)
        case "not":
            yield "~"
        case "Kv":
            yield f"Kv[{f.label[0]}] {f.label[1]}"
        case "event" | "event_dia":
            yield from ("<" if f.op == "event_dia" else "[", ":".join(f.label))
            yield from (">" if f.op == "event_dia" else "]", " ")
        case "ann" | "ann_dia" | "ann_whether" | "group_whether":
            yield "<" if f.op == "ann_dia" else "["
            yield names + " " * bool(names) + ("?!" if f.op.endswith("whether") else "!")
            yield f.parts[0], 0
            yield from (">" if f.op == "ann_dia" else "]", " ")
        case _:
            yield f"{f.op}[{names}] "
