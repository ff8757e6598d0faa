"""Writing SMCDEL's text format, so that another program can check our answers.

Atoms are numbers there. A knowledge structure gets a number for each atom and each value of a variable.
Listed worlds become a law that lists them: numbers for what is true, for the index of the world in binary,
and for the cell of each agent.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from handsight.errors import InputError, TooLargeError
from handsight.game.bitmask import members
from handsight.logic.engines.explicit_model import ExplicitModel
from handsight.logic.engines.knowledge_structure import Assignment, KnowledgeStructure
from handsight.logic.engines.kripke_structure import World
from handsight.logic.files.logic_file import Announcement, EventOccurrence, LogicFile, LogicQuery
from handsight.logic.formulas.formula import Formula, announce, announce_diamond

_TextOrPart = list[str | Formula]

_RESERVED: Final = frozenset(
    ["VARS", "LAW", "OBS", "Top", "Bot", "AND", "OR", "XOR", "ONEOF", "K", "Kw", "Forall", "Exists", "iff"]
)
MAX_LITERALS: Final = 2_000_000


def write_smcdel(file: LogicFile) -> str:
    """Return the model and the queries of a file in SMCDEL's format.

    Announcements before a query become announcements in its formula.

    Raises:
        InputError: The file has events or beliefs that may be false, which SMCDEL's format does not have.
        TooLargeError: The text would be too long.
    """
    model = _numbered_worlds(file) if file.structure is None else _numbered_structure(file.structure, file)
    lines = [f"-- {number} = {_atom_name(name)}" for name, number in model.number.items()]
    lines += [f"-- {number}: {meaning}" for number, meaning in model.extra.items()]
    lines += [f"-- agent {new} = {name}" for name, new in model.agents.items() if new != name]
    lines.append("VARS " + ", ".join(str(number) for number in (*model.number.values(), *model.extra)))
    lines.append("LAW " + model.law)
    for k, (agent, observed) in enumerate(model.observables.items()):
        lines.append(("    " if k else "OBS ") + f"{model.agents[agent]}: " + ", ".join(map(str, observed)))
    return "\n".join([*lines, *_queries(file, model), ""])


def _queries(file: LogicFile, model: "_NumberedModel") -> Iterator[str]:
    announced: list[Formula] = []
    for step in file.steps:
        match step:
            case Announcement(formula):
                announced.append(formula)
            case EventOccurrence():
                raise InputError(
                    "SMCDEL's format has no events; leave them out",
                    line=step.position.line,
                    column=step.position.column,
                )
            case LogicQuery(kind="valid"):
                yield "VALID? " + model.text(_after(announced, step.formula, announce))
            case LogicQuery(kind="true"):
                world = file.model.world_or_actual(step.world)
                true = ",".join(map(str, sorted(model.state(world))))
                yield f"TRUE? {{{true}}} " + model.text(_after(announced, step.formula, announce_diamond))
            case LogicQuery(kind=kind):
                comment = "-- how many states?\n" if kind == "count" else ""
                yield f"{comment}WHERE? " + model.text(_after(announced, step.formula, announce_diamond))


def _after(
    announced: Sequence[Formula], then: Formula, operator: Callable[[Formula, Formula], Formula]
) -> Formula:
    for announcement in reversed(announced):
        then = operator(announcement, then)
    return then


def _atom_name(truth: str) -> str:
    """Return an atom or `x=v` as the name of an atom: `owner(QH)=N` becomes `owner(QH,N)`."""
    variable, equals, value = truth.partition("=")
    if not equals:
        return truth
    return f"{variable[:-1]},{value})" if variable.endswith(")") else f"{variable}({value})"


@dataclass(frozen=True)
class _NumberedModel:
    """A model as SMCDEL's format has it: numbers for atoms and `x=v`, extra numbers and their meaning."""

    number: Mapping[str, int]
    extra: Mapping[int, str]
    law: str
    observables: Mapping[str, Sequence[int]]
    agents: Mapping[str, str]
    values: Mapping[str, Sequence[str]]
    state: Callable[[World], Iterable[int]]

    def text(self, formula: Formula) -> str:
        """Return a formula in SMCDEL's syntax, with all its brackets."""
        out: list[str] = []
        todo: list[str | Formula] = [formula]
        while todo:
            item = todo.pop()
            if isinstance(item, str):
                out.append(item)
            else:
                todo.extend(reversed(self._symbols(item)))
        return "".join(out)

    def _symbols(self, f: Formula) -> _TextOrPart:
        """Return the text of a formula's operator, with its parts in between."""
        if f.op in _WITHOUT_AGENTS:
            before, between, after = _WITHOUT_AGENTS[f.op]
            return [before, *_separated([[part] for part in f.parts], between), after]
        if f.op in _WITH_AGENTS:
            before, between, after = _WITH_AGENTS[f.op]
            group = ",".join(self.agents[agent] for agent in f.label)
            return [before.format(group), *_separated([[part] for part in f.parts], between), after]
        match f.op:
            case "atom" | "is":
                return [str(self.number["=".join(f.label)])]
            case "Kv":
                values = [self.number[f"{f.label[1]}={value}"] for value in self.values[f.label[1]]]
                return [f"OR ({', '.join(f'({self.agents[f.label[0]]} knows that {n})' for n in values)})"]
            case _:
                raise InputError("SMCDEL's format has no event models; leave that query out")


