"""Reading Handsight's own format: a model given by a law or by its worlds, then updates and queries.

A statement begins at the start of a line and continues over indented lines; declarations come in any order.
`docs/reference/logic.md` describes every statement, and `samples/` has examples.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
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


@dataclass
class Scanner:
    """A stretch of a text, read from left to right: from *offset*, which moves on, to *end*."""

    text: str
    offset: int
    end: int
    source: FormulaSource

    def skip_spaces(self) -> None:
        """Move past white space."""
        while self.offset < self.end and self.text[self.offset].isspace():
            self.offset += 1

    def at_end(self) -> bool:
        """Return whether nothing is left but white space."""
        self.skip_spaces()
        return self.offset >= self.end

    def maybe(self, pattern: str) -> str | None:
        """Read the next token if it matches the pattern; otherwise return None."""
        self.skip_spaces()
        match = re.compile(pattern).match(self.text, self.offset, self.end)
        if match is None:
            return None
        self.offset = match.end()
        return match[0]

    def expect(self, pattern: str, what: str) -> str:
        """Read the next token, which must match the pattern; *what* names it in the error if it does not."""
        token = self.maybe(pattern)
        if token is None:
            raise self._expected(what)
        return token

    def expect_end(self) -> None:
        """Raise InputError if anything is left."""
        if not self.at_end():
            raise self._expected("the end of the line")

    def _expected(self, what: str) -> InputError:
        rest = self.text[self.offset : self.end].split(maxsplit=1)
        if not rest:
            return self.error(f"the line ends too early; expected {what}")
        return self.error(f"{rest[0][:20]!r} cannot stand here; expected {what}")

    def error(self, message: str, offset: int | None = None) -> InputError:
        """Return an error that shows the current place, or an earlier one."""
        return self.source.error(self.offset if offset is None else offset, message)

    def declared(self, name: str, kind: str, known: Collection[str]) -> str:
        """Return the name that was just read, which must be declared."""
        if name not in known:
            raise self.error(unknown_name(kind, name, known).message, self.offset - len(name))
        return name

    def undeclared(self, name: str, known: Collection[str]) -> str:
        """Return the name that was just read, which must not be declared yet."""
        if name in known:
            raise self.error(f"{name} is declared twice; leave one", self.offset - len(name))
        return name

    def names(self, pattern: str, what: str) -> Iterator[str]:
        """Read names separated by commas, and move past each as it is used."""
        yield _without_spaces(self.expect(pattern, what))
        while self.maybe(",") is not None:
            yield _without_spaces(self.expect(pattern, what))

    def part(self, end: int) -> "Scanner":
        """Return the stretch from here to *end*, and move there."""
        start, self.offset = self.offset, end
        return Scanner(self.text, start, end, self.source)


MAX_LENGTH: Final = 4_000_000
_MAX_VALUES: Final = 20_000
_DECLARATIONS: Final = (
    *("agents", "atoms", "values", "law", "sees"),
    *("worlds", "cells", "thinks", "event", "actual"),
)
_STEPS: Final = ("announce", "happens", *(f"{kind}?" for kind in get_args(Kind)))

_ATOM: Final = r"[^\W\d]\w*'*(?:\(\s*\w+'*\s*(?:,\s*\w+'*\s*)*\))?"
_TRUTH: Final = rf"{_ATOM}(?:\s*=\s*\w+'*)?"
_WORD: Final = r"\w+'*"
_RANGE: Final = r"\d{1,9}\s*\.\.\s*\d{1,9}(?!\d)"

Statement = tuple[str, Scanner]
"""A keyword, and what follows it."""


def read_logic(text: str) -> LogicFile:
    """Return the model, the updates and the queries of a file in Handsight's own format."""
    if len(text) > MAX_LENGTH:
        raise TooLargeError(f"the file has {len(text):,} characters; {MAX_LENGTH:,} is the most")
    declarations = _Declarations(list(_statements(text)))
    structure = None if declarations.worlds else _knowledge_structure(declarations)
    model = _listed_model(declarations) if structure is None else best_model(structure)
    for scanner in declarations.statements_with("actual"):
        if model.actual is not None:
            raise scanner.error("the actual world is named twice; leave one")
        model = _with_actual(model, declarations, scanner)
        scanner.expect_end()
    return LogicFile(model, tuple(_steps(declarations)), structure)


def _with_actual(model: Model[Any], declarations: "_Declarations", scanner: Scanner) -> Model[Any]:
    scanner.skip_spaces()
    start = scanner.offset
    world = declarations.world_or_state(scanner)
    try:
        return model.with_actual(world)
    except InputError as error:
        raise scanner.error(error.message, start) from None


