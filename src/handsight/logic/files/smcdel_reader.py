"""Reading the text format of SMCDEL's command line: VARS, LAW, OBS, and questions."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from handsight.errors import TooLargeError
from handsight.logic.files.session import Kind, Place, Query, Sheet, model_of
from handsight.logic.formulas import formula as make
from handsight.logic.formulas.error_positions import Pointer
from handsight.logic.formulas.error_positions import parse as parse_tree
from handsight.logic.formulas.formula import ATOM, FALSE, TRUE, Formula
from handsight.logic.formulas.names import unknown
from handsight.logic.formulas.parser import ROWS, parts_of, rule_of
from handsight.logic.law import BOOLEAN, Law, State
from handsight.text.front_end import Language

LONGEST: Final = 2_000_000
MOST_QUANTIFIED: Final = 12
MOST_DIGITS: Final = 18

_GO_ON: Final = "an operator (& | -> iff)"
_LANGUAGE: Final = Language(
    grammar=Path(__file__).parent / "smcdel.lark",
    otherwise="a formula",
    rules_have_positions=True,
    names={
        "_AND": _GO_ON,
        "_OR": _GO_ON,
        "_IMPLIES": _GO_ON,
        "_IFF": _GO_ON,
        "_VARS": "'VARS'",
        "_LAW": "'LAW'",
        "_OBS": "'OBS'",
        "_VALID": "a question (VALID? WHERE? TRUE?)",
        "_WHERE": "a question (VALID? WHERE? TRUE?)",
        "_TRUE": "a question (VALID? WHERE? TRUE?)",
        **dict.fromkeys(("KNOWS_THAT", "KNOWS_WHETHER"), "'knows that' or 'knows whether'"),
        **dict.fromkeys(
            ("COMMON_THAT", "COMMON_WHETHER", "POOLED_THAT", "POOLED_WHETHER"),
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
        "_TELL": "'!'",
        "_TELL_WHETHER": "'?!'",
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
    """What was declared so far, and the quantifiers met in formulas about knowledge."""

    point: Pointer
    names: dict[int, str] = field(default_factory=dict)
    observes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    blind: dict[str, tuple[str, ...]] = field(default_factory=dict)
    in_law: bool = True

    def number(self, token: Any) -> int:
        """The number, if it is not absurdly long."""
        if len(token) > MOST_DIGITS:
            raise self.point(token.start_pos, f"a number of {len(token):,} digits; {MOST_DIGITS} is the most")
        return int(token)

    def atom(self, token: Any) -> str:
        """The name of the atom with this number."""
        name = self.names.get(self.number(token))
        if name is None:
            some = ", ".join(map(str, sorted(self.names)[:12])) + (", …" if len(self.names) > 12 else "")
            raise self.point(token.start_pos, f"atom {token} is not among the VARS {some}; add it there")
        return name

    def agent(self, token: Any) -> str:
        """The agent, who must have been declared."""
        if str(token) not in self.observes:
            raise self.point(token.start_pos, unknown("agent", str(token), self.observes).message)
        return str(token)

    def formula(self, tree: Any) -> Formula:
        """The formula of a part of the file."""
        built: dict[int, Formula] = {}
        rows: dict[int, list[Formula]] = {}
        for node in tree.iter_subtrees():
            parts = parts_of(node, built, rows)
            rule = rule_of(node)
            if rule in ROWS:
                rows[id(node)] = parts
            elif node is tree:
                return parts[0]
            else:
                built[id(node)] = self._built(rule, node, parts)
        raise AssertionError(tree)  # a tree is the last of its own subtrees

    def _built(self, rule: str, node: Any, parts: list[Formula]) -> Formula:
        if rule in _PLAIN:
            return _PLAIN[rule](*parts)
        tokens = [child for child in node.children if hasattr(child, "start_pos")]
        match rule:
            case "var":
                return make.atom(self.atom(tokens[0]))
            case "forall" | "exists":
                return self._quantified(tokens, parts[0], every=rule == "forall")
            case "knows":
                *who, words = tokens
                return _KNOWS[str(words)]([self.agent(token) for token in who], parts[0])
            case _:
                return _TOLD[rule]([self.agent(token) for token in tokens], *parts)

    def _quantified(self, tokens: list[Any], f: Formula, *, every: bool) -> Formula:
        """For all or some values of the atoms: written out for facts, else K or M of one blind to them."""
        names = list(dict.fromkeys(map(self.atom, tokens)))
        facts = {part.label[0] for part in f.walk() if part.op == "atom"}
        asked = [name for name in names if name in facts]
        many = len(asked) > MOST_QUANTIFIED
        if any(part.op not in BOOLEAN for part in f.walk()) or (many and not self.in_law):
            blind = f"blind_{len(self.blind)}"
            self.blind[blind] = tuple(names)
            return make.K(blind, f) if every else make.M(blind, f)
        if many:
            message = f"{len(asked)} atoms are quantified at once in the law; {MOST_QUANTIFIED} is the most"
            raise self.point(tokens[0].start_pos, message)
        for name in asked:
            f = (make.all_of if every else make.any_of)((_with(f, name, TRUE), _with(f, name, FALSE)))
        return f


def _with(f: Formula, name: str, constant: Formula) -> Formula:
    """The formula with a constant for the atom."""
    made: dict[Formula, Formula] = {}
    for part in f.walk():
        here = part.op == "atom" and part.label == (name,)
        made[part] = constant if here else part.over(made[p] for p in part.parts)
    return made[f]


_PLAIN: Final[dict[str, Callable[..., Formula]]] = {
    "top": lambda: TRUE,
    "bot": lambda: FALSE,
    "not": lambda f: ~f,
    "implies": make.implies,
    "iff": make.iff,
    "all": lambda *parts: make.all_of(parts),
    "any": lambda *parts: make.any_of(parts),
    "odd": lambda *parts: make.odd(parts),
    "one": lambda *parts: make.one(parts),
    "told": make.announce,
    "told_possible": make.announce_dia,
    "told_whether": make.announce_whether,
}
_KNOWS: Final[dict[str, Callable[[list[str], Formula], Formula]]] = {
    "knows that": lambda group, f: make.E(group, f) if len(group) > 1 else make.K(group[0], f),
    "knows whether": lambda group, f: make.all_of(make.Kw(agent, f) for agent in group),
    "comknow that": make.C,
    "comknow whether": lambda group, f: make.C(group, f) | make.C(group, ~f),
    "distknow that": make.D,
    "distknow whether": lambda group, f: make.D(group, f) | make.D(group, ~f),
}
_TOLD: Final[dict[str, Callable[..., Formula]]] = {
    "k": lambda group, f: make.K(group[0], f),
    "kw": lambda group, f: make.Kw(group[0], f),
    "group_told": lambda group, f, g: make.implies(f, make.group_whether(group, f, g)),
    "group_told_whether": make.group_whether,
}


def read_smcdel(text: str) -> Sheet:
    """The model and the questions of a file in SMCDEL's format."""
    if len(text) > LONGEST:
        raise TooLargeError(f"the file has {len(text):,} characters; {LONGEST:,} is the most")
    reader = _Reader(Pointer(text))
    variables, law, observers, *questions = parse_tree(_LANGUAGE, text, reader.point).children
    _declare(reader, variables.children, dict(_NAMES.findall(text)))
    lawful = reader.formula(law)
    if knowing := next((f.op for f in lawful.walk() if f.op not in BOOLEAN), None):
        raise reader.point(
            law.meta.start_pos, f"a law says what may be true, not who knows: take out {knowing}"
        )
    reader.in_law = False
    for observer in observers.children:
        agent, *seen = observer.children
        if str(agent) in reader.observes:
            raise reader.point(agent.start_pos, f"{agent} is declared twice; leave one")
        reader.observes[str(agent)] = tuple(dict.fromkeys(map(reader.atom, seen)))
    steps = tuple(_query(reader, text, question) for question in questions)
    told = Law(tuple(reader.names.values()), reader.observes, lawful)
    numbers = {name: number for number, name in reader.names.items()}
    return Sheet(model_of(told, reader.blind), steps, told, numbers, reader.blind)


def _declare(reader: _Reader, numbers: Sequence[Any], table: dict[str, str]) -> None:
    """Name every atom: by the table in the comments where it gives good names, else after its number."""
    given = {number: name for number, name in table.items() if ATOM.fullmatch(name)}
    if len(set(given.values())) < len(given) or any(re.fullmatch(r"p\d+", name) for name in given.values()):
        given = {}
    for token in numbers:
        if reader.number(token) in reader.names:
            raise reader.point(token.start_pos, f"atom {token} is declared twice; leave one")
        reader.names[int(token)] = given.get(str(token), f"p{token}")


def _place(meta: Any) -> Place:
    return Place(meta.line, meta.column)


def _query(reader: _Reader, text: str, question: Any) -> Query:
    kind: Kind = question.data.value
    place = question.meta.start_pos
    written = text[place : question.meta.end_pos]
    words = re.sub(r"\s+", " ", re.sub(r"--[^\n]*", "", written)).partition("?")[2].strip()
    true = [reader.atom(child) for child in question.children if hasattr(child, "start_pos")]
    return Query(
        kind, words, reader.formula(question), _place(question.meta), State(true) if kind == "true" else None
    )
