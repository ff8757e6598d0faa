"""A convention, checked and ready: its core, and words for everything in it."""

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from handsight.conventions import core
from handsight.conventions.core import Core
from handsight.conventions.gates import gates
from handsight.conventions.library import Source, source
from handsight.conventions.mistakes import Mistake
from handsight.conventions.parse import parse
from handsight.conventions.pointing import Finder
from handsight.conventions.resolve import Flat, Resolver
from handsight.conventions.rules import Rule, translated
from handsight.conventions.syntax import File, Flag, Move, Setting, Use, Without
from handsight.conventions.write import write
from handsight.errors import InputError
from handsight.notation.record import Problem


class Convention(Struct, frozen=True, dict=True):
    """What a file means, and the words for it."""

    name: str
    core: Core
    acts: tuple[Rule, ...]
    updates: tuple[Rule, ...]
    flat: Flat

    @property
    def flags(self) -> tuple[Flag, ...]:
        """The flags, in the order of their numbers."""
        return self.flat.file.flags

    @property
    def text(self) -> str:
        """The whole convention as one file, without ideas and parameters."""
        return write(self.flat.file)

    @cached_property
    def identity(self) -> str:
        """A hash of what the convention means, whatever it is called."""
        return core.identity(self.core)


class Examined(Struct, frozen=True):
    """A file after checking: the convention if it can be played, what is wrong, and what looks wrong."""

    name: str
    convention: Convention | None
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()


def load(spec: str) -> Convention:
    """Load a convention by its name or path; words after it change it.

    ``save-clues +no-duplicates -save-next crit=reachable save>point`` adds an idea, leaves out a rule, sets a
    parameter and moves a rule after (``<``: before) another; ``-act:save`` leaves out the act rule alone.
    """
    examined = examine(spec)
    if examined.convention is None:
        raise InputError(f"{examined.name}: {examined.problems[0]}")
    return examined.convention


def examine(spec: str) -> Examined:
    """Check a convention, and everything it uses."""
    name, *changes = spec.split() or [""]
    if changes:
        return _Desk(Source(spec, ""), spec).examined(_changed(spec, name, changes))
    return examine_source(source(name))


def examine_source(found: Source) -> Examined:
    """Check a file."""
    desk = _Desk(found)
    file = desk.read(found)
    return desk.examined(file) if file else Examined(found.name, None, tuple(desk.problems))


def _changed(spec: str, name: str, changes: list[str]) -> File:
    """A file that uses another and changes it, word by word."""
    file = File("convention", f"{Path(name).stem}-changed", (Use(name),), spec)
    for word in changes:
        place = next((sign for sign in "=><" if sign in word), "")
        left, _, right = word.partition(place) if place else (word, "", "")
        if word[0] == "+" and not place:
            file = replace(file, uses=(*file.uses, Use(word[1:])))
        elif word[0] == "-" and not place:
            among, _, rule = word[1:].rpartition(":")
            file = replace(file, withouts=(*file.withouts, Without(rule, among)))
        elif place == "=" and left and right:
            file = replace(file, settings=(*file.settings, Setting(left, _literal(right))))
        elif place and left and right:
            where = "after" if place == ">" else "before"
            file = replace(file, moves=(*file.moves, Move(left, where, right)))
        else:
            advice = "+idea, -rule, parameter=value, rule>rule (after) or rule<rule (before)"
            raise InputError(f"{word!r} changes nothing; expected {advice}")
    return file


def _literal(text: str) -> float | str:
    try:
        value = float(text)
    except ValueError:
        return text
    return int(value) if value == int(value) else value


class _Desk:
    """Reads files, and turns mistakes into problems that show their lines."""

    def __init__(self, first: Source, called: str = "") -> None:
        self.problems: list[Problem] = []
        self._warnings: list[Problem] = []
        self._first = first
        self._called = called
        self._finders = {first.name: Finder(first.text, first.name)}

    def read(self, found: Source) -> File | None:
        """Read a file."""
        self._finders[found.name] = Finder(found.text, found.name)
        file, problems = parse(found.text, found.name)
        self.problems += [self._told(problem, found.name) for problem in problems]
        return file

    def examined(self, file: File) -> Examined:
        """Check a file that was read."""
        resolver = Resolver(self._find)
        flat = resolver.flat(file)
        made = translated(flat.file)
        self._file([*resolver.mistakes, *made.mistakes])
        if not self.problems:
            self._file(gates(made, flat))
        name, warnings = self._first.name, tuple(self._warnings)
        if self.problems:
            return Examined(name, None, tuple(self.problems), warnings)
        convention = Convention(self._called or file.name, made.core, made.acts, made.updates, flat)
        return Examined(name, convention, (), warnings)

    def _find(self, use: Use) -> File | None:
        """Find a file that another uses: beside it, or among those that ship."""
        folder = Path(use.at.file).parent if "/" in use.at.file else self._first.folder
        try:
            return self.read(source(use.name, folder))
        except InputError as error:
            self._file([Mistake(use.at, str(error))])
            return None

    def _file(self, mistakes: Iterable[Mistake]) -> None:
        for mistake in mistakes:
            finder = self._finders.get(mistake.spot.file, self._finders[self._first.name])
            problem = finder.problem(mistake.spot, mistake.message, mistake.code)
            into = self._warnings if mistake.warning else self.problems
            into.append(self._told(problem, mistake.spot.file))

    def _told(self, problem: Problem, name: str) -> Problem:
        """Say in which file, if it is not the one that was asked for."""
        if name in ("", self._first.name):
            return problem
        return replace(problem, message=f"in {name}: {problem.message}")
