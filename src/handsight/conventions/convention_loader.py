"""Load and check conventions. A *spec* is the name of a convention, with changes after it.

``save-clues +no-duplicates -save-next crit=reachable save>point`` adds an idea, leaves out a rule, sets a
parameter and moves a rule after (``<``: before) another. ``-act:save`` leaves out the act rule alone, and
``-update:``, ``-bridge:`` and ``-law:`` an update rule, a bridge step or a law.

A convention file builds on another and makes choices: ideas, settings, moves, rules left out, rules, bridge
steps and laws of its own. Each choice has a name, and ``~`` switches it off: ``careful-saves ~save>point``.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from handsight.conventions import core
from handsight.conventions.checks.core_checks import check_core, is_public
from handsight.conventions.checks.flatten_ideas import BASE, FlatConvention, Flattener
from handsight.conventions.checks.translate_rules import RuleInfo, check_file
from handsight.conventions.core import Core
from handsight.conventions.library import Source, find_source, path_or_name, shipped
from handsight.conventions.syntax import syntax_tree as tree
from handsight.conventions.syntax.parse_convention import parse
from handsight.conventions.syntax.print_convention import print_file, print_setting
from handsight.errors import InputError, UnknownNameError
from handsight.text.diagnostics import Diagnostics, Problem
from handsight.text.suggestions import did_you_mean, listed, quote


class Convention(Struct, frozen=True, dict=True):
    """A convention that was checked: its core, and the names and texts that explain it."""

    name: str
    core: Core
    acts: tuple[RuleInfo, ...]
    updates: tuple[RuleInfo, ...]
    flat: FlatConvention

    @property
    def flags(self) -> tuple[tree.Flag, ...]:
        """The flags, in the order of their numbers in the core."""
        return self.flat.file.all(tree.Flag)

    @property
    def text(self) -> str:
        """The whole convention as one file: ideas are copied in, parameters replaced by their values."""
        return print_file(self.flat.file)

    @cached_property
    def identity(self) -> str:
        """A hash of what the convention means; names do not count."""
        return core.identity(self.core)

    def annotated_text(self) -> str:
        """Return the text, with comments: from which file each part is, and who can foresee each act rule.

        The text can be parsed again and means the same.
        """
        files = self.flat.uses
        lines = [f"# {self.name}, identity {self.identity[:12]}"]
        lines += [f"# made of {', '.join(files)}"] if len(files) > 1 else []
        if self.flat.kind == "idea":
            lines.append(f"# an idea, here as a whole with what it is built on, {listed(files[:-1], 'and')}")
            lines.append(f"# `handsight convention show {self.name} --only` prints its own text alone")
        lines += [f"# {_setting_text(param, self.flat.settings)}" for param in self.flat.params]
        return "\n".join([*lines, "", print_file(self.flat.file, self._remark)])

    def _remark(self, section: str, name: str) -> str:
        """Return the comment on a rule or word: its file, and for an act rule who can foresee it."""
        origin = self.flat.origins[section].get(name, "")
        if section == "act":
            rule = self.core.acts[[act.name for act in self.acts].index(name)]
            foresee = (
                "everybody can foresee this" if is_public(rule) else "needs the cards that the seat sees"
            )
            return f"{origin}: {foresee}"
        return origin if len(self.flat.uses) > 1 else ""


def _setting_text(param: tree.Param, settings: dict[str, float | str]) -> str:
    """Return in words what a parameter is set to, what else it could be, and what it means."""
    value = settings.get(param.name, param.choices[0])
    others = [print_setting(choice) for choice in param.choices if choice != value]
    choices = f" (or {listed(others)})" if others and len(param.choices) > 1 else ""
    return f"{param.name}={print_setting(value)}{choices}" + (f": {param.text}" if param.text else "")


class CheckedConvention(Struct, frozen=True):
    """The result of a check: the convention if it can be played, the problems, and the warnings."""

    name: str
    convention: Convention | None
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    checked_on: str = ""
    """The convention on which an idea was checked, if the idea itself builds on none; else empty."""


def load_convention(spec: str) -> Convention:
    """Load a convention by its name or path, with changes after it as the module describes them.

    Raises:
        InputError: If the file is missing or has a mistake; UnknownNameError if the spec has one.

    >>> load_convention("minimal order=rank").flags[0].name
    'IP'
    """
    checked = check_convention(spec)
    if checked.convention is None:
        first = checked.problems[0]
        kind = UnknownNameError if first.code == tree.BAD_CHANGE else InputError
        raise kind(f"{checked.name}: {first}")
    return checked.convention


def check_convention(spec: str) -> CheckedConvention:
    """Check a convention, named as for `load_convention`, and everything it uses."""
    name, *changes = split_spec(spec)
    if not changes:
        return check_source(find_source(name))
    off = frozenset(change.removeprefix(OFF) for change in changes if change.startswith(OFF))
    added = [change for change in changes if not change.startswith(OFF)]
    return _Loader(Source(spec, ""), spec, name, off).checked(changed_file(spec, name, added))


def check_source(source: Source) -> CheckedConvention:
    """Check a convention file that was already read."""
    loader = _Loader(source)
    file = loader.parse(source)
    return loader.checked(file) if file else CheckedConvention(source.name, None, tuple(loader.problems))


class _Loader:
    """Parses a file and those it uses, checks them, and collects the problems with their source lines."""

    def __init__(
        self, main: Source, spec: str = "", changed: str = "", off: frozenset[str] = frozenset()
    ) -> None:
        self.problems: list[Problem] = []
        self._warnings: list[Problem] = []
        self._main = main
        self._spec = spec
        """The spec that was asked for, if it has changes."""
        self._changed = changed
        """The name of the file that the spec changes; `_off` are the choices that the spec switches off."""
        self._off = off
        self._texts = {main.name: Diagnostics(main.text.split("\n"))}
        self._folders = {main.name: main.folder}
        """For each file, the folder in which it first looks for others."""
        self._used_by: dict[str, tree.Use] = {}
        """For each file that another uses, the place where that is said."""

    def parse(self, source: Source) -> tree.File | None:
        """Parse a file."""
        self._texts[source.name] = Diagnostics(source.text.split("\n"))
        file, problems = parse(source.text, source.name)
        self.problems += [self._with_file(problem, source.name) for problem in problems]
        return file

    def checked(self, file: tree.File) -> CheckedConvention:
        """Check a file that was parsed."""
        flattener = Flattener(self._find)
        flat = flattener.flatten(file)
        checked = check_file(flat.file, [param.name for param in flat.params])
        self._report([*flattener.problems, *checked.problems])
        if not self.problems:
            self._report(check_core(checked, flat))
        name, warnings = self._main.name, tuple(self._warnings)
        base = BASE if file.kind == "idea" and not file.uses else ""
        if self.problems:
            return CheckedConvention(name, None, tuple(self.problems), warnings, base)
        convention = Convention(self._spec or file.name, checked.core, checked.acts, checked.updates, flat)
        return CheckedConvention(name, convention, (), warnings, base)

    def _find(self, use: tree.Use) -> tree.File | None:
        """Find a file that another uses: in the same folder, or in the library."""
        try:
            source = self._source(use)
            self._used_by.setdefault(source.name, use)
            file = self.parse(source)
            if file is None or not self._off or use.name != self._changed:
                return file
            return without_choices(file, self._off, list(self._files_used_by(file, self._off)))
        except UnknownNameError as error:
            self._report([tree.FileProblem(use.at, str(error))])
        except InputError as error:
            self._report([tree.FileProblem(use.at, str(error), tree.NO_FILE)])
        return None

    def _source(self, use: tree.Use) -> Source:
        source = find_source(use.name, self._folders.get(use.at.file, self._main.folder))
        self._folders[source.name] = source.folder
        return source

    def _files_used_by(self, file: tree.File, off: frozenset[str] = frozenset()) -> Iterator[tree.File]:
        """Yield the files that a file uses, and those that they use, except those switched off."""
        for use in file.uses:
            if use.name not in off:
                source = self._source(use)
                used, _ = parse(source.text, source.name)
                if used:
                    yield used
                    yield from self._files_used_by(used)

    def _report(self, problems: Iterable[tree.FileProblem]) -> None:
        for problem in map(self._at_user_file, problems):
            file = problem.at.file
            text = self._texts.get(file, self._texts[self._main.name])
            message = "; ".join(filter(None, (problem.message, problem.advice)))
            # a problem that lies in no file is in the changes of the spec
            in_spec = self._spec and file in ("", self._main.name) and problem.code == tree.BAD_WORD
            shown = tree.shown_problem(
                text, problem.at, message, tree.BAD_CHANGE if in_spec else problem.code
            )
            (self._warnings if problem.warning else self.problems).append(self._with_file(shown, file))

    def _at_user_file(self, problem: tree.FileProblem) -> tree.FileProblem:
        """Move a problem in a library file, which is right by itself, to the place that uses the file."""
        chain, at = list[str](), problem.at
        while at.file in shipped() and at.file in self._used_by:
            chain.append(at.file)
            at = self._used_by[at.file].at
        if not chain:
            return problem
        if not at.line and not self._spec:  # an idea is checked on a convention that it does not name
            at = tree.Location(1, 1, self._main.name)
        *through, name = chain
        what = f"`{name}`" + (f", which uses {' and '.join(reversed(through))}," if through else "")
        return replace(problem, at=at, message=f"{what} does not fit here: {problem.message}", advice="")

    def _with_file(self, problem: Problem, name: str) -> Problem:
        """Return a problem with its file in the message, unless it is in the file that was asked for."""
        if name in ("", self._main.name):
            return problem
        return replace(problem, message=f"in {name}: {problem.message}")


OFF = "~"
"""The sign that switches off the choice whose name follows."""
FileChoice = tree.Use | tree.Setting | tree.MoveRule | tree.Without | tree.Rule
CHOICES: tuple[type[FileChoice], ...] = (
    tree.UpdateRule,
    tree.ActRule,
    tree.BridgeStep,
    tree.LawRule,
    tree.Setting,
    tree.MoveRule,
    tree.Without,
)
KINDS: dict[type, str] = {rule: kind for kind, rule in tree.SECTIONS.items()}
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
    """Return a spec without the choices *off*, which may also be rules of what the convention builds on."""
    name, *changes = spec.split() or [""]
    added = {change.removeprefix("+"): change for change in changes if not change.startswith(OFF)}
    rest = [change for change in changes if change not in (added.get(choice) for choice in off)]
    own = _spec_choices(spec)
    gone = [f"{OFF if choice in own else '-'}{choice}" for choice in off if choice not in added]
    return " ".join([name, *rest, *gone])


def _spec_choices(spec: str) -> list[str]:
    """List the choices of a spec; if it adds some to a file that builds on nothing, only the added ones."""
    name, *changes = split_spec(spec)
    source = find_source(name)
    every, builds_on_others = _choices_of_text(source)
    off = {change.removeprefix(OFF) for change in changes if change.startswith(OFF)}
    own = [choice for choice in every if choice not in off]
    added = [change.removeprefix("+") for change in changes if not change.startswith(OFF)]
    return [*own, *added] if builds_on_others or not added else added


@lru_cache(maxsize=16)
def _choices_of_text(source: Source) -> tuple[tuple[str, ...], bool]:
    """Return the names of a file's choices, and whether the file builds on others."""
    file, problems = parse(source.text, source.name)
    if file is None:
        raise InputError(f"{source.name}: {problems[0]}")
    return choices(file), bool(file.uses)


