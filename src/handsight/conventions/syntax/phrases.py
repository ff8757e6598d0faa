"""Phrases of the convention language: things, numbers and conditions, as they were written and where.

Nothing here says what a word means. Two phrases are equal when they say the same, wherever they stand: a
`Spot` equals every other, so `parse(write(file)) == file`.
"""

from typing import NamedTuple

from msgspec import Struct


class Spot(NamedTuple):
    """Where a word stands: line and column from 1, and in which file; it never makes a difference."""

    line: int = 0
    column: int = 0
    file: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spot)

    def __ne__(self, other: object) -> bool:
        return not isinstance(other, Spot)

    def __hash__(self) -> int:
        return 0


NOWHERE = Spot()


class Number(Struct, frozen=True):
    """A number: `5`, `0.7`."""

    value: float
    at: Spot = NOWHERE


class Word(Struct, frozen=True):
    """A word of the player or of the file: `playable`, `c`, `strikes`, `clues left`."""

    text: str
    at: Spot = NOWHERE


class Numeral(Struct, frozen=True):
    """A card of some rank: `a 5`."""

    rank: int
    at: Spot = NOWHERE


class Copy(Struct, frozen=True):
    """What has the same face: `a copy of c`."""

    of: "Expr"
    at: Spot = NOWHERE


class Attribute(Struct, frozen=True):
    """A property: `rank of c`."""

    name: str
    of: "Expr"
    at: Spot = NOWHERE


class HandOf(Struct, frozen=True):
    """Where a card is held: `the hand of c`."""

    card: "Expr"
    at: Spot = NOWHERE


class Count(Struct, frozen=True):
    """How many: `number of playable cards in my hand`."""

    noun: "Noun"
    at: Spot = NOWHERE


class Chance(Struct, frozen=True):
    """How likely: `chance that c is playable`."""

    card: "Expr"
    kind: "Expr"
    promised: bool = False
    at: Spot = NOWHERE


class Sum(Struct, frozen=True):
    """Arithmetic: `+`, `-`, `*` or `/` between two numbers."""

    op: str
    left: "Expr"
    right: "Expr"
    at: Spot = NOWHERE


class Is(Struct, frozen=True):
    """A claim: *verb* is one of `VERBS`; no subject after `that`."""

    subject: "Expr | None"
    verb: str
    what: "Expr"
    denied: bool = False
    promised: bool = False
    at: Spot = NOWHERE


class Has(Struct, frozen=True):
    """A card, or a card of a hand, carries flags: `c has IP`, `the next hand has no IP`."""

    subject: "Expr | None"
    flags: "Flags"
    denied: bool = False
    at: Spot = NOWHERE


class Makes(Struct, frozen=True):
    """Reading a clue would give a card flags: `k makes c IP`; *leaves*: it would carry them, new or not."""

    subject: "Expr | None"
    card: "Expr"
    flags: "Flags"
    leaves: bool = False
    at: Spot = NOWHERE


class Not(Struct, frozen=True):
    """It is not so."""

    part: "Expr"
    at: Spot = NOWHERE


class And(Struct, frozen=True):
    """All are so."""

    parts: tuple["Expr", ...]
    at: Spot = NOWHERE


class Or(Struct, frozen=True):
    """One of them is so."""

    parts: tuple["Expr", ...]
    at: Spot = NOWHERE


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
}
"""What a claim may say, and how it is written; after `known` the sentence begins with `I know`."""


class Flags(Struct, frozen=True):
    """Flags: `IP and CM` (*either*: `IP or CM`)."""

    names: tuple[str, ...]
    either: bool = False
    at: Spot = NOWHERE


class With(Struct, frozen=True):
    """`with IP`; *denied*: `without IP`."""

    flags: Flags
    denied: bool = False
    at: Spot = NOWHERE


class In(Struct, frozen=True):
    """`in other hands`, `of mine`, `in s`, `to the next hand`."""

    place: "Expr"
    at: Spot = NOWHERE


class That(Struct, frozen=True):
    """`that could be critical`: a claim without its subject."""

    claim: Is | Has | Makes
    at: Spot = NOWHERE


class TouchedBy(Struct, frozen=True):
    """`touched by k`."""

    clue: "Expr"
    at: Spot = NOWHERE


Qualifier = With | In | That | TouchedBy


class Key(Struct, frozen=True):
    """An order of trying: by a number, the lowest first (*down*: the highest); *when* a parameter says so."""

    by: "Expr | None"
    """None stands for the position in the hand: `from the front`, or *down* `from the back`."""
    down: bool = False
    when: "Expr | None" = None
    at: Spot = NOWHERE


class Noun(Struct, frozen=True):
    """Cards, values, clues or hands: `the frontmost touched card c without IP in other hands (by seat)`."""

    determiner: str
    words: tuple[Word, ...]
    head: str
    name: str = ""
    qualifiers: tuple[Qualifier, ...] = ()
    order: tuple[Key, ...] = ()
    at: Spot = NOWHERE


Expr = (
    Number
    | Word
    | Numeral
    | Copy
    | Attribute
    | HandOf
    | Count
    | Chance
    | Sum
    | Is
    | Has
    | Makes
    | Not
    | And
    | Or
    | Noun
)
