"""Parsing formulas: from text to a formula, or an error that shows the mistake with a caret."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from handsight.errors import InputError, TooLargeError
from handsight.logic.formulas.event_model import Vocabulary, undeclared_name
from handsight.logic.formulas.formula import ASSOCIATIVE, SHAPES, Formula
from handsight.text.diagnostics import Position, marked, position_of
from handsight.text.front_end import Language, SyntaxMistake

WIDTH = 70
"""How many characters of a long line are shown around an error."""


@dataclass(frozen=True, slots=True)
class FormulaSource:
    """A text, or the rest of it after *start*; offsets count from there, positions in the whole text."""

    text: str
    start: int = 0

    def error(self, offset: int, message: str) -> InputError:
        """Return the error at an offset, with its position, the line and a caret."""
        line, column, _ = self.position(offset)
        begin = self.start + offset - (column or 1) + 1
        source = self.text[begin:].partition("\n")[0].rstrip("\r")
        return InputError(message + marked(source, column or 1, WIDTH), line=line, column=column)

    def position(self, offset: int) -> Position:
        """Return the line and the column of an offset."""
        return position_of(self.text, self.start + offset)

    def after(self, offset: int) -> "FormulaSource":
        """Return the rest of the text after an offset."""
        return FormulaSource(self.text, self.start + offset)


def parse_tree(language: Language, text: str, source: FormulaSource) -> Any:
    """Return the syntax tree of a text; an InputError shows the first mistake in the source."""
    try:
        return language.parse(text)
    except SyntaxMistake as mistake:
        raise source.error(mistake.offset, language.describe(mistake, text)) from None


MAX_LENGTH: Final = 1_000_000

_LANGUAGE: Final = Language(
    grammar=Path(__file__).parent / "formula.lark",
    otherwise="a formula",
    names={
        **dict.fromkeys(("_AND", "_XOR", "_OR", "_IMPLIES", "_IFF"), "an operator (& ^ | -> <->)"),
        "_CLOSE": "']'",
        "_MORE": "'>'",
        "_RIGHT": "')'",
        "_COMMA": "','",
        "_COLON": "':'",
        "_EQUALS": "'='",
        "_ANNOUNCE": "'!'",
        "_ANNOUNCE_WHETHER": "'?!'",
        "NAME": "a name",
        "$END": "the end",
    },
    mistakes={
        r"and\b|&&|/\\": "write & for and",
        r"or\b|\|\||\\/": "write | for or",
        r"not\b": "write ~ for not",
        r"!": "write ~ for not, [!f] for an announcement",
        r"xor\b": "write ^ for exclusive or, one(…) for exactly one",
        r"iff\b|<=>|==": "write <-> for iff",
        r"implies\b|=>": "write -> for implies",
        r"(?<!\w)\d": "names are words: write p1, not 1",
        r"(?<=K) |(?<=Kw) |(?<=\b[MECD]) ": "an agent stands in brackets: write K[a]",
    },
)


def parse(
    text: str,
    vocabulary: Vocabulary | None = None,
    *,
    source: FormulaSource | None = None,
    canonical_name: Callable[[str], str] | None = None,
    canonical_atom: Callable[[str], str] | None = None,
) -> Formula:
    """Return the formula that a text contains.

    Args:
        text: The formula, such as `K[ann] wet -> wet`.
        vocabulary: Names that the formula may use, such as a model; by default any.
        source: The text around the formula, for the positions in errors.
        canonical_name: Gives the canonical spelling of agents, values and the names inside an atom's
            brackets.
        canonical_atom: Gives the canonical form of a whole atom, where a language has several; what it
            cannot read is an InputError.

    Raises:
        InputError: The text is not a formula, or uses a name that is not in the vocabulary.
        TooLargeError: The text is too long.

    Examples:
        >>> from handsight.logic import parse
        >>> parse("K[ann] wet & ~cold").op
        'and'
    """
    if len(text) > MAX_LENGTH:
        raise TooLargeError(f"the formula has {len(text):,} characters; {MAX_LENGTH:,} is the most")
    source = source or FormulaSource(text)

    def made(node: Any, parts: list[Formula]) -> Formula:
        tokens = [child for child in node.children if getattr(child, "type", None) in {"NAME", "ATOM"}]
        names = [_spelled(token, canonical_name, canonical_atom, source) for token in tokens]
        try:
            formula = _built(node, names, parts)
        except InputError as error:
            raise source.error(tokens[0].start_pos, error.message) from None
        if vocabulary and (undeclared := undeclared_name(vocabulary, formula)):
            name, problem = undeclared
            raise source.error(tokens[names.index(name)].start_pos, problem.message)
        return formula

    return formula_of_tree(parse_tree(_LANGUAGE, text, source), made)


def rule_name(node: Any) -> str:
    """Return the name of a node's rule; SMCDEL's grammar has rules `x_open` with the same meaning as `x`."""
    return str(node.data).removesuffix("_open")


def formula_of_tree(tree: Any, made: Callable[[Any, list[Formula]], Formula]) -> Formula:
    """Return the formula in a syntax tree: that of its only child.

    It works without recursion, so texts may be nested deeply. *made* makes the formula of a node from those
    of its children; conjunctions and the like, of any number of parts, are made and flattened here.
    """
    built: dict[int, Formula] = {}
    open_parts: dict[int, list[Formula]] = {}
    for node in tree.iter_subtrees():
        parts = _built_parts(node, built, open_parts)
        if rule_name(node) in ASSOCIATIVE:
            open_parts[id(node)] = parts
        elif node is tree:
            return parts[0]
        else:
            built[id(node)] = made(node, parts)
    raise AssertionError(tree)  # a tree is the last of its own subtrees


def _built_parts(node: Any, built: dict[int, Formula], open_parts: dict[int, list[Formula]]) -> list[Formula]:
    """Return the formulas of a node's children; nested conjunctions and the like are flattened."""
    parts: list[Formula] = []
    for child in node.children:
        if id(child) in built:
            parts.append(built.pop(id(child)))
        elif id(child) in open_parts:
            inner = open_parts.pop(id(child))
            same = rule_name(child) == rule_name(node)
            parts.extend(inner if same else (ASSOCIATIVE[rule_name(child)](inner),))
    return parts


def _without_spaces(text: str) -> str:
    return "".join(text.split())


def _spelled(
    token: Any,
    canonical_name: Callable[[str], str] | None,
    canonical_atom: Callable[[str], str] | None,
    source: FormulaSource,
) -> str:
    """Return a name or an atom in its canonical spelling; an error shows where it stands."""
    name = _without_spaces(token) if canonical_name is None else _canonical(token, canonical_name)
    if canonical_atom is None or token.type == "NAME":
        return name
    try:
        return canonical_atom(name)
    except InputError as error:
        raise source.error(token.start_pos, error.message) from None


def _canonical(token: Any, canonical_name: Callable[[str], str]) -> str:
    """Return a name in its canonical spelling; of an atom only the names in brackets are changed."""
    if token.type == "NAME":
        return canonical_name(_without_spaces(token))
    predicate, bracket, names = _without_spaces(token).partition("(")
    inside = ",".join(map(canonical_name, names.removesuffix(")").split(",")))
    return predicate + bracket + inside + ")" * bool(bracket)


def _built(node: Any, names: list[str], parts: list[Formula]) -> Formula:
    """Return the formula of a node: its rule has the name of the operator, or it begins with the operator."""
    operator = _without_spaces(node.children[0])[:-1] if node.data in {"agent", "group", "value"} else None
    _, grouped, _, constructor = SHAPES[operator or node.data]
    return constructor(*([names] if grouped else names), *parts)
