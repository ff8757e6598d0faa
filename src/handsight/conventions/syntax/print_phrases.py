"""Write phrases of the convention language: things, conditions and numbers, in the words of a file."""

from handsight.conventions.syntax.phrases import (
    VERBS,
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
    Qualifier,
    Sum,
    That,
    TouchedBy,
    With,
    Word,
)

PLURALS = ("any", "other")
"""Determiners after which hands come in numbers."""


def number(value: float) -> str:
    """Write a number without needless digits."""
    return (
        str(int(value)) if value == int(value) else f"{value:f}".rstrip("0") if value < 1e-4 else repr(value)
    )


def flags_text(flags: Flags) -> str:
    """Write flags."""
    return (" or " if flags.either else " and ").join(flags.names)


def noun_text(noun: Noun) -> str:
    """Write a thing."""
    order = f" ({', '.join(map(_key, noun.order))})" if noun.order else ""
    return " ".join([bare(noun), *_qualifiers(noun)]) + order


def bare(noun: Noun) -> str:
    """Write a thing without what is said of it."""
    words = " ".join([*(word.text for word in noun.words), noun.head])
    det = {"a": "an" if words[0] in "aeiou" else "a"}.get(noun.determiner, noun.determiner)
    plural = "s" if noun.determiner in PLURALS and noun.head == "hand" and not noun.name else ""
    return f"{det} {words}{plural}{' ' + noun.name if noun.name else ''}"


def _qualifiers(noun: Noun) -> list[str]:
    last = len(noun.qualifiers) - 1
    return [
        _qualifier(one, noun.head, more=at < last or bool(noun.order))
        for at, one in enumerate(noun.qualifiers)
    ]


def _qualifier(qualifier: Qualifier, head: str, *, more: bool) -> str:
    """Write what is said of a thing; *more* follows, and must not be taken for more about a thing in it."""
    match qualifier:
        case With(flags, denied):
            return f"{'without' if denied else 'with'} {flags_text(flags)}"
        case In(Noun("my", (), "hand")):
            return "of mine"
        case In(place):
            return f"{'to' if head == 'clue' else 'in'} {atom(place)}"
        case TouchedBy(clue):
            return f"touched by {_whole(clue) if more else atom(clue)}"
        case That(claim):
            return f"that {_claim(claim, more=more)}"


def _key(key: Key) -> str:
    when = f" when {expr(key.when)}" if key.when else ""
    if key.by is None:
        return f"from the {'back' if key.down else 'front'}{when}"
    if isinstance(key.by, Word) and not key.down:
        return f"by {key.by.text}{when}"
    return f"{'highest' if key.down else 'lowest'} {_summand(key.by)} first{when}"


def expr(what: Expr) -> str:
    """Write a condition or a number."""
    if isinstance(what, Or):
        return " or ".join(f"({expr(part)})" if isinstance(part, Or) else expr(part) for part in what.parts)
    if isinstance(what, And):
        return " and ".join(f"({expr(p)})" if isinstance(p, Or | And) else expr(p) for p in what.parts)
    if isinstance(what, Not):
        return f"not {f'({expr(what.part)})' if isinstance(what.part, Or | And) else expr(what.part)}"
    return _claim(what) if isinstance(what, Is | Has | Makes) else _summand(what)


def _claim(claim: Is | Has | Makes, *, more: bool = False) -> str:
    subject = f"{_summand(claim.subject)} " if claim.subject else ""
    match claim:
        case Has(_, flags, denied):
            return f"{subject}has {'no ' if denied else ''}{flags_text(flags)}"
        case Makes(_, card, flags, leaves):
            return f"{subject}{'leaves' if leaves else 'makes'} {atom(card)} {flags_text(flags)}"
        case Is(_, verb, what, denied, promised):
            modal = verb in ("could be", "surely", "known")
            said = _kind(what, promised=promised) if modal else _summand(what)
            said = atom(what) if verb == "touches" else said
            if more and not promised:
                said = f"not {_whole(what.part)}" if modal and isinstance(what, Not) else _whole(what)
            words = VERBS[verb]
            if denied:
                words = {"is": "is not", "could be": "could not be"}[verb]
            know = "I know " if verb == "known" else ""
            return f"{know}{subject}{words} {said}"


def _whole(what: Expr) -> str:
    """Write a thing in brackets, unless it is a word."""
    return atom(what) if isinstance(what, Word | Numeral | Number) else f"({expr(what)})"


def _kind(what: Expr, *, promised: bool) -> str:
    """Write what a card could be; before `by promise` in brackets, unless it is a word."""
    if not promised:
        return atom(what, modal=True)
    if isinstance(what, Not):
        return f"not {_whole(what.part)} by promise"
    return f"{_whole(what)} by promise"


def _summand(what: Expr) -> str:
    if isinstance(what, Sum):
        left = _summand(what.left)
        if what.op in "*/" and isinstance(what.left, Sum) and what.left.op in "+-":
            left = f"({left})"
        strict = isinstance(what.right, Sum) and (what.op in "*/" or what.right.op in "+-")
        right = f"({_summand(what.right)})" if strict else _summand(what.right)
        return f"{left} {what.op} {right}"
    return atom(what)


def atom(what: Expr, *, modal: bool = False) -> str:  # noqa: C901  # one case for each phrase
    """Write the smallest whole thing; *modal*: where `not` may stand bare."""
    match what:
        case Number(value):
            return number(value)
        case Word(text):
            return text
        case Numeral(rank):
            return f"a {rank}"
        case Copy(of):
            return f"a copy of {atom(of)}"
        case Attribute(name, of):
            return f"{name} of {atom(of)}"
        case HandOf(card):
            return f"the hand of {atom(card)}"
        case Count(noun):
            return f"number of {_counted(noun)}"
        case Chance(card, kind, promised):
            return f"chance that {atom(card)} is {_kind(kind, promised=promised)}"
        case Noun():
            return noun_text(what)
        case Not(part) if modal:
            return f"not {atom(part)}"
        case _:
            return f"({expr(what)})"


def _counted(noun: Noun) -> str:
    head = " ".join(
        [*(word.text for word in noun.words), noun.head + "s", *([noun.name] if noun.name else [])]
    )
    return " ".join([head, *_qualifiers(noun)])
