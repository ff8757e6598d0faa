"""Build the syntax tree from the tree of the parser: one line for each rule of the grammar."""

from collections.abc import Callable
from typing import Any

from lark import Token, Tree
from msgspec import Struct
from msgspec.structs import replace

from handsight.conventions.core import MAX_NUMBER
from handsight.conventions.syntax.problems import CheckError
from handsight.conventions.syntax.tree import (
    EVERY_CLUE,
    NO_LOCATION,
    Act,
    And,
    Arithmetic,
    Attribute,
    Call,
    Chance,
    Copy,
    Count,
    Expr,
    Flag,
    Flags,
    For,
    HandOf,
    Has,
    Hook,
    If,
    In,
    Is,
    Key,
    Let,
    Location,
    Makes,
    Move,
    Not,
    Noun,
    Number,
    Numeral,
    Or,
    Param,
    Setting,
    That,
    TouchedBy,
    Update,
    Use,
    With,
    Without,
    Word,
)

HEADS = {"card": "card", "value": "value", "clue": "clue", "hand": "hand", "seat": "hand", "player": "hand"}
DETERMINERS = {"an": "a", "each": "every", "another": "other"}

Parts = list[Any]
Rule = Callable[["Site", Parts], Any]


class Site(Struct, frozen=True):
    """Where a phrase begins, and in which file."""

    at: Location
    file: str

    def of(self, token: Token) -> Location:
        """Return the location of a word."""
        return Location(token.line or 0, token.column or 0, self.file)


def build(tree: Tree[Token] | Token | None, rules: dict[str, Rule], file: str) -> Any:
    """Build the node of a tree from those of its children; tokens stay as they are."""
    if not isinstance(tree, Tree):
        return tree
    parts = [build(child, rules, file) for child in tree.children]
    meta = tree.meta
    at = NO_LOCATION if meta.empty else Location(meta.line, meta.column, file)
    return rules[str(tree.data)](Site(at, file), parts)


def single_blanks(token: str) -> str:
    """Return a token with single blanks."""
    return " ".join(token.split())


def singular(word: str) -> str:
    """Return a noun or verb without its `s`."""
    return str(word).removesuffix("s")


def number(site: Site, text: str) -> float:
    """Read a number."""
    value = float(text)
    if value >= MAX_NUMBER:
        raise CheckError(site.at, f"this number is too large to count with; stay below {MAX_NUMBER}")
    return value if "." in text else int(text)


def flags(site: Site, token: Token) -> Flags:
    """Read `IP`, `IP and CM` or `IP or CM`."""
    words = token.split()
    if {"and", "or"} <= set(words):
        raise CheckError(site.of(token), "say `and` or `or` between flags, not both")
    return Flags(tuple(words[::2]), either="or" in words, at=site.of(token))


def bare_noun(site: Site, parts: Parts, qualifiers: tuple[Any, ...] = ()) -> Noun:
    """Make a noun from its determiner, words, head and name."""
    det, words, head, name = parts
    return Noun(
        DETERMINERS.get(det, str(det)), words, HEADS[singular(head)], str(name or ""), qualifiers, at=site.at
    )


def _noun(site: Site, parts: Parts) -> Noun:
    *front, order = parts
    return replace(bare_noun(site, front[:4], tuple(front[4:])), order=order)


def _hand_place(site: Site, parts: Parts) -> Noun:
    noun = bare_noun(site, [*parts, ""])
    if noun.head != "hand":
        raise CheckError(site.of(parts[2]), f"cards are in hands, not in a {noun.head}; expected `hand`")
    return noun


