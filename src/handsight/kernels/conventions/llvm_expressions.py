"""Expressions of made source as LLVM instructions."""

import ast
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from llvmlite import ir

from handsight.kernels.conventions.llvm_values import ARRAY, Values

Scope = Mapping[str, Any]


class Expressions:
    """Writes expressions of one function; each kind of node has its method."""

    def __init__(self, function: ir.Function, scope: Scope) -> None:
        self.build = ir.IRBuilder(function.append_basic_block())
        self.values = Values(self.build)
        self.scope = scope
        """What names stand for that the function does not bind."""
        self.names: dict[str, Any] = {}
        """For each name that it binds, the place of its value; an array itself."""

    def called(self, kernel: Any, arguments: Sequence[Any]) -> Any:
        """Write a call."""
        raise NotImplementedError

    def value(self, node: ast.expr) -> Any:
        """Write an expression, and return what holds its value."""
        return getattr(self, f"_{type(node).__name__.lower()}")(node)

    def truth(self, node: ast.expr) -> Any:
        """Write a condition."""
        return self.values.truth(self.value(node))

    def slot(self, kind: Any) -> Any:
        """Make a place for a value; LLVM turns it into registers."""
        with self.build.goto_entry_block():
            return self.build.alloca(kind)

    def place(self, node: ast.Subscript) -> Any:
        """Where a word of an array lies."""
        return self.values.place(self.value(node.value), self.value(node.slice))

    # ---- names

    def _constant(self, node: ast.Constant) -> Any:
        if not isinstance(node.value, int | float):
            raise NotImplementedError(ast.unparse(node))
        return self.values.constant(node.value)

    def _name(self, node: ast.Name) -> Any:
        held = self.names.get(node.id)
        if held is None:
            return self.values.constant(self.scope[node.id])
        return held if held.type == ARRAY else self.build.load(held)

    def _attribute(self, node: ast.Attribute) -> Any:
        return self.values.constant(self._known(node))

    def _known(self, node: ast.expr) -> Any:
        """Look up what a name stands for, here or in a module."""
        if isinstance(node, ast.Name):
            return self.scope[node.id]
        home = self._known(node.value) if isinstance(node, ast.Attribute) else None
        if not (isinstance(home, ModuleType) and isinstance(node, ast.Attribute)):
            raise NotImplementedError(ast.unparse(node))
        return getattr(home, node.attr)

    # ---- operations

    def _binop(self, node: ast.BinOp) -> Any:
        return self.values.worked_out(type(node.op), self.value(node.left), self.value(node.right))

    def _unaryop(self, node: ast.UnaryOp) -> Any:
        return self.values.turned(type(node.op), self.value(node.operand))

    def _compare(self, node: ast.Compare) -> Any:
        (sign,), (other,) = node.ops, node.comparators
        return self.values.compared(type(sign), self.value(node.left), self.value(other))

    def _subscript(self, node: ast.Subscript) -> Any:
        if not isinstance(node.slice, ast.Slice):
            return self.build.load(self.place(node))
        begin, end = node.slice.lower, node.slice.upper
        if begin is None or end is None:
            raise NotImplementedError(ast.unparse(node))
        return self.values.part(self.value(node.value), self.value(begin), self.value(end))

    def _call(self, node: ast.Call) -> Any:
        return self.called(self._known(node.func), [self.value(argument) for argument in node.args])

    # ---- one of several

    def _ifexp(self, node: ast.IfExp) -> Any:
        return self._either(
            self.truth(node.test), lambda: self.value(node.body), lambda: self.value(node.orelse)
        )

    def _boolop(self, node: ast.BoolOp) -> Any:
        return self._joined(node.values, stop=isinstance(node.op, ast.Or))

    def _joined(self, parts: list[ast.expr], *, stop: bool) -> Any:
        """Write `and` or `or`: the next is asked only if it matters."""
        found: list[tuple[Any, Any, Any]] = []
        for part in parts:
            if found:
                self.build.position_at_end(self.build.append_basic_block())
            place = self.build.block
            found.append((place, self.value(part), self.build.block))
        after = self.build.append_basic_block()
        slot = self.slot(self.values.kind(*(value.type for _, value, _ in found)))
        following = [*(place for place, _, _ in found[1:]), after]
        for (_, value, end), other in zip(found, following, strict=True):
            self.build.position_at_end(end)
            self.build.store(self.values.cast(value, slot.allocated_type), slot)
            if other is after:
                self.build.branch(after)
            else:
                self.build.cbranch(self.values.truth(value), *((after, other) if stop else (other, after)))
        self.build.position_at_end(after)
        return self.build.load(slot)

    def _either(self, test: Any, then: Callable[[], Any], other: Callable[[], Any]) -> Any:
        """Write one of two values."""
        places = [self.build.append_basic_block() for _ in range(3)]
        self.build.cbranch(test, *places[:2])
        found = []
        for place, made in zip(places, (then, other), strict=False):
            self.build.position_at_end(place)
            found.append((made(), self.build.block))
        slot = self.slot(self.values.kind(*(value.type for value, _ in found)))
        for value, end in found:
            self.build.position_at_end(end)
            self.build.store(self.values.cast(value, slot.allocated_type), slot)
            self.build.branch(places[2])
        self.build.position_at_end(places[2])
        return self.build.load(slot)
