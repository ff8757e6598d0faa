"""The syntax tree of a convention file: what was written, word for word, and where.

Phrases come first (cards, hands, clues, values, numbers and conditions), then statements and the whole file.
Nothing here says what a word means. Two nodes are equal when they say the same, wherever they stand: a
`Location` equals every other, so that `parse(print_file(file)) == file`.
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from msgspec import Struct

from handsight.text.diagnostics import Diagnostics, Problem


class Location(NamedTuple):
    """Where a word stands: line and column from 1, and the file. All locations compare equal."""

    line: int = 0
    column: int = 0
    file: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Location)

    def __ne__(self, other: object) -> bool:
        return not isinstance(other, Location)

    def __hash__(self) -> int:
        return 0


NO_LOCATION = Location()


class SyntaxNode(Struct, frozen=True, kw_only=True):
    """A node of the syntax tree, and where it stands."""

    at: Location = NO_LOCATION


NodeT = TypeVar("NodeT", bound=SyntaxNode)


class NumberPhrase(SyntaxNode, frozen=True):
    """A number: `5`, `0.7`."""

    value: float


class WordPhrase(SyntaxNode, frozen=True):
    """A word of the language or of the file: `playable`, `c`, `strikes`, `clues left`, `the table`."""

    text: str


class Numeral(SyntaxNode, frozen=True):
    """A card of some rank: `a 5`."""

    rank: int


class Attribute(SyntaxNode, frozen=True):
    """Something of a thing: `rank of c`, `the hand of c` (that holds it), `a copy of c` (the same value)."""

    name: str
    of: "Expr"


class Chance(SyntaxNode, frozen=True):
    """A probability: `chance that c is playable`."""

    card: "Expr"
    predicate: "Expr"
    promised: bool = False


class Arithmetic(SyntaxNode, frozen=True):
    """Arithmetic: `+`, `-`, `*` or `/` between two numbers."""

    op: str
    left: "Expr"
    right: "Expr"


class ClaimPhrase(SyntaxNode, frozen=True):
    """What is said of a subject; *verb* is one of `VERBS`. After `that` a claim has no subject.

    `k makes c IP`: a clue would give a card *flags*; `leaves`: the card would have them, new or not.
    """

    subject: "Expr | None"
    verb: str
    what: "Expr"
    denied: bool = False
    promised: bool = False
    flags: "Flags | None" = None


class Joined(SyntaxNode, frozen=True):
    """A conjunction, a disjunction or a negation; *word* is `and`, `or` or `not` (of one part)."""

    word: str
    parts: tuple["Expr", ...]


VERBS = {
    "is": "is",
    "at least": "is at least",
    "at most": "is at most",
    "below": "is below",
    "above": "is above",
    "could be": "could be",
    "surely": "is surely",
    "known": "is",
    **{verb: verb for verb in ("touches", "asks", "has", "makes", "leaves")},
}
"""The verbs of claims, and how they are written; a claim with `known` begins with `I know`."""
COUNTED = "number of"
"""The determiner of things that are counted: `number of playable cards in my hand`."""


class Flags(SyntaxNode, frozen=True):
    """Flags: `IP and CM` (*either*: `IP or CM`)."""

    names: tuple[str, ...]
    either: bool = False


class Qualifier(SyntaxNode, frozen=True):
    """What is said after a noun: `with IP`, `in other hands`, `that could be critical`, and so on.

    *word* is `with` or `without` (flags), `in` (also for `of mine` and `to the next hand`), `that` (a claim
    without its subject), `touched by`, `asked by` (clues that would ask for a card) or `such that` (any
    condition, in which the letter of the thing is known).
    """

    word: str
    what: "Expr"


class SortKey(SyntaxNode, frozen=True):
    """A sort key: by a number, the lowest first (*down*: the highest first), *when* a parameter says so."""

    by: "Expr | None"
    """None stands for the position in the hand: `from the front`, or with *down* `from the back`."""
    down: bool = False
    when: "Expr | None" = None


class Noun(SyntaxNode, frozen=True):
    """A description of cards, values, clues or hands, such as `the frontmost touched card c without IP`."""

    determiner: str
    words: tuple[WordPhrase, ...]
    head: str
    name: str = ""
    qualifiers: tuple[Qualifier, ...] = ()
    order: tuple[SortKey, ...] = ()


Thing = NumberPhrase | WordPhrase | Numeral | Flags | Attribute | Chance | Arithmetic | Noun
Expr = Thing | ClaimPhrase | Joined


NOT = "not"
HAND, COPY = "the hand", "a copy"
"""Attributes that are written with an article: `the hand of c`, `a copy of c`."""
TABLE = "the table"
EVERY_CLUE = "every clue"
"""The target of a rule that narrows all rules that give a clue."""


class Hook(SyntaxNode, frozen=True):
    """Where a rule goes: `before`, `after`, `replaces` or `narrows` the rules named, or `first` or `last`."""

    place: str
    names: tuple[str, ...] = ()


class Clause(SyntaxNode, frozen=True):
    """`if …`, `unless …`, `for a playable card c`, or before an update `in every hand without CH`."""

    word: str
    what: Expr

    @property
    def asks(self) -> bool:
        """Whether it is a condition, and not a search."""
        return self.word in ("if", "unless")


class ActRule(SyntaxNode, frozen=True):
    """An act rule: *verb* is play, discard, clue, make or give; empty in a rule that narrows others."""

    name: str
    hook: Hook | None = None
    verb: str = ""
    thing: Expr | None = None
    flags: Flags | None = None
    clauses: tuple[Clause, ...] = ()
    untrue: bool = False
    """`even if untrue`: the clue may make promises that do not hold."""
    text: str = ""
    """Why the rule acts, as the acting player would say it."""


class UpdateRule(SyntaxNode, frozen=True):
    """An update rule: what gains and loses flags after an event, or another *effect* on open readings."""

    name: str
    subject: Noun | WordPhrase | None
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    hook: Hook | None = None
    after: str = ""
    """The event that must just have happened, such as `clue`; empty: any."""
    clauses: tuple[Clause, ...] = ()
    ends: bool = False
    """`and nothing else`: no later `after` rule reads this event."""
    effect: str = ""
    """Empty where flags change; else one of `EFFECTS`."""
    values: Expr | None = None
    """What the cards may be."""


EFFECTS = {
    "may be": "{subject} may be {values}",
    "bridged": "{subject} may be {values}, its missing values bridged",
    "instead": "{subject} takes its place",
    "drop": "drop the readings of {subject}",
    "drop all": "drop every open reading",
    "excuse": "excuse the player",
}
"""What an update rule may do besides changing flags, all about open readings, and how it is written."""


class BridgeStep(SyntaxNode, frozen=True):
    """A way to find a missing value `w`: `known` says that nobody has to play it, others name a card."""

    name: str
    noun: Noun
    hook: Hook | None = None
    bluff: bool = False
    """Whether the card is any playable value, so that `w` stays missing."""


class LawRule(SyntaxNode, frozen=True):
    """A promise between cards: `no card with TO is a copy of another card with TO`."""

    name: str
    noun: Noun
    other: Noun
    hook: Hook | None = None


class Missing(SyntaxNode, frozen=True):
    """`missing at most 2`: how many values may be missing before a bridged one."""

    most: Expr


class Flag(SyntaxNode, frozen=True):
    """A public mark on cards, and what it promises about a card that gains it."""

    name: str
    text: str = ""
    promise: Expr | None = None
    bearer: str = ""
    """`hand` or `table` if it is no mark on cards."""


class Param(SyntaxNode, frozen=True):
    """A parameter. The first choice is the default; a single number as choice allows any number."""

    name: str
    choices: tuple[float | str, ...]
    text: str = ""


class Definition(SyntaxNode, frozen=True):
    """A word that a file defines; *noun* is the thing that it is said of, None if it stands alone."""

    name: str
    noun: Noun | None
    body: Expr


class Call(Definition, frozen=True):
    """The definition of a predicate: `call a value v saveable if …`."""


class Let(Definition, frozen=True):
    """The definition of a number or a condition: `let gain of a clue k be …`, `let late be …`."""


class Setting(SyntaxNode, frozen=True):
    """`set risk = 0.7`."""

    name: str
    value: float | str


class Without(SyntaxNode, frozen=True):
    """`without stall`; *among* is `act`, `update`, `bridge` or `law` if only that of the name is left out."""

    name: str
    among: str = ""


class MoveRule(SyntaxNode, frozen=True):
    """`move save after point`."""

    name: str
    place: str
    anchor: str


class Use(SyntaxNode, frozen=True):
    """A file that this one uses, and where its act rules go if not where they say themselves."""

    name: str
    place: str = ""
    anchor: str = ""


class File(SyntaxNode, frozen=True):
    """A whole file: a convention, or an idea that conventions use."""

    kind: str
    name: str
    uses: tuple[Use, ...] = ()
    text: str = ""
    statements: "tuple[Statement, ...]" = ()
    """Every statement but the first line."""

    def all(self, kind: type[NodeT]) -> tuple[NodeT, ...]:
        """Return the statements of a kind, in the order written."""
        return tuple(one for one in self.statements if isinstance(one, kind))


Rule = ActRule | UpdateRule | BridgeStep | LawRule
"""What stands in a section: it has a name, and a hook that says where it goes."""
Statement = Flag | Param | Definition | Setting | MoveRule | Without | Rule | Missing
SECTIONS: dict[str, type[Rule]] = {"update": UpdateRule, "act": ActRule, "bridge": BridgeStep, "law": LawRule}
KIND_NAMES = {"update": "update rule", "act": "act rule", "bridge": "bridge step", "law": "law"}
"""What messages call the rules of a section."""
HEADERS: tuple[type[Statement], ...] = Flag, Param, Definition, Setting, MoveRule, Without, Missing
ORDER = (*HEADERS, LawRule, BridgeStep, UpdateRule, ActRule)
"""The order in which the kinds of statements are kept and printed."""


def in_order(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    """Sort statements by their kind; those of a kind stay in the order written."""
    every = list(statements)
    return tuple(one for kind in ORDER for one in every if isinstance(one, kind))


BAD_WORD, BAD_CHANGE, BAD_TYPE, NO_FILE = "bad-word", "bad-change", "bad-type", "no-file"
SECRET, UNREACHABLE, NO_ACTION = "secret", "unreachable", "no-action"


class FileProblem(Struct, frozen=True):
    """Something wrong at a location; with *warning*, the convention can be played all the same."""

    at: Location
    message: str
    code: str = BAD_WORD
    warning: bool = False
    advice: str = ""
    """What the author of the file might do about it."""


class CheckError(Exception):
    """Raised where a statement is wrong; the checker goes on with the next statement."""

    def __init__(self, at: Location, message: str, code: str = BAD_WORD, *, advice: str = "") -> None:
        super().__init__(message)
        self.problem = FileProblem(at, message, code, advice=advice)


def shown_problem(shown: Diagnostics, at: Location, message: str, code: str = "bad-syntax") -> Problem:
    """Return a problem with its position in a text; without one if the text has no such line."""
    inside = 1 <= at.line <= len(shown.lines)
    return Problem(code, message, position=shown.position(at.line, at.column) if inside else None)