_WITHOUT_AGENTS: Final = {
    "true": ("Top", "", ""),
    "false": ("Bot", "", ""),
    "not": ("(~ (", "", "))"),
    "and": ("AND (", ", ", ")"),
    "or": ("OR (", ", ", ")"),
    "xor": ("XOR (", ", ", ")"),
    "one": ("ONEOF (", ", ", ")"),
    "implies": ("((", ") -> (", "))"),
    "iff": ("((", ") iff (", "))"),
    "ann": ("([! (", ")] (", "))"),
    "ann_dia": ("(<! (", ")> (", "))"),
    "ann_whether": ("([?! (", ")] (", "))"),
}
_WITH_AGENTS: Final = {
    "K": ("({} knows that (", "", "))"),
    "Kw": ("({} knows whether (", "", "))"),
    "M": ("(~ ({} knows that (~ (", "", "))))"),
    "E": ("(({}) knows that (", "", "))"),
    "C": ("(({}) comknow that (", "", "))"),
    "D": ("(({}) distknow that (", "", "))"),
    "group_whether": ("([{} ?! (", ")] (", "))"),
}


def _separated(items: Sequence[_TextOrPart], separator: str) -> _TextOrPart:
    return [text_or_part for item in items for text_or_part in (separator, *item)][1:]


def _agent_names(names: list[str]) -> dict[str, str]:
    """Return names that SMCDEL allows: letters and digits, a letter first, and no keyword of the format."""
    fresh = (name for k in count(1) if (name := f"agent{k}") not in names)
    fits = {name for name in names if re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", name) and name not in _RESERVED}
    return {name: name if name in fits else next(fresh) for name in names}


def _numbered_structure(structure: KnowledgeStructure, file: LogicFile) -> _NumberedModel:
    """Number each atom and each value; an agent that observes nothing gets a number of its own."""
    truths = [
        *structure.atoms,
        *(f"{x}={value}" for x, values in structure.values.items() for value in values),
    ]
    number = dict(file.numbers) or {truth: k for k, truth in enumerate(truths, 1)}
    fresh = count(max(number.values(), default=0) + 1)
    extra: dict[int, str] = {}
    observables: dict[str, list[int]] = {}
    for agent in structure.observables:
        observed = sorted(number[truth] for truth in structure.observable_truths(agent))
        if not observed:
            observed = [next(fresh)]
            extra[observed[0]] = f"false, so that {agent} has something to observe"
        observables[agent] = observed
    values = [[number[f"{x}={value}"] for value in values] for x, values in structure.values.items()]
    model = _NumberedModel(
        number=number,
        extra=extra,
        law="",
        observables=observables,
        agents=_agent_names(list(structure.observables)),
        values=structure.values,
        state=lambda world: [number[truth] for truth in world] if isinstance(world, Assignment) else [],
    )
    parts = [model.text(structure.law), *(f"ONEOF ({', '.join(map(str, row))})" for row in values)]
    return replace(model, law=f"AND ({', '.join([*parts, *(f'~ {n}' for n in extra)])})")


def _numbered_worlds(file: LogicFile) -> _NumberedModel:
    """Number what is true, then the binary digits of the world's index and of each agent's cell."""
    model = file.model
    if not isinstance(model, ExplicitModel) or not all(
        relation.is_equivalence for relation in model.structure.relations.values()
    ):
        raise InputError("SMCDEL's format represents knowledge only, not beliefs that may be false")
    structure, worlds = model.structure, list(members(model.universe))
    truths: dict[str, int] = {**structure.atoms}
    for variable, values in structure.values.items():
        truths |= {f"{variable}={value}": values.worlds_with(value) for value in values}
    number = {truth: k for k, truth in enumerate(truths, 1)}
    codes: dict[str, Sequence[int]] = {"the world": range(len(worlds))}
    for agent, relation in structure.relations.items():
        codes[f"what {agent} sees"] = [relation.cell_of[w] for w in worlds]
    fresh = count(len(number) + 1)
    bits = {
        meaning: [next(fresh) for _ in range(max(1, max(column, default=0).bit_length()))]
        for meaning, column in codes.items()
    }
    extra = {n: f"bit {k} of {meaning}" for meaning, block in bits.items() for k, n in enumerate(block)}
    if (size := len(worlds) * (len(number) + len(extra))) > MAX_LITERALS:
        raise TooLargeError(f"the law would list {size:,} literals; {MAX_LITERALS:,} is the most")
    true: dict[World, list[int]] = {}
    for index, world in enumerate(worlds):
        here = true[structure.worlds[world]] = [
            number[truth] for truth, mask in truths.items() if mask >> world & 1
        ]
        for meaning, block in bits.items():
            here += [n for k, n in enumerate(block) if codes[meaning][index] >> k & 1]
    every = [*number.values(), *extra]
    sets = map(frozenset, true.values())
    states = (f"AND ({', '.join(str(n) if n in atoms else f'~ {n}' for n in every)})" for atoms in sets)
    return _NumberedModel(
        number=number,
        extra=extra,
        law="OR (" + ",\n  ".join(states) + ")" if true else "Bot",
        observables={agent: bits[f"what {agent} sees"] for agent in structure.relations},
        agents=_agent_names(list(structure.relations)),
        values={x: list(values) for x, values in structure.values.items()},
        state=true.__getitem__,
    )
