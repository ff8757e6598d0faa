"""From the parser's tree to phrases: one line for each rule of the grammar that makes a phrase."""

from collections.abc import Callable
from typing import Any

from lark import Token, Tree
from msgspec import Struct
from msgspec.structs import replace

from handsight.conventions.integer_bounds import EXACT
from handsight.conventions.syntax.phrases import (
    NOWHERE,
    And,
    Attribute,
    Chance,
    Copy,
    Count,
    Expr,
    Flags,
    HandOf,
    Has,
    In,
    Is,
    Key,
    Makes,
    Not,
    Noun,
    Number,
    Numeral,
    Or,
    Spot,
    Sum,
    That,
    TouchedBy,
    With,
    Word,
)

HEADS = {"card": "card", "value": "value", "clue": "clue", "hand": "hand", "seat": "hand", "player": "hand"}
DETERMINERS = {"an": "a", "each": "every", "another": "other"}

Parts = list[Any]
Rule = Callable[["Site", Parts], Any]


class Refusal(Exception):  # noqa: N818  # not an error of ours: it becomes a problem with a place
    """A word that the grammar lets through, but that cannot stand there."""

    def __init__(self, spot: Spot, message: str) -> None:
        super().__init__(message)
        self.spot = spot


class Site(Struct, frozen=True):
    """Where a phrase begins, in which file."""

    at: Spot
    file: str

    def of(self, token: Token) -> Spot:
        """Where a word stands."""
        return Spot(token.line or 0, token.column or 0, self.file)


def built(tree: Tree[Token] | Token | None, rules: dict[str, Rule], file: str) -> Any:
    """Build what a tree stands for, from the leaves up; words stay as they are."""
    if not isinstance(tree, Tree):
        return tree
    parts = [built(child, rules, file) for child in tree.children]
    meta = tree.meta
    at = NOWHERE if meta.empty else Spot(meta.line, meta.column, file)
    return rules[str(tree.data)](Site(at, file), parts)


def plain(token: str) -> str:
    """A word with single blanks."""
    return " ".join(token.split())


def singular(word: str) -> str:
    """A noun or verb without its ending."""
    return str(word).removesuffix("s")


def number(site: Site, text: str) -> float:
    """Read a number."""
    value = float(text)
    if value >= EXACT:
        raise Refusal(site.at, f"this number is too large to count with; stay below {EXACT}")
    return value if "." in text else int(text)


def flags(site: Site, token: Token) -> Flags:
    """Read `IP`, `IP and CM` or `IP or CM`."""
    words = token.split()
    if {"and", "or"} <= set(words):
        raise Refusal(site.of(token), "say `and` or `or` between flags, not both")
    return Flags(tuple(words[::2]), either="or" in words, at=site.of(token))


def bare(site: Site, parts: Parts, qualifiers: tuple[Any, ...] = ()) -> Noun:
    """Make a noun of its determiner, words, head and name."""
    det, words, head, name = parts
    return Noun(
        DETERMINERS.get(det, str(det)), words, HEADS[singular(head)], str(name or ""), qualifiers, at=site.at
    )


def _noun(site: Site, parts: Parts) -> Noun:
    *front, order = parts
    return replace(bare(site, front[:4], tuple(front[4:])), order=order)


def _hand_place(site: Site, parts: Parts) -> Noun:
    noun = bare(site, [*parts, ""])
    if noun.head != "hand":
        raise Refusal(site.of(parts[2]), f"cards are in hands, not in a {noun.head}; expected `hand`")
    return noun


def _attribute(site: Site, parts: Parts) -> Attribute:
    *det, name, _of, thing = parts
    if det and det[0] != "the":
        raise Refusal(site.at, f"say `{name} of` or `the {name} of`, not `{det[0]} {name} of`")
    return Attribute(plain(name), thing, at=site.of(name))


