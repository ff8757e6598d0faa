"""Convention specs: the name of a convention, and changes to it.

``save-clues +no-duplicates -save-next crit=reachable save>point`` adds an idea, leaves out a rule, sets a
parameter and moves a rule after (``<``: before) another. ``-act:save`` leaves out the act rule alone, and
``-update:``, ``-bridge:`` and ``-law:`` an update rule, a bridge step or a law.

A convention file builds on another and makes choices: ideas, settings, moves, rules left out, rules, bridge
steps and laws of its own. Each choice has a name, and ``~`` switches it off: ``careful-saves ~save>point``.
"""

from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

from msgspec.structs import replace

from handsight.conventions.library import Source, find_source, path_or_name
from handsight.conventions.syntax.parse_convention import parse
from handsight.conventions.syntax.syntax_tree import (
    SECTIONS,
    ActRule,
    File,
    MoveRule,
    Rule,
    Setting,
    Statement,
    UpdateRule,
    Use,
    Without,
)
from handsight.errors import InputError, UnknownNameError
from handsight.text.suggestions import did_you_mean, listed, quote

OFF = "~"
"""The sign before a choice of the file that is switched off."""
Choice = Use | Setting | MoveRule | Without | Rule
KINDS: dict[type, str] = {rule: kind for kind, rule in SECTIONS.items()}
"""The word before a name that says which of several things of that name is meant, as in ``-bridge:known``."""


# ---- a spec as text


def split_spec(spec: str) -> list[str]:
    """Split a spec into the name and its changes; files in the current folder become paths."""
    name, *changes = spec.split() or [""]
    return [
        path_or_name(name),
        *(f"+{path_or_name(change[1:])}" if change[0] == "+" else change for change in changes),
    ]


def specs_without_each_choice(spec: str) -> dict[str, str]:
    """Return the choices that make a convention, each with the spec of the convention without it."""
    return {choice: spec_without(spec, [choice]) for choice in _spec_choices(spec)}


def spec_without(spec: str, off: Collection[str]) -> str:
    """Return the spec of a convention without some of its choices, or rules that it builds on."""
    name, *changes = spec.split() or [""]
    added = {change.removeprefix("+"): change for change in changes if not change.startswith(OFF)}
    rest = [change for change in changes if change not in (added.get(choice) for choice in off)]
    own = _spec_choices(spec)
    gone = [f"{OFF if choice in own else '-'}{choice}" for choice in off if choice not in added]
    return " ".join([name, *rest, *gone])


def _spec_choices(spec: str) -> list[str]:
    """List what can be switched off: rules of a file that builds on nothing only if nothing is added."""
    name, *changes = split_spec(spec)
    source = find_source(name)
    every, builds_on_others = _choices_of_text(source)
    off = {change.removeprefix(OFF) for change in changes if change.startswith(OFF)}
    own = [choice for choice in every if choice not in off]
    added = [change.removeprefix("+") for change in changes if not change.startswith(OFF)]
    return [*own, *added] if builds_on_others or not added else added


@lru_cache(maxsize=16)
def _choices_of_text(source: Source) -> tuple[tuple[str, ...], bool]:
    """Name the choices of a file that was read, and say whether it builds on others."""
    file, problems = parse(source.text, source.name)
    if file is None:
        raise InputError(f"{source.name}: {problems[0]}")
    return choices(file), bool(file.uses)


def changed_file(spec: str, name: str, changes: list[str]) -> File:
    """Return a file that uses another and makes the changes of a spec; UnknownNameError if one is wrong."""
    uses, statements = [Use(name)], list[Statement]()
    for change in changes:
        sign = next((sign for sign in "=><" if sign in change), "")
        left, _, right = change.partition(sign) if sign else (change, "", "")
        if change[0] == "+" and not sign:
            uses.append(Use(change[1:]))
        elif change[0] == "-" and not sign:
            among, _, rule = change[1:].rpartition(":")
            statements.append(Without(rule, among))
        elif sign == "=" and left and right:
            statements.append(Setting(left, _setting_value(right)))
        elif sign and left and right:
            statements.append(MoveRule(left, "after" if sign == ">" else "before", right))
        else:
            expected = "+idea, -rule, parameter=value, rule>rule (after), rule<rule (before) or ~choice"
            raise UnknownNameError(f"{quote(change)} changes nothing; expected {expected}")
    file = File("convention", f"{Path(name).stem}-changed", tuple(uses), spec)
    return file.with_statements(statements)


def _setting_value(text: str) -> float | str:
    try:
        value = float(text)
    except ValueError:
        return text
    return int(value) if value.is_integer() else value


# ---- the choices of a file


def choices(file: File) -> tuple[str, ...]:
    """Name the choices of a file; an update rule and an act rule of one name are one choice.

    Where a bridge step or a law has the name of a rule, each is named with its kind: ``bridge:known``.
    """
    return tuple(dict.fromkeys(name for name, _ in _named_choices(file)))


def _named_choices(file: File) -> list[tuple[str, Choice]]:
    rules = {rule.name for kind in ("update", "act") for rule in file.section(kind)}
    names = Counter([*rules, *{step.name for step in file.bridge}, *{law.name for law in file.laws}])
    every: list[Choice] = [*file.uses[1:], *file.updates, *file.acts, *file.bridge, *file.laws]
    every += [*file.settings, *file.moves, *file.withouts]
    named = [(_choice_name(choice), choice) for choice in every]
    return [
        (f"{KINDS[type(choice)]}:{name}" if type(choice) in KINDS and names[name] > 1 else name, choice)
        for name, choice in named
    ]


def _choice_name(choice: Choice) -> str:
    """Name a choice as a spec does."""
    match choice:
        case Setting(name, value):
            return f"{name}={value}"
        case MoveRule(name, place, anchor):
            return f"{name}{'>' if place == 'after' else '<'}{anchor}"
        case Without(name, among):
            return f"-{among}:{name}" if among else f"-{name}"
        case _:
            return choice.name


def without_choices(file: File, off: Collection[str], used: Collection[File]) -> File:
    """Return a file without some of its choices; *used* are the files that it still uses.

    A setting, a move or an omission that speaks of something that is gone goes with it.
    """
    existing = choices(file)
    for name in off:
        if name not in existing:
            alike = [choice for choice in existing if choice.endswith(f":{name}")]
            expected = f"its choices are {', '.join(existing) or 'none'}"
            advice = f"say {listed(alike)}" if alike else did_you_mean(name, existing, expected)
            raise UnknownNameError(f"{file.name} does not choose {quote(name)}; {advice}")
    gone = [choice for name, choice in _named_choices(file) if name in off]
    left = [rule for kind in SECTIONS for rule in file.section(kind) if rule not in gone]
    left += [rule for one in used for kind in SECTIONS for rule in one.section(kind)]
    rules = {rule.name for rule in left if isinstance(rule, ActRule | UpdateRule)}
    params = {param.name for one in (file, *used) for param in one.params}
    gone += [setting for setting in file.settings if setting.name not in params]
    gone += [move for move in file.moves if not {move.name, move.anchor} <= rules]
    gone += [without for without in file.withouts if without.name not in {rule.name for rule in left}]
    kept = replace(file, uses=tuple(use for use in file.uses if use not in gone))
    return kept.with_statements(statement for statement in file.statements if statement not in gone)
