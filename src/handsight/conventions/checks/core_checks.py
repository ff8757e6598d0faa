"""Check the core as a whole: every rule can be reached, some rule always applies; which rules are public."""

from collections.abc import Iterable, Iterator, Sequence
from math import inf

from handsight.conventions.checks.flatten_ideas import FlatConvention
from handsight.conventions.checks.translate_rules import CheckedFile
from handsight.conventions.core import OPS, Act, Bind, Core, Each, Expr, Number, Term, Var
from handsight.conventions.normal_form import free_variables, subexpressions
from handsight.conventions.syntax import syntax_tree as tree
from handsight.game.bitmask import mask_of
from handsight.text.suggestions import listed, some

CLUES = 8
EVERY_COUNT = (1 << CLUES + 1) - 1
"""A bit for each number of clue tokens, 0 to 8; the checks assume nothing else about the table."""
RANGES = {
    "strikes": (0, 2),
    "deck": (0, 60),
    "turn": (0, 300),
    "turns": (0, 66),
    "score": (0, 30),
    "best": (0, 30),
    "pace": (-30, 66),
    "rank": (1, 7),
    "copies": (1, 3),
    "left": (0, 3),
    "height": (0, 6),
    "chance": (0, 1),
    "chance_promised": (0, 1),
}
MOST_NAMED = 6
"""A message names at most this many of the rules that act instead."""
Truth = tuple[int, int]
"""Two masks of numbers of clue tokens: those with which it is certainly true, and certainly false."""


def check_reachability(core: Core) -> tuple[list[tuple[int, tuple[int, ...]]], int | None]:
    """Return the rules never reached, and the fewest clue tokens with which perhaps no rule acts, or None.

    With each such rule come the earlier rules that act instead; if there are none, it never applies.
    """
    covered = _covered(core.acts)
    known = Certainty({flag for rule in core.updates for flag in rule.gains})
    closed, first = 0, list[int]()  # where some rule acts for certain, and which rule comes first there
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
    gaps = EVERY_COUNT & ~closed
    return unreachable, (gaps & -gaps).bit_length() - 1 if gaps else None


def _covered(acts: Sequence[Act]) -> dict[int, int]:
    """Map a rule to the first earlier one with the same search and action and no condition beyond its own."""
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


class Certainty:
    """Three-valued truth for every number of clue tokens at once: true, false, or open (neither)."""

    def __init__(self, gained: set[int]) -> None:
        self._gained = gained

    def certain(self, act: Act) -> int:
        """Return the mask of the numbers of clue tokens with which a rule certainly acts."""
        exempt, found = _satisfiable(act), _legal(act)
        for at, step in enumerate(act.steps):
            if isinstance(step, Each):
                found &= self._exists(step)[0]
            elif at not in exempt:
                found &= self._truth(step)[0]
        return found

    def possible(self, act: Act) -> int:
        """Return the mask of the numbers of clue tokens with which a rule may act."""
        found = _legal(act)
        for step in act.steps:
            found &= ~(self._exists(step) if isinstance(step, Each) else self._truth(step))[1]
        return found

    def _exists(self, each: Each) -> Truth:
        true, false = self._truth(each.where)
        none = int(each.sort == "clue")  # without a token there is no clue to give
        return true & ~none, false | none

    def _truth(self, expr: Expr) -> Truth:
        match expr:
            case Number(value):
                return (EVERY_COUNT, 0) if value else (0, EVERY_COUNT)
            case Term("not", (part,)):
                true, false = self._truth(part)
                return false, true
            case Term("and", args):
                return _both(map(self._truth, args))
            case Term("or", args):
                true, false = _both((false, true) for true, false in map(self._truth, args))
                return false, true
            case Term("less" | "equal"):
                found = [_compared(expr, clues) for clues in range(CLUES + 1)]
                true, false = (
                    mask_of(at for at, is_so in enumerate(found) if is_so is so) for so in (True, False)
                )
                return true, false
            case Term("has" | "has_after", (Number(flag), *_)) if flag not in self._gained:
                return 0, EVERY_COUNT
            case Bind("some", each, then):
                return _both((self._exists(each), self._truth(then)))
        return 0, 0


def _legal(act: Act) -> int:
    """Return with how many tokens an action can be legal: a clue needs one, a discard needs room for one."""
    return EVERY_COUNT & ~{"play": 0, "discard": 1 << CLUES}.get(act.verb, 1)


def _both(truths: Iterable[Truth]) -> Truth:
    true, false = EVERY_COUNT, 0
    for one_true, one_false in truths:
        true &= one_true
        false |= one_false
    return true, false


def _compared(comparison: Term, clues: int) -> bool | None:
    (low, high), (low2, high2) = (_range(part, clues) for part in comparison.args)
    if comparison.op == "less":
        return True if high < low2 else False if low >= high2 else None
    if high < low2 or high2 < low:
        return False
    return True if low == high == low2 == high2 else None


