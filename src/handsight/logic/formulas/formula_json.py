"""Formulas as nested lists, the form they have in JSON: `["K", "a", ["not", ["atom", "p"]]]`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from handsight.errors import InputError
from handsight.logic.formulas import formula as make
from handsight.logic.formulas.formula import Formula
from handsight.logic.formulas.names import unknown

_Maker = Callable[..., Formula]

# operator: how many names, whether they are lists of agents, how many parts (None: one or more), the maker
_SHAPES: Final[dict[str, tuple[int, bool, int | None, _Maker]]] = {
    "true": (0, False, 0, lambda: make.TRUE),
    "false": (0, False, 0, lambda: make.FALSE),
    "atom": (1, False, 0, make.atom),
    "is": (2, False, 0, make.value),
    "not": (0, False, 1, lambda f: ~f),
    "and": (0, False, None, lambda *parts: make.all_of(parts)),
    "or": (0, False, None, lambda *parts: make.any_of(parts)),
    "xor": (0, False, None, lambda *parts: make.odd(parts)),
    "one": (0, False, None, lambda *parts: make.one(parts)),
    "implies": (0, False, 2, make.implies),
    "iff": (0, False, 2, make.iff),
    "K": (1, False, 1, make.K),
    "Kw": (1, False, 1, make.Kw),
    "M": (1, False, 1, make.M),
    "Kv": (2, False, 0, make.Kv),
    "E": (1, True, 1, make.E),
    "C": (1, True, 1, make.C),
    "D": (1, True, 1, make.D),
    "ann": (0, False, 2, make.announce),
    "ann_dia": (0, False, 2, make.announce_dia),
    "ann_whether": (0, False, 2, make.announce_whether),
    "group_whether": (1, True, 2, make.group_whether),
    "event": (2, False, 1, make.event),
    "event_dia": (2, False, 1, make.event_dia),
}


@dataclass(slots=True)
class _Open:
    """A list that is being read: its operator's maker, its names, its parts and those made so far."""

    maker: _Maker
    names: list[Any]
    parts: list[object]
    made: list[Formula] = field(default_factory=list)


def formula_of(data: object) -> Formula:
    """The formula in nested lists; an error says where, by the indices that lead there."""
    waiting: list[_Open] = []
    item = data
    while True:
        try:
            waiting.append(_opened(item))
            while len(waiting[-1].made) == len(waiting[-1].parts):
                done = waiting.pop()
                formula = done.maker(*done.names, *done.made)
                if not waiting:
                    return formula
                waiting[-1].made.append(formula)
        except InputError as error:
            path = "".join(f"[{1 + len(level.names) + len(level.made)}]" for level in waiting)
            place = f"at {path[:60]}: " if path else ""
            raise InputError(place + error.message) from None
        item = waiting[-1].parts[len(waiting[-1].made)]


def _opened(item: object) -> _Open:
    if not isinstance(item, list) or not item or not isinstance(item[0], str):
        raise InputError(f'expected a formula such as ["K", "a", ["atom", "p"]], found {str(item)[:40]}')
    op, *rest = item
    if op not in _SHAPES:
        raise unknown("operator", op, _SHAPES)
    number, grouped, parts, maker = _SHAPES[op]
    if parts is None:
        parts = max(1, len(rest) - number)
    if len(rest) != number + parts:
        raise InputError(f"{op!r} takes {number + parts} more, found {len(rest)}")
    for name in rest[:number]:
        if grouped and not (isinstance(name, list) and all(isinstance(agent, str) for agent in name)):
            raise InputError(f"{op!r} takes a list of agents, found {str(name)[:40]}")
        if not grouped and (not isinstance(name, str | int) or isinstance(name, bool)):
            raise InputError(f"{op!r} takes a name, found {str(name)[:40]}")
    names = rest[:number] if grouped else [str(name) for name in rest[:number]]
    return _Open(maker, names, rest[number:])


def lists_of(formula: Formula) -> list[Any]:
    """The formula as nested lists."""
    made: dict[Formula, list[Any]] = {}
    for f in formula.walk():
        _, grouped, _, _ = _SHAPES[f.op]
        names = [list(f.label)] if grouped else list(f.label)
        made[f] = [f.op, *names, *(made[part] for part in f.parts)]
    return made[formula]
