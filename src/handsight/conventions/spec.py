"""Convention specs: the name of a convention, and changes to it.

``save-clues +no-duplicates -save-next crit=reachable save>point`` adds an idea, leaves out a rule, sets a
parameter and moves a rule after (``<``: before) another. ``-act:save`` leaves out the act rule alone, and
``-update:``, ``-bridge:`` and ``-law:`` an update rule, a bridge step or a law.

A convention file builds on another and makes choices: ideas, settings, moves, rules left out, rules, bridge
steps and laws of its own. Each choice has a name, and ``~`` switches it off: ``careful-saves ~save>point``.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache
from pathlib import Path

from msgspec.structs import replace

from handsight.conventions.library import Source, find_source, path_or_name
from handsight.conventions.syntax.parse import parse
from handsight.conventions.syntax.tree import Act, BridgeStep, File, Law, Move, Setting, Update, Use, Without
from handsight.errors import InputError, UnknownNameError
from handsight.text.suggestions import did_you_mean, listed, quote

OFF = "~"
"""The sign before a choice of the file that is switched off."""
Choice = Use | Setting | Move | Without | Act | Update | BridgeStep | Law
KINDS_OF_RULE = {Act: "act", Update: "update", BridgeStep: "bridge", Law: "law"}
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
    file = File("convention", f"{Path(name).stem}-changed", (Use(name),), spec)
    for change in changes:
        sign = next((sign for sign in "=><" if sign in change), "")
        left, _, right = change.partition(sign) if sign else (change, "", "")
        if change[0] == "+" and not sign:
            file = replace(file, uses=(*file.uses, Use(change[1:])))
        elif change[0] == "-" and not sign:
            among, _, rule = change[1:].rpartition(":")
            file = replace(file, withouts=(*file.withouts, Without(rule, among)))
        elif sign == "=" and left and right:
            file = replace(file, settings=(*file.settings, Setting(left, _setting_value(right))))
        elif sign and left and right:
            place = "after" if sign == ">" else "before"
            file = replace(file, moves=(*file.moves, Move(left, place, right)))
        else:
            expected = "+idea, -rule, parameter=value, rule>rule (after), rule<rule (before) or ~choice"
            raise UnknownNameError(f"{quote(change)} changes nothing; expected {expected}")
    return file


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
    rules = {rule.name for rule in file.updates} | {rule.name for rule in file.acts}
    steps, laws = {step.name for step in file.bridge}, {law.name for law in file.laws}
    shared = rules & steps | rules & laws | steps & laws
    return [
        (f"{KINDS_OF_RULE[type(choice)]}:{name}", choice)
        if isinstance(choice, Act | Update | BridgeStep | Law) and name in shared
        else (name, choice)
        for choice in _choices(file)
        for name in (_choice_name(choice),)
    ]


def _choices(file: File) -> Iterator[Choice]:
    yield from file.uses[1:]
    yield from file.updates
    yield from file.acts
    yield from file.bridge
    yield from file.laws
    yield from file.settings
    yield from file.moves
    yield from file.withouts


def _choice_name(choice: Choice) -> str:
    """Name a choice as a spec does."""
    match choice:
        case Setting(name, value):
            return f"{name}={value}"
        case Move(name, place, anchor):
            return f"{name}{'>' if place == 'after' else '<'}{anchor}"
        case Without(name, among):
            return f"-{among}:{name}" if among else f"-{name}"
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
    left = [choice for name, choice in _named_choices(file) if name not in off]
    rules = {choice.name for choice in left if isinstance(choice, Act | Update)}
    parts = {choice.name for choice in left if isinstance(choice, BridgeStep | Law)}
    for one in used:
        rules |= {rule.name for rule in one.updates} | {rule.name for rule in one.acts}
        parts |= {step.name for step in one.bridge} | {law.name for law in one.laws}
    params = {param.name for one in (file, *used) for param in one.params}
    return replace(
        file,
        uses=(*file.uses[:1], *(choice for choice in left if isinstance(choice, Use))),
        updates=tuple(choice for choice in left if isinstance(choice, Update)),
        acts=tuple(choice for choice in left if isinstance(choice, Act)),
        bridge=tuple(choice for choice in left if isinstance(choice, BridgeStep)),
        laws=tuple(choice for choice in left if isinstance(choice, Law)),
        settings=tuple(choice for choice in left if isinstance(choice, Setting) and choice.name in params),
        moves=tuple(
            choice for choice in left if isinstance(choice, Move) and {choice.name, choice.anchor} <= rules
        ),
        withouts=tuple(
            choice for choice in left if isinstance(choice, Without) and choice.name in rules | parts
        ),
    )
