"""Cases to answer: a small model and a formula in nested lists, and where it should be true.

{"formula_cases": [{"id": "f01", "worlds": 3, "agents": ["a"], "atoms": ["p"],
                    "partition": {"a": [[0, 1], [2]]}, "valuation": {"p": [0, 2]},
                    "formula": ["K", "a", ["atom", "p"]], "holds": [2]}, …],
 "event_cases": [the same, and "event_models":
                 {"m": {"events": [{"pre": …, "post": {"p": …}}, …], "partition": {"a": [[0], …]}}}]}
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import msgspec

from handsight.errors import HandsightError, InputError
from handsight.logic.engines.explicit import ExplicitModel
from handsight.logic.engines.explicit_data import Frame, check_number
from handsight.logic.engines.relation import Sight
from handsight.logic.engines.world_sets import mask_of
from handsight.logic.formulas.event_model import Event, EventModel
from handsight.logic.formulas.formula import Formula
from handsight.logic.formulas.formula_json import formula_of

DEEPEST: Final = 800
_TOO_DEEP: Final = f"nested more than {DEEPEST} deep in JSON; ask that formula as text, in a file of its own"
_CUT: Final = re.compile(rb'"\\u0000 (\d+) (\d+)"')
"""What stands for a list that was cut out because it was too deep: the line and the column of the place."""

Cells = dict[str, list[list[int]]]


class EventCase(msgspec.Struct):
    """An event in a case."""

    pre: Any
    post: dict[str, Any] = {}


class EventsCase(msgspec.Struct):
    """An event model in a case."""

    events: list[EventCase]
    partition: Cells


class Named(msgspec.Struct):
    """What a case is called, if anything."""

    id: str | int | None = None


class Case(msgspec.Struct):
    """A model, a formula, and perhaps where it should be true."""

    worlds: int
    agents: list[str]
    partition: Cells
    valuation: dict[str, list[int]]
    formula: Any
    atoms: list[str] = []
    event_models: dict[str, EventsCase] = {}
    holds: list[int] | None = None


class CaseFile(msgspec.Struct):
    """A file of cases."""

    formula_cases: list[msgspec.Raw] = []
    event_cases: list[msgspec.Raw] = []


@dataclass(frozen=True, slots=True)
class Answer:
    """Our answer to a case beside the file's; *error* says what was wrong with the case."""

    id: str | int
    holds: list[int] | None
    expected: list[int] | None
    error: str | None = None

    @property
    def agrees(self) -> bool:
        """Whether the file holds an answer and it is ours."""
        return self.error is None and self.holds == self.expected

    def row(self) -> dict[str, Any]:
        """The answer as JSON has it."""
        row = {"id": self.id, "holds": self.holds}
        return row if self.error is None else {**row, "error": self.error}


def answers(data: bytes) -> Iterator[Answer]:
    """Our answer to every case of a file, in its order; a broken case has an error instead."""
    try:
        file = _file(data)
    except RecursionError:
        file = _file(_shallow(data.decode("utf-8", "replace")).encode())
    if not file.formula_cases and not file.event_cases:
        raise InputError("the file has no cases; put them in a list under formula_cases or event_cases")
    for number, raw in enumerate(chain(file.formula_cases, file.event_cases), 1):
        yield _answered(bytes(raw), number)


def _file(data: bytes) -> CaseFile:
    try:
        return msgspec.json.decode(data, type=CaseFile)
    except msgspec.MsgspecError as error:
        raise InputError(f"not a file of cases: {error}; it needs formula_cases or event_cases") from None


def _shallow(text: str) -> str:
    """The text without the lists that are too deep for a reader of JSON, so that the rest can be read."""
    kept: list[str] = []
    depth = end = cut = 0
    for sign in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text):
        if sign[0] in "[{":
            depth += 1
            if depth == DEEPEST:
                cut = sign.start()
                kept.append(text[end:cut])
        elif sign[0] in "]}":
            if depth == DEEPEST:
                end = sign.end()
                kept.append(r'"\u0000 {} {}"'.format(*_place(text, cut)))
            depth -= 1
    if depth >= DEEPEST:
        line, column = _place(text, cut)
        raise InputError(_TOO_DEEP, line=line, column=column)
    return "".join((*kept, text[end:]))


