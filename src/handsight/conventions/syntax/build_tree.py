"""Build the syntax tree from the tree of the parser: one line for each rule of the grammar."""

from collections.abc import Callable
from typing import Any

from lark import Token, Tree
from msgspec.structs import replace

from handsight.conventions.core import MAX_NUMBER
from handsight.conventions.syntax import syntax_tree as tree
from handsight.conventions.syntax.syntax_tree import CheckError

MOST_NESTED = 100
"""How deep phrases may be nested."""
HEADS = {"card": "card", "value": "value", "clue": "clue", "hand": "hand", "seat": "hand", "player": "hand"}
DETERMINERS = {"an": "a", "each": "every", "another": "other"}

Parts = list[Any]
Rule = Callable[[tree.Location, Parts], Any]


def _location(token: Token, at: tree.Location) -> tree.Location:
    """Return the location of a token in the file of another location."""
    return tree.Location(token.line or 0, token.column or 0, at.file)


def build(parsed: Tree[Token] | Token | None, rules: dict[str, Rule], file: str, depth: int = 0) -> Any:
    """Build the node of a parsed tree from those of its children; tokens stay as they are."""
    if not isinstance(parsed, Tree):
        return parsed
    meta = parsed.meta
    at = tree.Location(file=file) if meta.empty else tree.Location(meta.line, meta.column, file)
    if depth > MOST_NESTED:
        raise CheckError(at, f"this is nested more than {MOST_NESTED} deep; name a part of it with `let`")
    parts = [build(child, rules, file, depth + 1) for child in parsed.children]
    return rules[str(parsed.data)](at, parts)


def single_blanks(token: str) -> str:
    """Return a token with single blanks."""
    return " ".join(token.split())


def singular(word: str) -> str:
    """Return a noun or verb without its `s`."""
    return str(word).removesuffix("s")


def number(at: tree.Location, text: str) -> float:
    """Convert a number."""
    value = float(text)
    if value >= MAX_NUMBER:
        raise CheckError(at, f"this number is too large to count with; stay below {MAX_NUMBER}")
    return value if "." in text else int(text)


def flags(at: tree.Location, token: Token) -> tree.Flags:
    """Convert `IP`, `IP and CM` or `IP or CM`."""
    words = token.split()
    if {"and", "or"} <= set(words):
        raise CheckError(_location(token, at), "say `and` or `or` between flags, not both")
    return tree.Flags(tuple(words[::2]), either="or" in words, at=_location(token, at))


def bare_noun(at: tree.Location, parts: Parts, qualifiers: tuple[Any, ...] = ()) -> tree.Noun:
    """Make a noun from its determiner, words, head and name."""
    det, words, head, name = parts
    return tree.Noun(
        DETERMINERS.get(det, str(det)), words, HEADS[singular(head)], str(name or ""), qualifiers, at=at
    )


def _noun(at: tree.Location, parts: Parts) -> tree.Noun:
    *front, order = parts
    return replace(bare_noun(at, front[:4], tuple(front[4:])), order=order)


def _hand_place(at: tree.Location, parts: Parts) -> tree.Noun:
    noun = bare_noun(at, [*parts, ""])
    if noun.head != "hand":
        raise CheckError(
            _location(parts[2], at), f"cards are in hands, not in a {noun.head}; expected `hand`"
        )
    return noun


def _attribute(at: tree.Location, parts: Parts) -> tree.Attribute:
    *det, name, _of, thing = parts
    if det and det[0] != "the":
        raise CheckError(at, f"say `{name} of` or `the {name} of`, not `{det[0]} {name} of`")
    return tree.Attribute(single_blanks(name), thing, at=_location(name, at))


def _joined(word: str) -> Rule:
    return lambda at, parts: parts[0] if len(parts) == 1 else tree.Joined(word, tuple(parts), at=at)


def _qualifier(word: str) -> Rule:
    return lambda at, parts: tree.Qualifier(word, parts[-1], at=at)


def _is(verb: str, *, denied: bool = False) -> Rule:
    return lambda at, parts: tree.Is(None, verb, parts[-1], denied=denied, at=at)


