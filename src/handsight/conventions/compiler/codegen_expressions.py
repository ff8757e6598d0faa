"""Generate Python text for core expressions: one template for each operation.

Cards are orders, clues are action numbers (NO_ACTION: the clue just given), values are identities, and sets
of values are masks. A card variable has three names: `card0`, and its place `seat0`, `slot0`. A clue variable
has `clue0`, and its clue number and target `said0`, `seat0`. All text is in parentheses where it needs them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import NamedTuple

from handsight.conventions.core import Bind, Expr, Number, Term, Var
from handsight.conventions.normal_form import subexpressions
from handsight.errors import InputError

VARIABLE_PREFIXES = {"card": "card", "hand": "seat", "clue": "clue", "value": "value"}
LAST_CLUE = Term("heard")


def _after(clue: str, what: str) -> str:
    """Return source text for a stored word about the reading of a clue; the clue is read if it was not."""
    stored = f"workspace[AFTER + {clue} * AFTER_WORDS + {what}]"
    read = f"reading_after(terms, state, workspace, {clue}, {what})"
    return f"({stored} if has_bit(workspace[READ_CLUES], {clue}) else {read})"


ASKS = f"({_after('{0.clue}', 'FLAGS + 1')} & ~expected)"
"""Source text for the mask of the cards that a clue newly asks for."""
OPS = {
    # ---- truths
    "not": "(not {})",
    "less": "({} < {})",
    **dict.fromkeys(("equal", "same_card", "same_seat", "same_clue", "same_value"), "({} == {})"),
    "has": "has_bit(state[FLAG{}], {})",
    "has_hand": "has_bit(state[FLAG{}], {})",
    "has_table": "has_bit(state[FLAG{}], 0)",
    "asked": "has_bit(asked_now, {})",
    "asks": f"has_bit({ASKS}, {{1}})",
    "awaited": "is_awaited(state, {}, QUESTIONS)",
    "has_after": f"has_bit({_after('{1.clue}', '{0}')}, {{2}})",
    "honest": f"({_after('{0.clue}', 'FLAGS')} != 0)",
    "touches": "touches(terms, state, {0.said}, {0.seat}, {1.seat}, {1})",
    "clued": "has_bit(state[TOUCHED], {})",
    "color": "(terms[CLUE_EVENT + {.said}] == EVENT_COLOR_CLUE)",
    "in": "has_bit({1}, {0})",
    "meets": "(({} & {}) != 0)",
    "within": "(({} & ~{}) == 0)",
    # ---- numbers: the table
    "clues": "tokens(terms, state)",
    "strikes": "state[STRIKES]",
    "deck": "(terms[DECK_SIZE] - state[DRAWN])",
    "turn": "state[TURN]",
    "turns": "turns(terms, state)",
    "score": "state[POINTS]",
    "best": "max_score(terms, state)",
    "pace": "pace(terms, state)",
    # ---- numbers: cards, hands and values
    "slot": "{.slot}",
    "back": "(state[HAND_SIZES + {0.seat}] - 1 - {0.slot})",
    "order": "{}",
    "away": "seat_after(terms, {}, -me)",
    "size": "state[HAND_SIZES + {}]",
    "rank": "terms[RANK_OF + {}]",
    "suit": "terms[SUIT_OF + {}]",
    "copies": "terms[COPIES + {}]",
    "left": "copies_left(state, {})",
    "height": "height(terms, state, {})",
    "named": "terms[CLUE_NUMBER + {.said}]",
    "add": "({} + {})",
    "subtract": "({} - {})",
    "multiply": "({} * {})",
    "divide": "quotient({}, {})",
    "chance": "own_chance(terms, state, workspace, RULED_OUT, 0, 0, 0, {.slot}, {})",
    "chance_promised": "own_chance(terms, state, workspace, RULED_OUT, QUESTIONS, LAWS, 1, {.slot}, {})",
    # ---- values
    "face": "state[DECK + {}]",
    "playable": "state[PLAYABLE]",
    "needed": "needed(terms, state)",
    "critical": "critical(terms, state)",
    "played": "played(state)",
    "all": "terms[ALL_IDENTITIES]",
    "ranked": "ranked(terms, {})",
    "touch": "terms[CLUE_TOUCH + {.said}]",
    "only": "(1 << {})",
    "could": "could(state, {})",
    "could_promised": "could_promised(state, {0}, RULED_OUT, QUESTIONS)",
    "mine": "own_possible(terms, state, workspace, RULED_OUT, 0, 0, 0, {.slot})",
    "mine_promised": "own_possible(terms, state, workspace, RULED_OUT, QUESTIONS, LAWS, 1, {.slot})",
    "others": "(terms[ALL_IDENTITIES] & ~{})",
    # ---- cards, seats, clues
    "moved": "state[ORDER]",
    "seat": "seat_after(terms, me, {})",
    "holder": "{.seat}",
    "to": "{.seat}",
    "heard": "NO_ACTION",
}
LAST_CLUE_OPS = {
    "touches": "has_bit(state[CLUE_TOUCHED], {1})",
    "color": "(state[EVENT] != EVENT_NUMBER_CLUE)",
    "named": "(terms[CLUE_NUMBER + state[CLUE]] if state[CLUE] >= 0 else 0)",
    "touch": "(terms[CLUE_TOUCH + state[CLUE]] if state[CLUE] >= 0 else 0)",
    "to": "(state[TARGET] if state[TARGET] >= 0 else me)",
}
WITHIN_LAW = "within_law(terms, state, {{0}}, {left}, RULED_OUT, QUESTIONS, {lawful}, {others})"
"""Template for what a law leaves a card; *left* is the template for what is left without this law."""
JOINING_OPS = {"and": " and ", "or": " or ", "both": " & ", "either": " | "}


class SourceWriter:
    """Collects lines of source, indented by the open blocks."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._depth = 0
        self._numbers = count()

    def line(self, text: str) -> None:
        """Add a line."""
        self.lines.append("    " * self._depth + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Indent the lines of a block under its head."""
        self.line(f"{head}:")
        self._depth += 1
        yield
        self._depth -= 1

    @contextmanager
    def function(self, head: str, numbers: int = 0, signature: str = "") -> Iterator[None]:
        """Write a function of three arrays and *numbers* further integers that returns an integer."""
        kinds = ", ".join(["int64[::1]"] * 3 + ["int64"] * numbers)
        typed = signature or f'"int64({kinds})"'
        self.lines += ["", "", f"@compiled({typed})"]
        with self.block(f"def {head}"):
            yield

    def number(self) -> int:
        """Return a number for new names: a name that is bound only once compiles faster."""
        return next(self._numbers)

    def name(self, stem: str) -> str:
        """Return a new name."""
        return f"{stem}{self.number()}"


def has_search(expr: Expr) -> bool:
    """Whether an expression contains a search, which needs a loop."""
    return any(isinstance(part, Bind) for part in subexpressions(expr))


class Operand(NamedTuple):
    """The source text of an argument, and, if it is a variable, the number in its names."""

    text: str
    number: int | None = None

    def __format__(self, _spec: str) -> str:
        return self.text

    def __getattr__(self, part: str) -> str:
        """Return the name of a part: `clue` (its action number), `said`, `seat` or `slot`."""
        if self.number is None:
            raise InputError(f"{self.text} has no {part} in a compiled convention; use the plain rules")
        return f"{part}{self.number}"


class ExpressionWriter:
    """Writes expressions; a search is written before the line that uses its result."""

    def __init__(self, writer: SourceWriter) -> None:
        self.writer = writer
        self.templates = OPS
        """The templates of the operations."""
        self.names: dict[int, tuple[str, int]] = {}
        """For each bound variable, the sort of thing that it ranges over, and the number in its names."""

    def searched(self, bind: Bind) -> str:
        """Write a search, and return source text for its result."""
        raise NotImplementedError

    def value(self, expr: Expr) -> str:
        """Return source text for an expression."""
        match expr:
            case Number(value):
                return repr(int(value) if value == int(value) else value)
            case Var(number):
                sort, name = self.names[number]
                return f"{VARIABLE_PREFIXES[sort]}{name}"
            case Bind():
                return self.searched(expr)
            case Term(op, args) if op in JOINING_OPS:
                return f"({JOINING_OPS[op].join(map(self.value, args))})"
            case Term(op, args):
                table = LAST_CLUE_OPS if op in LAST_CLUE_OPS and args[0] == LAST_CLUE else self.templates
                return table[op].format(*map(self._spoken, args))

    def _spoken(self, expr: Expr) -> Operand:
        number = self.names[expr.number][1] if isinstance(expr, Var) else None
        return Operand(self.value(expr), number)
