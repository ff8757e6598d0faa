"""What a logic file contains, a model, announcements, events and queries; and the answers to its queries."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from time import perf_counter
from typing import Any, Final, Literal

from handsight.errors import HandsightError, InputError, MissingExtraError
from handsight.logic.engines.explicit_model import MAX_ASSIGNMENTS, ExplicitModel
from handsight.logic.engines.knowledge_structure import Assignment, KnowledgeStructure
from handsight.logic.engines.kripke_structure import World
from handsight.logic.engines.model import Model
from handsight.logic.engines.symbolic_model import SymbolicModel
from handsight.logic.formulas.event_model import mentions_distributed_knowledge
from handsight.logic.formulas.formula import TRUE, Formula
from handsight.text.diagnostics import Position

Kind = Literal["valid", "true", "where", "count"]

MAX_LISTED: Final = 100_000
FEW_ASSIGNMENTS: Final = 1 << 10
"""Up to this many assignments, listing the worlds of a law is as fast as a decision diagram."""


@dataclass(frozen=True, slots=True)
class LogicQuery:
    """A question about a formula: valid, true in *world* (None: the actual one), where true, or how often."""

    kind: Kind
    text: str
    formula: Formula
    position: Position
    world: World | None = None


@dataclass(frozen=True, slots=True)
class Announcement:
    """A public announcement."""

    formula: Formula
    position: Position


@dataclass(frozen=True, slots=True)
class EventOccurrence:
    """An event of the named event model occurs; None where the file does not say which."""

    events: str
    event: str | None
    position: Position


Step = LogicQuery | Announcement | EventOccurrence


@dataclass(frozen=True, slots=True)
class LogicFile:
    """What a file contains: a model at the start, and announcements, events and queries in order.

    *structure* is the knowledge structure, if the file describes the model by one; *numbers* has the number
    of each atom for a file of SMCDEL, whose atoms are numbers.
    """

    model: Model[Any]
    steps: tuple[Step, ...]
    structure: KnowledgeStructure | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)

    @property
    def atoms(self) -> list[str]:
        """The atoms, as the file lists them."""
        return list(self.structure.atoms if self.structure else self.model.atoms)

    def distinguishing_formulas(self, model: Model[Any], most: int) -> list[Formula]:
        """Return up to *most* formulas of the file that are true in some worlds of a model but not in all."""
        formulas = dict.fromkeys(step.formula for step in self.steps if not isinstance(step, EventOccurrence))
        found = (formula for formula in formulas if 0 < model.count(formula) < model.count())
        return list(islice(found, most))

    def true_numbers(self, world: World) -> list[int]:
        """Return the numbers of the atoms that are true in a world; nothing if atoms have no numbers."""
        if not self.numbers or not isinstance(world, Assignment):
            return []
        return sorted(self.numbers[name] for name in world)

    def name(self, world: World) -> str:
        """Return a world as the file would write it: a name, what is true, or the numbers of true atoms."""
        if self.numbers and isinstance(world, Assignment):
            return "[" + ",".join(map(str, self.true_numbers(world))) + "]"
        return str(world)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a query: a truth value, the names of worlds or their number; None on an error.

    *note* is a remark about the answer, *error* says why there is none; for atoms that are numbers, *states*
    has the worlds of the answer as lists of numbers.
    """

    query: LogicQuery
    answer: bool | int | list[str] | None
    seconds: float = 0.0
    note: str | None = None
    error: str | None = None
    states: list[list[int]] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the answer as `handsight logic --json` prints it."""
        row = {"query": self.query.text, "kind": self.query.kind, "answer": self.answer}
        extra = {"states": self.states, "note": self.note, "error": self.error}
        return row | {"seconds": round(self.seconds, 6)} | {k: v for k, v in extra.items() if v is not None}


def best_model(structure: KnowledgeStructure) -> Model[Any]:
    """Return the model of a knowledge structure with the engine that suits it.

    Worlds are listed where they are few, where events may occur (only listed worlds have beliefs that may be
    false) and where decision diagrams are not installed; others are in BDDs.
    """
    number = structure.assignment_count
    if number <= FEW_ASSIGNMENTS or (structure.events and number <= MAX_ASSIGNMENTS):
        return ExplicitModel.of_law(structure)
    try:
        return SymbolicModel.of(structure)
    except MissingExtraError:
        if number > MAX_ASSIGNMENTS:
            raise
        return ExplicitModel.of_law(structure)


def answers(file: LogicFile) -> Iterator[Answer]:
    """Yield the answer to every query of a file, each in the model as it is at that point of the file."""
    return (answer for _, _, answer in answered_steps(file) if answer is not None)


def answered_steps(file: LogicFile) -> Iterator[tuple[Step, Model[Any], Answer | None]]:
    """Yield every step with the model after it, and the answer if it is a query."""
    for step, model in models_after_steps(file):
        yield step, model, _answered(file, model, step) if isinstance(step, LogicQuery) else None


def models_after_steps(file: LogicFile) -> Iterator[tuple[Step, Model[Any]]]:
    """Yield every step with the model after it, without answering queries."""
    model = file.model
    contract_from = _first_contractible_step(file)
    for number, step in enumerate(file.steps):
        match step:
            case Announcement(formula, position):
                with _errors_at(position):
                    model = model.announce(formula)
            case EventOccurrence(events, event, position):
                with _errors_at(position):
                    model = model.update(model.events[events], event)
                if number >= contract_from and isinstance(model, ExplicitModel) and model.worth_contracting:
                    model = model.contracted()
        yield step, model


def _first_contractible_step(file: LogicFile) -> int:
    """Return the index of the first step from which none lists worlds or mentions distributed knowledge."""
    needs_worlds = (
        number
        for number, step in enumerate(file.steps, 1)
        if not isinstance(step, EventOccurrence)
        and (
            mentions_distributed_knowledge(step.formula, file.model.events)
            or (isinstance(step, LogicQuery) and step.kind == "where")
        )
    )
    return max(needs_worlds, default=0)


@contextmanager
def _errors_at(position: Position) -> Iterator[None]:
    """Turn Handsight's errors into InputErrors with this position."""
    try:
        yield
    except HandsightError as error:
        raise InputError(str(error), line=position.line, column=position.column) from None


def _answered(file: LogicFile, model: Model[Any], query: LogicQuery) -> Answer:
    start = perf_counter()
    try:
        answer = _answer(file, model, query)
        if answer.note is None and model.extension(TRUE) == model.empty_set:
            note = f"{query.position}: no world is left, so nothing is true and everything is valid"
            answer = replace(answer, note=note)
    except HandsightError as error:
        answer = Answer(query, None, 0, error=f"{query.position}: {error}")
    return replace(answer, seconds=perf_counter() - start)


def _answer(file: LogicFile, model: Model[Any], query: LogicQuery) -> Answer:
    match query.kind:
        case "valid":
            return Answer(query, model.valid(query.formula))
        case "count":
            return Answer(query, model.count_unmerged(query.formula))
        case "where":
            worlds = sorted(model.where(query.formula, most=MAX_LISTED), key=file.true_numbers)
            states = list(map(file.true_numbers, worlds)) if file.numbers else None
            return Answer(query, list(map(file.name, worlds)), states=states)
        case "true":
            return Answer(query, model.holds(query.formula, query.world))
