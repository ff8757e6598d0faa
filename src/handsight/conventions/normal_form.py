"""Build core expressions in normal form: expressions that are equal by simple laws become the same.

Build terms with these functions, never with `Term` itself; `order_steps` does the same for a rule's steps.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import add, mul, sub
from typing import NamedTuple

from msgspec import msgpack
from msgspec.structs import replace

from handsight.conventions.core import FALSE, MINE, TRUE, Bind, Each, Expr, Key, Number, Step, Term, Var

COST = {
    "has_after": 50,
    "asks": 50,
    "honest": 60,
    "chance": 200,
    "chance_promised": 200,
    "mine": 100,
    "mine_promised": 100,
    "best": 10,
    "pace": 10,
}
"""How expensive operations are (others: 1): expensive conditions are tested last."""


@lru_cache(maxsize=1 << 14)
def sort_key(expr: Expr) -> tuple[int, bytes]:
    """Return the sort key of a condition: cheap ones first, then by content."""
    return sum(
        COST.get(part.op, 1) for part in subexpressions(expr) if isinstance(part, Term)
    ), msgpack.encode(expr)


def subexpressions(expr: Expr | Each) -> Iterable[Expr | Each]:
    """Yield an expression and everything inside it."""
    yield expr
    for part in _inside(expr):
        yield from subexpressions(part)


def _inside(expr: Expr | Each) -> tuple[Expr | Each, ...]:
    """Return the parts of which an expression is made."""
    match expr:
        case Term(_, args):
            return args
        case Bind(_, each, then):
            return each, then
        case Each(_, _, of, where, order):
            return (*(() if isinstance(of, str) else (of,)), where, *(key.by for key in order))
    return ()


class Size(NamedTuple):
    """How many parts an expression has, and how deep they are nested."""

    parts: int
    depth: int


def size_of(expr: Expr | Each) -> Size:
    """Return how large and deep an expression is; a shared part counts wherever it occurs."""
    known: dict[int, Size] = {}

    def go(part: Expr | Each) -> Size:
        if id(part) not in known:
            sizes = [go(inside) for inside in _inside(part)]
            depth = 1 + max((size.depth for size in sizes), default=0)
            known[id(part)] = Size(1 + sum(size.parts for size in sizes), depth)
        return known[id(part)]

    return go(expr)


def free_variables(expr: Expr | Each) -> set[int]:
    """Return the variables that an expression uses and does not bind."""
    used = {part.number for part in subexpressions(expr) if isinstance(part, Var)}
    bound = {part.var for part in subexpressions(expr) if isinstance(part, Each)}
    return used - bound


def term(op: str, *args: Expr) -> Expr:
    """Return an operation on arguments, simplified to normal form."""
    special = _SPECIAL.get(op)
    return special(*args) if special else Term(op, args)


def _not(part: Expr) -> Expr:
    match part:
        case Number(value):
            return FALSE if value else TRUE
        case Term("not", (inner,)):
            return inner
    return Term("not", (part,))


def _flat(op: str, args: tuple[Expr, ...]) -> set[Expr]:
    """Return the arguments; one that is itself a term of *op* is replaced by its own arguments."""
    return {part for arg in args for part in (arg.args if isinstance(arg, Term) and arg.op == op else (arg,))}


def _joined(op: str, parts: set[Expr], neutral: Expr) -> Expr:
    """Join parts in sorted order; one part is returned as it is, and no part gives *neutral*."""
    parts.discard(neutral)
    return Term(op, tuple(sorted(parts, key=sort_key))) if len(parts) > 1 else next(iter(parts), neutral)


def all_of(*args: Expr) -> Expr:
    """Return the conjunction of conditions, in normal form."""
    parts = _flat("and", args)
    return FALSE if FALSE in parts or _contradict(parts) else _joined("and", parts, TRUE)


def any_of(*args: Expr) -> Expr:
    """Return the disjunction of conditions, in normal form."""
    parts = _flat("or", args)
    return TRUE if TRUE in parts or _contradict(parts) else _joined("or", parts, FALSE)


def _contradict(parts: set[Expr]) -> bool:
    return any(_not(part) in parts for part in parts)


def _truth(holds: bool) -> Expr:  # noqa: FBT001  # a truth is what it is about
    return TRUE if holds else FALSE


def _less(left: Expr, right: Expr) -> Expr:
    if isinstance(left, Number) and isinstance(right, Number):
        return _truth(left.value < right.value)
    return FALSE if left == right else Term("less", (left, right))


def _same(op: str) -> Callable[[Expr, Expr], Expr]:
    def same(left: Expr, right: Expr) -> Expr:
        if isinstance(left, Number) and isinstance(right, Number):
            return _truth(left.value == right.value)
        first, second = sorted((left, right), key=sort_key)
        return TRUE if left == right else Term(op, (first, second))

    return same


def _arithmetic(op: str, work: Callable[[float, float], float]) -> Callable[[Expr, Expr], Expr]:
    def made(left: Expr, right: Expr) -> Expr:
        if isinstance(left, Number) and isinstance(right, Number):
            return number(work(left.value, right.value))
        if op in ("add", "multiply"):
            left, right = sorted((left, right), key=sort_key)
        return Term(op, (left, right))

    return made


def number(value: float) -> Number:
    """Make a constant; a whole number becomes an int."""
    return Number(int(value) if value == int(value) else value)


def quotient(left: float, right: float) -> float:
    """Divide; a division by 0 gives 0."""
    return left / right if right else 0


def _others(values: Expr) -> Expr:
    return values.args[0] if isinstance(values, Term) and values.op == "others" else Term("others", (values,))


def _in(value: Expr, values: Expr) -> Expr:
    """Return the condition that a value is in a set; for a compound set, in terms of its parts."""
    match values:
        case Term("all"):
            return TRUE
        case Term("others", (inner,)):
            return _not(_in(value, inner))
        case Term("both", args):
            return all_of(*(_in(value, arg) for arg in args))
        case Term("either", args):
            return any_of(*(_in(value, arg) for arg in args))
        case Term("only", (other,)):
            return term("same_value", value, other)
        case Term("ranked", (number,)):
            return term("equal", term("rank", value), number)
        case Bind("those", each, then):
            return substitute(then, each.var, value)
    return Term("in", (value, values))


def substitute(expr: Expr, var: int, value: Expr) -> Expr:
    """Replace a variable by an expression."""

    def go(part: Expr) -> Expr:
        match part:
            case Var(number):
                return value if number == var else part
            case Term(op, args):
                return term(op, *(go(arg) for arg in args))
            case Bind(op, each, then):
                of = each.of if isinstance(each.of, str) else go(each.of)
                keys = tuple(Key(go(key.by), key.down) for key in each.order)
                return bind(op, replace(each, of=of, where=go(each.where), order=keys), go(then))
        return part

    return go(expr)


_SPECIAL: dict[str, Callable[..., Expr]] = {
    "not": _not,
    "and": all_of,
    "or": any_of,
    "less": _less,
    "equal": _same("equal"),
    **{f"same_{sort}": _same(f"same_{sort}") for sort in ("card", "seat", "clue", "value")},
    "add": _arithmetic("add", add),
    "subtract": _arithmetic("subtract", sub),
    "multiply": _arithmetic("multiply", mul),
    "divide": _arithmetic("divide", quotient),
    "both": lambda *args: _joined("both", _flat("both", args), Term("all")),
    "either": lambda *args: _joined("either", _flat("either", args), FALSE),  # nothing is neutral
    "others": _others,
    "in": _in,
}


def bind(op: str, each: Each, then: Expr) -> Expr:
    """Make `some`, `count` or `those`, with the condition in *where* (for `those` in *then*)."""
    if op == "those":
        return those(each.var, all_of(each.where, then))
    if not each.first:
        each, then = replace(each, where=all_of(each.where, then), order=()), TRUE
    each = simplify_order(each)
    if FALSE in (each.where, then):
        return FALSE if op == "some" else Number(0)
    return Bind(op, each, then)


def those(var: int, condition: Expr) -> Expr:
    """Return the set of values for which a condition holds, without a variable where possible."""
    value = Var(var)
    match condition:
        case Number(holds):
            return Term("all") if holds else _others(Term("all"))
        case Term("not", (inner,)):
            return _others(those(var, inner))
        case Term("and", args):
            return term("both", *(those(var, arg) for arg in args))
        case Term("or", args):
            return term("either", *(those(var, arg) for arg in args))
        case Term("in", (one, values)) if one == value and var not in free_variables(values):
            return values
        case Term("same_value", (left, right)) if value in (left, right):
            other = right if left == value else left
            if var not in free_variables(other):
                return term("only", other)
        case Term("equal", (left, right)) if term("rank", value) in (left, right):
            number = right if left == term("rank", value) else left
            if var not in free_variables(number):
                return term("ranked", number)
    return Bind("those", Each(var, "value", "nobody"), condition)


def simplify_order(each: Each) -> Each:
    """Drop sort keys that change nothing: constants, repetitions, and a tail that is the natural order."""
    keys: list[Key] = []
    for key in each.order:
        if each.var in free_variables(key.by) and key not in keys:
            keys.append(key)
    thing = Var(each.var)
    if each.sort == "card":
        one_hand = each.of == MINE or not isinstance(each.of, str)
        away = Key(term("away", term("holder", thing)))
        if one_hand:
            keys = [key for key in keys if key.by != away.by]
        if keys and keys[-1] == Key(term("slot", thing)) and (one_hand or away in keys):
            keys.pop()
        if keys and keys[-1] == away:
            keys.pop()
    return replace(each, order=tuple(keys))


Steps = list[tuple[Step, str]]
"""Searches and conditions, each with the reason to give if the rule stops there."""


def variable_depths(steps: Sequence[tuple[Step, str]]) -> dict[int, int]:
    """Return the number in the core of each variable that steps bind: how many are bound around it."""
    return {step.var: depth for depth, step in enumerate(s for s, _ in steps if isinstance(s, Each))}


def order_steps(
    steps: Sequence[tuple[Step, str]], result: Expr
) -> tuple[tuple[Step, ...], tuple[str, ...], Expr]:
    """Put steps in order, and number their variables; return the steps, their reasons and the result.

    Searches keep their order. A condition is tested as early as its variables are bound, a cheap one before
    an expensive one. *result* is the expression that the rule is about once all steps are passed.
    """
    searches = [(step, reason) for step, reason in steps if isinstance(step, Each)]
    depths = variable_depths(steps)
    conditions: list[dict[Expr, str]] = [{} for _ in range(len(searches) + 1)]
    for step, reason in steps:
        if isinstance(step, Each):
            continue
        for part in step.args if isinstance(step, Term) and step.op == "and" else (step,):
            depth = max((depths[var] + 1 for var in free_variables(part)), default=0)
            conditions[depth].setdefault(renumber(part, depths, depth), reason)
    ordered: list[tuple[Step, str]] = []
    for depth, reasons in enumerate(conditions):
        if depth:
            each, reason = searches[depth - 1]
            ordered.append((_renumber_each(each, depths, depth - 1), reason))
        ordered += [(part, reasons[part]) for part in sorted(reasons, key=sort_key) if part != TRUE]
    return (
        tuple(step for step, _ in ordered),
        tuple(reason for _, reason in ordered),
        renumber(result, depths, len(searches)),
    )


def _renumber_each(each: Each, numbers: dict[int, int], depth: int) -> Each:
    inner = numbers | {each.var: depth}
    return replace(
        each,
        var=depth,
        of=each.of if isinstance(each.of, str) else renumber(each.of, numbers, depth),
        where=renumber(each.where, inner, depth + 1),
        order=tuple(Key(renumber(key.by, inner, depth + 1), key.down) for key in each.order),
    )


def renumber(expr: Expr, numbers: dict[int, int], depth: int) -> Expr:
    """Replace variables by their numbers, and bring the terms in normal form again."""
    match expr:
        case Var(number):
            return Var(numbers[number])
        case Term(op, args):
            return term(op, *(renumber(arg, numbers, depth) for arg in args))
        case Bind(op, each, then):
            inner = numbers | {each.var: depth}
            return Bind(op, _renumber_each(each, numbers, depth), renumber(then, inner, depth + 1))
    return expr