def _attribute(site: Site, parts: Parts) -> Attribute:
    *det, name, _of, thing = parts
    if det and det[0] != "the":
        raise CheckError(site.at, f"say `{name} of` or `the {name} of`, not `{det[0]} {name} of`")
    return Attribute(single_blanks(name), thing, at=site.of(name))


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
    "words": lambda site, parts: tuple(Word(single_blanks(token), at=site.of(token)) for token in parts),
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
    "by": lambda site, parts: (Word(single_blanks(parts[0]), at=site.of(parts[0])), False),
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
    "compared": lambda site, parts: Is(None, single_blanks(parts[1]), parts[2], at=site.at),
    "surely": _modal("surely"),
    "could": _modal("could be"),
    "touches": _is("touches"),
    "has": _has,
    "makes": lambda site, parts: Makes(None, parts[0], flags(site, parts[1]), at=site.at),
    "leaves": lambda site, parts: Makes(None, parts[0], flags(site, parts[1]), leaves=True, at=site.at),
    "kind": lambda _, parts: (parts[0], parts[1] is not None),
    # ---- numbers
    "sum": lambda site, parts: Arithmetic(str(parts[1]), parts[0], parts[2], at=site.at),
    "number": lambda site, parts: Number(number(site, parts[0]), at=site.at),
    "name": lambda site, parts: Word(single_blanks(parts[0]), at=site.at),
    "numeral": lambda site, parts: Numeral(int(number(site, parts[0].split()[1])), at=site.at),
    "copy": lambda site, parts: Copy(parts[1], at=site.at),
    "attribute": _attribute,
    "count": lambda site, parts: Count(bare_noun(site, ["every", *parts[1:4]], tuple(parts[4:])), at=site.at),
    "chance": lambda site, parts: Chance(parts[1], parts[3][0], parts[3][1], at=site.at),
}


class Head(Struct, frozen=True):
    """The first statement of a file."""

    kind: str
    name: str
    uses: tuple[Use, ...]
    text: str
    at: Location = NO_LOCATION


class _Change(Struct, frozen=True):
    gains: tuple[str, ...]
    loses: tuple[str, ...]


def _head(site: Site, parts: Parts) -> Head:
    kind, name, extends, uses, text = parts
    return Head(str(kind), str(name), (*extends, *uses), text, at=site.at)


def _use(site: Site, parts: Parts) -> Use:
    name, place, anchor = parts
    return Use(str(name), place or "", str(anchor or ""), at=site.at)


def _flag(site: Site, parts: Parts) -> Flag:
    name, text, promise = parts
    if " " in name:
        raise CheckError(site.of(name), "declare one flag at a time")
    return Flag(str(name), text, promise, at=site.at)


def _literal(site: Site, parts: Parts) -> float | str:
    word = parts[0]
    if word.type == "DET" and word != "no":
        raise CheckError(site.of(word), f"`{word}` is no value; expected a number, `yes`, `no` or a name")
    return number(site, word) if word.type == "NUMBER" else str(word)


def _call(site: Site, parts: Parts) -> Call:
    *noun, word, body = parts
    return Call(bare_noun(site, noun), str(word), body, at=site.at)


def _about(site: Site, parts: Parts) -> Any:
    _of, *noun = parts
    return bare_noun(site, noun) if noun[0] else None


def _update(site: Site, parts: Parts) -> Update:
    name, hook, after, *said, end = parts
    at = next(at for at, part in enumerate(said) if isinstance(part, _Change))
    clauses = sorted((*said[: at - 1], *said[at + 1 :]), key=lambda clause: isinstance(clause, If))
    return Update(
        str(name),
        said[at - 1],
        said[at].gains,
        said[at].loses,
        hook,
        after,
        tuple(clauses),
        ends=end is not None,
        at=site.at,
    )


def _act(site: Site, parts: Parts) -> Act:
    name, hook, action, *clauses, untrue, text = parts
    act = action if isinstance(action, Act) else Act("", clauses=(action,))
    if text and not act.thing:
        raise CheckError(
            site.at, "this rule does nothing of its own, so it needs no reason; leave the text out"
        )
    said = (*act.clauses, *clauses)
    untrue = untrue is not None
    return replace(act, name=str(name), hook=hook, clauses=said, untrue=untrue, text=text, at=site.at)


