"""How a formula is written: plain text that parses back, Unicode that parses back too, and LaTeX."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from handsight.errors import TooLargeError

LONGEST: Final = 5_000_000

Style = Literal["text", "unicode", "latex"]


class Written(Protocol):
    """What the writer reads of a formula."""

    @property
    def op(self) -> str:
        """The operator."""
        ...

    @property
    def label(self) -> tuple[str, ...]:
        """The names it carries."""
        ...

    @property
    def parts(self) -> Sequence["Written"]:
        """The formulas it stands on."""
        ...

    @property
    def size(self) -> int:
        """The number of signs."""
        ...


@dataclass(frozen=True, slots=True)
class _Signs:
    """The signs of one style."""

    constants: dict[str, str]
    negation: str
    infix: dict[str, str]
    name: Callable[[str], str]
    operator: Callable[[str], str]
    index: Callable[[str], str]
    angles: tuple[str, str]
    tell: tuple[str, str]
    function: str


def _as_is(name: str) -> str:
    return name


def _italic(name: str) -> str:
    plain = name.replace("_", r"\_")
    return plain if len(name) == 1 or name.isdecimal() else r"\mathit{" + plain + "}"


_SIGNS: Final[dict[Style, _Signs]] = {
    "text": _Signs(
        constants={"true": "true", "false": "false"},
        negation="~",
        infix={"iff": " <-> ", "implies": " -> ", "or": " | ", "xor": " ^ ", "and": " & "},
        name=_as_is,
        operator=_as_is,
        index="[{}]".format,
        angles=("<", ">"),
        tell=("!", "?!"),
        function="one",
    ),
    "unicode": _Signs(
        constants={"true": "⊤", "false": "⊥"},
        negation="¬",
        infix={"iff": " ↔ ", "implies": " → ", "or": " ∨ ", "xor": " ⊕ ", "and": " ∧ "},
        name=_as_is,
        operator=_as_is,
        index="[{}]".format,
        angles=("⟨", "⟩"),
        tell=("!", "?!"),
        function="one",
    ),
    "latex": _Signs(
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
        angles=(r"\langle ", r"\rangle "),
        tell=("!", "?!"),
        function=r"\mathrm{one}",
    ),
}

_TIGHTNESS: Final = {"iff": 1, "implies": 2, "or": 3, "xor": 4, "and": 5}
_PREFIX: Final = 6


def write(formula: Written, style: Style = "text") -> str:
    """The formula with no needless bracket; text and Unicode parse back to the same formula."""
    if formula.size > LONGEST:
        raise TooLargeError(
            f"the formula has {formula.size:,} signs when written out; {LONGEST:,} is the most"
        )
    signs = _SIGNS[style]
    out: list[str] = []
    todo: list[str | tuple[Written, int]] = [(formula, 0)]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            out.append(item)
        else:
            todo.extend(reversed(list(_spelled(*item, signs))))
    return "".join(out)


def _spelled(f: Written, least: int, signs: _Signs) -> Iterator[str | tuple[Written, int]]:
    """The formula's own signs and its parts in order, in brackets when it binds less tightly than *least*."""
    tightness = _TIGHTNESS.get(f.op, _PREFIX)
    if tightness < least:
        yield "("
        yield from _bare(f, tightness, signs)
        yield ")"
    else:
        yield from _bare(f, tightness, signs)


def _bare(f: Written, tightness: int, signs: _Signs) -> Iterator[str | tuple[Written, int]]:
    if f.op in signs.infix:
        # only the right side of -> and the left side of <-> may hold the same operator without brackets
        yield f.parts[0], tightness + (f.op != "iff")
        for k, part in enumerate(f.parts[1:], 2):
            yield signs.infix[f.op]
            yield part, tightness + (f.op != "implies" or k < len(f.parts))
    elif f.op == "one":
        yield signs.function + "("
        for k, part in enumerate(f.parts):
            yield from (", ",) if k else ()
            yield part, 0
        yield ")"
    else:
        yield from _prefix(f, signs)
        if f.parts:
            yield f.parts[-1], _PREFIX


def _prefix(f: Written, signs: _Signs) -> Iterator[str | tuple[Written, int]]:
    """Everything before the last part; for an atom, everything."""
    names = ",".join(map(signs.name, f.label))
    match f.op:
        case "true" | "false":
            yield signs.constants[f.op]
        case "atom":
            yield names
        case "is":
            yield "=".join(map(signs.name, f.label))
        case "not":
            yield signs.negation
        case "Kv":
            agent, variable = map(signs.name, f.label)
            yield f"{signs.operator(f.op)}{signs.index(agent)} {variable}".replace("  ", " ")
        case "event" | "event_dia":
            left, right = signs.angles if f.op == "event_dia" else ("[", "]")
            yield left + ":".join(map(signs.name, f.label)) + right + " "
        case "ann" | "ann_dia" | "ann_whether" | "group_whether":
            left, right = signs.angles if f.op == "ann_dia" else ("[", "]")
            yield left + names + " " * bool(names) + signs.tell[f.op.endswith("whether")]
            yield f.parts[0], 0
            yield right + " "
        case _:
            yield f"{signs.operator(f.op)}{signs.index(names)} ".replace("  ", " ")
