"""Reading the text format of SMCDEL's command line: VARS, LAW, OBS, and queries."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from handsight.errors import TooLargeError
from handsight.logic.engines.knowledge_structure import (
    Assignment,
    KnowledgeStructure,
    knowledge_operator,
    law_about_knowledge,
)
from handsight.logic.files.logic_file import Kind, LogicFile, LogicQuery, best_model
from handsight.logic.formulas import formula as make
from handsight.logic.formulas.event_model import unknown_name
from handsight.logic.formulas.formula import ATOM, FALSE, TRUE, Formula
from handsight.logic.formulas.formula_parser import FormulaSource, formula_of_tree, parse_tree, rule_name
from handsight.text.diagnostics import Position
from handsight.text.front_end import Language
from handsight.text.suggestions import some

MAX_LENGTH: Final = 2_000_000
MAX_QUANTIFIED: Final = 12
MAX_DIGITS: Final = 18

_LANGUAGE: Final = Language(
    grammar=Path(__file__).parent / "smcdel.lark",
    otherwise="a formula",
    rules_have_positions=True,
    names={
        **dict.fromkeys(("_AND", "_OR", "_IMPLIES", "_IFF"), "an operator (& | -> iff)"),
        "_VARS": "'VARS'",
        "_LAW": "'LAW'",
        "_OBS": "'OBS'",
        **dict.fromkeys(("_VALID", "_WHERE", "_TRUE"), "a query (VALID? WHERE? TRUE?)"),
        **dict.fromkeys(("KNOWS_THAT", "KNOWS_WHETHER"), "'knows that' or 'knows whether'"),
        **dict.fromkeys(
            ("COMMON_THAT", "COMMON_WHETHER", "DISTRIBUTED_THAT", "DISTRIBUTED_WHETHER"),
            "'comknow that' or 'distknow that' (or 'whether')",
        ),
        "_LEFT": "'('",
        "_RIGHT": "')'",
        "_CLOSE": "']'",
        "_MORE": "'>'",
        "_BRACE": "'{'",
        "_UNBRACE": "'}'",
        "_COMMA": "','",
        "_COLON": "':'",
        "_ANNOUNCE": "'!'",
        "_ANNOUNCE_WHETHER": "'?!'",
        "INT": "a number",
        "NAME": "a name",
        "$END": "the end",
    },
    implied={"a formula": "INT NAME _LEFT"},
    mistakes={
        r"knows  |comknow  |distknow  ": "exactly one space between the two words",
        r"<->|<=>": "write iff",
        r"=>": "write ->",
        r"!": "write ~ for not, [! f] for an announcement",
    },
)
_NAMES: Final = re.compile(r"^[ \t]*--[ \t]*(\d+)[ \t]*=[ \t]*(\S+)[ \t]*$", re.MULTILINE)


@dataclass
class _Reader:
    """Makes formulas of syntax trees; keeps the names declared so far."""

    source: FormulaSource
    names: dict[int, str] = field(default_factory=dict)
    observables: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def number(self, token: Any) -> int:
        """Return the number; raise InputError if it has more than MAX_DIGITS digits."""
        if len(token) > MAX_DIGITS:
            raise self.source.error(
                token.start_pos, f"a number of {len(token):,} digits; {MAX_DIGITS} is the most"
            )
        return int(token)

    def atom(self, token: Any) -> str:
        """Return the name of the atom with this number."""
        name = self.names.get(self.number(token))
        if name is None:
            declared = f" ({some(map(str, sorted(self.names)))})" if self.names else ""
            raise self.source.error(token.start_pos, f"atom {token} is not in VARS{declared}; add it there")
        return name

    def agent(self, token: Any) -> str:
        """Return the agent, which must have been declared."""
        if str(token) not in self.observables:
            raise self.source.error(
                token.start_pos, unknown_name("agent", str(token), self.observables).message
            )
        return str(token)

    def formula(self, tree: Any) -> Formula:
        """Return the formula of a subtree of the file."""
        return formula_of_tree(tree, self._built)

    def _built(self, node: Any, parts: list[Formula]) -> Formula:
        rule = rule_name(node)
        if rule in _WITHOUT_AGENTS:
            return _WITHOUT_AGENTS[rule](*parts)
        tokens = [child for child in node.children if hasattr(child, "start_pos")]
        match rule:
            case "var":
                return make.atom(self.atom(tokens[0]))
            case "forall" | "exists":
                return self._quantified(tokens, parts[0], every=rule == "forall")
            case "knows":
                *agents, phrase = tokens
                return _KNOWS[str(phrase)]([self.agent(token) for token in agents], parts[0])
            case _:
                return _WITH_AGENTS[rule]([self.agent(token) for token in tokens], *parts)

    def _quantified(self, tokens: list[Any], f: Formula, *, every: bool) -> Formula:
        """Return the quantified formula, with the atoms replaced by both constants."""
        if operator := knowledge_operator(f):
            message = f"only a formula without knowledge can be quantified: take out {operator}"
            raise self.source.error(tokens[0].start_pos, message)
        mentioned = {part.label[0] for part in f.subformulas() if part.op == "atom"}
        relevant = [name for name in dict.fromkeys(map(self.atom, tokens)) if name in mentioned]
        if len(relevant) > MAX_QUANTIFIED:
            message = f"{len(relevant)} atoms are quantified at once; {MAX_QUANTIFIED} is the most"
            raise self.source.error(tokens[0].start_pos, message)
        for name in relevant:
            f = (make.all_of if every else make.any_of)(
                (_substituted(f, name, TRUE), _substituted(f, name, FALSE))
            )
        return f


def _substituted(f: Formula, name: str, constant: Formula) -> Formula:
    """Return the formula with the atom replaced by a constant."""
    replaced: dict[Formula, Formula] = {}
    for part in f.subformulas():
        here = part.op == "atom" and part.label == (name,)
        replaced[part] = constant if here else part.with_parts(replaced[p] for p in part.parts)
    return replaced[f]


_WITHOUT_AGENTS: Final[dict[str, Callable[..., Formula]]] = {
    "top": lambda: TRUE,
    "bot": lambda: FALSE,
    "not": lambda f: ~f,
    "implies": make.implies,
    "iff": make.iff,
    "and_list": lambda *parts: make.all_of(parts),
    "or_list": lambda *parts: make.any_of(parts),
    "xor_list": lambda *parts: make.xor_of(parts),
    "one": lambda *parts: make.exactly_one(parts),
    "announcement": make.announce,
    "announcement_diamond": make.announce_diamond,
    "announcement_whether": make.announce_whether,
}
_KNOWS: Final[dict[str, Callable[[list[str], Formula], Formula]]] = {
    "knows that": lambda group, f: make.E(group, f) if len(group) > 1 else make.K(group[0], f),
    "knows whether": lambda group, f: make.all_of(make.Kw(agent, f) for agent in group),
    "comknow that": make.C,
    "comknow whether": lambda group, f: make.C(group, f) | make.C(group, ~f),
    "distknow that": make.D,
    "distknow whether": lambda group, f: make.D(group, f) | make.D(group, ~f),
}
_WITH_AGENTS: Final[dict[str, Callable[..., Formula]]] = {
    "k": lambda group, f: make.K(group[0], f),
    "kw": lambda group, f: make.Kw(group[0], f),
    "group_announcement": lambda group, f, g: make.implies(f, make.announce_whether_to(group, f, g)),
    "group_whether": make.announce_whether_to,
}


def read_smcdel(text: str) -> LogicFile:
    """Return the model and the queries of a file in SMCDEL's format."""
    if len(text) > MAX_LENGTH:
        raise TooLargeError(f"the file has {len(text):,} characters; {MAX_LENGTH:,} is the most")
    reader = _Reader(FormulaSource(text))
    variables, law, observers, *queries = parse_tree(_LANGUAGE, text, reader.source).children
    _declare(reader, variables.children, dict(_NAMES.findall(text)))
    law_formula = reader.formula(law)
    if operator := knowledge_operator(law_formula):
        raise reader.source.error(law.meta.start_pos, law_about_knowledge(operator))
    for observer in observers.children:
        agent, *observed = observer.children
        if str(agent) in reader.observables:
            raise reader.source.error(agent.start_pos, f"{agent} is declared twice; keep one")
        reader.observables[str(agent)] = tuple(dict.fromkeys(map(reader.atom, observed)))
    steps = tuple(_query(reader, text, query) for query in queries)
    structure = KnowledgeStructure(tuple(reader.names.values()), reader.observables, law_formula)
    numbers = {name: number for number, name in reader.names.items()}
    return LogicFile(best_model(structure), steps, structure, numbers)


def _declare(reader: _Reader, numbers: Sequence[Any], table: dict[str, str]) -> None:
    """Name every atom as comments such as `-- 3 = wet` say, if those are good names, else by its number."""
    given = {number: name for number, name in table.items() if ATOM.fullmatch(name)}
    if len(set(given.values())) < len(given) or any(re.fullmatch(r"p\d+", name) for name in given.values()):
        given = {}
    for token in numbers:
        if reader.number(token) in reader.names:
            raise reader.source.error(token.start_pos, f"atom {token} is declared twice; keep one")
        reader.names[int(token)] = given.get(str(token), f"p{token}")


def _query(reader: _Reader, text: str, tree: Any) -> LogicQuery:
    kind: Kind = tree.data.value
    written = text[tree.meta.start_pos : tree.meta.end_pos]
    formula_text = re.sub(r"\s+", " ", re.sub(r"--[^\n]*", "", written)).partition("?")[2].strip()
    true = [reader.atom(child) for child in tree.children if hasattr(child, "start_pos")]
    return LogicQuery(
        kind,
        formula_text,
        reader.formula(tree),
        Position(tree.meta.line, tree.meta.column),
        Assignment(true) if kind == "true" else None,
    )
