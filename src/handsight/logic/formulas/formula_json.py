"""Formulas as nested lists, as JSON files contain them: `["K", "a", ["not", ["atom", "p"]]]`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from handsight.errors import InputError
from handsight.logic.formulas.formula import SHAPES, Formula
from handsight.logic.formulas.name_checks import unknown_name


@dataclass(slots=True)
class _OpenList:
    """A list that is being read: its constructor, names and parts, and the formulas made so far."""

    constructor: Callable[..., Formula]
    names: list[Any]
    parts: list[object]
    made: list[Formula] = field(default_factory=list)


def formula_from_json(data: object) -> Formula:
    """Return the formula in nested lists; an InputError says by indices where they are not one."""
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
    if op not in SHAPES:
        raise unknown_name("operator", op, SHAPES)
    number, grouped, parts, constructor = SHAPES[op]
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
        _, grouped, _, _ = SHAPES[f.op]
        names = [list(f.label)] if grouped else list(f.label)
        made[f] = [f.op, *names, *(made[part] for part in f.parts)]
    return made[formula]