def _joined(node: type[And | Or]) -> Rule:
    def join(site: Site, parts: Parts) -> Expr:
        one: Expr = parts[0] if len(parts) == 1 else node(tuple(parts), at=site.at)
        return one

    return join


def _is(verb: str, *, denied: bool = False) -> Rule:
    return lambda site, parts: Is(None, verb, parts[-1], denied=denied, at=site.at)


def _modal(verb: str) -> Rule:
    def made(site: Site, parts: Parts) -> Is:
        what, promised = parts[-1]
        return Is(None, verb, what, "not" in parts[0], promised, at=site.at)

    return made


def _known(site: Site, parts: Parts) -> Is:
    what, promised = parts[-1]
    return Is(parts[1], "known", what, promised=promised, at=site.at)


def _has(site: Site, parts: Parts) -> Has:
    return Has(None, flags(site, parts[1]), denied="no" in parts[0].split(), at=site.at)


PHRASES: dict[str, Rule] = {
    # ---- things
    "noun": _noun,
    "name_given": lambda _, parts: str(parts[0] or ""),
    "words": lambda site, parts: tuple(Word(plain(token), at=site.of(token)) for token in parts),
    "with": lambda site, parts: With(flags(site, parts[0]), at=site.at),
    "without_flags": lambda site, parts: With(flags(site, parts[0]), denied=True, at=site.at),
    "in_place": lambda site, parts: In(parts[1], at=site.at),
    "of_mine": lambda site, _: In(Noun("my", (), "hand", at=site.at), at=site.at),
    "touched_by": lambda site, parts: TouchedBy(parts[1], at=site.at),
    "that": lambda site, parts: That(parts[0], at=site.at),
    "hand_place": _hand_place,
    "deck_place": lambda site, _: Word("the deck", at=site.at),
    "hand_of": lambda site, parts: HandOf(parts[1], at=site.at),
    "order": lambda _, parts: tuple(part for part in parts if part),
    "key": lambda site, parts: Key(parts[0][0], parts[0][1], parts[1], at=site.at),
    "by": lambda site, parts: (Word(plain(parts[0]), at=site.of(parts[0])), False),
    "from_the": lambda _, parts: (None, parts[0].endswith("back")),
    "extreme": lambda _, parts: (parts[1], parts[0] == "highest"),
    # ---- conditions
    "either": _joined(Or),
    "both": _joined(And),
    "negation": lambda site, parts: Not(parts[0], at=site.at),
    "claim": lambda site, parts: replace(parts[1], subject=parts[0], at=site.at),
    "known": _known,
    "known_gap": lambda site, parts: replace(_known(site, parts), subject=None),
    "is_": _is("is"),
    "is_not": _is("is", denied=True),
    "compared": lambda site, parts: Is(None, plain(parts[1]), parts[2], at=site.at),
    "surely": _modal("surely"),
    "could": _modal("could be"),
    "touches": _is("touches"),
    "has": _has,
    "makes": lambda site, parts: Makes(None, parts[0], flags(site, parts[1]), at=site.at),
    "leaves": lambda site, parts: Makes(None, parts[0], flags(site, parts[1]), leaves=True, at=site.at),
    "kind": lambda _, parts: (parts[0], parts[1] is not None),
    # ---- numbers
    "sum": lambda site, parts: Sum(str(parts[1]), parts[0], parts[2], at=site.at),
    "number": lambda site, parts: Number(number(site, parts[0]), at=site.at),
    "name": lambda site, parts: Word(plain(parts[0]), at=site.at),
    "numeral": lambda site, parts: Numeral(int(number(site, parts[0].split()[1])), at=site.at),
    "copy": lambda site, parts: Copy(parts[1], at=site.at),
    "attribute": _attribute,
    "count": lambda site, parts: Count(bare(site, ["every", *parts[1:4]], tuple(parts[4:])), at=site.at),
    "chance": lambda site, parts: Chance(parts[1], parts[3][0], parts[3][1], at=site.at),
}
