"""Core expressions as Python text for a kernel: one line for each operation.

Cards are orders, clues the numbers of actions (NO_ACTION: the clue just given), values identities, sets of
values masks. A variable that is a card is three names: `card0`, and where it is: `seat0`, `slot0`; one that
is a clue has `clue0`, and what it says and to whom: `said0`, `seat0`. All text is whole: it may stand in any
expression.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import NamedTuple

from handsight.conventions.core import Bind, Expr, Number, Term, Var
from handsight.conventions.simplify import subexpressions
from handsight.errors import InputError

VARIABLE_PREFIXES = {"card": "card", "hand": "seat", "clue": "clue", "value": "value"}
LAST_CLUE = Term("heard")

OPS = {
    # ---- truths
    "not": "(not {})",
    "less": "({} < {})",
    "equal": "({} == {})",
    "same_card": "({} == {})",
    "same_seat": "({} == {})",
    "same_clue": "({} == {})",
    "same_value": "({} == {})",
    "has": "has_bit(state[FLAG{}], {})",
    "has_after": "has_bit(reading_after(terms, state, workspace, {1.clue}, {0}), {2})",
    "honest": "(reading_after(terms, state, workspace, {.clue}, FLAGS) != 0)",
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
    # ---- numbers: things
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
    "chance": "own_chance(terms, state, workspace, RULED_OUT, 0, {.slot}, {})",
    "chance_promised": "own_chance(terms, state, workspace, RULED_OUT, 1, {.slot}, {})",
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
    "could_promised": "could_promised(state, {}, RULED_OUT)",
    "mine": "own_possible(terms, state, workspace, RULED_OUT, 0, {.slot})",
    "mine_promised": "own_possible(terms, state, workspace, RULED_OUT, 1, {.slot})",
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
JOINING_OPS = {"and": " and ", "or": " or ", "both": " & ", "either": " | "}


class SourceWriter:
    """Lines, each indented by the blocks that are open."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._depth = 0
        self._numbers = count()

    def line(self, text: str) -> None:
        """Write a line."""
        self.lines.append("    " * self._depth + text)

    def gap(self) -> None:
        """Leave two lines blank, as between functions."""
        self.lines += ["", ""]

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write what is inside under a head."""
        self.line(f"{head}:")
        self._depth += 1
        yield
        self._depth -= 1

    def number(self) -> int:
        """A number for names that nothing else has: a name that is bound once is compiled sooner."""
        return next(self._numbers)

    def name(self, stem: str) -> str:
        """Invent such a name."""
        return f"{stem}{self.number()}"


def has_search(expr: Expr) -> bool:
    """Whether an expression looks through things, which no single line can say."""
    return any(isinstance(part, Bind) for part in subexpressions(expr))


class Operand(NamedTuple):
    """The text of an argument, with the names that go with it if it is a variable."""

    text: str
    number: int | None = None

    def __format__(self, _spec: str) -> str:
        return self.text

    @property
    def clue(self) -> str:
        """A clue that can be supposed."""
        return self._named("clue")

    @property
    def said(self) -> str:
        """What a clue says."""
        return self._named("said")

    @property
    def seat(self) -> str:
        """Who holds a card, or whom a clue is for."""
        return self._named("seat")

    @property
    def slot(self) -> str:
        """Where a card is in its hand."""
        return self._named("slot")

    def _named(self, stem: str) -> str:
        if self.number is None:
            raise InputError(f"{self.text} has no {stem} in a compiled convention; use the plain rules")
        return f"{stem}{self.number}"


class ExpressionWriter:
    """Writes expressions; what they look through is written down before the line that asks for it."""

    def __init__(self, writer: SourceWriter) -> None:
        self.writer = writer
        self.names: dict[int, tuple[str, int]] = {}
        """For each variable that is bound here, what it ranges over, and the number that its names have."""

    def searched(self, bind: Bind) -> str:
        """Write down a search, and return the name of what it found."""
        raise NotImplementedError

    def value(self, expr: Expr) -> str:
        """Return the text of an expression."""
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
                table = LAST_CLUE_OPS if op in LAST_CLUE_OPS and args[0] == LAST_CLUE else OPS
                return table[op].format(*map(self._spoken, args))

    def _spoken(self, expr: Expr) -> Operand:
        number = self.names[expr.number][1] if isinstance(expr, Var) else None
        return Operand(self.value(expr), number)
