"""A list of rules while files come in: where each hooks on, which it replaces, what is left out."""

from typing import Generic, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from handsight.conventions.syntax.diagnostics import listed, nearest
from handsight.conventions.syntax.mistakes import Refused
from handsight.conventions.syntax.phrases import Spot
from handsight.conventions.syntax.statements import Act, Hook, Update

RuleT = TypeVar("RuleT", Act, Update)


class Listing(Struct, Generic[RuleT]):
    """Rules in order; *kind* is `act` or `update`."""

    kind: str
    rules: list[RuleT] = field(default_factory=list)
    origins: dict[str, str] = field(default_factory=dict)
    """The file that each rule comes from."""
    gone: set[str] = field(default_factory=set)
    """Rules that are left out; they keep their places to the end, so that others can hook on to them."""
    _renamed: dict[str, str] = field(default_factory=dict)
    """What a replaced rule is called now."""
    _follows: dict[tuple[str, str], str] = field(default_factory=dict)
    """The rule that a file last put after another: the next one goes after it."""
    _lasting: int = 0
    """How many rules at the end were put `last`: others come before them."""

    @property
    def names(self) -> list[str]:
        """The rules by name."""
        return [rule.name for rule in self.rules]

    @property
    def kept(self) -> list[RuleT]:
        """The rules that are not left out."""
        return [rule for rule in self.rules if rule.name not in self.gone]

    def find(self, name: str) -> int | None:
        """The place of a rule, also by the name of one that it replaced."""
        names = self.names
        while name not in names and name in self._renamed:
            name = self._renamed[name]
        return names.index(name) if name in names else None

    def add(self, rule: RuleT, origin: str) -> None:
        """Put a rule in its place."""
        hook, at = rule.hook, self.find(rule.name)
        bare = replace(rule, hook=None)
        if hook and hook.place == "narrows":
            raise Refused(hook.at, "only act rules can be narrowed")
        if hook and hook.place == "replaces":
            self._exchange(self.sure(hook), bare)
        elif at is not None:
            if self.rules[at] == bare:
                return  # two ideas may bring the same rule
            raise Refused(
                rule.at,
                f"`{self.origins[self.rules[at].name]}` has another {self.kind} rule `{rule.name}`",
                advice=f"write `{rule.name}, replaces {rule.name}: …`, or choose another name",
            )
        else:
            self.rules.insert(self._place(hook, origin), bare)
            if hook and hook.place in ("after", "first"):
                self._follows[origin, hook.names[0] if hook.names else "first"] = rule.name
        self.origins[rule.name] = origin
        self.gone.discard(rule.name)

    def move(self, name: str, hook: Hook) -> None:
        """Move a rule to another place."""
        at = self.sure(replace(hook, names=(name,)))
        rule = self.rules[at]
        if rule.name == self.rules[self.sure(hook)].name:
            raise Refused(hook.at, f"`{name}` cannot stand before or after itself")
        self._lasting -= at >= len(self.rules) - self._lasting
        del self.rules[at]
        self.rules.insert(self._place(hook, f"move {name}"), rule)

    def sure(self, hook: Hook) -> int:
        """The place of the rule that a hook names."""
        name = hook.names[0]
        at = self.find(name)
        if at is None:
            near = nearest(name, self.names)
            known = f"the rules are {listed(self.names)}" if self.rules else "there is none yet"
            advice = f"did you mean `{near}`?" if near else known
            raise Refused(hook.at, f"there is no {self.kind} rule `{name}` here; {advice}")
        return at

    def drop(self, name: str) -> bool:
        """Leave a rule out; False if there is none of that name."""
        at = self.find(name)
        if at is not None:
            self.gone.add(self.rules[at].name)
        return at is not None

    def _exchange(self, at: int, rule: RuleT) -> None:
        old = self.rules[at].name
        if rule.name != old:
            if rule.name in self.names:
                raise Refused(
                    rule.at,
                    f"there is another {self.kind} rule `{rule.name}`",
                    advice="choose another name",
                )
            self._renamed[old] = rule.name
        self.rules[at] = rule

    def _place(self, hook: Hook | None, origin: str) -> int:
        """Where a rule goes."""
        end = len(self.rules) - self._lasting
        match hook:
            case None:
                return end
            case Hook("last"):
                self._lasting += 1
                return len(self.rules)
            case Hook("first"):
                before = self._follows.get((origin, "first"))
                return 0 if before is None else (self.find(before) or 0) + 1
        place = self.sure(hook) + (hook.place == "after")
        follows = self._follows.get((origin, hook.names[0])) if hook.place == "after" else None
        if follows is not None:
            place = (self.find(follows) or 0) + 1
        self._lasting += place > end
        return place


def unknown_rule(name: str, among: str, lists: list[list[str]], spot: Spot) -> Refused:
    """Say that there is no rule of that name to leave out."""
    names = list(dict.fromkeys(name for rules in lists for name in rules))
    near = nearest(name, names)
    others = f"the rules are {listed(names)}" if names else "there is none yet"
    advice = f"did you mean `{near}`?" if near else others
    return Refused(spot, f"there is no {among + ' ' if among else ''}rule `{name}` to leave out; {advice}")
