"""Check the core as a whole: no rule reads secrets, every rule can be reached, some rule always applies."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import floor, inf, prod

from msgspec import Struct

from handsight.conventions.checks import secrecy_check
from handsight.conventions.checks.flatten_ideas import FlatConvention
from handsight.conventions.checks.translate_rules import CheckedFile
from handsight.conventions.core import Act, Bind, Core, Each, Expr, Number, Term, Var
from handsight.conventions.normal_form import free_variables, subexpressions
from handsight.conventions.syntax.file_problems import (
    NO_ACTION,
    SECRET,
    TOO_MANY_CASES,
    UNREACHABLE,
    FileProblem,
)
from handsight.text.suggestions import listed, some

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
MOST_CASES = 1 << 17
"""The most cases that are gone through; of more, nothing is proved."""
MOST_NAMED = 6
"""How many of the rules that act instead are named."""
Case = dict[str, int]
Truth = tuple[int, int]
"""In which cases something is certainly true, and in which certainly false, as sets of bits."""


class Reachability(Struct, frozen=True):
    """What can be proved about the act rules without playing."""

    unreachable: tuple[tuple[int, tuple[int, ...]], ...]
    """Rules that are never reached, each with the earlier rules that act instead (none: it never applies)."""
    open_case: Case | None
    """A case in which no rule is certain to act, if there is one."""
    too_many: int = 0
    """How many cases there are, if they are more than are gone through."""


def check_reachability(core: Core) -> Reachability:
    """Go through all cases at once: each is a bit."""
    values_of = values_that_matter(core)
    covered = _covered(core.acts)
    total = prod(len(values) for values in values_of.values())
    if total > MOST_CASES:
        return Reachability(tuple((number, (by,)) for number, by in covered.items()), None, total)
    cases = Cases(values_of)
    known = Certainty({flag for rule in core.updates for flag in rule.gains}, cases)
    closed, first = 0, list[int]()  # cases in which some rule acts for certain, and which rule comes first
    unreachable: list[tuple[int, tuple[int, ...]]] = []
    for number, act in enumerate(core.acts):
        live = known.possible(act)
        if number in covered:
            unreachable.append((number, (covered[number],)))
        elif not live & ~closed:
            unreachable.append((number, tuple(at for at, acts in enumerate(first) if live & acts)))
        certain = known.certain(act)
        first.append(certain & ~closed)
        closed |= certain
    gaps = cases.all & ~closed
    return Reachability(tuple(unreachable), cases.case((gaps & -gaps).bit_length() - 1) if gaps else None)


def _covered(acts: Sequence[Act]) -> dict[int, int]:
    """Return the rules before which an earlier one searches for the same and has no further conditions."""
    alike: dict[tuple[object, ...], list[tuple[int, set[Expr]]]] = {}
    found: dict[int, int] = {}
    for number, act in enumerate(acts):
        searches = tuple(step for step in act.steps if isinstance(step, Each))
        asked = {step for step in act.steps if not isinstance(step, Each)}
        before = alike.setdefault((act.verb, act.what, searches), [])
        by = next((at for at, conditions in before if conditions <= asked), None)
        if by is None:
            before.append((number, asked))  # what a covered rule covers, the rule that covers it does
        else:
            found[number] = by
    return found


def values_that_matter(core: Core) -> dict[str, list[int]]:
    """Return the values between which the rules distinguish, by fact of the table."""
    values_of: dict[str, set[int]] = {"clues": {0, 1, CLUES - 1, CLUES}}
    for act in core.acts:
        for step in act.steps:
            for part in subexpressions(step):
                if isinstance(part, Term) and part.op in ("less", "equal"):
                    _add_values(part, values_of)
    return {fact: sorted(values) for fact, values in values_of.items()}


def _add_values(comparison: Term, values_of: dict[str, set[int]]) -> None:
    left, right = comparison.args
    for fact, number in ((left, right), (right, left)):
        if isinstance(fact, Term) and fact.op in RANGES and isinstance(number, Number):
            low, high = RANGES[fact.op]
            near = {floor(number.value) + step for step in (-1, 0, 1)} | {low, high}
            values_of.setdefault(fact.op, set()).update(value for value in near if low <= value <= high)


class Cases:
    """Every combination of values of the facts; a set of cases is a number with a bit for each."""

    def __init__(self, values_of: dict[str, list[int]]) -> None:
        self.values_of = values_of
        self.count = prod(len(values) for values in values_of.values())
        self.all = (1 << self.count) - 1
        self._with: dict[tuple[str, int], int] = {}
        period = self.count
        for fact, values in values_of.items():
            block = period // len(values)
            for at, value in enumerate(values):
                self._with[fact, value] = self._repeated(((1 << block) - 1) << at * block, period)
            period = block

    def _repeated(self, bits: int, period: int) -> int:
        while period < self.count:
            bits |= bits << period
            period *= 2
        return bits & self.all

    def where(self, facts: Case) -> int:
        """Return the cases in which facts have these values."""
        found = self.all
        for fact, value in facts.items():
            found &= self._with.get((fact, value), 0)
        return found

    def case(self, number: int) -> Case:
        """Return one case."""
        period, found = self.count, Case()
        for fact, values in self.values_of.items():
            period //= len(values)
            at, number = divmod(number, period)
            found[fact] = values[at]
        return found


class Certainty:
    """Three-valued truth in every case at once: true, false, or neither where it is open."""

    def __init__(self, gained: set[int], cases: Cases) -> None:
        self._gained = gained
        self._cases = cases
        self._compared: dict[Term, Truth] = {}

    def certain(self, act: Act) -> int:
        """Return the cases in which a rule certainly acts."""
        exempt, found = _satisfiable(act), self._legal(act)
        for at, step in enumerate(act.steps):
            if isinstance(step, Each):
                found &= self._exists(step)[0]
            elif at not in exempt:
                found &= self._truth(step)[0]
        return found

    def possible(self, act: Act) -> int:
        """Return the cases in which a rule may act."""
        found = self._legal(act)
        for step in act.steps:
            found &= ~(self._exists(step) if isinstance(step, Each) else self._truth(step))[1]
        return found

    def _legal(self, act: Act) -> int:
        if act.verb == "play":
            return self._cases.all
        return self._cases.all & ~self._cases.where({"clues": CLUES if act.verb == "discard" else 0})

    def _exists(self, each: Each) -> Truth:
        true, false = self._truth(each.where)
        none = self._cases.where({"clues": 0}) if each.sort == "clue" else 0
        return true & ~none, false | none

    def _truth(self, expr: Expr) -> Truth:
        match expr:
            case Number(value):
                return (self._cases.all, 0) if value else (0, self._cases.all)
            case Term("not", (part,)):
                true, false = self._truth(part)
                return false, true
            case Term("and", args):
                return self._both(map(self._truth, args))
            case Term("or", args):
                true, false = self._both((false, true) for true, false in map(self._truth, args))
                return false, true
            case Term("less" | "equal"):
                if expr not in self._compared:
                    self._compared[expr] = self._compare(expr)
                return self._compared[expr]
            case Term("has" | "has_after", (Number(flag), *_)) if flag not in self._gained:
                return 0, self._cases.all
            case Bind("some", each, then):
                return self._both((self._exists(each), self._truth(then)))
        return 0, 0

    def _both(self, truths: Iterable[Truth]) -> Truth:
        true, false = self._cases.all, 0
        for one_true, one_false in truths:
            true &= one_true
            false |= one_false
        return true, false

    def _compare(self, comparison: Term) -> Truth:
        """Compare two numbers in every combination of the facts that they are made of."""
        values_of = self._cases.values_of
        facts = sorted(
            {part.op for part in subexpressions(comparison) if isinstance(part, Term)} & {*values_of}
        )
        true = false = 0
        for values in product(*(values_of[fact] for fact in facts)):
            case = dict(zip(facts, values, strict=True))
            found = _compared(comparison, case)
            if found is not None:
                here = self._cases.where(case)
                true, false = (true | here, false) if found else (true, false | here)
        return true, false


def _compared(comparison: Term, case: Case) -> bool | None:
    (low, high), (low2, high2) = (_range(part, case) for part in comparison.args)
    if comparison.op == "less":
        return True if high < low2 else False if low >= high2 else None
    if high < low2 or high2 < low:
        return False
    return True if low == high == low2 == high2 else None


def _range(expr: Expr, case: Case) -> tuple[float, float]:
    """Return the range of a number."""
    match expr:
        case Number(value):
            return value, value
        case Term(op) if op in case:
            return case[op], case[op]
        case Term("add", (left, right)):
            (low, high), (low2, high2) = _range(left, case), _range(right, case)
            return low + low2, high + high2
        case Term("subtract", (left, right)):
            (low, high), (low2, high2) = _range(left, case), _range(right, case)
            return low - high2, high - low2
        case Term("multiply" | "divide"):
            return -inf, inf
        case Term(op):
            return RANGES.get(op) or BOUNDS.get(op.removesuffix("_promised")) or (0, inf)
    return 0, inf


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
    yield from _unused_bridge(flat)
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
    if found.too_many:
        message = (
            f"the rules tell {found.too_many:,} cases of the table apart, and {MOST_CASES:,} are the most"
            " that are gone through: it is proved neither that every rule is reached nor that some rule"
            " always applies; compare fewer facts with numbers"
        )
        yield FileProblem(flat.file.at, message, TOO_MANY_CASES, warning=True)


def _unused_bridge(flat: FlatConvention) -> Iterator[FileProblem]:
    """Warn where missing values are spoken of, and nothing can come of it."""
    bridged = [rule for rule in flat.file.updates if rule.effect == "bridged"]
    steps = [step for step in flat.file.bridge if step.name != "known"]
    if bridged and not flat.file.bridge:
        message = "no `bridge` section says who may hold a missing value, so no value may be missing"
        advice = "add one, or leave `its missing values bridged` out"
        yield FileProblem(bridged[0].at, message, UNREACHABLE, warning=True, advice=advice)
    if steps and not bridged:
        message = f"`{steps[0].name}` is never used: no rule says `its missing values bridged`"
        yield FileProblem(steps[0].at, message, UNREACHABLE, warning=True, advice="add it to a `may be` rule")
    elif steps and flat.file.missing is None:
        message = f"`{steps[0].name}` is never used: no value may be missing"
        yield FileProblem(steps[0].at, message, UNREACHABLE, warning=True, advice="add `missing at most 1`")


def unproved(case: Case) -> str:
    """Say in which case possibly no rule applies."""
    facts = ", ".join(f"{_FACT_NAMES.get(name, name)} {value}" for name, value in case.items())
    return f"it is not proved that some rule always applies; a case that is open has {facts}"


def _secrets(checked: CheckedFile, flat: FlatConvention) -> Iterator[FileProblem]:
    promises, updates, acts = secrecy_check.rules_that_read_secrets(checked.core)
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
        several = some((f"`{name}`" for name in names), MOST_NAMED) if len(names) > MOST_NAMED else ""
        shown = several or f"`{'` and `'.join(names)}`"
        always = f"{shown} always appl{'y' if len(names) > 1 else 'ies'}"
        why = f"before it {always}; move it before `{names[0]}`, or narrow that"
    else:
        why = f"it never applies{_never_given(checked, flat, number)}"
    origins = {flat.origins["act"][name] for name in (act.name, *names)}
    message = f"`{act.name}` is never reached: {why}"
    return FileProblem(act.at, message, UNREACHABLE, warning=origins != {flat.uses[-1]})


def _never_given(checked: CheckedFile, flat: FlatConvention, number: int) -> str:
    """Name the flags that a rule needs and no update rule gives."""
    gained = {flag for rule in checked.core.updates for flag in rule.gains}
    never = [flag.name for at, flag in enumerate(flat.file.flags) if at not in gained]
    words = " ".join(checked.acts[number].failures).replace(",", " ").split()
    needed = [name for name in never if name in words]
    return f", because no update rule gives {listed(needed)}" if needed else ""
