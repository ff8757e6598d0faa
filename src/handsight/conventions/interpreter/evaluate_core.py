"""Evaluate expressions of the core: each becomes a function of a `Context`.

Truths are Python truths, cards are orders, clues are `GiveClue` actions (None: the clue just given), values
are identities, and sets of values are masks. `OPERATIONS` has one line for each operation of the core.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, reduce
from operator import add, and_, eq, lt, mul, or_, sub
from typing import Any

from handsight.conventions.core import ALL, MINE, OTHERS, Bind, Each, Expr, Number, Step, Term, Var
from handsight.conventions.interpreter.rule_context import Context
from handsight.conventions.normal_form import quotient
from handsight.hanabi import ClueGiven, GiveClue

Evaluate = Callable[[Context], Any]


def _pace(context: Context) -> int:
    now = context.public
    return now.points + now.deck_left + now.terms.final_round - context.best


def _turns(context: Context) -> int:
    now = context.public
    return now.deck_left + now.terms.final_round if now.turns_left is None else now.turns_left


def _moved(context: Context) -> int:
    last = context.public.last_action
    return -1 if last is None or isinstance(last, ClueGiven) else last.order


def _height(context: Context, value: int) -> int:
    variant = context.public.terms.variant
    suit = variant.card(value).suit
    return variant.stacks[suit].height[context.public.stacks[suit]]


def _ranked(context: Context, rank: float) -> int:
    return sum(
        1 << value for value, card in enumerate(context.public.terms.variant.cards) if card.rank == rank
    )


def _pure(work: Callable[..., Any]) -> Callable[..., Any]:
    """Make an operation of a function that does not need the context."""
    return lambda _, *args: work(*args)


OPERATIONS: dict[str, Callable[..., Any]] = {
    "not": lambda _, part: not part,
    "less": _pure(lt),
    **dict.fromkeys(("equal", "same_card", "same_seat", "same_clue", "same_value"), _pure(eq)),
    "has": lambda s, flag, card: bool(s.memory.flags[flag] >> card & 1),
    "has_hand": lambda s, flag, seat: bool(s.memory.flags[flag] >> seat & 1),
    "has_table": lambda s, flag: bool(s.memory.flags[flag] & 1),
    "asked": lambda s, card: bool(s.asked >> card & 1),
    "asks": lambda s, clue, card: s.asks(clue, card),
    "awaited": lambda s, card: s.awaited(card),
    "has_after": lambda s, flag, clue, card: s.context_after(clue).memory.has(flag, card),
    "honest": lambda s, clue: s.honest(clue),
    "touches": lambda s, clue, card: card in s.touched(clue),
    "clued": lambda s, card: bool(s.public.touched >> card & 1),
    "color": lambda s, clue: s.clue_content(clue)[0] == "color",
    "in": lambda _, value, values: bool(values >> value & 1),
    "meets": lambda _, one, two: bool(one & two),
    "within": lambda _, one, two: not one & ~two,
    "clues": lambda s: s.public.clue_units // s.public.terms.clue_cost,
    "strikes": lambda s: s.public.strikes,
    "deck": lambda s: s.public.deck_left,
    "turn": lambda s: s.public.turn,
    "turns": _turns,
    "score": lambda s: s.public.points,
    "best": lambda s: s.best,
    "pace": _pace,
    "slot": lambda s, card: s.slot(card),
    "back": lambda s, card: len(s.public.hands[s.holders[card]]) - 1 - s.slot(card),
    "order": lambda _, card: card,
    "away": lambda s, seat: s.away(seat),
    "size": lambda s, seat: len(s.public.hands[seat]),
    "rank": lambda s, value: s.public.terms.variant.card(value).rank,
    "suit": lambda s, value: s.public.terms.variant.card(value).suit,
    "copies": lambda s, value: s.public.terms.variant.copies[value],
    "left": lambda s, value: s.public.terms.variant.copies[value] - s.public.discarded_copies[value],
    "height": _height,
    "named": lambda s, clue: 0 if s.clue_content(clue)[0] == "color" else s.clue_content(clue)[1],
    "add": _pure(add),
    "subtract": _pure(sub),
    "multiply": _pure(mul),
    "divide": _pure(quotient),
    "chance": lambda s, card, values: s.chance(s.hand, card, values),
    "chance_promised": lambda s, card, values: s.chance(s.promised_hand, card, values),
    "face": lambda s, card: s.identity(card),
    "playable": lambda s: s.playable,
    "needed": lambda s: s.needed,
    "critical": lambda s: s.critical,
    "played": lambda s: s.public.played_values,
    "all": lambda s: s.public.terms.variant.everything,
    "ranked": _ranked,
    "touch": lambda s, clue: s.touched_values(clue),
    "only": lambda _, value: 1 << value,
    "could": lambda s, card: s.could(card),
    "could_promised": lambda s, card: s.could_promised(card),
    "mine": lambda s, card: s.mine(s.hand, card),
    "mine_promised": lambda s, card: s.mine(s.promised_hand, card),
    "others": lambda s, values: s.public.terms.variant.everything & ~values,
    "moved": _moved,
    "seat": lambda s, offset: s.seat(offset),
    "holder": lambda s, card: s.holders[card],
    "to": lambda s, clue: s.target(clue),
    "heard": lambda _: None,
}
FOLDS: dict[str, Callable[[int, int], int]] = {"both": and_, "either": or_}


@lru_cache(maxsize=1 << 12)
def compile_expression(expr: Expr) -> Evaluate:
    """Return a function that evaluates an expression in a context."""
    match expr:
        case Number(value):
            return lambda _: value
        case Var(number):
            return lambda context: context.variables[number]
        case Bind(op, each, then):
            return _compile_bind(op, each, compile_expression(then))
        case Term(op, args):
            return _compile_term(op, [compile_expression(arg) for arg in args])


def _compile_term(op: str, args: list[Evaluate]) -> Evaluate:
    if op == "and":
        return lambda context: all(arg(context) for arg in args)
    if op == "or":
        return lambda context: any(arg(context) for arg in args)
    if op in FOLDS:
        fold = FOLDS[op]
        return lambda context: reduce(fold, (arg(context) for arg in args))
    work = OPERATIONS[op]
    match args:
        case []:
            return work
        case [one]:
            return lambda context: work(context, one(context))
        case [one, two]:
            return lambda context: work(context, one(context), two(context))
        case _:
            return lambda context: work(context, *(arg(context) for arg in args))


def _compile_bind(op: str, each: Each, then: Evaluate) -> Evaluate:
    search = candidates(each)
    match op:
        case "some":
            return lambda context: any(then(context) for _ in search(context))
        case "count":
            return lambda context: sum(1 for _ in search(context) if then(context))
        case _:
            return lambda context: sum(1 << value for value in search(context) if then(context))


@lru_cache(maxsize=1 << 10)
def candidates(each: Each) -> Callable[[Context], Iterator[Any]]:
    """Return a function that binds the variable of an `Each` to one candidate after another."""
    where, var, domain = compile_expression(each.where), each.var, _domain(each)
    keys = [(compile_expression(key.by), -1 if key.down else 1) for key in each.order]

    def search(context: Context) -> Iterator[Any]:
        found = []
        for candidate in domain(context):
            context.variables[var] = candidate
            if where(context):
                if keys:
                    found.append((tuple(sign * by(context) for by, sign in keys), candidate))
                    continue
                yield candidate
                if each.first:
                    return
        for _, candidate in sorted(found, key=lambda pair: pair[0])[: 1 if each.first else None]:
            context.variables[var] = candidate
            yield candidate

    return search


def _domain(each: Each) -> Callable[[Context], Any]:
    """Return a function that lists everything an `Each` ranges over, in natural order."""
    if each.sort == "value":
        return lambda context: range(len(context.public.terms.variant.cards))
    seats = _seats(each.of)
    match each.sort:
        case "hand":
            return seats
        case "card":
            return lambda context: [order for seat in seats(context) for order in context.public.hands[seat]]
    return lambda context: [
        action
        for seat in seats(context)
        for action in context.legal
        if isinstance(action, GiveClue) and action.seat == seat
    ]


def _seats(of: Expr | str) -> Callable[[Context], list[int]]:
    if not isinstance(of, str):
        one = compile_expression(of)
        return lambda context: [one(context)]
    spans = {MINE: (0, 1), OTHERS: (1, None), ALL: (0, None)}
    first, end = spans[of]
    return lambda context: [context.seat(away) for away in range(first, end or context.public.terms.players)]


class Steps:
    """The steps of a rule, ready to be searched for every way in which all its conditions hold."""

    def __init__(self, steps: tuple[Step, ...]) -> None:
        self.steps = [
            (step.var, candidates(step)) if isinstance(step, Each) else (None, compile_expression(step))
            for step in steps
        ]
        self.bound = [sum(isinstance(step, Each) for step in steps[:at]) for at in range(len(steps) + 1)]
        """How many variables are bound before each step, and at the end."""


class StepSearch:
    """One search through the steps of a rule; at each solution the variables of the context are bound."""

    def __init__(self, steps: Steps, context: Context) -> None:
        self._steps = steps
        self._context = context
        self.passed = -1
        """How many steps were passed at best."""
        self.first_values: tuple[Any, ...] = ()
        """The values of the variables when so many steps were first passed."""
        self.ways = 0
        """In how many ways so many steps were passed."""

    @property
    def values(self) -> tuple[Any, ...]:
        """The values of the variables at a solution."""
        return tuple(self._context.variables[: self._steps.bound[-1]])

    def __iter__(self) -> Iterator[None]:
        """Yield at every solution."""
        return self._from(0)

    def _from(self, at: int) -> Iterator[None]:
        steps, context = self._steps, self._context
        if at > self.passed:
            self.passed, self.first_values, self.ways = at, tuple(context.variables[: steps.bound[at]]), 1
        elif at == self.passed:
            self.ways += 1
        if at == len(steps.steps):
            yield
            return
        var, step = steps.steps[at]
        if var is None:
            if step(context):
                yield from self._from(at + 1)
            return
        for candidate in step(context):
            context.variables[var] = candidate
            yield from self._from(at + 1)