def _range(expr: Expr, clues: int) -> tuple[float, float]:
    """Return the least and the largest value that a number can have."""
    match expr:
        case Number(value):
            return value, value
        case Term("clues"):
            return clues, clues
        case Term("add" | "subtract" as op, (left, right)):
            (low, high), (low2, high2) = _range(left, clues), _range(right, clues)
            return (low + low2, high + high2) if op == "add" else (low - high2, high - low2)
        case Term("multiply" | "divide"):
            return -inf, inf
        case Term(op):
            return RANGES.get(op, (0, inf))
    return 0, inf


def is_public(rule: Act) -> bool:
    """Whether a rule reads public facts only, so that everybody can foresee what it does."""
    parts = [part for expr in (*rule.steps, rule.what) for part in subexpressions(expr)]
    return not any(
        part.sort == "clue"
        if isinstance(part, Each)
        else isinstance(part, Term)
        and (OPS[part.op].secret or (part.op == "face" and part.args != (Term("moved"),)))
        for part in parts
    )


def _satisfiable(act: Act) -> set[int]:
    """Return the steps, by index, that some clue always meets: it touches a given card, or is of one kind."""
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


def check_core(checked: CheckedFile, flat: FlatConvention) -> Iterator[tree.FileProblem]:
    """Yield the problems of a core."""
    yield from _unused_bridge(flat)
    if not flat.file.all(tree.ActRule):
        yield tree.FileProblem(
            flat.file.at, "a convention needs an act rule; only an idea may have none", tree.NO_ACTION
        )
        return
    unreachable, open_clues = check_reachability(checked.core)
    for number, by in unreachable:
        yield _unreachable(checked, flat, number, by)
    if open_clues is not None:
        message = "it is not proved that some rule always applies; perhaps none does when `clues left` is"
        yield tree.FileProblem(flat.file.at, f"{message} {open_clues}", tree.NO_ACTION, warning=True)


def _unused_bridge(flat: FlatConvention) -> Iterator[tree.FileProblem]:
    """Warn of `bridged` rules without a bridge, and of bridge steps that no rule can use."""
    bridged = [rule for rule in flat.file.all(tree.UpdateRule) if rule.effect == "bridged"]
    steps = [step for step in flat.file.all(tree.BridgeStep) if step.name != "known"]
    if bridged and not flat.file.all(tree.BridgeStep):
        message = "no `bridge` section says who may hold a missing value, so no value may be missing"
        advice = "add one, or leave `its missing values bridged` out"
        yield tree.FileProblem(bridged[0].at, message, tree.UNREACHABLE, warning=True, advice=advice)
    if steps and not bridged:
        message = f"`{steps[0].name}` is never used: no rule says `its missing values bridged`"
        yield tree.FileProblem(
            steps[0].at, message, tree.UNREACHABLE, warning=True, advice="add it to a `may be` rule"
        )
    elif steps and not flat.file.all(tree.Missing):
        message = f"`{steps[0].name}` is never used: no value may be missing"
        yield tree.FileProblem(
            steps[0].at, message, tree.UNREACHABLE, warning=True, advice="add `missing at most 1`"
        )


def _unreachable(
    checked: CheckedFile, flat: FlatConvention, number: int, by: tuple[int, ...]
) -> tree.FileProblem:
    """Return the problem that a rule is never reached; a warning if the rules come from several files."""
    acts = flat.file.all(tree.ActRule)
    act, names = acts[number], [acts[other].name for other in by]
    if names:
        several = some((f"`{name}`" for name in names), MOST_NAMED) if len(names) > MOST_NAMED else ""
        shown = several or f"`{'` and `'.join(names)}`"
        always = f"{shown} always appl{'y' if len(names) > 1 else 'ies'}"
        why = f"before it {always}; move it before `{names[0]}`, or narrow that"
    else:
        why = f"it never applies{_never_given(checked, flat, number)}"
    origins = {flat.origins["act"][name] for name in (act.name, *names)}
    message = f"`{act.name}` is never reached: {why}"
    return tree.FileProblem(act.at, message, tree.UNREACHABLE, warning=origins != {flat.uses[-1]})


def _never_given(checked: CheckedFile, flat: FlatConvention, number: int) -> str:
    """Return in words the flags that a rule needs and no update rule gives; "" if there are none."""
    gained = {flag for rule in checked.core.updates for flag in rule.gains}
    never = [flag.name for at, flag in enumerate(flat.file.all(tree.Flag)) if at not in gained]
    words = " ".join(checked.acts[number].failures).replace(",", " ").split()
    needed = [name for name in never if name in words]
    return f", because no update rule gives {listed(needed)}" if needed else ""
