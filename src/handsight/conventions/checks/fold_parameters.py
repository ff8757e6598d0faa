"""Replace parameters by their values, and simplify the conditions that depend on them."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import fields, replace

from handsight.conventions.syntax import tree
from handsight.conventions.syntax.problems import FileProblem
from handsight.conventions.syntax.tree import Expr, Location
from handsight.text.suggestions import listed

RuleT = TypeVar("RuleT", bound=tree.Act | tree.Update)
ALWAYS, NEVER = tree.Word("always"), tree.Word("never")


class ParameterFolder:
    """Folds the values of parameters into definitions and rules."""

    def __init__(self, params: dict[str, tree.Param], settings: dict[str, float | str]) -> None:
        self.problems: list[FileProblem] = []
        self._params = params
        self._settings = settings

    def definition(self, definition: tree.Call | tree.Let) -> tree.Call | tree.Let:
        """Fold the body of a definition."""
        return replace(definition, body=self.expr(definition.body))

    def rules(self, rules: Iterable[RuleT]) -> Iterator[RuleT]:
        """Fold rules; a rule with a condition that is never true is left out."""
        for rule in rules:
            folded = self._inside(rule)
            clauses = []
            for clause in folded.clauses:
                if isinstance(clause, tree.If):
                    holds = _denied(clause.condition) if clause.denied else clause.condition
                    if holds == NEVER:
                        break
                    if holds == ALWAYS:
                        continue
                clauses.append(clause)
            else:
                yield replace(folded, clauses=tuple(clauses))

    def expr(self, what: Expr) -> Expr:
        """Fold an expression."""
        match what:
            case tree.Word(text, at) if text in self._params:
                return self._value(text, at)
            case tree.Is(tree.Word(text), "is", tree.Word(choice, at), denied) if text in self._params:
                chosen = self._settings[text]
                if isinstance(chosen, str):
                    self._check_choice(text, choice, at)
                    return ALWAYS if (chosen == choice) != denied else NEVER
            case tree.Not(part):
                return _denied(self.expr(part))
            case tree.And(parts, at):
                return _joined([self.expr(part) for part in parts], tree.And, ALWAYS, NEVER, at)
            case tree.Or(parts, at):
                return _joined([self.expr(part) for part in parts], tree.Or, NEVER, ALWAYS, at)
            case tree.Noun():
                what = replace(what, order=tuple(self._keys(what.order)))
        folded: Expr = self._inside(what)
        return folded

    def _value(self, name: str, at: Location) -> Expr:
        value = self._settings[name]
        if not isinstance(value, str):
            return tree.Number(value, at=at)
        if value in ("yes", "no"):
            return ALWAYS if value == "yes" else NEVER
        choices = listed(map(str, self._params[name].choices))
        self.problems.append(
            FileProblem(at, f"`{name}` is neither a number nor a condition; ask whether it is {choices}")
        )
        return NEVER

    def _check_choice(self, name: str, choice: str, at: Location) -> None:
        choices = self._params[name].choices
        allowed = choices if len(choices) > 1 else ("yes", "no")
        if choice not in allowed:
            self.problems.append(
                FileProblem(at, f"`{name}` is never `{choice}`; expected {listed(map(str, allowed))}")
            )

    def _keys(self, keys: tuple[tree.Key, ...]) -> Iterator[tree.Key]:
        for key in keys:
            when = ALWAYS if key.when is None else self.expr(key.when)
            if when == ALWAYS:
                yield replace(key, when=None)
            elif when != NEVER:
                self.problems.append(
                    FileProblem(
                        key.at, "`when` can test parameters only, because the order is fixed before the game"
                    )
                )

    def _inside(self, node: Any) -> Any:
        """Fold every expression inside a node."""
        changed = {}
        for name in (one.name for one in fields(node)):
            value = getattr(node, name)
            folded = self._part(value)
            if folded is not value:
                changed[name] = folded
        return replace(node, **changed) if changed else node

    def _part(self, value: Any) -> Any:
        if isinstance(value, tuple) and not isinstance(value, Location):
            parts = tuple(self._part(part) for part in value)
            return value if all(new is old for new, old in zip(parts, value, strict=True)) else parts
        if not isinstance(value, Struct):
            return value
        return (
            self._inside(value) if isinstance(value, tree.For | tree.If | tree.Key) else self._folded(value)
        )

    def _folded(self, value: Struct) -> Any:
        if isinstance(value, Expr):
            return self.expr(value)
        return self._inside(value)


def _denied(part: Expr) -> Expr:
    if part in (ALWAYS, NEVER):
        return NEVER if part == ALWAYS else ALWAYS
    return part.part if isinstance(part, tree.Not) else tree.Not(part)


def _joined(
    parts: list[Expr], node: type[tree.And | tree.Or], neutral: tree.Word, final: tree.Word, at: Location
) -> Expr:
    rest = [part for part in parts if part != neutral]
    if final in rest:
        return final
    if not rest:
        return neutral
    return rest[0] if len(rest) == 1 else node(tuple(rest), at=at)
