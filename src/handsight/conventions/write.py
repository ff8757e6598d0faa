"""Write a convention file: the inverse of `parse`."""

from handsight.conventions.phrases import (
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
from handsight.conventions.syntax import (
    Act,
    Call,
    File,
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

WIDTH = 104
PLURALS = ("any", "other")
"""Determiners after which hands come in numbers."""


def write(file: File) -> str:
    """Write a whole file."""
    uses = f" uses {', '.join(map(_use, file.uses))}" if file.uses else ""
    blocks = [
        [f"{file.kind} {file.name}{uses}", *([f'  "{file.text}"'] if file.text else [])],
        [_statement(item) for item in file.flags],
        [_statement(item) for item in file.params],
        [line for word in file.words for line in _wrapped(_statement(word), "  ")],
        [_statement(item) for item in file.settings],
        [_statement(item) for item in file.moves],
        [_statement(item) for item in file.withouts],
        _section("update", [(_title(rule), update_text(rule), "") for rule in file.updates]),
        _section("act", [(_title(rule), act_text(rule), rule.text) for rule in file.acts]),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _section(word: str, rules: list[tuple[str, str, str]]) -> list[str]:
    if not rules:
        return []
    lines = [f"  {word}"]
    for title, body, text in rules:
        lines += _wrapped(f"    {title}: {body}", "    ")
        lines += [f"       {_quoted(text)}"] if text else []
    return lines


def _wrapped(line: str, indent: str) -> list[str]:
    """Break a long line at its blanks, the rest indented."""
    lines, current = list[str](), indent
    for word in line.split():
        if len(current) + len(word) >= WIDTH and current.strip():
            lines.append(current.rstrip())
            current = indent + "    "
        current += word + " "
    return [*lines, current.rstrip()]


def _statement(item: Flag | Param | Call | Let | Setting | Move | Without) -> str:
    match item:
        case Flag(name, text, promise):
            promises = f" promises {atom(promise, modal=True)}" if promise else ""
            return f"  flag {name}{_quoted(text)}{promises}"
        case Param(name, choices, text):
            return f"  param {name} = {' or '.join(map(literal, choices))}{_quoted(text)}"
        case Call(noun, word, body):
            return f"  call {_bare(noun)} {word} if {expr(body)}"
        case Let(name, noun, body):
            return f"  let {name}{f' of {_bare(noun)}' if noun else ''} be {expr(body)}"
        case Setting(name, value):
            return f"  set {name} = {literal(value)}"
        case Move(name, place, anchor):
            return f"  move {name} {place} {anchor}"
        case Without(name, among):
            return f"  without {among + ' ' if among else ''}{name}"


def _use(use: Use) -> str:
    return f"{use.name} {use.place} {use.anchor}" if use.place else use.name


def _quoted(text: str) -> str:
    return f' "{text}"' if text else ""


def literal(value: float | str) -> str:
    """Write a number or a word."""
    return value if isinstance(value, str) else number(value)


def number(value: float) -> str:
    """Write a number without needless digits."""
    return (
        str(int(value)) if value == int(value) else f"{value:f}".rstrip("0") if value < 1e-4 else repr(value)
    )


def _title(rule: Act | Update) -> str:
    return f"{rule.name}, {_hook(rule.hook)}" if rule.hook else rule.name


def _hook(hook: Hook) -> str:
    return f"{hook.place} {' and '.join(hook.names)}".strip()


def update_text(rule: Update) -> str:
    """Write what an update rule says."""
    led = [clause for clause in rule.clauses if isinstance(clause, For)]
    article = "the" if rule.after == "deal" else "a"
    parts = [f"after {article} {rule.after}"] if rule.after else []
    parts += [clause_text(clause) for clause in led]
    changes = [f"gains {' and '.join(rule.gains)}"] if rule.gains else []
    changes += [f"loses {' and '.join(rule.loses)}"] if rule.loses else []
    parts.append(f"{noun_text(rule.subject)} {' and '.join(changes)}")
    parts += [clause_text(clause) for clause in rule.clauses if isinstance(clause, If)]
    return ", ".join(parts) + (", and nothing else" if rule.ends else "")


def act_text(rule: Act) -> str:
    """Write what an act rule says."""
    parts = [_action(rule)] if rule.thing else []
    parts += [clause_text(clause) for clause in rule.clauses]
    return ", ".join(parts) + (", even if untrue" if rule.untrue else "")


def _action(rule: Act) -> str:
    thing = atom(rule.thing) if rule.thing else ""
    if rule.verb == "make" and rule.flags:
        return f"clue making {thing} {flags_text(rule.flags)}"
    the = "the " if isinstance(rule.thing, Attribute) else ""
    return f"{rule.verb} {the}{thing}"


def clause_text(clause: For | If) -> str:
    """Write a clause."""
    if isinstance(clause, For):
        return f"{clause.word} {noun_text(clause.noun)}"
    return f"{'unless' if clause.denied else 'if'} {expr(clause.condition)}"


def flags_text(flags: Flags) -> str:
    """Write flags."""
    return (" or " if flags.either else " and ").join(flags.names)


def noun_text(noun: Noun) -> str:
    """Write a thing."""
    order = f" ({', '.join(map(_key, noun.order))})" if noun.order else ""
    return " ".join([_bare(noun), *_qualifiers(noun)]) + order


def _bare(noun: Noun) -> str:
    words = " ".join([*(word.text for word in noun.words), noun.head])
    det = {"a": "an" if words[0] in "aeiou" else "a"}.get(noun.determiner, noun.determiner)
    plural = "s" if noun.determiner in PLURALS and noun.head == "hand" and not noun.name else ""
    return f"{det} {words}{plural}{' ' + noun.name if noun.name else ''}"


def _qualifiers(noun: Noun) -> list[str]:
    return [_qualifier(one, noun.head) for one in noun.qualifiers]


def _qualifier(qualifier: Qualifier, head: str) -> str:
    match qualifier:
        case With(flags, denied):
            return f"{'without' if denied else 'with'} {flags_text(flags)}"
        case In(Noun("my", (), "hand")):
            return "of mine"
        case In(place):
            return f"{'to' if head == 'clue' else 'in'} {atom(place)}"
        case TouchedBy(clue):
            return f"touched by {atom(clue)}"
        case That(claim):
            return f"that {_claim(claim)}"


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


def _claim(claim: Is | Has | Makes) -> str:
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
            words = VERBS[verb]
            if denied:
                words = {"is": "is not", "could be": "could not be"}[verb]
            know = "I know " if verb == "known" else ""
            return f"{know}{subject}{words} {said}"


def _kind(what: Expr, *, promised: bool) -> str:
    """Write what a card could be; before `by promise` in brackets, unless it is a word."""
    if not promised:
        return atom(what, modal=True)
    core = what.part if isinstance(what, Not) else what
    bare = atom(core) if isinstance(core, Word | Numeral) else f"({expr(core)})"
    return f"{'not ' if isinstance(what, Not) else ''}{bare} by promise"


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
