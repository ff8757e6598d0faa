"""Answering cases in JSON: a small model, a formula in nested lists, and where it should be true.

{"formula_cases": [{"id": "f01", "worlds": 3, "agents": ["a"], "atoms": ["p"],
                    "partition": {"a": [[0, 1], [2]]}, "valuation": {"p": [0, 2]},
                    "formula": ["K", "a", ["atom", "p"]], "holds": [2]}, …],
 "event_cases": [the same, and "event_models":
                 {"m": {"events": [{"pre": …, "post": {"p": …}}, …], "partition": {"a": [[0], …]}}}]}
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from handsight.errors import HandsightError, InputError
from handsight.game.bitmask import mask_of
from handsight.logic.engines.explicit_model import ExplicitModel
from handsight.logic.engines.kripke_structure import KripkeStructure, Relation, check_world_count
from handsight.logic.formulas.event_model import Event, EventModel, unknown_name
from handsight.logic.formulas.formula import SHAPES, Formula
from handsight.text.diagnostics import utf8_text
from handsight.text.json_positions import documents


@dataclass(slots=True)
class _OpenList:
    """A list that is being read: its constructor, names and parts, and the formulas made so far."""

    constructor: Callable[..., Formula]
    names: list[Any]
    parts: list[object]
    made: list[Formula] = field(default_factory=list)


def formula_from_json(data: object) -> Formula:
    """Return the formula that nested lists describe; an InputError gives the indices of the wrong part."""
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


Cells = dict[str, list[list[int]]]


class EventCase(msgspec.Struct):
    """An event of a case: its precondition, and what each changed atom becomes."""

    pre: Any
    post: dict[str, Any] = {}


class EventModelCase(msgspec.Struct):
    """An event model of a case: its events, and for each agent cells of events that look the same."""

    events: list[EventCase]
    partition: Cells


class Case(msgspec.Struct):
    """A model, a formula, and perhaps where it should be true."""

    worlds: int
    agents: list[str]
    partition: Cells
    valuation: dict[str, list[int]]
    formula: Any
    atoms: list[str] = []
    event_models: dict[str, EventModelCase] = {}
    holds: list[int] | None = None


@dataclass(frozen=True, slots=True)
class CaseAnswer:
    """Our answer to a case: where the formula is true (None on an error), and where the file says it is."""

    id: str | int
    holds: list[int] | None
    expected: list[int] | None
    error: str | None = None

    @property
    def agrees(self) -> bool:
        """Whether the file has an expected answer that is the same as ours."""
        return self.error is None and self.holds == self.expected

    def to_json(self) -> dict[str, Any]:
        """Return the answer as `handsight logic --cases --json` prints it."""
        row = {"id": self.id, "holds": self.holds}
        return row if self.error is None else {**row, "error": self.error}


def answer_cases(data: bytes) -> Iterator[CaseAnswer]:
    """Yield our answer to every case of a file, in its order; a broken case has an error instead."""
    found = next(documents(utf8_text(data)), None)
    if isinstance(found, InputError):
        raise found
    cases = [
        case
        for name in ("formula_cases", "event_cases")
        if found and found.has(name)
        for case in found.field(name).items()
    ]
    if not cases:
        message = "the file has no cases; put them in a list under formula_cases or event_cases"
        raise InputError(message, line=1, column=1)
    for number, case in enumerate(cases, 1):
        yield _answer(case.value, number)


def _answer(data: Any, number: int) -> CaseAnswer:
    given = data.get("id") if isinstance(data, dict) else None
    case_id = given if isinstance(given, str | int) else f"case {number}"
    try:
        case = msgspec.convert(data, Case)
        model, formula = model_of(case), _formula(case.formula, "formula")
        holds = [world for world in model.where(formula) if isinstance(world, int)]
    except HandsightError as error:
        return CaseAnswer(case_id, None, None, str(error))
    except msgspec.MsgspecError as error:
        return CaseAnswer(case_id, None, None, f"not a case: {error}")
    except RecursionError:
        text = "its formula is nested too deeply for JSON; ask it as text, in a file of its own"
        return CaseAnswer(case_id, None, None, text)
    return CaseAnswer(case_id, holds, None if case.holds is None else sorted(set(case.holds)))


def model_of(case: Case) -> ExplicitModel:
    """Return the model of a case; its worlds are numbers from 0."""
    if case.worlds < 0:
        raise InputError(f'"worlds" is 0 or more, not {case.worlds}')
    check_world_count(case.worlds)
    relations = {
        agent: Relation.by_observation(_cell_numbers(agent, case.partition.get(agent), case.worlds))
        for agent in case.agents
    }
    atoms = dict.fromkeys(case.atoms, 0)
    for atom, worlds in case.valuation.items():
        atoms[atom] = mask_of(_in_range(worlds, case.worlds, f"the valuation of {atom}"))
    events = {name: _event_model(name, model, case.agents) for name, model in case.event_models.items()}
    return ExplicitModel(KripkeStructure(range(case.worlds), relations, atoms, {}), events=events)


def _formula(data: object, where: str) -> Formula:
    try:
        return formula_from_json(data)
    except InputError as error:
        raise InputError(f"{where}: {error.message}") from None


def _in_range(numbers: list[int], count: int, where: str) -> list[int]:
    for number in numbers:
        if not 0 <= number < count:
            raise InputError(f"{where} names {number}, but numbers go from 0 to {count - 1}")
    return numbers


def _cell_numbers(agent: str, cells: list[list[int]] | None, count: int) -> list[int]:
    """Return the number of the cell of each of the *count* worlds or events."""
    if cells is None:
        raise InputError(f"partition has no cells for agent {agent}; add them")
    cell_of: dict[int, int] = {}
    for k, cell in enumerate(cells):
        for member in _in_range(cell, count, f"the partition of {agent}"):
            if cell_of.setdefault(member, k) != k:
                raise InputError(f"the partition of {agent} has {member} in two cells; leave it in one")
    if missing := [member for member in range(count) if member not in cell_of]:
        raise InputError(f"the partition of {agent} leaves out {missing[0]}; give it a cell of its own")
    return [cell_of[member] for member in range(count)]


def _event_model(name: str, model: EventModelCase, agents: list[str]) -> EventModel:
    events = {}
    for k, event in enumerate(model.events):
        post = {atom: _formula(f, f"{name} event {k} post {atom}") for atom, f in event.post.items()}
        events[str(k)] = Event(_formula(event.pre, f"{name} event {k} pre"), post)
    accessible = {}
    for agent in agents:
        cells = _cell_numbers(agent, model.partition.get(agent), len(events))
        accessible[agent] = {
            str(k): frozenset(str(other) for other, cell in enumerate(cells) if cell == mine)
            for k, mine in enumerate(cells)
        }
    return EventModel(events, accessible)
