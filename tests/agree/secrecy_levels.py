"""How secret the facts are that a core reads: public ≤ seen ≤ hidden, through every operation and order.

The checker refuses a rule at the word that reads a secret. This second check knows only cores and what each
operation reveals; tests hold the checker and the random cores against it.
"""

from handsight.conventions.checks.typed_terms import ANYBODY, GONE, OTHER, OWN
from handsight.conventions.core import (
    MINE,
    NOBODY,
    OPS,
    OTHERS,
    Act,
    Bind,
    Bridge,
    Core,
    Each,
    Expr,
    Number,
    Step,
    Term,
    Update,
    Var,
)

PUBLIC, SEEN, HIDDEN = 0, 1, 2

_Known = dict[int, tuple[int, str]]
"""For each variable, how secret its value is, and who holds it."""
_OWN_ONLY = ("mine", "mine_promised", "chance", "chance_promised")


def secrecy_level(rule: Update | Act) -> int:
    """Return how secret the facts are that a rule reads."""
    known: _Known = {}
    highest = PUBLIC
    acting = isinstance(rule, Act)
    for step in rule.steps:
        highest = max(highest, _step(step, known, acting=acting))
    if isinstance(rule, Update) and rule.values is not None:
        highest = max(highest, _level(rule.values, known, acting=acting))
    return max(highest, _level(rule.what if isinstance(rule, Act) else rule.card, known, acting=acting))


def bridge_level(bridge: Bridge) -> int:
    """Return how secret the facts are that a bridge reads."""
    known: _Known = {0: (PUBLIC, GONE), 1: (PUBLIC, ANYBODY)}
    truths = [_level(truth, dict(known), acting=False) for truth in bridge.known]
    searches = (_step(each, dict(known), acting=False) for each in (*bridge.offers, *bridge.bluffs))
    return max([PUBLIC, *truths, *searches])


def rules_that_read_secrets(core: Core) -> tuple[list[int], list[int], list[int]]:
    """Return the numbers of the promises, update rules and act rules that read more than they may."""
    promises = [
        flag
        for flag, promise in enumerate(core.promises)
        if promise is not None and _level(promise, {}, acting=False) > PUBLIC
    ]
    bridged = bridge_level(core.bridge) > PUBLIC
    updates = [
        number
        for number, rule in enumerate(core.updates)
        if secrecy_level(rule) > PUBLIC or (bridged and rule.effect == "bridged")
    ]
    return promises, updates, [number for number, rule in enumerate(core.acts) if secrecy_level(rule) > SEEN]


def _step(step: Step, known: _Known, *, acting: bool) -> int:
    """Return how secret a step is; the variable of a search is as secret as what chose it."""
    if not isinstance(step, Each):
        return _level(step, known, acting=acting)
    owner = _owner(step.of, known, acting=acting)
    secret = SEEN if step.sort == "clue" else PUBLIC
    if not isinstance(step.of, str):
        secret = max(secret, _level(step.of, known, acting=acting))
    known[step.var] = secret, owner
    for part in (step.where, *(key.by for key in step.order)):
        secret = max(secret, _level(part, known, acting=acting))
    known[step.var] = secret, owner
    return secret


def _level(expr: Expr, known: _Known, *, acting: bool) -> int:
    match expr:
        case Number():
            return PUBLIC
        case Var(number):
            return known[number][0]
        case Bind(_, each, then):
            inside = dict(known)
            return max(_step(each, inside, acting=acting), _level(then, inside, acting=acting))
        case Term(op, args):
            own = _revealed(op, args, known, acting=acting)
            return max([own, *(_level(arg, known, acting=acting) for arg in args)])


def _revealed(op: str, args: tuple[Expr, ...], known: _Known, *, acting: bool) -> int:
    """Return how secret the fact is that an operation itself reveals."""
    if op == "face":
        owner = _owner(args[0], known, acting=acting)
        return {GONE: PUBLIC, OTHER: SEEN}.get(owner, HIDDEN)
    if op in _OWN_ONLY:
        return SEEN if acting and _owner(args[0], known, acting=acting) == OWN else HIDDEN
    return SEEN if OPS[op].secret else PUBLIC


def _owner(of: Expr | str, known: _Known, *, acting: bool) -> str:
    """Return who holds a card or is a seat, as the acting seat sees it."""
    match of:
        case str():
            return {MINE: OWN, OTHERS: OTHER, NOBODY: GONE}.get(of, ANYBODY) if acting else ANYBODY
        case Var(number):
            return known[number][1]
        case Term("moved"):
            return GONE
        case Term("holder", (card,)):
            owner = _owner(card, known, acting=acting)
            return ANYBODY if owner == GONE else owner  # the hand that a card left holds others
        case Term("seat", (Number(offset),)):
            return (OTHER if offset in (1, -1) else ANYBODY if offset else OWN) if acting else ANYBODY
    return OTHER if acting and isinstance(of, Term) and of.op == "to" else ANYBODY