def changed_file(spec: str, name: str, changes: list[str]) -> tree.File:
    """Return a file that uses another and makes the changes of a spec; UnknownNameError if one is wrong."""
    uses, statements = [tree.Use(name)], list[tree.Statement]()
    for change in changes:
        sign = next((sign for sign in "=><" if sign in change), "")
        left, _, right = change.partition(sign) if sign else (change, "", "")
        if change[0] == "+" and not sign:
            uses.append(tree.Use(change[1:]))
        elif change[0] == "-" and not sign:
            among, _, rule = change[1:].rpartition(":")
            statements.append(tree.Without(rule, among))
        elif sign == "=" and left and right:
            statements.append(tree.Setting(left, _setting_value(right)))
        elif sign and left and right:
            statements.append(tree.MoveRule(left, "after" if sign == ">" else "before", right))
        else:
            expected = "+idea, -rule, parameter=value, rule>rule (after), rule<rule (before) or ~choice"
            raise UnknownNameError(f"{quote(change)} is no change; expected {expected}")
    return tree.File("convention", f"{Path(name).stem}-changed", tuple(uses), spec, tuple(statements))


def _setting_value(text: str) -> float | str:
    try:
        value = float(text)
    except ValueError:
        return text
    return int(value) if value.is_integer() else value


