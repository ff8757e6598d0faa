"""Build the syntax tree from the tree of the parser: one line for each rule of the grammar.

Words that only give a phrase its shape (`SHAPE`) are left out before a rule is asked; numbers and flags are
nodes by then, and other words are tokens, which know where they stand.
"""

import re
from collections.abc import Callable
from typing import Any

from lark import Token, Tree
from msgspec.structs import replace

from handsight.conventions.core import MAX_NUMBER
from handsight.conventions.syntax import syntax_tree as tree
from handsight.conventions.syntax.syntax_tree import CheckError, Location

MOST_NESTED = 100
"""How deep phrases may be nested."""
HEADS = {"card": "card", "value": "value", "clue": "clue", "hand": "hand", "seat": "hand", "player": "hand"}
DETERMINERS = {"an": "a", "each": "every", "another": "other"}
SHAPE = re.compile(
    r"IS|OF|IN|TO|DECK|\w+_(?:OF|BY|THAT)|OF_MINE|I_KNOW|MAY_BE|TAKES_ITS_PLACE|DROP_EVERY|EXCUSE|CLUE_MAKING"
    r"|MISSING_AT_MOST"
)

Parts = list[Any]
Rule = Callable[[Location, Parts], Any]


def _location(token: Token, at: Location) -> Location:
    """Return the location of a token in the file of another location."""
    return Location(token.line or 0, token.column or 0, at.file)


def _build(parsed: Tree[Token] | Token | None, file: str, depth: int = 0) -> Any:
    """Build the node of a parsed tree from those of its children."""
    if isinstance(parsed, Token):
        here = _location(parsed, Location(file=file))
        if parsed.type == "NUMBER":
            return tree.NumberPhrase(_number(here, parsed), at=here)
        return _flags(here, parsed) if parsed.type == "FLAGS" else parsed
    if parsed is None:
        return None
    meta = parsed.meta
    at = Location(file=file) if meta.empty else Location(meta.line, meta.column, file)
    if depth > MOST_NESTED:
        raise CheckError(at, f"this is nested more than {MOST_NESTED} deep; name a part of it with `let`")
    said = (
        child for child in parsed.children if not (isinstance(child, Token) and SHAPE.fullmatch(child.type))
    )
    return RULES[str(parsed.data)](at, [_build(child, file, depth + 1) for child in said])


def _number(at: Location, text: str) -> float:
    value = float(text)
    if value >= MAX_NUMBER:
        raise CheckError(at, f"this number is too large to count with; stay below {MAX_NUMBER}")
    return value if "." in text else int(text)


def _flags(at: Location, token: Token) -> tree.Flags:
    """Convert `IP`, `IP and CM` or `IP or CM`."""
    words = token.split()
    if {"and", "or"} <= set(words):
        raise CheckError(at, "say `and` or `or` between flags, not both")
    return tree.Flags(tuple(words[::2]), either="or" in words, at=at)


def _singular(word: str) -> str:
    """Return a noun or verb without its `s`."""
    return str(word).removesuffix("s")


def _word(at: Location, parts: Parts) -> tree.WordPhrase:
    """Make a phrase of a token, with single blanks, at its own place."""
    return tree.WordPhrase(" ".join(parts[0].split()), at=_location(parts[0], at))


# ---- phrases


def _noun(at: Location, parts: Parts) -> tree.Noun:
    det, words, head, name, *qualifiers, order = parts
    head = HEADS[_singular(head)]
    return tree.Noun(
        DETERMINERS.get(det, str(det)), words, head, str(name or ""), tuple(qualifiers), order, at=at
    )


def _hand_place(at: Location, parts: Parts) -> tree.Noun:
    noun = _noun(at, [*parts, None, ()])
    if noun.head != "hand":
        message = f"cards are in hands, not in a {noun.head}; expected `hand`"
        raise CheckError(_location(parts[2], at), message)
    return noun


def _attribute(at: Location, parts: Parts) -> tree.Attribute:
    *det, name, thing = parts
    if det and det[0] != "the":
        raise CheckError(at, f"say `{name} of` or `the {name} of`, not `{det[0]} {name} of`")
    word = _word(at, [name])
    return tree.Attribute(word.text, thing, at=word.at)


def _joined(word: str) -> Rule:
    return lambda at, parts: parts[0] if len(parts) == 1 else tree.Joined(word, tuple(parts), at=at)


def _qualifier(word: str) -> Rule:
    return lambda at, parts: tree.Qualifier(word, parts[0], at=at)


def _claim(verb: str = "", *, denied: bool = False) -> Rule:
    """Return a rule that builds claims; a token before what is said may be the verb itself, or deny it."""

    def made(at: Location, parts: Parts) -> tree.ClaimPhrase:
        words = parts[0].split() if isinstance(parts[0], Token) else []
        what, promised = parts[-1] if isinstance(parts[-1], tuple) else (parts[-1], False)
        no = denied or "no" in words or "not" in words
        return tree.ClaimPhrase(None, verb or " ".join(words), what, no, promised, at=at)

    return made