def _statements(text: str) -> Iterator[Statement]:
    """Yield the statements; comments become spaces, so that every offset stays the same."""
    plain = re.sub(r"--[^\n]*", lambda comment: " " * len(comment[0]), text)
    source = FormulaSource(text)
    starts = [match.start() for match in re.finditer(r"^\S", plain, re.MULTILINE)]
    if plain[: starts[0] if starts else len(plain)].strip():
        raise source.error(len(plain) - len(plain.lstrip()), "a statement begins at the start of a line")
    if not starts:
        raise InputError("the file is empty; begin with agents and atoms (or VARS, in SMCDEL's format)")
    for start, end in zip(starts, [*starts[1:], len(plain)], strict=True):
        scanner = Scanner(plain, start, end, source)
        keyword = scanner.expect(r"\S+", "a keyword")
        if keyword not in (*_DECLARATIONS, *_STEPS):
            message = unknown_name("keyword", keyword, (*_DECLARATIONS, *_STEPS)).message
            raise scanner.error(f"{message} (a line that continues a statement is indented)", start)
        yield keyword, scanner


def _knowledge_structure(declarations: "_Declarations") -> KnowledgeStructure:
    if agent := next((agent for agent, events in declarations.accessible if not events), None):
        raise InputError(f"cells and thinks of {agent} need worlds with names; list the worlds, or use sees")
    laws = []
    for scanner in declarations.statements_with("law"):
        start = scanner.offset
        laws.append(declarations.formula(scanner))
        if operator := knowledge_operator(laws[-1]):
            raise scanner.error(law_about_knowledge(operator), start + 1)
    return replace(declarations.structure(), law=all_of(laws))


def _listed_model(declarations: "_Declarations") -> ExplicitModel:
    """Return the model of the worlds that the file lists."""
    for scanner in declarations.statements_with("law"):
        raise scanner.error("a model has a law or a list of worlds, not both; announce the law instead")
    believes = {
        agent: possible for (agent, events), possible in declarations.accessible.items() if not events
    }
    return ExplicitModel.of_states(declarations.structure(), declarations.worlds, believes=believes)


def _steps(declarations: "_Declarations") -> Iterator[Step]:
    """Yield announcements, events and queries, in the order of the file."""
    for keyword, scanner in declarations.statements:
        if keyword not in _STEPS:
            continue
        scanner.skip_spaces()
        text, position = scanner.text[scanner.offset : scanner.end], scanner.source.position(scanner.offset)
        match keyword:
            case "announce":
                yield Announcement(declarations.formula(scanner), position)
            case "happens":
                events, event = declarations.event(scanner)
                scanner.expect_end()
                yield EventOccurrence(events, event, position)
            case _:
                kind = cast("Kind", keyword.removesuffix("?"))
                world = _world_of_query(declarations, scanner) if kind == "true" else None
                yield LogicQuery(kind, " ".join(text.split()), declarations.formula(scanner), position, world)


def _world_of_query(declarations: "_Declarations", scanner: Scanner) -> World | None:
    """Return the world before the colon (a name, or what is true in it in braces), if the query names one."""
    scanner.skip_spaces()
    pattern = r"\w+'*\s*:" if declarations.worlds else r"\{"
    if not re.compile(pattern).match(scanner.text, scanner.offset, scanner.end):
        return None
    world = declarations.world_or_state(scanner)
    scanner.maybe(":")
    return world


def _without_spaces(text: str) -> str:
    return "".join(text.split())


