"""Put the rules of ideas in order: where each rule hooks on, which rule it replaces, which is left out.

A rule here is anything that stands in a section: an update rule, an act rule, a bridge step or a law.
"""

from msgspec import Struct, field
from msgspec.structs import replace

from handsight.conventions.syntax.file_problems import CheckError
from handsight.conventions.syntax.syntax_tree import KIND_NAMES, Hook, Location, Rule
from handsight.text.suggestions import did_you_mean, listed


class RuleList(Struct):
    """The rules of one section in order, while files add theirs; *kind* is `act`, `update` and so on."""

    kind: str
    rules: list[Rule] = field(default_factory=list)
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
    def what(self) -> str:
        """What messages call such a rule."""
        return KIND_NAMES[self.kind]

    @property
    def remaining(self) -> list[Rule]:
        """The rules that are not left out."""
        return [rule for rule in self.rules if rule.name not in self.left_out]

    def find(self, name: str) -> int | None:
        """Return the index of a rule, also by the name of a rule that it replaced."""
        names = self.names
        while name not in names and name in self._renamed:
            name = self._renamed[name]
        return names.index(name) if name in names else None

    def add(self, rule: Rule, origin: str) -> None:
        """Put a rule of a file in its place."""
        hook, at = rule.hook, self.find(rule.name)
        bare = replace(rule, hook=None)
        if hook and hook.place == "narrows":
            raise CheckError(hook.at, "only act rules can be narrowed")
        if hook and hook.place == "replaces":
            self._replace(self.index(hook), bare)
        elif at is not None:
            if self.rules[at] == bare:
                return  # two ideas may bring the same rule
            raise CheckError(
                rule.at,
                f"`{self.origins[self.rules[at].name]}` has another {self.what} `{rule.name}`",
                advice=f"write `{rule.name}, replaces {rule.name}: …`, or choose another name",
            )
        else:
            self.rules.insert(self._place(hook, origin), bare)
            if hook and hook.place in ("after", "first"):
                self._follows[origin, hook.names[0] if hook.names else "first"] = rule.name
        self.origins[rule.name] = origin
        self.left_out.discard(rule.name)

    def move(self, name: str, hook: Hook) -> None:
        """Move a rule to another place."""
        at = self.index(replace(hook, names=(name,)))
        rule = self.rules[at]
        if rule.name == self.rules[self.index(hook)].name:
            raise CheckError(hook.at, f"`{name}` cannot stand before or after itself")
        self._last_rules -= at >= len(self.rules) - self._last_rules
        del self.rules[at]
        self.rules.insert(self._place(hook, f"move {name}"), rule)

    def index(self, hook: Hook) -> int:
        """Return the index of the rule that a hook names."""
        name = hook.names[0]
        at = self.find(name)
        if at is None:
            near = _suggestion(name, self.names, self.what.split()[-1])
            raise CheckError(hook.at, f"there is no {self.what} `{name}` here; {near}")
        return at

    def drop(self, name: str) -> bool:
        """Leave a rule out; return False if there is none of that name."""
        at = self.find(name)
        if at is not None:
            self.left_out.add(self.rules[at].name)
        return at is not None

    def _replace(self, at: int, rule: Rule) -> None:
        old = self.rules[at].name
        if rule.name != old:
            if rule.name in self.names:
                message = f"there is another {self.what} `{rule.name}`"
                raise CheckError(rule.at, message, advice="choose another name")
            self._renamed[old] = rule.name
        self.rules[at] = rule

    def _place(self, hook: Hook | None, origin: str) -> int:
        """Return the index at which a rule is inserted."""
        end = len(self.rules) - self._last_rules
        match hook:
            case None:
                return end
            case Hook("last"):
                self._last_rules += 1
                return len(self.rules)
            case Hook("first"):
                before = self._follows.get((origin, "first"))
                return 0 if before is None else (self.find(before) or 0) + 1
        place = self.index(hook) + (hook.place == "after")
        follows = self._follows.get((origin, hook.names[0])) if hook.place == "after" else None
        if follows is not None:
            place = (self.find(follows) or 0) + 1
        self._last_rules += place > end
        return place


def unknown_rule(name: str, among: str, lists: list[list[str]], at: Location) -> CheckError:
    """Return the error that there is no rule of this name to leave out."""
    names = list(dict.fromkeys(name for rules in lists for name in rules))
    kind = KIND_NAMES.get(among, "rule")
    return CheckError(at, f"there is no {kind} `{name}` to leave out; {_suggestion(name, names, kind)}")


def _suggestion(name: str, names: list[str], kind: str = "rule") -> str:
    known = f"the {kind}s are {listed(names)}" if names else "there is none yet"
    return did_you_mean(name, names, known, show=lambda near: f"`{near}`")