def _modal(verb: str) -> Rule:
    def made(at: tree.Location, parts: Parts) -> tree.Is:
        what, promised = parts[-1]
        return tree.Is(None, verb, what, "not" in parts[0], promised, at=at)

    return made


def _known(at: tree.Location, parts: Parts) -> tree.Is:
    what, promised = parts[-1]
    return tree.Is(parts[1], "known", what, promised=promised, at=at)


PHRASES: dict[str, Rule] = {
    # ---- things
    "noun": _noun,
    "name_given": lambda _, parts: str(parts[0] or ""),
    "words": lambda at, parts: tuple(
        tree.WordPhrase(single_blanks(token), at=_location(token, at)) for token in parts
    ),
    "with": lambda at, parts: tree.Qualifier("with", flags(at, parts[0]), at=at),
    "without_flags": lambda at, parts: tree.Qualifier("without", flags(at, parts[0]), at=at),
    "in_place": _qualifier("in"),
    "of_mine": lambda at, _: tree.Qualifier("in", tree.Noun("my", (), "hand", at=at), at=at),
    "touched_by": _qualifier("touched by"),
    "that": _qualifier("that"),
    "asked_by": _qualifier("asked by"),
    "such_that": _qualifier("such that"),
    "table": lambda at, _: tree.WordPhrase(tree.TABLE, at=at),
    "hand_place": _hand_place,
    "deck_place": lambda at, _: tree.WordPhrase("the deck", at=at),
    "hand_of": lambda at, parts: tree.Attribute(tree.HAND, parts[1], at=at),
    "order": lambda _, parts: tuple(part for part in parts if part),
    "key": lambda at, parts: tree.SortKey(parts[0][0], parts[0][1], parts[1], at=at),
    "by": lambda at, parts: (tree.WordPhrase(single_blanks(parts[0]), at=_location(parts[0], at)), False),
    "from_the": lambda _, parts: (None, parts[0].endswith("back")),
    "extreme": lambda _, parts: (parts[1], parts[0] == "highest"),
    # ---- conditions
    "either": _joined("or"),
    "both": _joined("and"),
    "negation": lambda at, parts: tree.Not(parts[0], at=at),
    "claim": lambda at, parts: replace(parts[1], subject=parts[0], at=at),
    "known": _known,
    "known_gap": lambda at, parts: replace(_known(at, parts), subject=None),
    "is_": _is("is"),
    "is_not": _is("is", denied=True),
    "compared": lambda at, parts: tree.Is(None, single_blanks(parts[1]), parts[2], at=at),
    "surely": _modal("surely"),
    "could": _modal("could be"),
    "touches": _is("touches"),
    "asks": _is("asks"),
    "has": lambda at, parts: tree.Has(None, flags(at, parts[1]), "no" in parts[0].split(), at=at),
    "makes": lambda at, parts: tree.Makes(None, parts[0], flags(at, parts[1]), at=at),
    "leaves": lambda at, parts: tree.Makes(None, parts[0], flags(at, parts[1]), leaves=True, at=at),
    "kind": lambda _, parts: (parts[0], parts[1] is not None),
    # ---- numbers
    "sum": lambda at, parts: tree.Arithmetic(str(parts[1]), parts[0], parts[2], at=at),
    "number": lambda at, parts: tree.NumberPhrase(number(at, parts[0]), at=at),
    "name": lambda at, parts: tree.WordPhrase(single_blanks(parts[0]), at=at),
    "numeral": lambda at, parts: tree.Numeral(int(number(at, parts[0].split()[1])), at=at),
    "copy": lambda at, parts: tree.Attribute(tree.COPY, parts[1], at=at),
    "attribute": _attribute,
    "count": lambda at, parts: tree.Count(bare_noun(at, ["every", *parts[1:4]], tuple(parts[4:])), at=at),
    "chance": lambda at, parts: tree.Chance(parts[1], parts[3][0], parts[3][1], at=at),
}