# ---- the choices of a file


def choices(file: tree.File) -> tuple[str, ...]:
    """Return the names of a file's choices; an update rule and an act rule of one name are one choice.

    Where a bridge step or a law has the name of a rule, each is named with its kind: ``bridge:known``.
    """
    return tuple(dict.fromkeys(name for name, _ in _named_choices(file)))


def _named_choices(file: tree.File) -> list[tuple[str, FileChoice]]:
    sorts = {"update": "rule", "act": "rule"}
    apart = {
        (one.name, sorts.get(word, word)) for word, kind in tree.SECTIONS.items() for one in file.all(kind)
    }
    names = Counter(name for name, _ in apart)
    every: list[FileChoice] = [*file.uses[1:], *(one for kind in CHOICES for one in file.all(kind))]
    named = [(_choice_name(choice), choice) for choice in every]
    return [
        (f"{KINDS[type(choice)]}:{name}" if type(choice) in KINDS and names[name] > 1 else name, choice)
        for name, choice in named
    ]


def _choice_name(choice: FileChoice) -> str:
    """Return the name of a choice, as a spec writes it."""
    match choice:
        case tree.Setting(name, value):
            return f"{name}={value}"
        case tree.MoveRule(name, place, anchor):
            return f"{name}{'>' if place == 'after' else '<'}{anchor}"
        case tree.Without(name, among):
            return f"-{among}:{name}" if among else f"-{name}"
        case _:
            return choice.name


