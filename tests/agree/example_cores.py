"""Random cores: any rules that `conventions.core` allows, sensible or not."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TypeVar

import secrecy_levels

from handsight.conventions.core import (
    AFTER,
    ALL,
    CARD,
    CLUE,
    FLAG,
    MINE,
    NOBODY,
    NUMBER,
    OPS,
    OTHERS,
    SEAT,
    SORTS,
    TRUE,
    TRUTH,
    VALUES,
    Act,
    Bind,
    Bridge,
    Core,
    Each,
    Expr,
    Key,
    Law,
    Number,
    Term,
    Update,
    Var,
)
from handsight.conventions.normal_form import subexpressions

Rule = TypeVar("Rule", Update, Act)

FLAGS = 3
OF_MINE = ("mine", "mine_promised", "chance", "chance_promised")
IN_HAND = ("slot", "back", "holder")
GONE = ("play", "strike", "discard")
HEARD = ("clue", "color", "number")


class NothingFits(Exception):  # noqa: N818  # not an error: another rule is tried
    """No expression of this type is possible here."""


class Maker:
    """Makes random expressions of a type."""

    def __init__(self, dice: Random, *, acting: bool, after: str = "") -> None:
        self.dice = dice
        self.acting = acting
        self.after = after
        self.open: list[tuple[str, str]] = []
        """For each variable: its type, and whose it is."""

    def expr(self, kind: str, depth: int) -> Expr:
        """Make an expression of a type."""
        if kind == TRUTH and depth < 0:
            return TRUE
        open_before = len(self.open)
        for _ in range(20):
            try:
                made = self._try(kind, depth)
            except NothingFits:
                del self.open[open_before:]
                continue
            if made is not None:
                return made
        raise NothingFits(kind)

    def _try(self, kind: str, depth: int) -> Expr | None:
        chance = self.dice.random()
        variables = [Var(at) for at, (sort, _) in enumerate(self.open) if sort == kind]
        if variables and (depth < 0 or chance < 0.5):
            return self.dice.choice(variables)
        if kind in (CARD, CLUE) and not variables:
            return self._just_now(kind)
        if kind == NUMBER and (depth < 0 or chance < 0.2):
            return Number(self.dice.choice([0, 1, 2, 3, 4, 5, 0.5, -1]))
        if depth > 0 and kind in (TRUTH, NUMBER, VALUES) and chance > 0.75:
            return self._bind(kind, depth)
        names = [name for name, op in OPS.items() if op.result == kind and (depth >= 0 or not op.args)]
        return self._term(self.dice.choice(names), depth) if names else None

    def _just_now(self, kind: str) -> Expr | None:
        if kind == CARD and self.after in GONE:
            return Term("moved")
        return Term("heard") if kind == CLUE and self.after in HEARD else None

    def _bind(self, kind: str, depth: int) -> Expr | None:
        op = {TRUTH: "some", NUMBER: "count", VALUES: "those"}[kind]
        each = self.each(depth - 1, "value" if op == "those" else None, plain=op == "those")
        then = self.expr(TRUTH, depth - 1)
        self.open.pop()
        return Bind(op, each, then)

    def each(self, depth: int, sort: str | None = None, *, plain: bool = False) -> Each:
        """Make a search, and leave its variable open."""
        dice, var = self.dice, len(self.open)
        sort = sort or dice.choice([*SORTS, "card"] if self.acting else ["card", "card", "hand", "value"])
        of: Expr | str = NOBODY
        if sort != "value":
            of = dice.choice([MINE, OTHERS, ALL, OTHERS]) if dice.random() < 0.7 else self.expr(SEAT, depth)
        owner = of if isinstance(of, str) else "somebody"
        self.open.append((SORTS[sort], owner))
        where = self.expr(TRUTH, depth) if dice.random() < 0.6 and not plain else TRUE
        keys = range(dice.choice([0, 0, 1, 2]) if not plain else 0)
        order = tuple(Key(self.expr(NUMBER, depth), dice.random() < 0.5) for _ in keys)
        return Each(var, sort, of, where, order, dice.random() < 0.4 and not plain)

    def _term(self, name: str, depth: int) -> Expr | None:
        if name in ("moved", "heard"):
            return self._just_now(OPS[name].result)
        if name == "seat":
            return Term("seat", (Number(self.dice.randrange(-2, 4)),))
        args = list(OPS[name].args)
        if args[-1:] == ["…"]:
            args[-1:] = args[:1] * self.dice.choice([1, 2])
        chosen: list[Expr] = []
        for kind in args:
            arg = Number(self.dice.randrange(FLAGS)) if kind == FLAG else self._argument(name, kind, depth)
            if arg is None:
                return None
            chosen.append(arg)
        return Term(name, tuple(chosen))

    def _argument(self, name: str, kind: str, depth: int) -> Expr | None:
        if kind not in (CARD, CLUE):
            return self.expr(kind, depth - 1)
        owners = dict.fromkeys(OF_MINE, MINE) | {"face": OTHERS}
        fitting: list[Expr] = [
            Var(number)
            for number, (sort, owner) in enumerate(self.open)
            if sort == kind and owner == owners.get(name, owner)
        ]
        gone = self._just_now(kind)
        held = kind == CARD and name in (*IN_HAND, *OF_MINE, "has_after", "touches")
        if gone is not None and not held:
            fitting.append(gone)
        return self.dice.choice(fitting) if fitting else None


def random_core(seed: int) -> Core:
    """Make a core of a few rules, none of which reads hidden cards."""
    dice = Random(seed)
    promises = tuple(
        Maker(dice, acting=False).expr(VALUES, 1) if dice.random() < 0.7 else None for _ in range(FLAGS)
    )
    updates = tuple(_until_fair(dice, _update) for _ in range(4))
    acts = tuple(_until_fair(dice, _act) for _ in range(6))
    return Core(promises, updates, acts)


def random_reading_core(seed: int) -> Core:
    """Make a core that also leaves readings open, bridges values, and has up to three laws."""
    core, dice = random_core(seed), Random(-seed)
    effects = ["may be", "bridged", "may be", dice.choice(["drop", "drop all"]), "instead", "excuse"]
    readings = [_until_fair(dice, partial(_reading, effect)) for effect in effects]
    marks = [_until_fair(dice, _mark_on_a_hand), _until_fair(dice, _mark_on_the_table)]
    updates = [*core.updates[:2], *readings, *marks]
    dice.shuffle(updates)
    bridge = Bridge(
        dice.choice([0, 1, 2]),
        (_bridge_known(dice),),
        tuple(_offer(dice) for _ in range(2)),
        (_offer(dice),) if dice.random() < 0.5 else (),
        tuple(number for number in range(2) if dice.random() < 0.3),
    )
    return Core((*core.promises, None, None), tuple(updates), core.acts, bridge, random_laws(dice, 0, 3))


def random_law_core(seed: int) -> Core:
    """Make a core with two or three laws, whose flags come often and whose acts ask what holds by promise."""
    core, dice = random_reading_core(seed) if seed % 3 else random_core(seed), Random(~seed)
    marks = [_touched_gain(flag, dice) for flag in range(FLAGS)]
    if not core.has_readings:  # then these mean little, and must still mean the same
        marks += [_until_fair(dice, partial(_reading, effect)) for effect in ("drop", "instead", "excuse")]
    mine = Each(0, "card", MINE)
    sure = Term("within", (Term("mine_promised", (Var(0),)), Term("playable")))
    likely = Key(Term("chance_promised", (Var(0), Term("playable"))), down=True)
    asks = Each(1, "card", OTHERS, Term("asks", (Var(0), Var(1))))
    acts = (
        Act((mine, sure), "play", Var(0)),
        Act((Each(0, "clue", OTHERS), asks), "give", Var(0)),
        Act((Each(0, "card", MINE, TRUE, (likely,), first=True),), "discard", Var(0)),
        *core.acts,
    )
    return Core(core.promises, (*marks, *core.updates), acts, core.bridge, random_laws(dice, 2, 3))


def random_laws(dice: Random, fewest: int, most: int) -> tuple[Law, ...]:
    """Make laws between cards with one flag or with two."""
    count = dice.randrange(fewest, most + 1)
    return tuple(Law(_some_flags(dice), _some_flags(dice)) for _ in range(count))


def _some_flags(dice: Random) -> tuple[int, ...]:
    return tuple(sorted(dice.sample(range(FLAGS), dice.choice([1, 1, 1, 2]))))


def _touched_gain(flag: int, dice: Random) -> Update:
    """Make a rule that gives a flag to the touched cards, all of them or the first."""
    where = Term("touches", (Term("heard"), Var(0)))
    each = Each(0, "card", ALL, where, (), first=dice.random() < 0.5)
    return Update(dice.choice(["clue", "color", "number"]), (each,), Var(0), (flag,))


def _mark_on_a_hand(dice: Random) -> Update:
    """Make a rule by which hands gain or lose a flag of hands."""
    after = dice.choice(AFTER)
    steps = _steps(Maker(dice, acting=False, after=after), "hand")
    gains, loses = ((FLAGS,), ()) if dice.random() < 0.6 else ((), (FLAGS,))
    return Update(after, tuple(steps), Var(0), gains, loses, dice.random() < 0.1)


def _mark_on_the_table(dice: Random) -> Update:
    """Make a rule by which the table gains or loses a flag."""
    after = dice.choice(AFTER)
    steps = _steps(Maker(dice, acting=False, after=after), None)
    gains, loses = ((FLAGS + 1,), ()) if dice.random() < 0.6 else ((), (FLAGS + 1,))
    return Update(after, tuple(steps), Number(0), gains, loses, dice.random() < 0.1)


def _reading(effect: str, dice: Random) -> Update:
    """Make a rule about open readings."""
    after = dice.choice(["play", "strike"] if effect == "instead" else AFTER[:-1])
    maker = Maker(dice, acting=False, after=after)
    steps = _steps(maker, "card")
    values = maker.expr(VALUES, 1) if effect in ("may be", "bridged") else None
    card = Number(0) if effect in ("drop all", "excuse") else Var(0)
    return Update(after, tuple(steps), card, ends=dice.random() < 0.1, effect=effect, values=values)


def _bridge_known(dice: Random) -> Expr:
    has = Term("has", (Number(dice.randrange(FLAGS)), Var(2)))
    surely = Term("within", (Term("could_promised", (Var(2),)), Term("only", (Var(0),))))
    return Bind("some", Each(2, "card", ALL, has), surely)


def _offer(dice: Random) -> Each:
    could = Term(dice.choice(["could", "could_promised"]), (Var(2),))
    fits = Term("meets", (could, Term("only", (Var(0),))))
    has = Term("has", (Number(dice.randrange(FLAGS)), Var(2)))
    back = (Key(Term("slot", (Var(2),)), down=True),) if dice.random() < 0.3 else ()
    return Each(2, "card", Var(1), Term("and", (has, fits)) if dice.random() < 0.5 else fits, back)


def _until_fair(dice: Random, make: Callable[[Random], Rule]) -> Rule:
    while True:
        try:
            rule = make(dice)
        except NothingFits:
            continue
        lone = Core(
            (None,) * (FLAGS + 2),
            (rule,) if isinstance(rule, Update) else (),
            (rule,) if isinstance(rule, Act) else (),
        )
        if not any(secrecy_levels.rules_that_read_secrets(lone)):
            return rule


def _steps(maker: Maker, first: str | None) -> list[Expr | Each]:
    dice = maker.dice
    steps: list[Expr | Each] = [maker.each(1, first)]
    more = (
        maker.expr(TRUTH, 2) if dice.random() < 0.6 else maker.each(1) for _ in range(dice.choice([0, 1, 2]))
    )
    steps.extend(more)
    return steps


def _update(dice: Random) -> Update:
    after = dice.choice(AFTER)
    maker = Maker(dice, acting=False, after=after)
    steps = _steps(maker, "card")
    gains = tuple(sorted(dice.sample(range(FLAGS), dice.choice([1, 1, 2]))))
    loses = tuple(flag for flag in range(FLAGS) if flag not in gains and dice.random() < 0.4)
    return Update(after, tuple(steps), Var(0), gains, loses, dice.random() < 0.3)


def _act(dice: Random) -> Act:
    verb = dice.choice(["play", "discard", "give", "give"])
    maker = Maker(dice, acting=True)
    steps = _steps(maker, "clue" if verb == "give" else "card")
    return Act(tuple(steps), verb, Var(0))


def operations(core: Core) -> set[str]:
    """Return the operations that a core uses."""
    rules: list[Update | Act] = [*core.updates, *core.acts]
    steps = [step for rule in rules for step in rule.steps]
    whole = [*steps, *(promise for promise in core.promises if promise is not None)]
    return {part.op for step in whole for part in subexpressions(step) if isinstance(part, Term | Bind)}
