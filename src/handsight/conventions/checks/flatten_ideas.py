"""Flatten a file and the ideas it uses into one file without ideas, hooks and parameters.

The flat file is a file again: it can be printed and parsed, and means the same.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from handsight.conventions.checks.word_meanings import ATTRIBUTES, RESERVED
from handsight.conventions.core import MAX_NUMBER
from handsight.conventions.syntax import syntax_tree as tree
from handsight.text.suggestions import did_you_mean, listed

NodeT = TypeVar("NodeT", bound=tree.SyntaxNode)
ALWAYS, NEVER = tree.WordPhrase("always"), tree.WordPhrase("never")


class ParameterFolder:
    """Replaces parameters by their values in definitions and rules, and simplifies conditions."""

    def __init__(self, params: dict[str, tree.Param], settings: dict[str, float | str]) -> None:
        self.problems: list[tree.FileProblem] = []
        self._params = params
        self._settings = settings

    def rules(self, rules: Iterable[tree.Rule]) -> Iterator[tree.Rule]:
        """Yield rules with their parameters replaced; one with a condition that is never true is left out."""
        for rule in rules:
            folded = self.inside(rule)
            if not isinstance(folded, tree.ActRule | tree.UpdateRule):
                yield folded
                continue
            clauses = []
            for clause in folded.clauses:
                if clause.asks:
                    holds = _denied(clause.what) if clause.word == "unless" else clause.what
                    if holds == NEVER:
                        break
                    if holds == ALWAYS:
                        continue
                clauses.append(clause)
            else:
                yield replace(folded, clauses=tuple(clauses))

    def expr(self, what: tree.Expr) -> tree.Expr:
        """Return an expression with its parameters replaced."""
        match what:
            case tree.WordPhrase(text, at=at) if text in self._params:
                return self._value(text, at)
            case tree.ClaimPhrase(tree.WordPhrase(text), "is", tree.WordPhrase(choice, at=at), denied) if (
                text in self._params
            ):
                chosen = self._settings[text]
                if isinstance(chosen, str):
                    self._check_choice(text, choice, at)
                    return ALWAYS if (chosen == choice) != denied else NEVER
            case tree.Joined(tree.NOT, (part,)):
                return _denied(self.expr(part))
            case tree.Joined(word, parts, at=at):
                neutral, final = (ALWAYS, NEVER) if word == "and" else (NEVER, ALWAYS)
                rest = [part for part in map(self.expr, parts) if part != neutral]
                if final in rest or not rest:
                    return final if rest else neutral
                return rest[0] if len(rest) == 1 else tree.Joined(word, tuple(rest), at=at)
            case tree.Noun():
                what = replace(what, order=tuple(self._keys(what.order)))
        return self.inside(what)

    def _value(self, name: str, at: tree.Location) -> tree.Expr:
        value = self._settings[name]
        if not isinstance(value, str):
            return tree.NumberPhrase(value, at=at)
        if value in ("yes", "no"):
            return ALWAYS if value == "yes" else NEVER
        choices = listed(map(str, self._params[name].choices))
        self.problems.append(
            tree.FileProblem(at, f"`{name}` is neither a number nor a condition; ask whether it is {choices}")
        )
        return NEVER

    def _check_choice(self, name: str, choice: str, at: tree.Location) -> None:
        choices = self._params[name].choices
        allowed = choices if len(choices) > 1 else ("yes", "no")
        if choice not in allowed:
            self.problems.append(
                tree.FileProblem(at, f"`{name}` is never `{choice}`; expected {listed(map(str, allowed))}")
            )

    def _keys(self, keys: tuple[tree.SortKey, ...]) -> Iterator[tree.SortKey]:
        for key in keys:
            when = ALWAYS if key.when is None else self.expr(key.when)
            if when == ALWAYS:
                yield replace(key, when=None)
            elif when != NEVER:
                self.problems.append(
                    tree.FileProblem(
                        key.at, "`when` can test parameters only, because the order is fixed before the game"
                    )
                )

    def inside(self, node: NodeT) -> NodeT:
        """Return a node with the parameters replaced in every expression inside it."""
        changed = {}
        for name in node.__struct_fields__:
            value = getattr(node, name)
            folded = self._part(value)
            if folded is not value:
                changed[name] = folded
        return replace(node, **changed) if changed else node

    def _part(self, value: Any) -> Any:
        if isinstance(value, tuple) and not isinstance(value, tree.Location):
            parts = tuple(self._part(part) for part in value)
            return value if all(new is old for new, old in zip(parts, value, strict=True)) else parts
        if isinstance(value, tree.Expr):
            return self.expr(value)
        return self.inside(value) if isinstance(value, tree.SyntaxNode) else value


def _denied(part: tree.Expr) -> tree.Expr:
    if part in (ALWAYS, NEVER):
        return NEVER if part == ALWAYS else ALWAYS
    if isinstance(part, tree.Joined) and part.word == tree.NOT:
        return part.parts[0]
    return tree.Joined(tree.NOT, (part,))


DeclaredT = TypeVar("DeclaredT", tree.Flag, tree.Param, tree.Definition)
FindFile = Callable[[tree.Use], tree.File | None]
"""Finds the file that another uses, or reports why it cannot."""
BASE = "minimal"
"""The convention to which an idea is added to check it, if the idea builds on none itself."""
CLUE_VERBS = ("clue", "make", "give")
"""The verbs of rules that give a clue."""


class FlatConvention(Struct, frozen=True):
    """A flat file, and where each of its rules comes from."""

    file: tree.File
    origins: dict[str, dict[str, str]]
    """The file that each rule comes from, by section and name; that of defined words under `word`."""
    uses: tuple[str, ...]
    """The files it is made of, in the order in which they were added."""
    settings: dict[str, float | str]
    kind: str = "convention"
    """`convention` or `idea`, as the file says."""
    params: tuple[tree.Param, ...] = ()
    """The parameters of all files; `settings` has what each is set to, if not to its first choice."""


class Flattener:
    """Merges a file with all files that it uses, and collects the problems on the way."""

    def __init__(self, find: FindFile) -> None:
        self.problems: list[tree.FileProblem] = []
        self._find = find
        self._rules = {kind: RuleList(kind) for kind in tree.SECTIONS}
        self._flags: dict[str, tree.Flag] = {}
        self._params: dict[str, tree.Param] = {}
        self._definitions: dict[str, tree.Definition] = {}
        self._settings: dict[str, float | str] = {}
        self._missing: tree.Missing | None = None
        self._narrowing: list[tree.ActRule] = []
        self._word_origins: dict[str, str] = {}
        self._used: list[str] = []
        self._open: list[str] = []

    def flatten(self, file: tree.File) -> FlatConvention:
        """Flatten a file and all that it uses."""
        self._include(file, None)
        for narrowing in self._narrowing:
            self._try(self._narrow, narrowing)
        folder = ParameterFolder(self._params, self._settings)
        statements: list[tree.Statement] = [*self._flags.values()]
        statements += map(folder.inside, self._definitions.values())
        for rules in self._rules.values():
            statements += folder.rules(rules.remaining)
        statements += [folder.inside(self._missing)] if self._missing else []
        flat = tree.File("convention", file.name, text=file.text, statements=tuple(statements), at=file.at)
        self.problems += folder.problems
        origins = {kind: rules.origins for kind, rules in self._rules.items()} | {"word": self._word_origins}
        params = tuple(self._params.values())
        return FlatConvention(flat, origins, tuple(self._used), dict(self._settings), file.kind, params)

    def _try(self, step: Callable[..., None], *args: object) -> None:
        try:
            step(*args)
        except tree.CheckError as error:
            self.problems.append(error.problem)

    # ---- files

    def _include(self, file: tree.File, use: tree.Use | None) -> None:
        self._open.append(file.name)
        if file.kind == "idea" and not (file.uses or self._rules["act"].rules):
            self._try(self._use, tree.Use(BASE))
        for inner in file.uses:
            self._try(self._use, inner)
        self._open.pop()
        self._used.append(file.name)
        self._declare(file)
        for kind, rules in self._rules.items():
            for rule in file.all(tree.SECTIONS[kind]):
                if isinstance(rule, tree.ActRule) and rule.hook and rule.hook.place == "narrows":
                    self._narrowing.append(rule)
                else:
                    self._try(rules.add, _placed(rule, use), file.name)
        for move in file.all(tree.MoveRule):
            self._try(self._rules["act"].move, move.name, tree.Hook(move.place, (move.anchor,), at=move.at))
        for setting in file.all(tree.Setting):
            self._try(self._set, setting.name, setting.value, setting.at)
        for without in file.all(tree.Without):
            self._try(self._drop, without)

    def _use(self, use: tree.Use) -> None:
        if use.name in self._open:
            ring = " uses ".join([*self._open[self._open.index(use.name) :], use.name])
            raise tree.CheckError(use.at, f"files use each other in a cycle: {ring}")
        if use.name not in self._used:
            file = self._find(use)
            if file is not None:
                self._include(file, use)

    def _declare(self, file: tree.File) -> None:
        for flag in file.all(tree.Flag):
            self._try(self._flag, flag)
        for param in file.all(tree.Param):
            self._try(self._declare_once, self._params, param.name, param, "parameter")
            self._settings.setdefault(param.name, param.choices[0])
        for definition in file.all(tree.Definition):
            self._try(self._declare_once, self._definitions, definition.name, definition, "word")
            self._word_origins.setdefault(definition.name, file.name)
        self._missing = next(iter(file.all(tree.Missing)), self._missing)

    def _flag(self, flag: tree.Flag) -> None:
        """Declare a flag; a later file may add a promise or a text to a flag that has none."""
        known = self._flags.get(flag.name, flag)
        flag = replace(flag, text=flag.text or known.text, promise=flag.promise or known.promise)
        flag = replace(flag, bearer=flag.bearer or known.bearer)
        if known.text in ("", flag.text) and known.promise in (None, flag.promise):
            self._flags[flag.name] = flag
        else:
            self._declare_once(self._flags, flag.name, flag, "flag")

    def _declare_once(self, known: dict[str, DeclaredT], name: str, item: DeclaredT, what: str) -> None:
        """Declare a name; CheckError if it is reserved, or if another file gave it another meaning."""
        if name in RESERVED or (isinstance(item, tree.Let) and name in ATTRIBUTES):
            raise tree.CheckError(
                item.at, f"`{name}` already has a meaning; choose another name for this {what}"
            )
        if known.setdefault(name, item) != item:
            raise tree.CheckError(
                item.at, f"there is another {what} `{name}` already", advice="give one of them another name"
            )

    def _set(self, name: str, value: float | str, at: tree.Location) -> None:
        param = self._params.get(name)
        if param is None:
            known = f"the parameters are {listed(self._params)}" if self._params else "there is none to set"
            advice = did_you_mean(name, self._params, known, show=lambda near: f"`{near}`")
            raise tree.CheckError(at, f"there is no parameter `{name}`; {advice}")
        self._settings[name] = _allowed_value(param, value, at)

    # ---- rules

    def _drop(self, without: tree.Without) -> None:
        name, among = without.name, without.among
        if not among:
            self._check_one_kind(without)
        gone = [rules.drop(name) for kind, rules in self._rules.items() if among in ("", kind)]
        narrowing = [act for act in self._narrowing if act.name != name or among not in ("", "act")]
        if not any(gone) and len(narrowing) == len(self._narrowing):
            rules = self._names_by_kind()
            raise unknown_rule(name, among, [rules[among]] if among else [*rules.values()], without.at)
        self._narrowing = narrowing

    def _names_by_kind(self) -> dict[str, list[str]]:
        """Return the names of everything that can be left out, by kind."""
        names = {kind: rules.names for kind, rules in self._rules.items()}
        return names | {"act": [*names["act"], *(act.name for act in self._narrowing)]}

    def _check_one_kind(self, without: tree.Without) -> None:
        """Raise CheckError if several kinds share this name, except for an update rule and an act rule."""
        kinds = [kind for kind, names in self._names_by_kind().items() if without.name in names]
        if len(kinds) < 2 or kinds == ["update", "act"]:
            return
        what = listed(
            [f"{'an' if kind[0] in 'au' else 'a'} {tree.KIND_NAMES[kind]}" for kind in kinds], "and"
        )
        ways = listed([f"`-{kind}:{without.name}`" for kind in kinds])
        in_file = f"`without {kinds[-1]} {without.name}`"
        raise tree.CheckError(
            without.at,
            f"`{without.name}` is {what} here",
            advice=f"say which to leave out: {ways}, or in a file {in_file}",
        )

    def _narrow(self, narrowing: tree.ActRule) -> None:
        """Add the conditions of a narrowing rule to the rules it narrows."""
        hook = narrowing.hook or tree.Hook("narrows")
        if narrowing.thing or not all(clause.asks for clause in narrowing.clauses):
            raise tree.CheckError(narrowing.at, "a rule that narrows others says only `if …` or `unless …`")
        acts = self._rules["act"]
        places = [acts.index(replace(hook, names=(name,))) for name in hook.names if name != tree.EVERY_CLUE]
        if tree.EVERY_CLUE in hook.names:
            clues = [isinstance(rule, tree.ActRule) and rule.verb in CLUE_VERBS for rule in acts.rules]
            places += [at for at, gives in enumerate(clues) if gives]
        for at in places:
            rule = acts.rules[at]
            if isinstance(rule, tree.ActRule):
                acts.rules[at] = replace(rule, clauses=(*rule.clauses, *narrowing.clauses))


def _placed(rule: tree.Rule, use: tree.Use | None) -> tree.Rule:
    """Return an act rule, placed where the file that uses its idea says, if the file says so."""
    replaces = rule.hook and rule.hook.place == "replaces"
    if use is None or not use.place or replaces or not isinstance(rule, tree.ActRule):
        return rule
    return replace(rule, hook=tree.Hook(use.place, (use.anchor,), at=use.at))


def _allowed_value(param: tree.Param, value: float | str, at: tree.Location) -> float | str:
    """Return the value, or raise CheckError if the parameter does not allow it."""
    default = param.choices[0]
    if len(param.choices) > 1:
        allowed = param.choices
    elif isinstance(default, str):
        allowed = ("yes", "no")
    elif isinstance(value, str):
        raise tree.CheckError(at, f"`{param.name}` is a number, not `{value}`")
    elif abs(value) < MAX_NUMBER:
        return value
    else:
        raise tree.CheckError(at, f"`{param.name}` cannot be `{value}`; numbers stay below {MAX_NUMBER}")
    if value not in allowed:
        raise tree.CheckError(at, f"`{param.name}` cannot be `{value}`; expected {listed(map(str, allowed))}")
    return value


class RuleList(Struct):
    """The rules of one section in order, while files add theirs; *kind* is `act`, `update` and so on."""

    kind: str
    rules: list[tree.Rule] = field(default_factory=list)
    origins: dict[str, str] = field(default_factory=dict)
    """The file that each rule comes from."""
    left_out: set[str] = field(default_factory=set)
    """Rules that are left out; they keep their places to the end, so that others can hook on to them."""
    _renamed: dict[str, str] = field(default_factory=dict)
    """For a rule that was replaced, the name of the new one."""
    _follows: dict[tuple[str, str], str] = field(default_factory=dict)
    """The rule that a file last put after another: its next rule there goes after that one."""
    _last_rules: int = 0
    """How many rules at the end were put `last`: other rules come before them."""

    @property
    def names(self) -> list[str]:
        """The names of the rules."""
        return [rule.name for rule in self.rules]

    @property
    def remaining(self) -> list[tree.Rule]:
        """The rules that are not left out."""
        return [rule for rule in self.rules if rule.name not in self.left_out]

    def find(self, name: str) -> int | None:
        """Return the index of a rule, also by the name of a rule that it replaced; None if there is none."""
        names = self.names
        while name not in names and name in self._renamed:
            name = self._renamed[name]
        return names.index(name) if name in names else None

    def add(self, rule: tree.Rule, origin: str) -> None:
        """Insert a rule of the file *origin* where its hook says, or raise CheckError."""
        hook, at = rule.hook, self.find(rule.name)
        bare = replace(rule, hook=None)
        if hook and hook.place == "narrows":
            raise tree.CheckError(hook.at, "only act rules can be narrowed")
        if hook and hook.place == "replaces":
            self._replace(self.index(hook), bare)
        elif at is not None:
            if self.rules[at] == bare:
                return  # two ideas may bring the same rule
            other = self.origins[self.rules[at].name]
            raise tree.CheckError(
                rule.at,
                f"`{other}` has another {tree.KIND_NAMES[self.kind]} `{rule.name}`",
                advice=f"write `{rule.name}, replaces {rule.name}: …`, or choose another name",
            )
        else:
            self.rules.insert(self._place(hook, origin), bare)
            if hook and hook.place in ("after", "first"):
                self._follows[origin, hook.names[0] if hook.names else "first"] = rule.name
        self.origins[rule.name] = origin
        self.left_out.discard(rule.name)

    def move(self, name: str, hook: tree.Hook) -> None:
        """Move a rule to another place."""
        at = self.index(replace(hook, names=(name,)))
        rule = self.rules[at]
        if rule.name == self.rules[self.index(hook)].name:
            raise tree.CheckError(hook.at, f"`{name}` cannot stand before or after itself")
        self._last_rules -= at >= len(self.rules) - self._last_rules
        del self.rules[at]
        self.rules.insert(self._place(hook, f"move {name}"), rule)

    def index(self, hook: tree.Hook) -> int:
        """Return the index of the first rule that a hook names, or raise CheckError."""
        name = hook.names[0]
        at = self.find(name)
        if at is None:
            near = _suggestion(name, self.names, tree.KIND_NAMES[self.kind].split()[-1])
            raise tree.CheckError(hook.at, f"there is no {tree.KIND_NAMES[self.kind]} `{name}` here; {near}")
        return at

    def drop(self, name: str) -> bool:
        """Leave a rule out; return False if there is none of that name."""
        at = self.find(name)
        if at is not None:
            self.left_out.add(self.rules[at].name)
        return at is not None

    def _replace(self, at: int, rule: tree.Rule) -> None:
        old = self.rules[at].name
        if rule.name != old:
            if rule.name in self.names:
                message = f"there is another {tree.KIND_NAMES[self.kind]} `{rule.name}`"
                raise tree.CheckError(rule.at, message, advice="choose another name")
            self._renamed[old] = rule.name
        self.rules[at] = rule

    def _place(self, hook: tree.Hook | None, origin: str) -> int:
        """Return the index at which a rule is inserted."""
        end = len(self.rules) - self._last_rules
        match hook:
            case None:
                return end
            case tree.Hook("last"):
                self._last_rules += 1
                return len(self.rules)
            case tree.Hook("first"):
                before = self._follows.get((origin, "first"))
                return 0 if before is None else (self.find(before) or 0) + 1
        place = self.index(hook) + (hook.place == "after")
        follows = self._follows.get((origin, hook.names[0])) if hook.place == "after" else None
        if follows is not None:
            place = (self.find(follows) or 0) + 1
        self._last_rules += place > end
        return place


def unknown_rule(name: str, among: str, lists: list[list[str]], at: tree.Location) -> tree.CheckError:
    """Return the error that there is no rule of this name to leave out."""
    names = list(dict.fromkeys(name for rules in lists for name in rules))
    kind = tree.KIND_NAMES.get(among, "rule")
    return tree.CheckError(at, f"there is no {kind} `{name}` to leave out; {_suggestion(name, names, kind)}")


def _suggestion(name: str, names: list[str], kind: str = "rule") -> str:
    known = f"the {kind}s are {listed(names)}" if names else "there is none yet"
    return did_you_mean(name, names, known, show=lambda near: f"`{near}`")