def without_choices(file: tree.File, off: Collection[str], used: Collection[tree.File]) -> tree.File:
    """Return a file without some of its choices; *used* are the files that it still uses.

    A setting, a move or an omission of something that is no longer there is left out, too.
    """
    existing = choices(file)
    for name in off:
        if name not in existing:
            alike = [choice for choice in existing if choice.endswith(f":{name}")]
            expected = f"its choices are {', '.join(existing) or 'none'}"
            advice = f"say {listed(alike)}" if alike else did_you_mean(name, existing, expected)
            raise UnknownNameError(f"{quote(name)} is no choice of {file.name}; {advice}")
    gone = [choice for name, choice in _named_choices(file) if name in off]
    left = [rule for kind in tree.SECTIONS.values() for rule in file.all(kind) if rule not in gone]
    left += [rule for one in used for kind in tree.SECTIONS.values() for rule in one.all(kind)]
    rules = {rule.name for rule in left if isinstance(rule, tree.ActRule | tree.UpdateRule)}
    params = {param.name for one in (file, *used) for param in one.all(tree.Param)}
    gone += [setting for setting in file.all(tree.Setting) if setting.name not in params]
    gone += [move for move in file.all(tree.MoveRule) if not {move.name, move.anchor} <= rules]
    gone += [
        without for without in file.all(tree.Without) if without.name not in {rule.name for rule in left}
    ]
    uses, kept = (tuple(one for one in nodes if one not in gone) for nodes in (file.uses, file.statements))
    return replace(file, uses=uses, statements=kept)
