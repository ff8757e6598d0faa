"""The syntax tree of a convention file: what was written, word for word, and where.

Phrases come first (cards, hands, clues, values, numbers and conditions), then statements and the whole file.
Nothing here says what a word means. Two nodes are equal when they say the same, wherever they stand: a
`Location` equals every other, so that `parse(print_file(file)) == file`.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

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


class NumberPhrase(SyntaxNode, frozen=True):
    """A number: `5`, `0.7`."""

    value: float


class WordPhrase(SyntaxNode, frozen=True):
    """A word of the player or of the file: `playable`, `c`, `strikes`, `clues left`, `the table`."""

    text: str


class Numeral(SyntaxNode, frozen=True):
    """A card of some rank: `a 5`."""

    rank: int


class Attribute(SyntaxNode, frozen=True):
    """Something of a thing: `rank of c`, `the hand of c` (which holds it), `a copy of c` (its like)."""

    name: str
    of: "Expr"


class Count(SyntaxNode, frozen=True):
    """A count: `number of playable cards in my hand`."""

    noun: "Noun"


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


class Is(SyntaxNode, frozen=True):
    """A claim; *verb* is one of `VERBS`. After `that` a claim has no subject."""

    subject: "Expr | None"
    verb: str
    what: "Expr"
    denied: bool = False
    promised: bool = False


class Has(SyntaxNode, frozen=True):
    """A card, or a card of a hand, has flags: `c has IP`, `the next hand has no IP`."""

    subject: "Expr | None"
    flags: "Flags"
    denied: bool = False


class Makes(SyntaxNode, frozen=True):
    """A clue would give a card flags: `k makes c IP`; *leaves*: the card would have them, new or not."""

    subject: "Expr | None"
    card: "Expr"
    flags: "Flags"
    leaves: bool = False


class Not(SyntaxNode, frozen=True):
    """A negation."""

    part: "Expr"


class Joined(SyntaxNode, frozen=True):
    """A conjunction or a disjunction; *word* is `and` or `or`."""

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
    "touches": "touches",
    "asks": "asks",
}
"""The verbs of claims, and how they are written; a claim with `known` begins with `I know`."""


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


Claim = Is | Has | Makes
Thing = NumberPhrase | WordPhrase | Numeral | Flags | Attribute | Count | Chance | Arithmetic | Noun
Expr = Thing | Claim | Not | Joined


HAND, COPY = "the hand", "a copy"
"""Attributes that are written with an article: `the hand of c`, `a copy of c`."""
TABLE = "the table"
EVERY_CLUE = "every clue"
"""The target of a rule that narrows all rules that give a clue."""


class Hook(SyntaxNode, frozen=True):
    """Where a rule goes: `before`, `after`, `replaces` or `narrows` the rules named, or `first` or `last`."""

    place: str
    names: tuple[str, ...] = ()


class For(SyntaxNode, frozen=True):
    """`for a playable card c`, or at the beginning of an update rule `in every hand without CH`."""

    noun: Noun
    word: str = "for"


class If(SyntaxNode, frozen=True):
    """`if …`; *denied*: `unless …`."""

    condition: Expr
    denied: bool = False


Clause = For | If


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
    """An update rule: the cards that gain and lose flags after an event."""

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


EFFECTS = ("may be", "bridged", "instead", "drop", "drop all", "excuse")
"""What an update rule may do besides changing flags: all about open readings."""


class BridgeStep(SyntaxNode, frozen=True):
    """A way in which a missing value `w` may be there: `known` needs no play, others name a card."""

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


class Call(SyntaxNode, frozen=True):
    """The definition of a predicate: `call a value v saveable if …`."""

    name: str
    noun: Noun
    body: Expr


class Let(SyntaxNode, frozen=True):
    """The definition of a number or a condition: `let gain of a clue k be …`, `let late be …`."""

    name: str
    noun: Noun | None
    body: Expr


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
    flags: tuple[Flag, ...] = ()
    params: tuple[Param, ...] = ()
    definitions: tuple[Call | Let, ...] = ()
    settings: tuple[Setting, ...] = ()
    moves: tuple[MoveRule, ...] = ()
    withouts: tuple[Without, ...] = ()
    updates: tuple[UpdateRule, ...] = ()
    acts: tuple[ActRule, ...] = ()
    bridge: tuple[BridgeStep, ...] = ()
    laws: tuple[LawRule, ...] = ()
    missing: Missing | None = None

    def section(self, kind: str) -> tuple["Rule", ...]:
        """Return the rules of a section, by its word: `update`, `act`, `bridge` or `law`."""
        rules: tuple[Rule, ...] = getattr(self, FIELDS[SECTIONS[kind]])
        return rules

    @property
    def statements(self) -> "Iterator[Statement]":
        """Every statement but the first line, sorted by kind."""
        for field in dict.fromkeys(FIELDS.values()):
            yield from getattr(self, field)
        yield from (self.missing,) if self.missing else ()

    def with_statements(self, statements: "Iterable[Statement]") -> "File":
        """Return a file of the same name with other statements."""
        made: dict[str, list[Statement]] = {field: [] for field in FIELDS.values()}
        missing = None
        for one in statements:
            if isinstance(one, Missing):
                missing = missing or one
            else:
                made[FIELDS[type(one)]].append(one)
        return replace(self, missing=missing, **{field: tuple(nodes) for field, nodes in made.items()})


Rule = ActRule | UpdateRule | BridgeStep | LawRule
"""What stands in a section: it has a name, and a hook that says where it goes."""
Statement = Flag | Param | Call | Let | Setting | MoveRule | Without | Rule | Missing
SECTIONS: dict[str, type[Rule]] = {"update": UpdateRule, "act": ActRule, "bridge": BridgeStep, "law": LawRule}
KIND_NAMES = {"update": "update rule", "act": "act rule", "bridge": "bridge step", "law": "law"}
"""What messages call the rules of a section."""
FIELDS: dict[type, str] = {
    Flag: "flags",
    Param: "params",
    Call: "definitions",
    Let: "definitions",
    Setting: "settings",
    MoveRule: "moves",
    Without: "withouts",
    UpdateRule: "updates",
    ActRule: "acts",
    BridgeStep: "bridge",
    LawRule: "laws",
}
"""The field of a file in which each kind of statement is."""

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


class ShownText:
    """The text of a file; it makes problems that show their lines."""

    def __init__(self, text: str, name: str = "") -> None:
        self.text = text
        self.name = name
        self._diagnostics = Diagnostics(text.split("\n"))

    def problem(self, at: Location, message: str, code: str = "bad-syntax") -> Problem:
        """Make a problem that shows its line."""
        if not 1 <= at.line <= len(self._diagnostics.lines):
            return Problem(code, message)
        return Problem(code, message, position=self._diagnostics.position(at.line, at.column))
