"""A convention file as a tree of statements: what was written, word for word, and where."""

from msgspec import Struct

from handsight.conventions.syntax.phrases import NOWHERE, Expr, Flags, Noun, Spot

EVERY_CLUE = "every clue"
"""What a rule narrows that narrows whatever gives a clue."""


class Hook(Struct, frozen=True):
    """Where a rule goes: `before`, `after`, `replaces` or `narrows` the rules named; `first` or `last`."""

    place: str
    names: tuple[str, ...] = ()
    at: Spot = NOWHERE


class For(Struct, frozen=True):
    """`for a playable card c`, or, leading an update, `in every hand without CH`."""

    noun: Noun
    word: str = "for"
    at: Spot = NOWHERE


class If(Struct, frozen=True):
    """`if …`; *denied*: `unless …`."""

    condition: Expr
    denied: bool = False
    at: Spot = NOWHERE


Clause = For | If


class Act(Struct, frozen=True):
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
    """Why it acts, in the words of the one who does."""
    at: Spot = NOWHERE


class Update(Struct, frozen=True):
    """An update rule: after what, which cards gain and lose which flags."""

    name: str
    subject: Noun
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    hook: Hook | None = None
    after: str = ""
    """What must just have happened, as in `a clue`; empty: always."""
    clauses: tuple[Clause, ...] = ()
    ends: bool = False
    """`and nothing else`: what happened is understood, no later `after` rule looks at it."""
    at: Spot = NOWHERE


class Flag(Struct, frozen=True):
    """A mark on cards that everybody keeps alike, and what it promises of the card that gains it."""

    name: str
    text: str = ""
    promise: Expr | None = None
    at: Spot = NOWHERE


class Param(Struct, frozen=True):
    """A setting of the file; the first choice is the default, and the only one may be any number."""

    name: str
    choices: tuple[float | str, ...]
    text: str = ""
    at: Spot = NOWHERE


class Call(Struct, frozen=True):
    """A word that the file defines: `call a value v saveable if …`."""

    noun: Noun
    word: str
    body: Expr
    at: Spot = NOWHERE


class Let(Struct, frozen=True):
    """A number or a condition that the file names: `let gain of a clue k be …`, `let late be …`."""

    name: str
    noun: Noun | None
    body: Expr
    at: Spot = NOWHERE


class Setting(Struct, frozen=True):
    """`set risk = 0.7`."""

    name: str
    value: float | str
    at: Spot = NOWHERE


class Without(Struct, frozen=True):
    """`without stall`; *among*: only the act rule or only the update rule of that name."""

    name: str
    among: str = ""
    at: Spot = NOWHERE


class Move(Struct, frozen=True):
    """`move save after point`."""

    name: str
    place: str
    anchor: str
    at: Spot = NOWHERE


class Use(Struct, frozen=True):
    """A file that this one builds on, and where its act rules go if not where they say themselves."""

    name: str
    place: str = ""
    anchor: str = ""
    at: Spot = NOWHERE


class File(Struct, frozen=True):
    """A convention, or an idea that conventions use; what stands in it, kind by kind."""

    kind: str
    name: str
    uses: tuple[Use, ...] = ()
    text: str = ""
    flags: tuple[Flag, ...] = ()
    params: tuple[Param, ...] = ()
    words: tuple[Call | Let, ...] = ()
    settings: tuple[Setting, ...] = ()
    moves: tuple[Move, ...] = ()
    withouts: tuple[Without, ...] = ()
    updates: tuple[Update, ...] = ()
    acts: tuple[Act, ...] = ()
    at: Spot = NOWHERE
