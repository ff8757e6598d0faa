"""What the core means: one line for each operation.

An expression becomes a function of a `Scene`. Truths are Python truths, cards are orders, clues are
`GiveClue` actions (None: the clue just given), values are identities, sets of values are masks.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import add, and_, eq, lt, mul, or_, sub
from typing import Any

from handsight.conventions.core import ALL, MINE, OTHERS, Bind, Each, Expr, Number, Step, Term, Var
from handsight.conventions.interpreter.context import Scene
from handsight.conventions.simplify import quotient
from handsight.hanabi import ClueGiven, GiveClue

Meaning = Callable[[Scene], Any]


def _pace(scene: Scene) -> int:
    now = scene.public
    return now.score + now.deck_left + now.terms.final_round - scene.best


def _turns(scene: Scene) -> int:
    now = scene.public
    return now.deck_left + now.terms.final_round if now.turns_left is None else now.turns_left


def _moved(scene: Scene) -> int:
    deed = scene.public.deed
    return -1 if deed is None or isinstance(deed, ClueGiven) else deed.order


def _height(scene: Scene, value: int) -> int:
    variant = scene.public.terms.variant
    suit = variant.card(value).suit
    return variant.stacks[suit].height[scene.public.stacks[suit]]


def _ranked(scene: Scene, rank: float) -> int:
    return sum(1 << value for value, card in enumerate(scene.public.terms.variant.cards) if card.rank == rank)


def _plain(work: Callable[..., Any]) -> Callable[..., Any]:
    """An operation that asks nothing of the scene."""
    return lambda _, *args: work(*args)


OPS: dict[str, Callable[..., Any]] = {
    "not": lambda _, part: not part,
    "less": _plain(lt),
    "equal": _plain(eq),
    "same_card": _plain(eq),
    "same_seat": _plain(eq),
    "same_clue": _plain(eq),
    "same_value": _plain(eq),
    "has": lambda s, flag, card: bool(s.memory.flags[flag] >> card & 1),
    "has_after": lambda s, flag, clue, card: s.told(clue).has(flag, card),
    "honest": lambda s, clue: s.honest(clue),
    "touches": lambda s, clue, card: card in s.touched(clue),
    "clued": lambda s, card: bool(s.public.touched >> card & 1),
    "color": lambda s, clue: s.naming(clue)[0] == "color",
    "in": lambda _, value, values: bool(values >> value & 1),
    "meets": lambda _, one, two: bool(one & two),
    "within": lambda _, one, two: not one & ~two,
    "clues": lambda s: s.public.clue_units // s.public.terms.clue_cost,
    "strikes": lambda s: s.public.strikes,
    "deck": lambda s: s.public.deck_left,
    "turn": lambda s: s.public.turn,
    "turns": _turns,
    "score": lambda s: s.public.score,
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
    "left": lambda s, value: s.public.terms.variant.copies[value] - s.public.lost[value],
    "height": _height,
    "named": lambda s, clue: 0 if s.naming(clue)[0] == "color" else s.naming(clue)[1],
    "add": _plain(add),
    "subtract": _plain(sub),
    "multiply": _plain(mul),
    "divide": _plain(quotient),
    "chance": lambda s, card, values: s.chance(s.hand, card, values),
    "chance_promised": lambda s, card, values: s.chance(s.promised_hand, card, values),
    "face": lambda s, card: s.face(card),
    "playable": lambda s: s.playable,
    "needed": lambda s: s.needed,
    "critical": lambda s: s.critical,
    "played": lambda s: s.public.played,
    "all": lambda s: s.public.terms.variant.everything,
    "ranked": _ranked,
    "touch": lambda s, clue: s.touch(clue),
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
def meaning(expr: Expr) -> Meaning:
    """Return what an expression is, as a function of the scene."""
    match expr:
        case Number(value):
            return lambda _: value
        case Var(number):
            return lambda scene: scene.vars[number]
        case Bind(op, each, then):
            return _bound(op, each, meaning(then))
        case Term(op, args):
            return _term(op, [meaning(arg) for arg in args])


def _term(op: str, args: list[Meaning]) -> Meaning:
    if op == "and":
        return lambda scene: all(arg(scene) for arg in args)
    if op == "or":
        return lambda scene: any(arg(scene) for arg in args)
    if op in FOLDS:
        fold, (first, *rest) = FOLDS[op], args

        def folded(scene: Scene) -> int:
            values: int = first(scene)
            for arg in rest:
                values = fold(values, arg(scene))
            return values

        return folded
    work = OPS[op]
    match args:
        case []:
            return work
        case [one]:
            return lambda scene: work(scene, one(scene))
        case [one, two]:
            return lambda scene: work(scene, one(scene), two(scene))
        case _:
            return lambda scene: work(scene, *(arg(scene) for arg in args))


def _bound(op: str, each: Each, then: Meaning) -> Meaning:
    look = things(each)
    match op:
        case "some":
            return lambda scene: any(then(scene) for _ in look(scene))
        case "count":
            return lambda scene: sum(1 for _ in look(scene) if then(scene))
        case _:
            return lambda scene: sum(1 << value for value in look(scene) if then(scene))


@lru_cache(maxsize=1 << 10)
def things(each: Each) -> Callable[[Scene], Iterator[Any]]:
    """Return the search for an `Each`: it binds the variable to one thing after another."""
    where, var, reach = meaning(each.where), each.var, _reach(each)
    keys = [(meaning(key.by), -1 if key.down else 1) for key in each.order]

    def look(scene: Scene) -> Iterator[Any]:
        found = []
        for thing in reach(scene):
            scene.vars[var] = thing
            if where(scene):
                if keys:
                    found.append((tuple(sign * by(scene) for by, sign in keys), thing))
                    continue
                yield thing
                if each.first:
                    return
        for _, thing in sorted(found, key=lambda pair: pair[0])[: 1 if each.first else None]:
            scene.vars[var] = thing
            yield thing

    return look


def _reach(each: Each) -> Callable[[Scene], Any]:
    """Return all that an `Each` looks through, in natural order."""
    if each.sort == "value":
        return lambda scene: range(len(scene.public.terms.variant.cards))
    seats = _seats(each.of)
    match each.sort:
        case "hand":
            return seats
        case "card":
            return lambda scene: [order for seat in seats(scene) for order in scene.public.hands[seat]]
    return lambda scene: [
        action
        for seat in seats(scene)
        for action in scene.legal
        if isinstance(action, GiveClue) and action.seat == seat
    ]


def _seats(of: Expr | str) -> Callable[[Scene], list[int]]:
    if not isinstance(of, str):
        one = meaning(of)
        return lambda scene: [one(scene)]
    spans = {MINE: (0, 1), OTHERS: (1, None), ALL: (0, None)}
    first, end = spans[of]
    return lambda scene: [scene.seat(away) for away in range(first, end or scene.public.terms.players)]


class Search:
    """The steps of a rule, to be walked through in every way."""

    def __init__(self, steps: tuple[Step, ...]) -> None:
        self.steps = [
            (step.var, things(step)) if isinstance(step, Each) else (None, meaning(step)) for step in steps
        ]
        self.bound = [sum(isinstance(step, Each) for step in steps[:at]) for at in range(len(steps) + 1)]
        """How many variables are bound before each step, and at the end."""

    def ways(self, scene: Scene) -> "Walk":
        """Return a walk: it yields once for every way through."""
        return Walk(self, scene)


class Walk:
    """One walk through the steps of a rule; at the end of a way, the variables of the scene are bound."""

    def __init__(self, search: Search, scene: Scene) -> None:
        self._search = search
        self._scene = scene
        self.reached = -1
        """How many steps it got behind it, at best."""
        self.first: tuple[Any, ...] = ()
        """What the variables were when it first got there."""
        self.often = 0
        """In how many ways it got there."""

    @property
    def found(self) -> tuple[Any, ...]:
        """What the variables are at the end of a way."""
        return tuple(self._scene.vars[: self._search.bound[-1]])

    def __iter__(self) -> Iterator[None]:
        """Go every way."""
        return self._on(0)

    def _on(self, at: int) -> Iterator[None]:
        search, scene = self._search, self._scene
        if at > self.reached:
            self.reached, self.first, self.often = at, tuple(scene.vars[: search.bound[at]]), 1
        elif at == self.reached:
            self.often += 1
        if at == len(search.steps):
            yield
            return
        var, step = search.steps[at]
        if var is None:
            if step(scene):
                yield from self._on(at + 1)
            return
        for thing in step(scene):
            scene.vars[var] = thing
            yield from self._on(at + 1)