def _head(at: tree.Location, parts: Parts) -> tree.File:
    kind, name, extends, uses, text = parts
    return tree.File(str(kind), str(name), (*extends, *uses), text, at=at)


def _flag(at: tree.Location, parts: Parts) -> tree.Flag:
    name, bearer, text, promise = parts
    if " " in name:
        raise CheckError(_location(name, at), "declare one flag at a time")
    return tree.Flag(str(name), text, promise, bearer, at=at)


def _bearer(at: tree.Location, parts: Parts) -> str:
    words = [str(part) for part in parts[1:] if part]
    if not words:
        return ""
    if len(words) == 1:
        return "table"
    if HEADS[singular(words[1])] != "hand" or words[0] not in ("a", "the"):
        raise CheckError(at, "a flag is a mark on cards, `of a hand` or `of the table`")
    return "hand"


def _literal(at: tree.Location, parts: Parts) -> float | str:
    word = parts[0]
    if word.type == "DET" and word != "no":
        raise CheckError(
            _location(word, at), f"`{word}` is not a value; expected a number, `yes`, `no` or a name"
        )
    return number(at, word) if word.type == "NUMBER" else str(word)


def _update(at: tree.Location, parts: Parts) -> tree.UpdateRule:
    name, hook, after, *rest, end = parts
    change: tree.UpdateRule = next(part for part in rest if isinstance(part, tree.UpdateRule))
    clauses = sorted(
        (part for part in rest if part is not change), key=lambda part: isinstance(part, tree.If)
    )
    ends = end is not None
    return replace(change, name=str(name), hook=hook, after=after, clauses=tuple(clauses), ends=ends, at=at)


def _change(subject: tree.Noun | tree.WordPhrase | None, effect: str) -> tree.UpdateRule:
    return tree.UpdateRule("", subject, effect=effect)


def _may_be(_: tree.Location, parts: Parts) -> tree.UpdateRule:
    noun, _word, values, bridged = parts
    return replace(_change(noun, "bridged" if bridged else "may be"), values=values)


def _act(at: tree.Location, parts: Parts) -> tree.ActRule:
    name, hook, action, *clauses, untrue, text = parts
    act = action if isinstance(action, tree.ActRule) else tree.ActRule("", clauses=(action,))
    if text and not act.thing:
        raise CheckError(at, "this rule does nothing of its own, so it needs no reason; leave the text out")
    rest = (*act.clauses, *clauses)
    untrue = untrue is not None
    return replace(act, name=str(name), hook=hook, clauses=rest, untrue=untrue, text=text, at=at)


def _narrows(at: tree.Location, parts: Parts) -> tree.Hook:
    names = tuple(map(str, parts))
    if parts[0].type == "DET":
        if names not in (("every", "clue"), ("each", "clue")):
            raise CheckError(_location(parts[0], at), "a rule narrows rules by name, or `every clue`")
        names = (tree.EVERY_CLUE,)
    return tree.Hook("narrows", names, at=at)


def _after(_: tree.Location, parts: Parts) -> str:
    _word, det, words, event = parts
    return " ".join([*(word.text for word in words), *([event] if event else [])]) if det else ""


def _flag_names(at: tree.Location, token: Token | None) -> tuple[str, ...]:
    if token is None:
        return ()
    found = flags(at, token)
    if found.either:
        raise CheckError(found.at, "a card gains or loses flags together; say `and`")
    return found.names


def _flags_changed(at: tree.Location, parts: Parts) -> tree.UpdateRule:
    gains, loses = (_flag_names(at, part) for part in parts)
    return tree.UpdateRule("", None, gains, loses)


def _clue(at: tree.Location, parts: Parts) -> tree.ActRule:
    if parts[0] != "clue":
        raise CheckError(
            _location(parts[0], at), f"`{parts[0]}` is not an action; expected play, discard, clue or give"
        )
    return tree.ActRule("", verb="clue", thing=parts[1])


def _amount(at: tree.Location, token: Token) -> tree.Expr:
    here = _location(token, at)
    if token.type == "NUMBER":
        return tree.NumberPhrase(number(here, token), at=here)
    return tree.WordPhrase(str(token), at=here)


