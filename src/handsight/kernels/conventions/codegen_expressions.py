"""Core expressions as Python text for a kernel: one line for each operation.

Cards are orders, clues the numbers of actions (NOTHING: the clue just given), values identities, sets of
values masks. A variable that is a card is three names: `card0`, and where it is: `seat0`, `slot0`; one that
is a clue has `clue0`, and what it says and to whom: `said0`, `seat0`. All text is whole: it may stand in any
expression.
"""

from typing import NamedTuple

from handsight.conventions.core import Bind, Expr, Number, Term, Var
from handsight.conventions.simplify import subexpressions
from handsight.errors import InputError
from handsight.kernels.conventions.source_writer import Page

STEMS = {"card": "card", "hand": "seat", "clue": "clue", "value": "value"}
HEARD = Term("heard")

OPS = {
    # ---- truths
    "not": "(not {})",
    "less": "({} < {})",
    "equal": "({} == {})",
    "same_card": "({} == {})",
    "same_seat": "({} == {})",
    "same_clue": "({} == {})",
    "same_value": "({} == {})",
    "has": "has_bit(row[FLAG{}], {})",
    "has_after": "has_bit(told(book, row, scratch, {1.clue}, {0}), {2})",
    "honest": "(told(book, row, scratch, {.clue}, FLAGS) != 0)",
    "touches": "touches(book, row, {0.said}, {0.seat}, {1.seat}, {1})",
    "clued": "has_bit(row[TOUCHED], {})",
    "color": "(book[SORT + {.said}] == COLOR)",
    "in": "has_bit({1}, {0})",
    "meets": "(({} & {}) != 0)",
    "within": "(({} & ~{}) == 0)",
    # ---- numbers: the table
    "clues": "tokens(book, row)",
    "strikes": "row[STRIKES]",
    "deck": "(book[CARDS] - row[DRAWN])",
    "turn": "row[TURN]",
    "turns": "turns(book, row)",
    "score": "row[POINTS]",
    "best": "best(book, row)",
    "pace": "pace(book, row)",
    # ---- numbers: things
    "slot": "{.slot}",
    "back": "(row[SIZES + {0.seat}] - 1 - {0.slot})",
    "order": "{}",
    "away": "seat_after(book, {}, -me)",
    "size": "row[SIZES + {}]",
    "rank": "book[RANK + {}]",
    "suit": "book[SUIT + {}]",
    "copies": "book[COPIES + {}]",
    "left": "left(row, {})",
    "height": "height(book, row, {})",
    "named": "book[NAMED + {.said}]",
    "add": "({} + {})",
    "subtract": "({} - {})",
    "multiply": "({} * {})",
    "divide": "quotient({}, {})",
    "chance": "chance(book, row, scratch, RULED_OUT, 0, {.slot}, {})",
    "chance_promised": "chance(book, row, scratch, RULED_OUT, 1, {.slot}, {})",
    # ---- values
    "face": "row[DECK + {}]",
    "playable": "row[FITS]",
    "needed": "needed(book, row)",
    "critical": "critical(book, row)",
    "played": "played(row)",
    "all": "book[EVERYTHING]",
    "ranked": "ranked(book, {})",
    "touch": "book[TOUCH + {.said}]",
    "only": "(1 << {})",
    "could": "could(row, {})",
    "could_promised": "could_promised(row, {}, RULED_OUT)",
    "mine": "mine(book, row, scratch, RULED_OUT, 0, {.slot})",
    "mine_promised": "mine(book, row, scratch, RULED_OUT, 1, {.slot})",
    "others": "(book[EVERYTHING] & ~{})",
    # ---- cards, seats, clues
    "moved": "row[ORDER]",
    "seat": "seat_after(book, me, {})",
    "holder": "{.seat}",
    "to": "{.seat}",
    "heard": "NOTHING",
}
OF_THE_CLUE_HEARD = {
    "touches": "has_bit(row[HIT], {1})",
    "color": "(row[KIND] != NUMBER)",
    "named": "(book[NAMED + row[CLUE]] if row[CLUE] >= 0 else 0)",
    "touch": "(book[TOUCH + row[CLUE]] if row[CLUE] >= 0 else 0)",
    "to": "(row[TARGET] if row[TARGET] >= 0 else me)",
}
JOINED = {"and": " and ", "or": " or ", "both": " & ", "either": " | "}


def has_search(expr: Expr) -> bool:
    """Whether an expression looks through things, which no single line can say."""
    return any(isinstance(part, Bind) for part in subexpressions(expr))


class Spoken(NamedTuple):
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


class Words:
    """Writes expressions; what they look through is written down before the line that asks for it."""

    def __init__(self, page: Page) -> None:
        self.page = page
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
                return f"{STEMS[sort]}{name}"
            case Bind():
                return self.searched(expr)
            case Term(op, args) if op in JOINED:
                return f"({JOINED[op].join(map(self.value, args))})"
            case Term(op, args):
                table = OF_THE_CLUE_HEARD if op in OF_THE_CLUE_HEARD and args[0] == HEARD else OPS
                return table[op].format(*map(self._spoken, args))

    def _spoken(self, expr: Expr) -> Spoken:
        number = self.names[expr.number][1] if isinstance(expr, Var) else None
        return Spoken(self.value(expr), number)