def _narrows(site: Site, parts: Parts) -> Hook:
    names = tuple(map(str, parts))
    if parts[0].type == "DET":
        if names not in (("every", "clue"), ("each", "clue")):
            raise CheckError(site.of(parts[0]), "a rule narrows rules by name, or `every clue`")
        names = (EVERY_CLUE,)
    return Hook("narrows", names, at=site.at)


def _after(_: Site, parts: Parts) -> str:
    _word, det, words, event = parts
    return " ".join([*(word.text for word in words), *([event] if event else [])]) if det else ""


def _listed(site: Site, token: Token | None) -> tuple[str, ...]:
    if token is None:
        return ()
    found = flags(site, token)
    if found.either:
        raise CheckError(found.at, "a card gains or loses flags together; say `and`")
    return found.names


def _gains(site: Site, parts: Parts) -> _Change:
    return _Change(*(_listed(site, part) for part in parts))


def _loses(site: Site, parts: Parts) -> _Change:
    change = _gains(site, parts)
    return _Change(change.loses, change.gains)


def _clue(site: Site, parts: Parts) -> Act:
    if parts[0] != "clue":
        raise CheckError(
            site.of(parts[0]), f"`{parts[0]}` is no action; expected play, discard, clue or give"
        )
    return Act("", verb="clue", thing=parts[1])


def _make(site: Site, parts: Parts) -> Act:
    return Act("", verb="make", thing=parts[1], flags=flags(site, parts[2]))


def _first(_: Site, parts: Parts) -> Any:
    return parts[0]


STATEMENTS: dict[str, Rule] = {
    "head": _head,
    "extends": lambda _, parts: tuple(part for part in parts if part),
    "uses": lambda _, parts: tuple(part for part in parts if part),
    "use": _use,
    "where": lambda _, parts: str(parts[0]),
    "text": lambda _, parts: str(parts[0])[1:-1] if parts[0] else "",
    "flag": _flag,
    "promise": _first,
    "param": lambda site, parts: Param(str(parts[0]), tuple(parts[1:-1]), parts[-1], at=site.at),
    "literal": _literal,
    "call": _call,
    "let": lambda site, parts: Let(str(parts[0]), parts[1], parts[2], at=site.at),
    "about": _about,
    "set": lambda site, parts: Setting(str(parts[0]), parts[1], at=site.at),
    "without": lambda _, parts: tuple(parts),
    "dropped": lambda site, parts: Without(str(parts[1]), str(parts[0] or ""), at=site.at),
    "move": lambda site, parts: Move(str(parts[0]), parts[1], str(parts[2]), at=site.at),
    # ---- rules
    "update": _update,
    "act": _act,
    "hook": _first,
    "hooked": lambda site, parts: Hook(str(parts[0]), tuple(map(str, parts[1:])), at=site.at),
    "replaces": lambda site, parts: Hook("replaces", (str(parts[0]),), at=site.at),
    "narrows": _narrows,
    "after": _after,
    "event": lambda _, parts: singular(parts[0]) if parts[0] else "",
    "lead": _first,
    "clause": _first,
    "for_clause": lambda site, parts: For(parts[-1], at=site.at),
    "in_clause": lambda site, parts: For(parts[-1], "in", at=site.at),
    "if_clause": lambda site, parts: If(parts[0], at=site.at),
    "unless_clause": lambda site, parts: If(parts[0], denied=True, at=site.at),
    "gains": _gains,
    "loses": _loses,
    "action": lambda _, parts: Act("", verb=singular(parts[0]), thing=parts[1]),
    "make": _make,
    "clue": _clue,
    "give": lambda _, parts: Act("", verb="give", thing=parts[0]),
}


def build_statement(tree: Tree[Token], file: str) -> Any:
    """Build a statement."""
    return build(tree, PHRASES | STATEMENTS, file)
