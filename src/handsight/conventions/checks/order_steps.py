"""Put the steps of a rule in their normal order, and number its variables."""

from collections.abc import Sequence

from msgspec.structs import replace

from handsight.conventions.core import TRUE, Bind, Each, Expr, Key, Step, Term, Var
from handsight.conventions.simplify import free_variables, sort_key, term

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
    """Give variables their numbers, and sort conditions anew by them."""
    match expr:
        case Var(number):
            return Var(numbers[number])
        case Term(op, args):
            return term(op, *(renumber(arg, numbers, depth) for arg in args))
        case Bind(op, each, then):
            inner = numbers | {each.var: depth}
            return Bind(op, _renumber_each(each, numbers, depth), renumber(then, inner, depth + 1))
    return expr