def _place(text: str, place: int) -> tuple[int, int]:
    return text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)


def _name(raw: bytes, number: int) -> str | int:
    try:
        name = msgspec.json.decode(raw, type=Named).id
    except msgspec.MsgspecError:
        name = None
    return f"case {number}" if name is None else name


def _answered(raw: bytes, number: int) -> Answer:
    name = _name(raw, number)
    try:
        case = msgspec.json.decode(raw, type=Case)
        if cut := _CUT.search(raw):
            raise InputError(_TOO_DEEP, line=int(cut[1]), column=int(cut[2]))
        model, formula = model_of(case), _formula(case.formula, "formula")
        holds = [world for world in model.where(formula) if isinstance(world, int)]
    except HandsightError as error:
        return Answer(name, None, None, str(error))
    except msgspec.MsgspecError as error:
        return Answer(name, None, None, f"not a case: {error}")
    return Answer(name, holds, None if case.holds is None else sorted(set(case.holds)))


def model_of(case: Case) -> ExplicitModel:
    """The model of the case, its worlds named by their numbers."""
    if case.worlds < 0:
        raise InputError(f"a model cannot have {case.worlds} worlds")
    check_number(case.worlds)
    worlds = range(case.worlds)
    sights = {agent: _sight(agent, case.partition.get(agent), case.worlds) for agent in case.agents}
    facts = dict.fromkeys(case.atoms, 0)
    for atom, where in case.valuation.items():
        facts[atom] = mask_of(_inside(where, case.worlds, f"the valuation of {atom}"))
    events = {name: _events(name, model, case.agents) for name, model in case.event_models.items()}
    return ExplicitModel(Frame(worlds, sights, facts, {}), events=events)


def _formula(data: object, where: str) -> Formula:
    try:
        return formula_of(data)
    except InputError as error:
        raise InputError(f"{where}: {error.message}") from None


def _inside(numbers: list[int], most: int, where: str) -> list[int]:
    for number in numbers:
        if not 0 <= number < most:
            raise InputError(f"{where} names {number}, but numbers go from 0 to {most - 1}")
    return numbers


def _numbered(agent: str, cells: list[list[int]] | None, number: int) -> list[int]:
    """The number of its cell for each of so many worlds or events."""
    if cells is None:
        raise InputError(f"partition has no cells for agent {agent}; add them")
    cell_of: dict[int, int] = {}
    for k, cell in enumerate(cells):
        for member in _inside(cell, number, f"the partition of {agent}"):
            if cell_of.setdefault(member, k) != k:
                raise InputError(f"the partition of {agent} has {member} in two cells; leave it in one")
    if missing := [member for member in range(number) if member not in cell_of]:
        raise InputError(f"the partition of {agent} leaves out {missing[0]}; give it a cell of its own")
    return [cell_of[member] for member in range(number)]


def _sight(agent: str, cells: list[list[int]] | None, worlds: int) -> Sight:
    return Sight.by(_numbered(agent, cells, worlds))


def _events(name: str, model: EventsCase, agents: list[str]) -> EventModel:
    events = {}
    for k, event in enumerate(model.events):
        post = {atom: _formula(f, f"{name} event {k} post {atom}") for atom, f in event.post.items()}
        events[str(k)] = Event(_formula(event.pre, f"{name} event {k} pre"), post)
    considers = {}
    for agent in agents:
        numbers = _numbered(agent, model.partition.get(agent), len(events))
        considers[agent] = {
            str(k): frozenset(str(other) for other, cell in enumerate(numbers) if cell == mine)
            for k, mine in enumerate(numbers)
        }
    return EventModel(events, considers)
