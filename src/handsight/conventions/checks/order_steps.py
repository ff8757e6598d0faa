"""Put the steps of a rule in order, and number their variables: the last touch of the normal form."""

from collections.abc import Sequence

from msgspec.structs import replace

from handsight.conventions.core import TRUE, Bind, Each, Expr, Key, Step, Term, Var
from handsight.conventions.simplify import free, rank, term


def depths(found: Sequence[tuple[Step, str]]) -> dict[int, int]:
    """Return for each variable that steps bind how many are bound around it: its number in the core."""
    return {step.var: depth for depth, step in enumerate(s for s, _ in found if isinstance(s, Each))}


def arranged(found: Sequence[tuple[Step, str]], end: Expr) -> tuple[tuple[Step, ...], tuple[str, ...], Expr]:
    """Put the steps of a rule in order, and number their variables by how many are bound around them.

    Searches keep their order; a condition stands as early as it can be asked, a cheap one before a dear one.
    The words that come with each step stay with it; *end* is what the rule is about once all is found.
    """
    searches = [(step, words) for step, words in found if isinstance(step, Each)]
    numbers = depths(found)
    asked: list[dict[Expr, str]] = [{} for _ in range(len(searches) + 1)]
    for step, words in found:
        if isinstance(step, Each):
            continue
        for part in step.args if isinstance(step, Term) and step.op == "and" else (step,):
            place = max((numbers[var] + 1 for var in free(part)), default=0)
            asked[place].setdefault(renamed(part, numbers, place), words)
    steps, words_of = list[Step](), list[str]()
    for depth, conditions in enumerate(asked):
        if depth:
            each, words = searches[depth - 1]
            steps.append(_each(each, numbers, depth - 1))
            words_of.append(words)
        for condition in sorted(conditions, key=rank):
            if condition != TRUE:
                steps.append(condition)
                words_of.append(conditions[condition])
    return tuple(steps), tuple(words_of), renamed(end, numbers, len(searches))


def _each(each: Each, names: dict[int, int], depth: int) -> Each:
    inner = names | {each.var: depth}
    return replace(
        each,
        var=depth,
        of=each.of if isinstance(each.of, str) else renamed(each.of, names, depth),
        where=renamed(each.where, inner, depth + 1),
        order=tuple(Key(renamed(key.by, inner, depth + 1), key.down) for key in each.order),
    )


def renamed(expr: Expr, names: dict[int, int], depth: int) -> Expr:
    """Give variables their numbers, and put conditions in the order of their new names."""
    match expr:
        case Var(number):
            return Var(names[number])
        case Term(op, args):
            return term(op, *(renamed(arg, names, depth) for arg in args))
        case Bind(op, each, then):
            inner = names | {each.var: depth}
            return Bind(op, _each(each, names, depth), renamed(then, inner, depth + 1))
    return expr