def _first(_: tree.Location, parts: Parts) -> Any:
    return parts[0]


STATEMENTS: dict[str, Rule] = {
    "head": _head,
    "extends": lambda _, parts: tuple(part for part in parts if part),
    "uses": lambda _, parts: tuple(part for part in parts if part),
    "use": lambda at, parts: tree.Use(str(parts[0]), parts[1] or "", str(parts[2] or ""), at=at),
    "where": lambda _, parts: str(parts[0]),
    "text": lambda _, parts: str(parts[0])[1:-1] if parts[0] else "",
    "flag": _flag,
    "promise": _first,
    "param": lambda at, parts: tree.Param(str(parts[0]), tuple(parts[1:-1]), parts[-1], at=at),
    "literal": _literal,
    "call": lambda at, parts: tree.Call(str(parts[-2]), bare_noun(at, parts[:-2]), parts[-1], at=at),
    "let": lambda at, parts: tree.Let(str(parts[0]), parts[1], parts[2], at=at),
    "about": lambda at, parts: bare_noun(at, parts[1:]) if parts[1] else None,
    "set": lambda at, parts: tree.Setting(str(parts[0]), parts[1], at=at),
    "without": lambda _, parts: parts,
    "dropped": lambda at, parts: tree.Without(str(parts[1]), str(parts[0] or ""), at=at),
    "move": lambda at, parts: tree.MoveRule(str(parts[0]), parts[1], str(parts[2]), at=at),
    # ---- rules
    "update": _update,
    "act": _act,
    "hook": _first,
    "hooked": lambda at, parts: tree.Hook(str(parts[0]), tuple(map(str, parts[1:])), at=at),
    "replaces": lambda at, parts: tree.Hook("replaces", (str(parts[0]),), at=at),
    "narrows": _narrows,
    "after": _after,
    "event": lambda _, parts: singular(parts[0]) if parts[0] else "",
    "lead": _first,
    "clause": _first,
    "for_clause": lambda at, parts: tree.For(parts[-1], at=at),
    "in_clause": lambda at, parts: tree.For(parts[-1], "in", at=at),
    "if_clause": lambda at, parts: tree.If(parts[0], at=at),
    "unless_clause": lambda at, parts: tree.If(parts[0], denied=True, at=at),
    "bearer": _bearer,
    "missing": lambda at, parts: tree.Missing(_amount(at, parts[1]), at=at),
    "changed": lambda at, parts: replace(
        parts[1], subject=tree.WordPhrase(tree.TABLE, at=at) if isinstance(parts[0], Token) else parts[0]
    ),
    "may_be": _may_be,
    "instead": lambda _, parts: _change(parts[0], "instead"),
    "drop_every": lambda *_: _change(None, "drop all"),
    "drop_of": lambda _, parts: _change(parts[1], "drop"),
    "excuse": lambda *_: _change(None, "excuse"),
    "bridge": lambda at, parts: tree.BridgeStep(
        str(parts[0]), parts[2], parts[1], bluff=parts[3] is not None, at=at
    ),
    "law": lambda at, parts: tree.LawRule(str(parts[0]), parts[2], parts[-1], parts[1], at=at),
    "gains": _flags_changed,
    "loses": lambda at, parts: _flags_changed(at, parts[::-1]),
    "action": lambda _, parts: tree.ActRule("", verb=singular(parts[0]), thing=parts[1]),
    "make": lambda at, parts: tree.ActRule("", verb="make", thing=parts[1], flags=flags(at, parts[2])),
    "clue": _clue,
    "give": lambda _, parts: tree.ActRule("", verb="give", thing=parts[0]),
}


def build_statement(parsed: Tree[Token], file: str) -> tree.File | list[tree.Statement]:
    """Build the node of the first statement of a file, or the nodes of another one."""
    built = build(parsed, PHRASES | STATEMENTS, file)
    return built if isinstance(built, tree.File | list) else [built]
