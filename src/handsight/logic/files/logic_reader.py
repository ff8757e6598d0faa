"""Reading Handsight's own format: a model given by a law or by its worlds, then updates and queries.

A statement begins at the start of a line and continues over indented lines; declarations come in any order.
`docs/reference/logic.md` describes every statement, and `samples/` has examples.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, cast, get_args

from handsight.errors import InputError, TooLargeError
from handsight.logic.engines.explicit_model import ExplicitModel
from handsight.logic.engines.knowledge_structure import (
    Assignment,
    KnowledgeStructure,
    knowledge_operator,
    law_about_knowledge,
    value_in,
)
from handsight.logic.engines.kripke_structure import World
from handsight.logic.engines.model import Model
from handsight.logic.files.logic_file import (
    Announcement,
    EventOccurrence,
    Kind,
    LogicFile,
    LogicQuery,
    Step,
    best_model,
)
from handsight.logic.formulas import formula as make
from handsight.logic.formulas.event_model import Event, EventModel, unknown_name
from handsight.logic.formulas.formula import TRUE, Formula, all_of
from handsight.logic.formulas.formula_parser import FormulaSource, parse
from handsight.text.front_end import Language, SyntaxMistake

MAX_LENGTH: Final = 4_000_000
_MAX_VALUES: Final = 20_000
_DECLARATIONS: Final = ("agents", "atoms", "values", "worlds", "event", "sees", "cells", "thinks")
"""The keywords of declarations, in the order in which they are read, wherever they stand."""
_STEPS: Final = ("announce", "happens", *(f"{kind}?" for kind in get_args(Kind)))
_KEYWORDS: Final = (*_DECLARATIONS, "law", "actual", *_STEPS)
_CHANGE: Final = re.compile(r"(?:^|,)\s*([^\W\d]\w*'*(?:\([^()]*\))?)\s*:=")
"""An atom that an event changes, where a postcondition begins."""
_LANGUAGE: Final = Language(
    grammar=Path(__file__).parent / "logic.lark",
    start=(*_DECLARATIONS[:3], "world", "state", "name", *_DECLARATIONS[4:], "happens"),
    names={
        "_COMMA": "','",
        "_COLON": "':'",
        "_EQUALS": "'='",
        "_BAR": "'|'",
        "_ARROW": "'->'",
        "_BRACE": "'{'",
        "_UNBRACE": "'}'",
        "RANGE": "a range such as 1..6",
        "CONDITIONS": "'if' or 'then'",
        "ATOM": "an atom or variable",
        "NAME": "a name",
        "$END": "the end of the line",
    },
    unfinished="the line ends too early",
)


@dataclass(frozen=True)
class LogicStatement:
    """A keyword and the text that follows it, or a part of that text."""

    keyword: str
    text: str
    source: FormulaSource

    def parts(self, rule: str) -> list[Any]:
        """Parse the statement by a rule of the grammar, and return the parts of its tree."""
        try:
            return list(_LANGUAGE.parse(self.text, rule).children)
        except SyntaxMistake as mistake:
            raise self.error(mistake.offset, _LANGUAGE.describe(mistake, self.text)) from None

    def part(self, start: int, end: int | None = None) -> "LogicStatement":
        """Return a part of the statement."""
        return LogicStatement(self.keyword, self.text[start:end], self.source.after(start))

    @property
    def begin(self) -> int:
        """Where the first word begins."""
        return len(self.text) - len(self.text.lstrip())

    def error(self, offset: int, message: str) -> InputError:
        """Return an InputError that shows the place at an offset."""
        return self.source.error(offset, message)

    def declared(self, token: Any, kind: str, known: Collection[str]) -> str:
        """Return the name in a token; raise InputError if it is not declared."""
        name = "".join(token.split())
        if name not in known:
            raise self.error(token.start_pos, unknown_name(kind, name, known).message)
        return name

    def undeclared(self, token: Any, known: Collection[str]) -> str:
        """Return the name in a token; raise InputError if it is declared already."""
        name = "".join(token.split())
        if name in known:
            raise self.error(token.start_pos, f"{name} is declared twice; keep one")
        return name


def read_logic(text: str) -> LogicFile:
    """Return the model, the updates and the queries of a file in Handsight's own format."""
    if len(text) > MAX_LENGTH:
        raise TooLargeError(f"the file has {len(text):,} characters; {MAX_LENGTH:,} is the most")
    declarations = _Declarations(list(_statements(text)))
    structure = None if declarations.worlds else _knowledge_structure(declarations)
    model: Model[Any] = _listed_model(declarations) if structure is None else best_model(structure)
    for statement in declarations.statements_with("actual"):
        if model.actual is not None:
            raise statement.error(0, "the actual world is named twice; keep one")
        world = declarations.world(statement)
        try:
            model = model.with_actual(world)
        except InputError as error:
            raise statement.error(statement.begin, error.message) from None
    return LogicFile(model, tuple(_steps(declarations)), structure)


