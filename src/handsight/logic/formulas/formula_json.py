"""Formulas as nested lists, as JSON files contain them: `["K", "a", ["not", ["atom", "p"]]]`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from handsight.errors import InputError
from handsight.logic.formulas import formula as make
from handsight.logic.formulas.formula import Formula
from handsight.logic.formulas.name_checks import unknown_name

_Constructor = Callable[..., Formula]

# operator: number of names, whether they are lists of agents, number of parts (None: any), constructor
_SHAPES: Final[dict[str, tuple[int, bool, int | None, _Constructor]]] = {
    "true": (0, False, 0, lambda: make.TRUE),
    "false": (0, False, 0, lambda: make.FALSE),
    "atom": (1, False, 0, make.atom),
    "is": (2, False, 0, make.has_value),
    "not": (0, False, 1, lambda f: ~f),
    "and": (0, False, None, lambda *parts: make.all_of(parts)),
    "or": (0, False, None, lambda *parts: make.any_of(parts)),
    "xor": (0, False, None, lambda *parts: make.xor_of(parts)),
    "one": (0, False, None, lambda *parts: make.exactly_one(parts)),
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
    "ann_dia": (0, False, 2, make.announce_diamond),
    "ann_whether": (0, False, 2, make.announce_whether),
    "group_whether": (1, True, 2, make.announce_whether_to),
    "event": (2, False, 1, make.after_event),
    "event_dia": (2, False, 1, make.after_event_diamond),
}


@dataclass(slots=True)
class _OpenList:
    """A list that is being read: its constructor, names and parts, and the formulas made so far."""

    constructor: _Constructor
    names: list[Any]
    parts: list[object]
    made: list[Formula] = field(default_factory=list)


def formula_from_json(data: object) -> Formula:
    """Return the formula in nested lists.

    Raises:
        InputError: The lists are not a formula; the message says where by the indices that lead there.
    """
    waiting: list[_OpenList] = []
    item = data
    while True:
        try:
            waiting.append(_open_list(item))
            while len(waiting[-1].made) == len(waiting[-1].parts):
                done = waiting.pop()
                formula = done.constructor(*done.names, *done.made)
                if not waiting:
                    return formula
                waiting[-1].made.append(formula)
        except InputError as error:
            path = "".join(f"[{1 + len(level.names) + len(level.made)}]" for level in waiting)
            place = f"at {path[:60]}: " if path else ""
            raise InputError(place + error.message) from None
        item = waiting[-1].parts[len(waiting[-1].made)]


def _open_list(item: object) -> _OpenList:
    if not isinstance(item, list) or not item or not isinstance(item[0], str):
        raise InputError(f'expected a formula such as ["K", "a", ["atom", "p"]], found {str(item)[:40]}')
    op, *rest = item
    if op not in _SHAPES:
        raise unknown_name("operator", op, _SHAPES)
    number, grouped, parts, constructor = _SHAPES[op]
    if parts is None:
        parts = max(1, len(rest) - number)
    if len(rest) != number + parts:
        raise InputError(f"{op!r} takes {number + parts} arguments, found {len(rest)}")
    for name in rest[:number]:
        if grouped and not (isinstance(name, list) and all(isinstance(agent, str) for agent in name)):
            raise InputError(f"{op!r} takes a list of agents, found {str(name)[:40]}")
        if not grouped and (not isinstance(name, str | int) or isinstance(name, bool)):
            raise InputError(f"{op!r} takes a name, found {str(name)[:40]}")
    names = rest[:number] if grouped else [str(name) for name in rest[:number]]
    return _OpenList(constructor, names, rest[number:])


def formula_to_json(formula: Formula) -> list[Any]:
    """Return the formula as nested lists."""
    made: dict[Formula, list[Any]] = {}
    for f in formula.subformulas():
        _, grouped, _, _ = _SHAPES[f.op]
        names = [list(f.label)] if grouped else list(f.label)
        made[f] = [f.op, *names, *(made[part] for part in f.parts)]
    return made[formula]
