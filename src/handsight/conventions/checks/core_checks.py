"""Check the core as a whole: no rule reads secrets, every rule can be reached, some rule always applies."""

from collections.abc import Iterator
from itertools import islice, product
from math import floor, inf

from msgspec import Struct

from handsight.conventions.checks import secrecy
from handsight.conventions.checks.checker import CheckedFile
from handsight.conventions.checks.flatten_ideas import FlatConvention
from handsight.conventions.core import Act, Bind, Core, Each, Expr, Number, Term, Var
from handsight.conventions.simplify import free_variables, subexpressions
from handsight.conventions.syntax.problems import NO_ACTION, SECRET, UNREACHABLE, FileProblem
from handsight.text.suggestions import listed

CLUES = 8
RANGES = {
    "clues": (0, CLUES),
    "strikes": (0, 2),
    "deck": (0, 60),
    "turn": (0, 300),
    "turns": (0, 66),
    "score": (0, 30),
    "best": (0, 30),
    "pace": (-30, 66),
}
BOUNDS = {"rank": (1, 7), "copies": (1, 3), "left": (0, 3), "height": (0, 6), "chance": (0, 1)}
MOST_CASES = 20_000
Case = dict[str, int]


class Reachability(Struct, frozen=True):
    """What can be proved about the act rules without playing."""

    unreachable: tuple[tuple[int, tuple[int, ...]], ...]
    """Rules that are never reached, each with the earlier rules that act instead (none: it never applies)."""
    open_case: Case | None
    """A case in which no rule is certain to act, if there is one."""


def check_reachability(core: Core) -> Reachability:
    """Go through all cases."""
    known = _Certainty({flag for rule in core.updates for flag in rule.gains})
    cases = list(islice(_cases(core), MOST_CASES))
    certain = [[known.certain(act, case) for case in cases] for act in core.acts]
    possible = [[known.possible(act, case) for case in cases] for act in core.acts]
    unreachable: list[tuple[int, tuple[int, ...]]] = []
    for number, act in enumerate(core.acts):
        narrower = [n for n in range(number) if _covers(core.acts[n], act)]
        live = [at for at in range(len(cases)) if possible[number][at]]
        blocking = {next((n for n in range(number) if certain[n][at]), None) for at in live}
        if narrower:
            unreachable.append((number, (narrower[0],)))
        elif None not in blocking:
            unreachable.append((number, tuple(sorted(n for n in blocking if n is not None))))
    gaps = (at for at in range(len(cases)) if not any(row[at] for row in certain))
    gap = next(gaps, None)
    return Reachability(tuple(unreachable), None if gap is None else cases[gap])


def _covers(before: Act, act: Act) -> bool:
    """Whether an earlier rule searches for the same and has no further conditions."""
    searches = [[step for step in rule.steps if isinstance(step, Each)] for rule in (before, act)]
    asked = [{step for step in rule.steps if not isinstance(step, Each)} for rule in (before, act)]
    same = (before.verb, before.what) == (act.verb, act.what) and searches[0] == searches[1]
    return same and asked[0] <= asked[1]


def _cases(core: Core) -> Iterator[Case]:
    """Yield the cases that the rules distinguish."""
    values_of: dict[str, set[int]] = {"clues": {0, 1, CLUES - 1, CLUES}}
    for act in core.acts:
        for step in act.steps:
            for part in subexpressions(step):
                if isinstance(part, Term) and part.op in ("less", "equal"):
                    _add_values(part, values_of)
    for values in product(*(sorted(values) for values in values_of.values())):
        yield dict(zip(values_of, values, strict=True))


def _add_values(comparison: Term, values_of: dict[str, set[int]]) -> None:
    left, right = comparison.args
    for fact, number in ((left, right), (right, left)):
        if isinstance(fact, Term) and fact.op in RANGES and isinstance(number, Number):
            low, high = RANGES[fact.op]
            near = {floor(number.value) + step for step in (-1, 0, 1)} | {low, high}
            values_of.setdefault(fact.op, set()).update(value for value in near if low <= value <= high)