def _statements(text: str) -> Iterator[LogicStatement]:
    """Yield the statements; comments become spaces, so that every offset stays the same."""
    plain = re.sub(r"--[^\n]*", lambda comment: " " * len(comment[0]), text)
    source = FormulaSource(text)
    starts = [match.start() for match in re.finditer(r"^\S", plain, re.MULTILINE)]
    if plain[: starts[0] if starts else len(plain)].strip():
        raise source.error(len(plain) - len(plain.lstrip()), "a statement begins at the start of a line")
    if not starts:
        raise InputError("the file is empty; begin with agents and atoms (or VARS, in SMCDEL's format)")
    for start, end in zip(starts, [*starts[1:], len(plain)], strict=True):
        keyword = plain[start:end].split(maxsplit=1)[0]
        if keyword not in _KEYWORDS:
            message = unknown_name("keyword", keyword, _KEYWORDS).message
            raise source.error(start, f"{message} (a line that continues a statement is indented)")
        after = start + len(keyword)
        yield LogicStatement(keyword, plain[after:end], source.after(after))


def _knowledge_structure(declarations: "_Declarations") -> KnowledgeStructure:
    if agent := next((agent for agent, events in declarations.accessible if not events), None):
        raise InputError(f"`cells` and `thinks` of {agent} need worlds with names; list them, or use `sees`")
    laws = []
    for statement in declarations.statements_with("law"):
        laws.append(declarations.formula(statement))
        if operator := knowledge_operator(laws[-1]):
            raise statement.error(statement.begin, law_about_knowledge(operator))
    return replace(declarations.structure(), law=all_of(laws))


def _listed_model(declarations: "_Declarations") -> ExplicitModel:
    """Return the model of the worlds that the file lists."""
    for statement in declarations.statements_with("law"):
        raise statement.error(0, "a model has a law or a list of worlds, not both; announce the law instead")
    believes = {
        agent: possible for (agent, events), possible in declarations.accessible.items() if not events
    }
    return ExplicitModel.of_states(declarations.structure(), declarations.worlds, believes=believes)


def _steps(declarations: "_Declarations") -> Iterator[Step]:
    """Yield announcements, events and queries, in the order of the file."""
    for statement in declarations.statements:
        position = statement.source.position(statement.begin)
        match statement.keyword:
            case "announce":
                yield Announcement(declarations.formula(statement), position)
            case "happens":
                model, *named = statement.parts("happens")
                events = statement.declared(model, "event model", declarations.events)
                known = declarations.events[events].events
                event = statement.declared(named[0], f"event of {events}", known) if named else None
                yield EventOccurrence(events, event, position)
            case keyword if keyword in _STEPS:
                kind = cast("Kind", keyword.removesuffix("?"))
                world, asked = declarations.world_and_rest(statement) if kind == "true" else (None, statement)
                text = " ".join(statement.text.split())
                yield LogicQuery(kind, text, declarations.formula(asked), position, world)


