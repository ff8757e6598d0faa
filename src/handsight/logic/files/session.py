"""A model, news and events in their order, and the questions asked in between: what files are read into."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from time import perf_counter
from typing import Any, Final, Literal

from handsight.errors import HandsightError, InputError
from handsight.logic.engines.engine import World
from handsight.logic.engines.explicit import ExplicitModel
from handsight.logic.engines.model import Model
from handsight.logic.engines.symbolic import SymbolicModel
from handsight.logic.engines.truth_table import MOST_ASSIGNMENTS, GridModel
from handsight.logic.engines.truth_table import MOST_LISTED as MOST_WORLDS
from handsight.logic.engines.variable_order import ordered
from handsight.logic.formulas.event_model import pools
from handsight.logic.formulas.formula import TRUE, Formula
from handsight.logic.law import Law, State

Kind = Literal["valid", "true", "where", "count"]

MOST_LISTED: Final = 100_000


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file something stands, both numbers from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


@dataclass(frozen=True, slots=True)
class Query:
    """A question: is it valid, true in a world (the actual one if none is named), where, or how often."""

    kind: Kind
    text: str
    formula: Formula
    place: Place
    world: World | None = None


@dataclass(frozen=True, slots=True)
class News:
    """Everybody hears that the formula is true."""

    formula: Formula
    place: Place


@dataclass(frozen=True, slots=True)
class Happening:
    """An event of the named model happens; which one, if the file says so."""

    events: str
    event: str | None
    place: Place


Step = Query | News | Happening


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a file says: how things are, and what is said and asked, in order."""

    model: Model[Any]
    steps: tuple[Step, ...]
    law: Law | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)
    """For a file whose atoms are numbers, the number of each atom."""
    blind: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Agents that stand for quantifiers, and the atoms each quantifies over."""

    @property
    def knowers(self) -> list[str]:
        """Who knows things; agents that only stand for quantifiers do not."""
        return [agent for agent in self.model.agents if agent not in self.blind]

    def telling(self, model: Model[Any], most: int) -> list[Formula]:
        """Some formulas of the file, in its order, that are true in some worlds of a model and not in all."""
        asked = dict.fromkeys(step.formula for step in self.steps if not isinstance(step, Happening))
        found = (formula for formula in asked if 0 < model.count(formula) < model.count())
        return list(islice(found, most))

    def place(self, world: World) -> list[int]:
        """The numbers of the atoms that are true in the world, if atoms have numbers."""
        return (
            sorted(self.numbers[name] for name in world) if self.numbers and isinstance(world, State) else []
        )

    def name(self, world: World) -> str:
        """The world as the file would write it: its name, its truths, or their numbers."""
        if self.numbers and isinstance(world, State):
            return "[" + ",".join(map(str, self.place(world))) + "]"
        return str(world)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question, how long it took, and what there is to say about it."""

    query: Query
    answer: bool | int | list[str] | None
    seconds: float = 0.0
    note: str | None = None
    error: str | None = None
    states: list[list[int]] | None = None
    """For atoms that are numbers, the worlds of the answer as lists of numbers."""

    def row(self) -> dict[str, Any]:
        """The answer as JSON has it."""
        row = {"query": self.query.text, "kind": self.query.kind, "answer": self.answer}
        extra = {"states": self.states, "note": self.note, "error": self.error}
        return row | {"seconds": round(self.seconds, 6)} | {k: v for k, v in extra.items() if v is not None}


def model_of(law: Law, blind: Mapping[str, tuple[str, ...]] | None = None) -> Model[Any]:
    """The model of a law: a truth table where it fits (listed, if events may happen), else diagrams."""
    if law.assignments > MOST_ASSIGNMENTS:
        return SymbolicModel.of(ordered(law), blind=blind)
    model = GridModel(law, blind=blind)
    if not law.events:
        return model
    return model.listed() if model.count() <= MOST_WORLDS else SymbolicModel.of(ordered(law), blind=blind)


def answers(sheet: Sheet) -> Iterator[Answer]:
    """Answer every question in the model as it is at that line."""
    return (answer for _, _, answer in told(sheet) if answer is not None)


def told(sheet: Sheet) -> Iterator[tuple[Step, Model[Any], Answer | None]]:
    """Every step with the model after it, and the answer where it is a question."""
    for step, model in followed(sheet):
        yield step, model, _answered(sheet, model, step) if isinstance(step, Query) else None


def followed(sheet: Sheet) -> Iterator[tuple[Step, Model[Any]]]:
    """Every step with the model after it; nothing is answered."""
    model = sheet.model
    mergeable = _mergeable(sheet)
    for number, step in enumerate(sheet.steps):
        match step:
            case News(formula, place):
                model = _at(place, model.announce, formula)
            case Happening(events, event, place):
                model = _at(place, model.update, model.events[events], event)
                if number >= mergeable and isinstance(model, ExplicitModel) and model.growing:
                    model = model.contracted()
        yield step, model


def _mergeable(sheet: Sheet) -> int:
    """The first step after which nobody asks for the worlds themselves, or what a group knows together."""
    needs = (
        number
        for number, step in enumerate(sheet.steps, 1)
        if not isinstance(step, Happening)
        and (pools(step.formula, sheet.model.events) or (isinstance(step, Query) and step.kind == "where"))
    )
    return max(needs, default=0)


def _at(place: Place, act: Any, *words: Any) -> Any:
    try:
        return act(*words)
    except HandsightError as error:
        raise InputError(str(error), line=place.line, column=place.column) from None


def _answered(sheet: Sheet, model: Model[Any], query: Query) -> Answer:
    start = perf_counter()
    try:
        found = _asked(sheet, model, query)
        if found.note is None and model.extension(TRUE) == model.nowhere:
            found = replace(
                found, note=f"{query.place}: no world is left, so nothing is true and all is valid"
            )
    except HandsightError as error:
        found = Answer(query, None, 0, error=f"{query.place}: {error}")
    return replace(found, seconds=perf_counter() - start)


def _asked(sheet: Sheet, model: Model[Any], query: Query) -> Answer:
    match query.kind:
        case "valid":
            return Answer(query, model.valid(query.formula))
        case "count":
            return Answer(query, model.weight(query.formula))
        case "where":
            worlds = sorted(model.where(query.formula, most=MOST_LISTED), key=sheet.place)
            states = list(map(sheet.place, worlds)) if sheet.numbers else None
            return Answer(query, list(map(sheet.name, worlds)), states=states)
        case "true":
            return _true(sheet, model, query)


def _true(sheet: Sheet, model: Model[Any], query: Query) -> Answer:
    """Whether it is true in the world; a state that cannot be is answered too, and noted."""
    world = query.world
    if (
        not isinstance(model, GridModel | SymbolicModel)
        or not isinstance(world, State)
        or model.allows(world)
    ):
        return Answer(query, model.holds(query.formula, world))
    note = f"{query.place}: {sheet.name(world)} breaks the law or some news; answered all the same"
    return Answer(query, model.true_at(query.formula, world), note=note)