class _Certainty:
    """Three-valued truth: True, False, or None where it is open."""

    def __init__(self, gained: set[int]) -> None:
        self._gained = gained

    def certain(self, act: Act, case: Case) -> bool:
        """Whether a rule certainly acts in a case."""
        exempt = _satisfiable(act)
        for at, step in enumerate(act.steps):
            if isinstance(step, Each):
                if not self._exists(step, case):
                    return False
            elif at not in exempt and self._truth(step, case) is not True:
                return False
        return _legal(act, case)

    def possible(self, act: Act, case: Case) -> bool:
        """Whether a rule may act in a case."""
        for step in act.steps:
            if isinstance(step, Each):
                if self._exists(step, case) is False:
                    return False
            elif self._truth(step, case) is False:
                return False
        return _legal(act, case)

    def _exists(self, each: Each, case: Case) -> bool | None:
        if each.sort == "clue" and case["clues"] == 0:
            return False
        return self._truth(each.where, case)

    def _truth(self, expr: Expr, case: Case) -> bool | None:
        match expr:
            case Number(value):
                return bool(value)
            case Term("not", (part,)):
                found = self._truth(part, case)
                return None if found is None else not found
            case Term("and" | "or" as op, args):
                found_all = {self._truth(arg, case) for arg in args}
                final = op == "or"
                return final if final in found_all else None if None in found_all else not final
            case Term("less", (left, right)):
                (low, high), (low2, high2) = self._range(left, case), self._range(right, case)
                return True if high < low2 else False if low >= high2 else None
            case Term("equal", (left, right)):
                (low, high), (low2, high2) = self._range(left, case), self._range(right, case)
                if high < low2 or high2 < low:
                    return False
                return True if low == high == low2 == high2 else None
            case Term("has", (Number(flag), _)) if flag not in self._gained:
                return False
            case Term("has_after", (Number(flag), *_)) if flag not in self._gained:
                return False
            case Bind("some", each, then):
                found_both = {self._exists(each, case), self._truth(then, case)}
                return False if False in found_both else None if None in found_both else True
        return None

    def _range(self, expr: Expr, case: Case) -> tuple[float, float]:
        """Return the range of a number."""
        match expr:
            case Number(value):
                return value, value
            case Term(op) if op in case:
                return case[op], case[op]
            case Term("add", (left, right)):
                (low, high), (low2, high2) = self._range(left, case), self._range(right, case)
                return low + low2, high + high2
            case Term("subtract", (left, right)):
                (low, high), (low2, high2) = self._range(left, case), self._range(right, case)
                return low - high2, high - low2
            case Term("multiply" | "divide"):
                return -inf, inf
            case Term(op):
                return RANGES.get(op) or BOUNDS.get(op.removesuffix("_promised")) or (0, inf)
        return 0, inf


def _legal(act: Act, case: Case) -> bool:
    return act.verb == "play" or (case["clues"] < CLUES if act.verb == "discard" else case["clues"] > 0)


def _satisfiable(act: Act) -> set[int]:
    """Return the conditions that some clue always meets: it touches a card of its hand, it is of one kind."""
    found: set[int] = set()
    for each in act.steps:
        if not (isinstance(each, Each) and each.sort == "clue"):
            continue
        clue = Var(each.var)
        kinds = Term("color", (clue,)), Term("not", (Term("color", (clue,)),))
        on_it = [
            (at, step)
            for at, step in enumerate(act.steps)
            if not isinstance(step, Each) and each.var in free_variables(step)
        ]
        touching = [step for _, step in on_it if _touches_holder(step, each)]
        if all(step in kinds or step in touching for _, step in on_it) and len(on_it) - len(touching) < 2:
            found.update(at for at, _ in on_it)
    return found


def _touches_holder(step: Expr, each: Each) -> bool:
    match step:
        case Term("touches", (clue, card)):
            return clue == Var(each.var) and each.of == Term("holder", (card,))
    return False


_FACT_NAMES = {"clues": "clues left", "deck": "deck left", "turns": "turns left", "best": "best score"}


def check_core(checked: CheckedFile, flat: FlatConvention) -> Iterator[FileProblem]:
    """Yield the problems of a core."""
    yield from _secrets(checked, flat)
    if not flat.file.acts:
        yield FileProblem(
            flat.file.at, "a convention needs an act rule; only an idea may have none", NO_ACTION
        )
        return
    found = check_reachability(checked.core)
    for number, by in found.unreachable:
        yield _unreachable(checked, flat, number, by)
    if found.open_case is not None:
        yield FileProblem(flat.file.at, unproved(found.open_case), NO_ACTION, warning=True)


def unproved(case: Case) -> str:
    """Say in which case possibly no rule applies."""
    facts = ", ".join(f"{_FACT_NAMES.get(name, name)} {value}" for name, value in case.items())
    return f"it is not proved that some rule always applies: look at a position with {facts}"


def _secrets(checked: CheckedFile, flat: FlatConvention) -> Iterator[FileProblem]:
    promises, updates, acts = secrecy.rules_that_read_secrets(checked.core)
    locations = [
        *(flat.file.flags[number].at for number in promises),
        *(flat.file.updates[number].at for number in updates),
        *(flat.file.acts[number].at for number in acts),
    ]
    yield from (FileProblem(at, "this reads facts that it must not use", SECRET) for at in locations)


def _unreachable(checked: CheckedFile, flat: FlatConvention, number: int, by: tuple[int, ...]) -> FileProblem:
    """Say why a rule is never reached; only a warning if the rules come from several files."""
    act = flat.file.acts[number]
    names = [flat.file.acts[other].name for other in by]
    if names:
        always = f"`{'` and `'.join(names)}` always appl{'y' if len(names) > 1 else 'ies'}"
        why = f"before it {always}; move it before `{names[0]}`, or narrow that"
    else:
        why = f"it never applies{_never_given(checked, flat, number)}"
    origins = {flat.act_origins[name] for name in (act.name, *names)}
    message = f"`{act.name}` is never reached: {why}"
    return FileProblem(act.at, message, UNREACHABLE, warning=origins != {flat.uses[-1]})


def _never_given(checked: CheckedFile, flat: FlatConvention, number: int) -> str:
    """Name the flags that a rule needs and no update rule gives."""
    gained = {flag for rule in checked.core.updates for flag in rule.gains}
    never = [flag.name for at, flag in enumerate(flat.file.flags) if at not in gained]
    words = " ".join(checked.acts[number].failures).replace(",", " ").split()
    needed = [name for name in never if name in words]
    return f", because no update rule gives {listed(needed)}" if needed else ""
