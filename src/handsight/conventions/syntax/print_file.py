"""Write a convention file: the inverse of `parse`."""

from handsight.conventions.syntax.phrases import Attribute
from handsight.conventions.syntax.print_phrases import atom, bare, expr, flags_text, noun_text, number
from handsight.conventions.syntax.statements import (
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
            return f"  call {bare(noun)} {word} if {expr(body)}"
        case Let(name, noun, body):
            return f"  let {name}{f' of {bare(noun)}' if noun else ''} be {expr(body)}"
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
