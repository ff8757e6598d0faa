"""What a convention is made of, choice by choice, and the same convention without some of them.

A convention file builds on another and chooses: ideas, settings, an order, rules left out, rules of its own.
Each choice has a name, and a spec can switch it off: ``careful-saves ~no-duplicates ~save>point``.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from handsight.conventions.syntax.diagnostics import nearest
from handsight.conventions.syntax.statements import Act, File, Move, Setting, Update, Use, Without
from handsight.errors import UnknownNameError

OFF = "~"
"""Before a choice of the file that is switched off."""
Made = Use | Setting | Move | Without | Act | Update


class Known(NamedTuple):
    """The names of rules and of parameters."""

    rules: frozenset[str] = frozenset()
    params: frozenset[str] = frozenset()

    def plus(self, other: "Known") -> "Known":
        """Name those of both."""
        return Known(self.rules | other.rules, self.params | other.params)


def label(made: Made) -> str:
    """Name a choice as the words after a convention's name do."""
    match made:
        case Setting(name, value):
            return f"{name}={value}"
        case Move(name, place, anchor):
            return f"{name}{'>' if place == 'after' else '<'}{anchor}"
        case Without(name, among):
            return f"-{among}:{name}" if among else f"-{name}"
    return made.name


def choices(file: File) -> tuple[str, ...]:
    """Name what a file chooses beyond what it builds on; an update and an act of one name are one choice."""
    return tuple(dict.fromkeys(map(label, _made(file))))


def _made(file: File) -> Iterator[Made]:
    yield from file.uses[1:]
    yield from file.updates
    yield from file.acts
    yield from file.settings
    yield from file.moves
    yield from file.withouts


def without(file: File, off: Collection[str], known: Known) -> File:
    """Return a file without some choices; *known*: the rules and parameters of the ideas that are left.

    A setting, a move or an omission that speaks of what is gone goes with it.
    """
    there = choices(file)
    for name in off:
        if name not in there:
            near = nearest(name, there)
            advice = f"did you mean {near}?" if near else f"its choices are {', '.join(there) or 'none'}"
            raise UnknownNameError(f"{file.name} does not choose {name!r}; {advice}")
    kept = [made for made in _made(file) if label(made) not in off]
    rules = [made for made in kept if isinstance(made, Act | Update)]
    names = known.rules | {rule.name for rule in rules}
    params = known.params | {param.name for param in file.params}
    return replace(
        file,
        uses=(*file.uses[:1], *(made for made in kept if isinstance(made, Use))),
        updates=tuple(made for made in rules if isinstance(made, Update)),
        acts=tuple(made for made in rules if isinstance(made, Act)),
        settings=tuple(made for made in kept if isinstance(made, Setting) and made.name in params),
        moves=tuple(made for made in kept if isinstance(made, Move) and {made.name, made.anchor} <= names),
        withouts=tuple(made for made in kept if isinstance(made, Without) and made.name in names),
    )


def declared(file: File) -> Known:
    """Name the rules and parameters of a file."""
    rules = {rule.name for rule in file.updates} | {rule.name for rule in file.acts}
    return Known(frozenset(rules), frozenset(param.name for param in file.params))
