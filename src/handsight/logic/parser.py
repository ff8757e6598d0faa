"""Reading formulas: text to formula, or an error that points at the place."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

from handsight.errors import CapError, InputError
from handsight.logic import formula as make
from handsight.logic.formula import Formula
from handsight.logic.names import Vocabulary, named, unknown

LONGEST: Final = 1_000_000

_START: Final = "a formula"
_GO_ON: Final = "an operator (& ^ | -> <->)"
_WORDS: Final = {
    "_IFF": _GO_ON,
    "_IMPLIES": _GO_ON,
    "_OR": _GO_ON,
    "_XOR": _GO_ON,
    "_AND": _GO_ON,
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
}
_ORDER: Final = [_START, _GO_ON, *dict.fromkeys(word for word in _WORDS.values() if word != _GO_ON)]
_MISTAKES: Final = {
    r"and\b|&&|/\\": "write & for and",
    r"or\b|\|\||\\/": "write | for or",
    r"not\b": "write ~ for not",
    r"!": "write ~ for not, [!f] for an announcement",
    r"xor\b": "write ^ for parity, one(…) for exactly one",
    r"iff\b|<=>|==": "write <-> for iff",
    r"implies\b|=>": "write -> for implies",
}


def parse(text: str, words: Vocabulary | None = None, *, line: int = 1, column: int = 1) -> Formula:
    """The formula in the text, which begins at that line and column; names must be among *words* if given."""
    if len(text) > LONGEST:
        raise CapError(f"the formula has {len(text):,} characters; {LONGEST:,} is the most")
    point = _Pointer(text, line, column)
    built: dict[int, Formula] = {}
    rows: dict[int, list[Formula]] = {}
    for node in _tree(text, point).iter_subtrees():
        parts = _parts(node, built, rows)
        if node.data in _ROWS:
            rows[id(node)] = parts
            continue
        words_here = _names(node)
        names = [_plain(word) for word in words_here]
        try:
            formula = built[id(node)] = _BUILD[node.data](names, parts, _letter(node))
        except InputError as error:
            raise point(words_here[0].start_pos, error.message) from None
        for kind, name, known in named(words, formula) if words else ():
            if name not in known:
                place = words_here[names.index(name)].start_pos
                raise point(place, unknown(kind, name, known).message)
    return formula


def _parts(node: Any, built: dict[int, Formula], rows: dict[int, list[Formula]]) -> list[Formula]:
    """The node's parts; a row of & inside a row of & is laid flat before any formula is made."""
    parts: list[Formula] = []
    for child in node.children:
        if id(child) in built:
            parts.append(built.pop(id(child)))
        elif id(child) in rows:
            row = rows.pop(id(child))
            parts.extend(row if child.data == node.data else (_ROWS[child.data](row),))
    return parts


class _Pointer:
    """Makes errors that show the line and a caret under the place."""

    def __init__(self, text: str, line: int, column: int) -> None:
        self.text, self.line, self.column = text, line, column

    def __call__(self, place: int, message: str) -> InputError:
        """The error at this place in the text."""
        start = self.text.rfind("\n", 0, place) + 1
        end = self.text.find("\n", place)
        row = self.text[start : len(self.text) if end < 0 else end]
        shown, caret = _window(row, place - start)
        lines_before = self.text.count("\n", 0, place)
        column = place - start + (1 if lines_before else self.column)
        drawing = f"\n    {shown}\n    {' ' * caret}^"
        return InputError(message + drawing, line=self.line + lines_before, column=column)


def _window(row: str, place: int, wide: int = 70) -> tuple[str, int]:
    """The part of a long row around the place, and the place in it."""
    left = max(0, min(place - wide // 2, len(row) - wide))
    shown = row[left : left + wide].replace("\t", " ")
    return ("…" if left else "") + shown + ("…" if left + wide < len(row) else ""), place - left + bool(left)


@cache
def _lark() -> Any:
    # lark takes longer to load than most programs that never parse a formula take to run
    from lark import Lark  # noqa: PLC0415

    grammar = Path(__file__).with_name("grammar.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual")


def _tree(text: str, point: _Pointer) -> Any:
    from lark.exceptions import UnexpectedInput  # noqa: PLC0415 as in _lark

    parser = _lark()
    try:
        return parser.parse(text)
    except UnexpectedInput as error:
        token = getattr(error, "token", None)
        place = error.pos_in_stream if token is None else token.start_pos
        if place is None or place < 0 or (token is not None and token.type == "$END"):
            place = len(text.rstrip())
        stuck: Any = error.interactive_parser
        raise point(place, _message(text, place, stuck.accepts())) from None


def _message(text: str, place: int, accepted: Iterable[str]) -> str:
    """What was wrong at the place, in words, and what people mean who write it so."""
    expected = {_WORDS.get(name, _START) for name in accepted}
    wanted = " or ".join(sorted(expected, key=_ORDER.index))
    rest = text[place:]
    found = f"found {rest.split(maxsplit=1)[0][:20]!r}" if rest.strip() else "but the formula ends here"
    if _START in expected and rest[:1].isdigit():
        return f"expected {wanted}, {found}: names are words, write p{rest[0]}"
    for mistake, remedy in _MISTAKES.items():
        if re.match(mistake, rest) or (place and re.match(mistake, text[place - 1 :])):
            return f"expected {wanted}, {found}; {remedy}"
    if before := re.search(r"\b(Kw?|Kv|[MECD])\s*$", text[:place]):
        return f"expected {wanted}, {found}; write {before[1]}[a] for the agent a"
    return f"expected {wanted}, {found}"


def _names(node: Any) -> list[Any]:
    return [child for child in node.children if getattr(child, "type", None) in {"NAME", "ATOM"}]


def _plain(word: str) -> str:
    return "".join(word.split())


def _letter(node: Any) -> str:
    return _plain(node.children[0])[:-1] if node.data in {"agent", "group"} else ""


_LETTERS: Final[dict[str, Callable[[str, Formula], Formula]]] = {"K": make.K, "Kw": make.Kw, "M": make.M}
_ROWS: Final[dict[str, Callable[[list[Formula]], Formula]]] = {
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