def _effect_of_clue(verb: str) -> Rule:
    return lambda at, parts: tree.ClaimPhrase(None, verb, parts[0], flags=parts[1], at=at)


# ---- statements


def _flag(at: Location, parts: Parts) -> tree.Flag:
    flags, bearer, text, promise = parts
    if len(flags.names) > 1:
        raise CheckError(flags.at, "declare one flag at a time")
    return tree.Flag(flags.names[0], text, promise, bearer, at=at)


def _bearer(at: Location, parts: Parts) -> str:
    words = [str(part) for part in parts if part]
    if len(words) < 2:
        return "table" if words else ""
    if HEADS[_singular(words[1])] != "hand" or words[0] not in ("a", "the"):
        raise CheckError(at, "a flag is a mark on cards, `of a hand` or `of the table`")
    return "hand"


def _literal(at: Location, parts: Parts) -> float | str:
    word = parts[0]
    if isinstance(word, tree.NumberPhrase):
        return word.value
    if word.type == "DET" and word != "no":
        raise CheckError(at, f"`{word}` is not a value; expected a number, `yes`, `no` or a name")
    return str(word)


def _update(at: Location, parts: Parts) -> tree.UpdateRule:
    name, hook, after, *rest, end = parts
    change: tree.UpdateRule = next(part for part in rest if isinstance(part, tree.UpdateRule))
    clauses = tuple(sorted((part for part in rest if part is not change), key=lambda part: part.asks))
    ends = end is not None
    return replace(change, name=str(name), hook=hook, after=after, clauses=clauses, ends=ends, at=at)


def _changed(at: Location, parts: Parts) -> tree.UpdateRule:
    subject, change = parts
    gains, loses = change
    thing = _word(at, [subject]) if isinstance(subject, Token) else subject
    return tree.UpdateRule("", thing, gains, loses)


def _effect(effect: str) -> Rule:
    return lambda _, parts: tree.UpdateRule("", parts[0] if parts else None, effect=effect)


def _may_be(_: Location, parts: Parts) -> tree.UpdateRule:
    noun, values, bridged = parts
    return tree.UpdateRule("", noun, effect="bridged" if bridged else "may be", values=values)


def _flag_names(flags: tree.Flags | None) -> tuple[str, ...]:
    if flags and flags.either:
        raise CheckError(flags.at, "a card gains or loses flags together; say `and`")
    return flags.names if flags else ()


def _act(at: Location, parts: Parts) -> tree.ActRule:
    name, hook, action, *clauses, untrue, text = parts
    act = action if isinstance(action, tree.ActRule) else tree.ActRule("", clauses=(action,))
    if text and not act.thing:
        raise CheckError(at, "this rule does nothing of its own, so it needs no reason; leave the text out")
    rest = (*act.clauses, *clauses)
    untrue = untrue is not None
    return replace(act, name=str(name), hook=hook, clauses=rest, untrue=untrue, text=text, at=at)


def _action(verb: str = "") -> Rule:
    return lambda _, parts: tree.ActRule("", None, verb or _singular(parts[0]), parts[-1])


def _clue(at: Location, parts: Parts) -> tree.ActRule:
    if parts[0] != "clue":
        message = f"`{parts[0]}` is not an action; expected play, discard, clue or give"
        raise CheckError(_location(parts[0], at), message)
    return tree.ActRule("", verb="clue", thing=parts[1])


def _narrows(at: Location, parts: Parts) -> tree.Hook:
    names = tuple(map(str, parts))
    if parts[0].type == "DET":
        if names not in (("every", "clue"), ("each", "clue")):
            raise CheckError(_location(parts[0], at), "a rule narrows rules by name, or `every clue`")
        names = (tree.EVERY_CLUE,)
    return tree.Hook("narrows", names, at=at)


def _after(_: Location, parts: Parts) -> str:
    _word, det, words, event = parts
    return " ".join([*(word.text for word in words), *([_singular(event)] if event else [])]) if det else ""


def _first(_: Location, parts: Parts) -> Any:
    return parts[0]


def _given(_: Location, parts: Parts) -> tuple[Any, ...]:
    return tuple(part for part in parts if part)


def _clause(word: str) -> Rule:
    return lambda at, parts: tree.Clause(word, parts[0], at=at)