class _Declarations:
    """The names that a file declares, and what it says about them; every name must be declared once."""

    def __init__(self, statements: list[Statement]) -> None:
        self.statements = statements
        self.agents: dict[str, None] = {}
        self.atoms: dict[str, None] = {}
        self.values: dict[str, tuple[str, ...]] = {}
        self.events: dict[str, EventModel] = {}
        self.worlds: dict[str, Assignment] = {}
        """The listed worlds, each with what is true in it; empty if the file describes the model by a law."""
        self.sees: dict[str, tuple[str, ...]] = {}
        self._conditions: list[tuple[str, str, Scanner]] = []
        """Each event, and the rest of its statement; it is read last, since it may refer to other events."""
        self.accessible: dict[tuple[str, str], dict[str, frozenset[str]]] = {}
        """For an agent and an event model, or "" for the worlds, what it considers possible in each."""
        for keyword, declare in (
            ("agents", self._read_agents),
            ("atoms", self._read_atoms),
            ("values", self._read_values),
            ("worlds", self._read_worlds),
            ("event", self._read_event),
            ("sees", self._read_sees),
            ("cells", self._read_cells),
            ("thinks", self._read_thinks),
        ):
            for scanner in self.statements_with(keyword):
                declare(scanner)
                if keyword != "event":
                    scanner.expect_end()
        self._read_conditions()

    def statements_with(self, keyword: str) -> Iterator[Scanner]:
        """Yield the statements with this keyword, in order."""
        return (scanner for name, scanner in self.statements if name == keyword)

    def structure(self) -> KnowledgeStructure:
        """Return the declared names and what each agent sees, without a law."""
        observables = {agent: self.sees.get(agent, ()) for agent in self.agents}
        return KnowledgeStructure(tuple(self.atoms), observables, TRUE, self.values, self.events)

    def formula(self, scanner: Scanner) -> Formula:
        """Read the rest of a statement as a formula over the declared names."""
        scanner.skip_spaces()
        text = scanner.text[scanner.offset : scanner.end]
        return parse(text, self, source=scanner.source.after(scanner.offset))

    def world_or_state(self, scanner: Scanner) -> World:
        """Read a world: its name if worlds are listed, otherwise what is true in it."""
        if self.worlds:
            return scanner.declared(scanner.expect(_WORD, "a world"), "world", self.worlds)
        return self._read_state(scanner)

    def _read_state(self, scanner: Scanner) -> Assignment:
        """Read atoms and values separated by commas, perhaps in braces, with one value for each variable."""
        in_braces = scanner.maybe(r"\{") is not None
        start = scanner.offset
        true: list[str] = []
        while not scanner.at_end() and not (in_braces and scanner.text[scanner.offset] == "}"):
            true.append(self._read_truth(scanner))
            if scanner.maybe(",") is None:
                break
        if in_braces:
            scanner.expect(r"\}", "'}'")
        for variable, values in self.values.items():
            if value_in(true, variable, values) is None:
                raise scanner.error(f"give one value of {variable}: {variable}={values[0]}, …", start)
        return Assignment(true)

    def event(self, scanner: Scanner) -> tuple[str, str | None]:
        """Read a declared event model, and one of its events if the statement names it."""
        model = scanner.declared(scanner.expect(_WORD, "an event model"), "event model", self.events)
        if scanner.maybe(":") is None:
            return model, None
        event = scanner.expect(_WORD, "an event")
        return model, scanner.declared(event, f"event of {model}", self.events[model].events)

    def _read_truth(self, scanner: Scanner) -> str:
        truth = _without_spaces(scanner.expect(_TRUTH, "an atom or x=v"))
        name, equals, value = truth.partition("=")
        if not equals:
            return scanner.declared(name, "atom", self.atoms)
        scanner.declared(name, "variable", self.values)
        scanner.declared(value, f"value of {name}", self.values[name])
        return truth

    def _read_agents(self, scanner: Scanner) -> None:
        for name in scanner.names(_WORD, "an agent's name"):
            self.agents[scanner.undeclared(name, self.agents)] = None

    def _read_atoms(self, scanner: Scanner) -> None:
        for name in scanner.names(_ATOM, "an atom's name"):
            scanner.undeclared(name, self.atoms)
            try:
                self.atoms[make.atom(name).label[0]] = None
            except InputError as error:
                raise scanner.error(error.message, scanner.offset - len(name)) from None

    def _read_values(self, scanner: Scanner) -> None:
        name = _without_spaces(scanner.expect(_ATOM, "a variable's name"))
        scanner.undeclared(name, {**self.atoms, **self.values})
        scanner.expect("=", "'=' and the values")
        if span := scanner.maybe(_RANGE):
            low, high = map(int, _without_spaces(span).split(".."))
            self._check_value_count(scanner, name, high - low + 1)
            values = [str(value) for value in range(low, high + 1)]
        else:
            values = list(scanner.names(_WORD, "a value"))
        self._check_value_count(scanner, name, len(values))
        if not values or len(set(values)) < len(values):
            raise scanner.error(f"{name} needs different values, at least one")
        self.values[name] = tuple(values)

    def _check_value_count(self, scanner: Scanner, name: str, number: int) -> None:
        total = number + sum(map(len, self.values.values()))
        if total > _MAX_VALUES:
            raise scanner.error(f"with {name} there would be {total:,} values; {_MAX_VALUES:,} is the most")

    def _read_worlds(self, scanner: Scanner) -> None:
        while not scanner.at_end():
            line_end = scanner.text.find("\n", scanner.offset, scanner.end)
            line = scanner.part(scanner.end if line_end < 0 else line_end)
            name = line.undeclared(line.expect(_WORD, "a world's name"), self.worlds)
            line.expect(":", "':' and what is true there")
            self.worlds[name] = self._read_state(line)
            line.expect_end()

    def _read_sees(self, scanner: Scanner) -> None:
        agent = self._read_agent(scanner)
        scanner.expect(":", "':' and what the agent sees")
        seen = list(self.sees.get(agent, ()))
        known = {**self.atoms, **self.values}
        while not scanner.at_end():
            name = _without_spaces(scanner.expect(_ATOM, "an atom or a variable"))
            seen.append(scanner.declared(name, "atom or variable", known))
            if scanner.maybe(",") is None:
                break
        self.sees[agent] = tuple(dict.fromkeys(seen))

    def _read_agent(self, scanner: Scanner) -> str:
        return scanner.declared(scanner.expect(_WORD, "an agent"), "agent", self.agents)

    def _read_relation_of(self, scanner: Scanner) -> tuple[tuple[str, str], Collection[str], str]:
        """Read an agent and perhaps an event model, up to the colon; return its worlds or events."""
        agent = self._read_agent(scanner)
        model = scanner.maybe(_WORD) or ""
        if model:
            scanner.declared(model, "event model", self.events)
        scanner.expect(":", "':'")
        if (agent, model) in self.accessible:
            raise scanner.error(f"what {agent} can tell apart is declared twice; leave one")
        if model:
            return (agent, model), self.events[model].events, "event"
        return (agent, model), self.worlds, "world"

    def _read_cells(self, scanner: Scanner) -> None:
        key, names, kind = self._read_relation_of(scanner)
        accessible = {name: frozenset((name,)) for name in names}
        placed: set[str] = set()
        while True:
            cell = self._read_cell(scanner, names, kind)
            if twice := sorted(placed & cell):
                raise scanner.error(f"{twice[0]} is in two cells; leave it in one")
            placed |= cell
            accessible.update(dict.fromkeys(cell, cell))
            if scanner.maybe(r"\|") is None:
                break
        self.accessible[key] = accessible

    def _read_thinks(self, scanner: Scanner) -> None:
        key, names, kind = self._read_relation_of(scanner)
        accessible: dict[str, frozenset[str]] = {}
        while True:
            name = scanner.declared(scanner.expect(_WORD, f"a {kind}"), kind, names)
            scanner.undeclared(name, accessible)
            scanner.expect("->", "'->' and what is considered possible")
            accessible[name] = self._read_cell(scanner, names, kind)
            if scanner.maybe(",") is None:
                break
        if missing := [name for name in names if name not in accessible]:
            raise scanner.error(f"say what {key[0]} considers possible in {missing[0]} too")
        self.accessible[key] = accessible

    def _read_cell(self, scanner: Scanner, names: Collection[str], kind: str) -> frozenset[str]:
        cell = []
        while name := scanner.maybe(_WORD):
            cell.append(scanner.declared(name, kind, names))
        return frozenset(cell)

    def _read_event(self, scanner: Scanner) -> None:
        model = scanner.expect(_WORD, "the event model's name")
        scanner.expect(":", "':' and the event's name")
        known = self.events[model].events if model in self.events else {}
        event = scanner.undeclared(scanner.expect(_WORD, "the event's name"), known)
        self.events[model] = EventModel({**known, event: Event()}, {})
        self._conditions.append((model, event, scanner))

    def _read_conditions(self) -> None:
        models: dict[str, dict[str, Event]] = {}
        for model, event, scanner in self._conditions:
            models.setdefault(model, {})[event] = self._read_condition(scanner)
        for model, events in models.items():
            nothing = {event: frozenset(events) for event in events}
            accessible = {agent: self.accessible.get((agent, model), nothing) for agent in self.agents}
            self.events[model] = EventModel(events, accessible)

    def _read_condition(self, scanner: Scanner) -> Event:
        """Read the precondition and the postconditions of an event."""
        pre = TRUE
        if scanner.maybe(r"if\b"):
            then = re.compile(r"\bthen\b").search(scanner.text, scanner.offset, scanner.end)
            pre = self.formula(scanner.part(then.start() if then else scanner.end))
        post: dict[str, Formula] = {}
        more = scanner.maybe(r"then\b")
        while more:
            name = _without_spaces(scanner.expect(_ATOM, "an atom"))
            atom = scanner.undeclared(scanner.declared(name, "atom", self.atoms), post)
            scanner.expect(":=", "':=' and what the atom becomes")
            comma = re.compile(rf",\s*(?={_ATOM}\s*:=)").search(scanner.text, scanner.offset, scanner.end)
            post[atom] = self.formula(scanner.part(comma.start() if comma else scanner.end))
            more = scanner.maybe(",")
        scanner.expect_end()
        return Event(pre, post)
