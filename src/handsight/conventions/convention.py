"""A convention, checked and ready: its core, and words for everything in it."""

from collections.abc import Collection, Iterable
from functools import cached_property
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from handsight.conventions import core
from handsight.conventions.checks.core_checks import gates
from handsight.conventions.checks.flatten import Flat, Resolver
from handsight.conventions.checks.rules import Rule, translated
from handsight.conventions.choices import OFF, Known, choices, declared, without
from handsight.conventions.core import Core
from handsight.conventions.library import Source, by_path, shipped, source
from handsight.conventions.syntax.diagnostics import Finder
from handsight.conventions.syntax.mistakes import BAD_CHANGE, BAD_WORD, NO_FILE, Mistake
from handsight.conventions.syntax.parse import parse
from handsight.conventions.syntax.print_file import write
from handsight.conventions.syntax.statements import File, Flag, Move, Setting, Use, Without
from handsight.errors import InputError, UnknownNameError
from handsight.text.diagnostics import Problem


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
    parameter and moves a rule after (``<``: before) another; ``-act:save`` leaves out the act rule alone, and
    ``careful-saves ~no-duplicates`` switches off a choice that the file itself makes.
    """
    examined = examine(spec)
    if examined.convention is None:
        first = examined.problems[0]
        kind = UnknownNameError if first.code == BAD_CHANGE else InputError
        raise kind(f"{examined.name}: {first}")
    return examined.convention


def examine(spec: str) -> Examined:
    """Check a convention, and everything it uses."""
    name, *changes = _words(spec)
    if changes:
        off = frozenset(word.removeprefix(OFF) for word in changes if word.startswith(OFF))
        added = [word for word in changes if not word.startswith(OFF)]
        return _Desk(Source(spec, ""), spec, (name, off)).examined(_changed(spec, name, added))
    return examine_source(source(name))


def _words(spec: str) -> list[str]:
    """Part a spec into its words, files that are here by their paths."""
    name, *changes = spec.split() or [""]
    return [by_path(name), *(f"+{by_path(word[1:])}" if word[0] == "+" else word for word in changes)]


def switches(spec: str) -> dict[str, str]:
    """Name the choices that make a convention, each with the spec of the convention without it."""
    return {name: switched_off(spec, [name]) for name in _choices(spec)}


def switched_off(spec: str, off: Collection[str]) -> str:
    """Return the spec of a convention without some of its choices."""
    name, *changes = spec.split() or [""]
    added = {word.removeprefix("+"): word for word in changes if not word.startswith(OFF)}
    kept = [word for word in changes if word not in (added.get(choice) for choice in off)]
    return " ".join([name, *kept, *(f"{OFF}{choice}" for choice in off if choice not in added)])


def _choices(spec: str) -> list[str]:
    """Name what may be switched off; the rules of a file that builds on nothing, only if nothing is added."""
    name, *changes = _words(spec)
    found = source(name)
    file, problems = parse(found.text, found.name)
    if file is None:
        raise InputError(f"{found.name}: {problems[0]}")
    off = {word.removeprefix(OFF) for word in changes if word.startswith(OFF)}
    own = [choice for choice in choices(file) if choice not in off]
    added = [word.removeprefix("+") for word in changes if not word.startswith(OFF)]
    return [*own, *added] if file.uses or not added else added


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
            advice = "+idea, -rule, parameter=value, rule>rule (after), rule<rule (before) or ~choice"
            raise UnknownNameError(f"{word!r} changes nothing; expected {advice}")
    return file


def _literal(text: str) -> float | str:
    try:
        value = float(text)
    except ValueError:
        return text
    return int(value) if value.is_integer() else value


class _Desk:
    """Reads files, and turns mistakes into problems that show their lines."""

    def __init__(
        self, first: Source, called: str = "", off: tuple[str, frozenset[str]] = ("", frozenset())
    ) -> None:
        self.problems: list[Problem] = []
        self._warnings: list[Problem] = []
        self._first = first
        self._called = called
        self._off = off
        self._finders = {first.name: Finder(first.text, first.name)}
        self._folders = {first.name: first.folder}
        """For each file, the folder in which it looks for others first."""
        self._brought: dict[str, Use] = {}
        """For each file that another uses, where it says so."""

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
        try:
            found = self._source(use)
            self._brought.setdefault(found.name, use)
            file = self.read(found)
            name, off = self._off
            return without(file, off, self._known(file, off)) if file and off and use.name == name else file
        except UnknownNameError as error:
            self._file([Mistake(use.at, str(error))])
        except InputError as error:
            self._file([Mistake(use.at, str(error), NO_FILE)])
        return None

    def _source(self, use: Use) -> Source:
        found = source(use.name, self._folders.get(use.at.file, self._first.folder))
        self._folders[found.name] = found.folder
        return found

    def _known(self, file: File, off: frozenset[str] = frozenset()) -> Known:
        """Name the rules and parameters of the files that a file uses, but for those switched off."""
        names = Known()
        for use in file.uses:
            if use.name in off:
                continue
            found = self._source(use)
            inner, _ = parse(found.text, found.name)
            names = names.plus(declared(inner)).plus(self._known(inner)) if inner else names
        return names

    def _file(self, mistakes: Iterable[Mistake]) -> None:
        for mistake in map(self._whose, mistakes):
            where = mistake.spot.file
            finder = self._finders.get(where, self._finders[self._first.name])
            said = "; ".join(filter(None, (mistake.message, mistake.advice)))
            # what has no place in a file that was changed in words is the fault of the words
            asked = self._called and where in ("", self._first.name) and mistake.code == BAD_WORD
            problem = finder.problem(mistake.spot, said, BAD_CHANGE if asked else mistake.code)
            into = self._warnings if mistake.warning else self.problems
            into.append(self._told(problem, where))

    def _whose(self, mistake: Mistake) -> Mistake:
        """Charge a mistake in a file that ships, which is good by itself, to whoever brought it in here."""
        chain, spot = list[str](), mistake.spot
        while spot.file in shipped() and spot.file in self._brought:
            chain.append(spot.file)
            spot = self._brought[spot.file].at
        if not chain:
            return mistake
        *through, name = chain
        what = f"`{name}`" + (f", which uses {' and '.join(reversed(through))}," if through else "")
        return replace(mistake, spot=spot, message=f"{what} does not fit here: {mistake.message}", advice="")

    def _told(self, problem: Problem, name: str) -> Problem:
        """Say in which file, if it is not the one that was asked for."""
        if name in ("", self._first.name):
            return problem
        return replace(problem, message=f"in {name}: {problem.message}")
