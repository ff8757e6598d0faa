"""From the parser's tree to statements: one line for each rule of the grammar that makes a statement."""

from typing import Any

from lark import Token, Tree
from msgspec import Struct
from msgspec.structs import replace

from handsight.conventions.syntax.build_phrases import (
    PHRASES,
    Parts,
    Refusal,
    Rule,
    Site,
    bare,
    built,
    flags,
    number,
    singular,
)
from handsight.conventions.syntax.phrases import NOWHERE, Spot
from handsight.conventions.syntax.statements import (
    EVERY_CLUE,
    Act,
    Call,
    Flag,
    For,
    Hook,
    If,
    Let,
    Move,
    Param,
    Setting,
    Update,
    Use,
    Without,
)


class Head(Struct, frozen=True):
    """The first statement of a file."""

    kind: str
    name: str
    uses: tuple[Use, ...]
    text: str
    at: Spot = NOWHERE


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
        raise Refusal(site.of(name), "declare one flag at a time")
    return Flag(str(name), text, promise, at=site.at)


def _literal(site: Site, parts: Parts) -> float | str:
    word = parts[0]
    if word.type == "DET" and word != "no":
        raise Refusal(site.of(word), f"`{word}` is no value; expected a number, `yes`, `no` or a name")
    return number(site, word) if word.type == "NUMBER" else str(word)


def _call(site: Site, parts: Parts) -> Call:
    *noun, word, body = parts
    return Call(bare(site, noun), str(word), body, at=site.at)


def _about(site: Site, parts: Parts) -> Any:
    _of, *noun = parts
    return bare(site, noun) if noun[0] else None


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
        raise Refusal(site.at, "this rule does nothing of its own, so it needs no reason; leave the text out")
    said = (*act.clauses, *clauses)
    untrue = untrue is not None
    return replace(act, name=str(name), hook=hook, clauses=said, untrue=untrue, text=text, at=site.at)


def _narrows(site: Site, parts: Parts) -> Hook:
    names = tuple(map(str, parts))
    if parts[0].type == "DET":
        if names not in (("every", "clue"), ("each", "clue")):
            raise Refusal(site.of(parts[0]), "a rule narrows rules by name, or `every clue`")
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
        raise Refusal(found.at, "a card gains or loses flags together; say `and`")
    return found.names


def _gains(site: Site, parts: Parts) -> _Change:
    return _Change(*(_listed(site, part) for part in parts))


def _loses(site: Site, parts: Parts) -> _Change:
    change = _gains(site, parts)
    return _Change(change.loses, change.gains)


def _clue(site: Site, parts: Parts) -> Act:
    if parts[0] != "clue":
        raise Refusal(site.of(parts[0]), f"`{parts[0]}` is no action; expected play, discard, clue or give")
    return Act("", verb="clue", thing=parts[1])


def _make(site: Site, parts: Parts) -> Act:
    return Act("", verb="make", thing=parts[1], flags=flags(site, parts[2]))


def _given(_: Site, parts: Parts) -> Any:
    return parts[0]


STATEMENTS: dict[str, Rule] = {
    "head": _head,
    "extends": lambda _, parts: tuple(part for part in parts if part),
    "uses": lambda _, parts: tuple(part for part in parts if part),
    "use": _use,
    "where": lambda _, parts: str(parts[0]),
    "text": lambda _, parts: str(parts[0])[1:-1] if parts[0] else "",
    "flag": _flag,
    "promise": _given,
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
    "hook": _given,
    "hooked": lambda site, parts: Hook(str(parts[0]), tuple(map(str, parts[1:])), at=site.at),
    "replaces": lambda site, parts: Hook("replaces", (str(parts[0]),), at=site.at),
    "narrows": _narrows,
    "after": _after,
    "event": lambda _, parts: singular(parts[0]) if parts[0] else "",
    "lead": _given,
    "clause": _given,
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


def statement(tree: Tree[Token], file: str) -> Any:
    """Build a statement."""
    return built(tree, PHRASES | STATEMENTS, file)
