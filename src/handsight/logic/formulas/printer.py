"""Printing formulas: as plain text and Unicode, which parse back, and as LaTeX."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol

from handsight.errors import TooLargeError

MAX_LENGTH: Final = 5_000_000

Style = Literal["text", "unicode", "latex"]


class Printable(Protocol):
    """What the printer needs of a formula."""

    @property
    def op(self) -> str:
        """The operator."""

    @property
    def label(self) -> tuple[str, ...]:
        """Its names."""

    @property
    def parts(self) -> Sequence["Printable"]:
        """Its parts."""

    @property
    def size(self) -> int:
        """The number of operators and atoms."""


@dataclass(frozen=True, slots=True)
class _Symbols:
    """The symbols of one style."""

    constants: dict[str, str]
    negation: str
    infix: dict[str, str]
    name: Callable[[str], str]
    operator: Callable[[str], str]
    index: Callable[[str], str]
    angle_brackets: tuple[str, str]
    exactly_one: str


def _as_is(name: str) -> str:
    return name


def _italic(name: str) -> str:
    plain = name.replace("_", r"\_")
    return plain if len(name) == 1 or name.isdecimal() else r"\mathit{" + plain + "}"


_TEXT: Final = _Symbols(
    constants={"true": "true", "false": "false"},
    negation="~",
    infix={"iff": " <-> ", "implies": " -> ", "or": " | ", "xor": " ^ ", "and": " & "},
    name=_as_is,
    operator=_as_is,
    index="[{}]".format,
    angle_brackets=("<", ">"),
    exactly_one="one",
)
_SYMBOLS: Final[dict[Style, _Symbols]] = {
    "text": _TEXT,
    "unicode": replace(
        _TEXT,
        constants={"true": "⊤", "false": "⊥"},
        negation="¬",
        infix={"iff": " ↔ ", "implies": " → ", "or": " ∨ ", "xor": " ⊕ ", "and": " ∧ "},
        angle_brackets=("⟨", "⟩"),
    ),
    "latex": _Symbols(
        constants={"true": r"\top", "false": r"\bot"},
        negation=r"\neg ",
        infix={
            "iff": r" \leftrightarrow ",
            "implies": r" \rightarrow ",
            "or": r" \vee ",
            "xor": r" \oplus ",
            "and": r" \wedge ",
        },
        name=_italic,
        operator=_italic,
        index="_{{{}}} ".format,
        angle_brackets=(r"\langle ", r"\rangle "),
        exactly_one=r"\mathrm{one}",
    ),
}

_PRECEDENCE: Final = {"iff": 1, "implies": 2, "or": 3, "xor": 4, "and": 5}
_PREFIX_PRECEDENCE: Final = 6


def formula_text(formula: Printable, style: Style = "text") -> str:
    """Return a formula as text, with no needless brackets.

    Args:
        formula: The formula.
        style: "text" or "unicode", which parse back to the same formula, or "latex".

    Raises:
        TooLargeError: The formula is too long to print.

    Examples:
        >>> from handsight.logic import formula_text, parse
        >>> formula_text(parse("K[ann] ~wet"), "unicode")
        'K[ann] ¬wet'
    """
    if formula.size > MAX_LENGTH:
        raise TooLargeError(
            f"the formula has {formula.size:,} symbols when printed; {MAX_LENGTH:,} is the most"
        )
    symbols = _SYMBOLS[style]
    out: list[str] = []
    todo: list[str | tuple[Printable, int]] = [(formula, 0)]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            out.append(item)
        else:
            todo.extend(reversed(list(_with_brackets(*item, symbols))))
    return "".join(out)


def _with_brackets(f: Printable, least: int, symbols: _Symbols) -> Iterator[str | tuple[Printable, int]]:
    """Yield the formula's own symbols and its parts, in brackets if its precedence is lower than *least*."""
    precedence = _PRECEDENCE.get(f.op, _PREFIX_PRECEDENCE)
    if precedence < least:
        yield "("
        yield from _without_brackets(f, precedence, symbols)
        yield ")"
    else:
        yield from _without_brackets(f, precedence, symbols)


def _without_brackets(
    f: Printable, precedence: int, symbols: _Symbols
) -> Iterator[str | tuple[Printable, int]]:
    if f.op in symbols.infix:
        # only the right side of -> and the left side of <-> may hold the same operator without brackets
        yield f.parts[0], precedence + (f.op != "iff")
        for k, part in enumerate(f.parts[1:], 2):
            yield symbols.infix[f.op]
            yield part, precedence + (f.op != "implies" or k < len(f.parts))
    elif f.op == "one":
        yield symbols.exactly_one + "("
        for k, part in enumerate(f.parts):
            yield from (", ",) if k else ()
            yield part, 0
        yield ")"
    else:
        yield from _prefix(f, symbols)
        if f.parts:
            yield f.parts[-1], _PREFIX_PRECEDENCE


def _prefix(f: Printable, symbols: _Symbols) -> Iterator[str | tuple[Printable, int]]:
    """Yield everything before the last part; for an atom, everything."""
    names = ",".join(map(symbols.name, f.label))
    match f.op:
        case "true" | "false":
            yield symbols.constants[f.op]
        case "atom":
            yield names
        case "is":
            yield "=".join(map(symbols.name, f.label))
        case "not":
            yield symbols.negation
        case "Kv":
            agent, variable = map(symbols.name, f.label)
            yield f"{symbols.operator(f.op)}{symbols.index(agent)} {variable}".replace("  ", " ")
        case "event" | "event_dia":
            left, right = symbols.angle_brackets if f.op == "event_dia" else ("[", "]")
            yield left + ":".join(map(symbols.name, f.label)) + right + " "
        case "ann" | "ann_dia" | "ann_whether" | "group_whether":
            left, right = symbols.angle_brackets if f.op == "ann_dia" else ("[", "]")
            yield left + names + " " * bool(names) + ("?!" if f.op.endswith("whether") else "!")
            yield f.parts[0], 0
            yield right + " "
        case _:
            yield f"{symbols.operator(f.op)}{symbols.index(names)} ".replace("  ", " ")
