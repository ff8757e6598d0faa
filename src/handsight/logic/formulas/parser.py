"""Reading formulas: text to formula, or an error that points at the place."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from handsight.errors import InputError, TooLargeError
from handsight.logic.formulas import formula as make
from handsight.logic.formulas.error_positions import Pointer
from handsight.logic.formulas.error_positions import parse as parse_tree
from handsight.logic.formulas.formula import Formula
from handsight.logic.formulas.names import Vocabulary, undeclared
from handsight.text.front_end import Language

LONGEST: Final = 1_000_000

_GO_ON: Final = "an operator (& ^ | -> <->)"
_LANGUAGE: Final = Language(
    grammar=Path(__file__).parent / "formula.lark",
    otherwise="a formula",
    names={
        "_AND": _GO_ON,
        "_XOR": _GO_ON,
        "_OR": _GO_ON,
        "_IMPLIES": _GO_ON,
        "_IFF": _GO_ON,
        "_CLOSE": "']'",
        "_MORE": "'>'",
        "_RIGHT": "')'",
        "_COMMA": "','",
        "_COLON": "':'",
        "_EQUALS": "'='",
        "_TELL": "'!'",
        "_TELL_WHETHER": "'?!'",
        "NAME": "a name",
        "$END": "the end",
    },
    mistakes={
        r"and\b|&&|/\\": "write & for and",
        r"or\b|\|\||\\/": "write | for or",
        r"not\b": "write ~ for not",
        r"!": "write ~ for not, [!f] for an announcement",
        r"xor\b": "write ^ for parity, one(…) for exactly one",
        r"iff\b|<=>|==": "write <-> for iff",
        r"implies\b|=>": "write -> for implies",
        r"(?<!\w)\d": "names are words: write p1, not 1",
        r"(?<=K) |(?<=Kw) |(?<=\b[MECD]) ": "an agent stands in brackets: write K[a]",
    },
)


def parse(
    text: str,
    words: Vocabulary | None = None,
    *,
    point: Pointer | None = None,
    spell: Callable[[str], str] | None = None,
) -> Formula:
    """The formula in the text; names must be among *words* if given, and *point* knows the text around it.

    *spell* says how agents, values and what stands in an atom's brackets are written.
    """
    if len(text) > LONGEST:
        raise TooLargeError(f"the formula has {len(text):,} characters; {LONGEST:,} is the most")
    point = point or Pointer(text)
    built: dict[int, Formula] = {}
    rows: dict[int, list[Formula]] = {}
    for node in parse_tree(_LANGUAGE, text, point).iter_subtrees():
        parts = parts_of(node, built, rows)
        if node.data in ROWS:
            rows[id(node)] = parts
            continue
        words_here = _names(node)
        names = [_plain(word) if spell is None else _spelled(word, spell) for word in words_here]
        try:
            formula = built[id(node)] = _BUILD[node.data](names, parts, _letter(node))
        except InputError as error:
            raise point(words_here[0].start_pos, error.message) from None
        if words and (stray := undeclared(words, formula)):
            name, wrong = stray
            raise point(words_here[names.index(name)].start_pos, wrong.message)
    return formula


def rule_of(node: Any) -> str:
    """The rule's name; rules that end in `_open` are another grammar's twins of the same meaning."""
    return str(node.data).removesuffix("_open")


def parts_of(node: Any, built: dict[int, Formula], rows: dict[int, list[Formula]]) -> list[Formula]:
    """The node's parts; a row of & inside a row of & is laid flat before any formula is made."""
    parts: list[Formula] = []
    for child in node.children:
        if id(child) in built:
            parts.append(built.pop(id(child)))
        elif id(child) in rows:
            row = rows.pop(id(child))
            parts.extend(row if rule_of(child) == rule_of(node) else (ROWS[rule_of(child)](row),))
    return parts


def _names(node: Any) -> list[Any]:
    return [child for child in node.children if getattr(child, "type", None) in {"NAME", "ATOM"}]


def _plain(word: str) -> str:
    return "".join(word.split())


def _spelled(word: Any, spell: Callable[[str], str]) -> str:
    """The name as it is to be written; what an atom says of its names is left alone."""
    if word.type == "NAME":
        return spell(_plain(word))
    said, bracket, names = _plain(word).partition("(")
    return said + bracket + ",".join(map(spell, names.removesuffix(")").split(","))) + ")" * bool(bracket)


def _letter(node: Any) -> str:
    return _plain(node.children[0])[:-1] if node.data in {"agent", "group"} else ""


_LETTERS: Final[dict[str, Callable[[str, Formula], Formula]]] = {"K": make.K, "Kw": make.Kw, "M": make.M}
ROWS: Final[dict[str, Callable[[list[Formula]], Formula]]] = {
    "and": make.all_of,
    "or": make.any_of,
    "xor": make.odd,
}
_GROUPS: Final = {"E": make.E, "C": make.C, "D": make.D}

_BUILD: Final[dict[str, Callable[[list[str], list[Formula], str], Formula]]] = {
    "start": lambda _, parts, __: parts[0],
    "true": lambda _, __, ___: make.TRUE,
    "false": lambda _, __, ___: make.FALSE,
    "atom": lambda names, _, __: make.atom(*names),
    "is": lambda names, _, __: make.value(names[0], names[1]),
    "not": lambda _, parts, __: ~parts[0],
    "one": lambda _, parts, __: make.one(parts),
    "implies": lambda _, parts, __: make.implies(*parts),
    "iff": lambda _, parts, __: make.iff(*parts),
    "agent": lambda names, parts, letter: _LETTERS[letter](names[0], parts[0]),
    "group": lambda names, parts, letter: _GROUPS[letter](names, parts[0]),
    "value_known": lambda names, _, __: make.Kv(*names),
    "announcement": lambda _, parts, __: make.announce(*parts),
    "possible": lambda _, parts, __: make.announce_dia(*parts),
    "whether": lambda _, parts, __: make.announce_whether(*parts),
    "group_whether": lambda names, parts, __: make.group_whether(names, *parts),
    "event": lambda names, parts, __: make.event(names[0], names[1], parts[0]),
    "event_possible": lambda names, parts, __: make.event_dia(names[0], names[1], parts[0]),
}