class _Declarations:
    """The names that a file declares, and what it says about them; every name must be declared once."""

    def __init__(self, statements: list[LogicStatement]) -> None:
        self.statements = statements
        self.agents: dict[str, None] = {}
        self.atoms: dict[str, None] = {}
        self.values: dict[str, tuple[str, ...]] = {}
        self.events: dict[str, EventModel] = {}
        self.worlds: dict[str, Assignment] = {}
        """The listed worlds, each with what is true in it; empty if the file describes the model by a law."""
        self.sees: dict[str, tuple[str, ...]] = {}
        self._conditions: list[tuple[str, str, LogicStatement]] = []
        """Each event, and the rest of its statement; it is read last, since it may refer to other events."""
        self.accessible: dict[tuple[str, str], dict[str, frozenset[str]]] = {}
        """For an agent and an event model, or "" for the worlds, what it considers possible in each."""
        for keyword in _DECLARATIONS:
            for statement in self.statements_with(keyword):
                getattr(self, f"_read_{keyword}")(statement)
        self._read_conditions()

    def statements_with(self, keyword: str) -> Iterator[LogicStatement]:
        """Yield the statements with this keyword, in order."""
        return (statement for statement in self.statements if statement.keyword == keyword)

    def structure(self) -> KnowledgeStructure:
        """Return the declared names and what each agent sees, without a law."""
        observables = {agent: self.sees.get(agent, ()) for agent in self.agents}
        return KnowledgeStructure(tuple(self.atoms), observables, TRUE, self.values, self.events)

    def formula(self, statement: LogicStatement) -> Formula:
        """Return the formula in a statement; its names must be declared."""
        return parse(statement.text, self, source=statement.source)

    def world(self, statement: LogicStatement) -> World:
        """Return the world of a statement: its name or, if worlds are not listed, what is true in it."""
        if self.worlds:
            return statement.declared(statement.parts("name")[0], "world", self.worlds)
        return self._state(statement, statement.parts("state"))

    def world_and_rest(self, statement: LogicStatement) -> tuple[World | None, LogicStatement]:
        """Return the world before the colon of a query, or None, and the statement that follows it."""
        pattern = r"\s*(\w+'*)\s*:" if self.worlds else r"\s*(\{[^}]*\})\s*:?"
        if not (found := re.match(pattern, statement.text)):
            return None, statement
        return self.world(statement.part(0, found.end(1))), statement.part(found.end())

    def _state(self, statement: LogicStatement, truths: list[Any]) -> Assignment:
        """Return the state in which these atoms and values are true, with one value for each variable."""
        true = []
        for token, *given in (truth.children for truth in truths):
            name = statement.declared(token, *(("variable", self.values) if given else ("atom", self.atoms)))
            values = [statement.declared(value, f"value of {name}", self.values[name]) for value in given]
            true.append("=".join((name, *values)))
        for variable, known in self.values.items():
            if value_in(true, variable, known) is None:
                message = f"give one value of {variable}: {variable}={known[0]}, …"
                raise statement.error(statement.begin, message)
        return Assignment(true)

    def _read_agents(self, statement: LogicStatement) -> None:
        for token in statement.parts("agents"):
            self.agents[statement.undeclared(token, self.agents)] = None

    def _read_atoms(self, statement: LogicStatement) -> None:
        for token in statement.parts("atoms"):
            name = statement.undeclared(token, self.atoms)
            try:
                self.atoms[make.atom(name).label[0]] = None
            except InputError as error:
                raise statement.error(token.start_pos, error.message) from None

    def _read_values(self, statement: LogicStatement) -> None:
        token, *given = statement.parts("values")
        name = statement.undeclared(token, {**self.atoms, **self.values})
        values: Collection[Any] = given
        if given[0].type == "RANGE":
            low, high = map(int, given[0].split(".."))
            values = range(low, high + 1)
        if (total := len(values) + sum(map(len, self.values.values()))) > _MAX_VALUES:
            message = f"with {name} there would be {total:,} values; {_MAX_VALUES:,} is the most"
            raise statement.error(given[0].start_pos, message)
        self.values[name] = tuple(map(str, values))
        if not values or len(set(values)) < len(values):
            raise statement.error(given[0].start_pos, f"{name} needs at least one value, and none twice")

    def _read_worlds(self, statement: LogicStatement) -> None:
        for found in re.finditer(r"\S[^\n]*", statement.text):
            line = statement.part(found.start(), found.end())
            token, *truths = line.parts("world")
            self.worlds[line.undeclared(token, self.worlds)] = self._state(line, truths)

    def _read_sees(self, statement: LogicStatement) -> None:
        token, *seen = statement.parts("sees")
        agent, known = statement.declared(token, "agent", self.agents), {**self.atoms, **self.values}
        names = [statement.declared(one, "atom or variable", known) for one in seen]
        self.sees[agent] = tuple(dict.fromkeys((*self.sees.get(agent, ()), *names)))

    def _read_cells(self, statement: LogicStatement) -> None:
        key, known, cells, at = self._read_relation(statement)
        accessible = {name: frozenset((name,)) for name in known}
        placed: set[str] = set()
        for cell in map(frozenset, cells):
            if twice := sorted(placed & cell):
                raise statement.error(at, f"{twice[0]} is in two cells; leave it in one")
            placed |= cell
            accessible.update(dict.fromkeys(cell, cell))
        self.accessible[key] = accessible

    def _read_thinks(self, statement: LogicStatement) -> None:
        key, known, beliefs, at = self._read_relation(statement)
        accessible = {name: frozenset(possible) for name, *possible in beliefs}
        if missing := [name for name in known if name not in accessible]:
            raise statement.error(at, f"say what {key[0]} considers possible in {missing[0]} too")
        if len(beliefs) > len(accessible):
            raise statement.error(at, f"what {key[0]} considers possible is said twice for a name; keep one")
        self.accessible[key] = accessible

    def _read_relation(
        self, statement: LogicStatement
    ) -> tuple[tuple[str, str], Collection[str], list[list[str]], int]:
        """Return the agent and event model ("": worlds), all known names, rows of names, and the offset."""
        parts = statement.parts(statement.keyword)
        token, *others = [part for part in parts if hasattr(part, "start_pos")]
        agent = statement.declared(token, "agent", self.agents)
        model = statement.declared(others[0], "event model", self.events) if others else ""
        if (agent, model) in self.accessible:
            message = f"what {agent} can tell apart is declared twice; keep one"
            raise statement.error(token.start_pos, message)
        known = self.events[model].events if model else self.worlds
        kind = "event" if model else "world"
        rows = (part.children for part in parts if not hasattr(part, "start_pos"))
        named = [[statement.declared(name, kind, known) for name in row] for row in rows]
        return (agent, model), known, named, token.start_pos

    def _read_event(self, statement: LogicStatement) -> None:
        model, token, *rest = statement.parts("event")
        known = self.events[model].events if model in self.events else {}
        event = statement.undeclared(token, known)
        self.events[str(model)] = EventModel({**known, event: Event()}, {})
        end = rest[0].start_pos if rest else len(statement.text)
        self._conditions.append((str(model), event, statement.part(end)))

    def _read_conditions(self) -> None:
        models: dict[str, dict[str, Event]] = {}
        for model, event, statement in self._conditions:
            models.setdefault(model, {})[event] = self._read_condition(statement)
        for model, events in models.items():
            nothing = {event: frozenset(events) for event in events}
            accessible = {agent: self.accessible.get((agent, model), nothing) for agent in self.agents}
            self.events[model] = EventModel(events, accessible)

    def _read_condition(self, statement: LogicStatement) -> Event:
        """Return the event with the conditions in a statement such as `if f then p := g, q := h`."""
        then = re.search(r"\bthen\b", statement.text)
        end = then.start() if then else len(statement.text)
        pre = self.formula(statement.part(len("if"), end)) if statement.text.startswith("if") else TRUE
        post: dict[str, Formula] = {}
        changes = statement.part(then.end() if then else end)
        found = list(_CHANGE.finditer(changes.text))
        if then and not (found and found[0].start() == 0):
            raise changes.error(changes.begin, "expected an atom, ':=' and what the atom becomes")
        for at, change in enumerate(found):
            stop = found[at + 1].start() if at + 1 < len(found) else None
            name = "".join(change[1].split())
            if name not in self.atoms:
                raise changes.error(change.start(1), unknown_name("atom", name, self.atoms).message)
            if name in post:
                raise changes.error(change.start(1), f"{name} is declared twice; keep one")
            post[name] = self.formula(changes.part(change.end(), stop))
        return Event(pre, post)
