"""Evaluate expressions of the core in a `Context`.

Truths are Python truths, cards are orders, clues are `GiveClue` actions (None: the clue just given), values
are identities, and sets of values are masks. `OPERATIONS` has one line for each operation of the core.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, reduce
from operator import add, and_, eq, lt, mul, or_, sub
from typing import Any

from handsight.conventions.core import ALL, MINE, OTHERS, Bind, Each, Expr, Number, Step, Term, Var
from handsight.conventions.interpreter.rule_context import Context
from handsight.conventions.normal_form import quotient
from handsight.game.bitmask import mask_of
from handsight.hanabi import ClueGiven, GiveClue


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


def _touch(context: Context, clue: GiveClue | None) -> int:
    said = context.said(clue)[1]
    return context.public.terms.variant.touch(said) if said else 0


def _pure(work: Callable[..., Any]) -> Callable[..., Any]:
    """Turn a function that does not need the context into an operation."""
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
    "touch": _touch,
    "only": lambda _, value: 1 << value,
    "could": lambda s, card: s.could(card),
    "could_promised": lambda s, card: s.could_promised(card),
    "mine": lambda s, card: s.mine(s.hand, card),
    "mine_promised": lambda s, card: s.mine(s.promised_hand, card),
    "both": lambda _, *sets: reduce(and_, sets),
    "either": lambda _, *sets: reduce(or_, sets),
    "others": lambda s, values: s.public.terms.variant.everything & ~values,
    "moved": _moved,
    "seat": lambda s, offset: s.seat(offset),
    "holder": lambda s, card: s.holders[card],
    "to": lambda s, clue: s.said(clue)[0],
    "heard": lambda _: None,
}


def evaluate(expr: Expr, context: Context) -> Any:
    """Return the value of an expression in a context."""
    return _compiled(expr)(context)


@lru_cache(maxsize=1 << 14)
def _compiled(expr: Expr) -> Callable[[Context], Any]:
    """Return a function that evaluates an expression in a context."""
    match expr:
        case Number(value):
            return lambda _: value
        case Var(number):
            return lambda context: context.variables[number]
        case Bind(op, each, then):
            holds, gather = _compiled(then), GATHER[op]
            return lambda context: gather(one for one in candidates(each, context) if holds(context))
        case Term(op, args):
            parts = [_compiled(arg) for arg in args]
            if op in ("and", "or"):
                join = all if op == "and" else any
                return lambda context: join(part(context) for part in parts)
            work = OPERATIONS[op]
            if len(parts) == 2:  # most operations have two, and this is faster
                one, two = parts
                return lambda context: work(context, one(context), two(context))
            return lambda context: work(context, *[part(context) for part in parts])


GATHER: dict[str, Callable[[Iterator[Any]], Any]] = {
    "some": lambda found: any(True for _ in found),
    "count": lambda found: sum(1 for _ in found),
    "those": mask_of,
}


def candidates(each: Each, context: Context) -> Iterator[Any]:
    """Yield the things that an `Each` finds, in its order, with its variable bound to each."""
    found, where = [], _compiled(each.where)
    for candidate in _domain(each, context):
        context.variables[each.var] = candidate
        if where(context):
            if each.order:
                keys = [(-1 if key.down else 1) * evaluate(key.by, context) for key in each.order]
                found.append((keys, candidate))
                continue
            yield candidate
            if each.first:
                return
    for _, candidate in sorted(found, key=lambda pair: pair[0])[: 1 if each.first else None]:
        context.variables[each.var] = candidate
        yield candidate


def _domain(each: Each, context: Context) -> Iterable[Any]:
    """Return everything an `Each` ranges over, in natural order."""
    players, of = context.public.terms.players, each.of
    if each.sort == "value":
        return range(len(context.public.terms.variant.cards))
    if isinstance(of, str):
        first, end = {MINE: (0, 1), OTHERS: (1, players), ALL: (0, players)}[of]
        seats = [context.seat(away) for away in range(first, end)]
    else:
        seats = [evaluate(of, context)]
    match each.sort:
        case "hand":
            return seats
        case "card":
            return [order for seat in seats for order in context.public.hands[seat]]
    clues = [action for action in context.legal if isinstance(action, GiveClue)]
    return [clue for seat in seats for clue in clues if clue.seat == seat]


class StepSearch:
    """One search through the steps of a rule; at each solution the variables of the context are bound."""

    def __init__(self, steps: tuple[Step, ...], context: Context) -> None:
        self._steps = steps
        self._context = context
        self.passed = -1
        """The most steps that were passed; -1 before the search."""
        self.first_values: tuple[Any, ...] = ()
        """The values of the variables when that many steps were first passed."""
        self.ways = 0
        """In how many ways that many steps were passed."""

    def __iter__(self) -> Iterator[None]:
        """Yield None at every solution, with the variables bound."""
        return self._from(0, 0)

    def _from(self, at: int, bound: int) -> Iterator[None]:
        context = self._context
        if at > self.passed:
            self.passed, self.first_values, self.ways = at, tuple(context.variables[:bound]), 1
        elif at == self.passed:
            self.ways += 1
        if at == len(self._steps):
            yield
            return
        step = self._steps[at]
        if not isinstance(step, Each):
            if evaluate(step, context):
                yield from self._from(at + 1, bound)
            return
        for candidate in candidates(step, context):
            context.variables[step.var] = candidate
            yield from self._from(at + 1, bound + 1)