RULES: dict[str, Rule] = {
    # ---- things
    "noun": _noun,
    "words": lambda at, parts: tuple(_word(at, [token]) for token in parts),
    "with": _qualifier("with"),
    "without_flags": _qualifier("without"),
    "in_place": _qualifier("in"),
    "of_mine": lambda at, _: tree.Qualifier("in", tree.Noun("my", (), "hand", at=at), at=at),
    "touched_by": _qualifier("touched by"),
    "that": _qualifier("that"),
    "asked_by": _qualifier("asked by"),
    "such_that": _qualifier("such that"),
    "hand_place": _hand_place,
    "deck_place": lambda at, _: tree.WordPhrase("the deck", at=at),
    "hand_of": lambda at, parts: tree.Attribute(tree.HAND, parts[0], at=at),
    "order": _given,
    "key": lambda at, parts: tree.SortKey(parts[0][0], parts[0][1], parts[1], at=at),
    "by": lambda at, parts: (_word(at, parts), False),
    "from_the": lambda _, parts: (None, parts[0].endswith("back")),
    "extreme": lambda _, parts: (parts[1], parts[0] == "highest"),
    # ---- conditions
    "either": _joined("or"),
    "both": _joined("and"),
    "negation": lambda at, parts: tree.Joined(tree.NOT, (parts[0],), at=at),
    "claim": lambda at, parts: replace(parts[1], subject=parts[0], at=at),
    "known": lambda at, parts: replace(_claim("known")(at, parts[1:]), subject=parts[0]),
    "known_gap": _claim("known"),
    "is_": _claim("is"),
    "is_not": _claim("is", denied=True),
    "compared": _claim(),
    "surely": _claim("surely"),
    "could": _claim("could be"),
    "touches": _claim("touches"),
    "asks": _claim("asks"),
    "has": _claim("has"),
    "makes": _effect_of_clue("makes"),
    "leaves": _effect_of_clue("leaves"),
    "kind": lambda _, parts: (parts[0], parts[1] is not None),
    # ---- numbers
    "sum": lambda at, parts: tree.Arithmetic(str(parts[1]), parts[0], parts[2], at=at),
    "number": _first,
    "name": _word,
    "numeral": lambda at, parts: tree.Numeral(int(_number(at, parts[0].split()[1])), at=at),
    "copy": lambda at, parts: tree.Attribute(tree.COPY, parts[0], at=at),
    "attribute": _attribute,
    "count": lambda at, parts: _noun(at, [tree.COUNTED, *parts, ()]),
    "chance": lambda at, parts: tree.Chance(parts[0], *parts[1], at=at),
    # ---- statements
    "head": lambda at, parts: tree.File(
        str(parts[0]), str(parts[1]), (*parts[2], *parts[3]), parts[4], at=at
    ),
    "extends": _given,
    "uses": _given,
    "use": lambda at, parts: tree.Use(*(str(part or "") for part in parts), at=at),
    "text": lambda _, parts: str(parts[0])[1:-1] if parts[0] else "",
    "flag": _flag,
    "bearer": _bearer,
    "promise": _first,
    "param": lambda at, parts: tree.Param(str(parts[0]), tuple(parts[1:-1]), parts[-1], at=at),
    "literal": _literal,
    "call": lambda at, parts: tree.Call(str(parts[-2]), _noun(at, [*parts[:-2], ()]), parts[-1], at=at),
    "let": lambda at, parts: tree.Let(str(parts[0]), parts[1], parts[2], at=at),
    "about": lambda at, parts: _noun(at, [*parts, ()]) if parts and parts[0] else None,
    "set": lambda at, parts: tree.Setting(str(parts[0]), parts[1], at=at),
    "without": lambda _, parts: parts,
    "dropped": lambda at, parts: tree.Without(str(parts[1]), str(parts[0] or ""), at=at),
    "move": lambda at, parts: tree.MoveRule(*map(str, parts), at=at),
    "missing": lambda at, parts: tree.Missing(
        _word(at, parts) if isinstance(parts[0], Token) else parts[0], at=at
    ),
    # ---- rules
    "update": _update,
    "changed": _changed,
    "gains": lambda _, parts: tuple(map(_flag_names, parts)),
    "loses": lambda _, parts: tuple(map(_flag_names, parts[::-1])),
    "may_be": _may_be,
    "instead": _effect("instead"),
    "drop_every": _effect("drop all"),
    "drop_of": _effect("drop"),
    "excuse": _effect("excuse"),
    "bridge": lambda at, parts: tree.BridgeStep(
        str(parts[0]), parts[2], parts[1], bluff=parts[3] is not None, at=at
    ),
    "law": lambda at, parts: tree.LawRule(str(parts[0]), parts[2], parts[3], parts[1], at=at),
    "act": _act,
    "action": _action(),
    "make": lambda _, parts: tree.ActRule("", verb="make", thing=parts[0], flags=parts[1]),
    "clue": _clue,
    "give": _action("give"),
    "hook": _first,
    "hooked": lambda at, parts: tree.Hook(str(parts[0]), tuple(map(str, parts[1:])), at=at),
    "replaces": lambda at, parts: tree.Hook("replaces", (str(parts[0]),), at=at),
    "narrows": _narrows,
    "after": _after,
    "lead": _first,
    "clause": _first,
    "for_clause": _clause("for"),
    "in_clause": _clause("in"),
    "if_clause": _clause("if"),
    "unless_clause": _clause("unless"),
}


def build_statement(parsed: Tree[Token], file: str) -> tree.File | list[tree.Statement]:
    """Return the `File` that the first statement of a file makes, or the nodes of any other statement."""
    built = _build(parsed, file)
    return built if isinstance(built, tree.File | list) else [built]
