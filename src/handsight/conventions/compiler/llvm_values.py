"""Integers, floats, truth values and arrays in LLVM, and Python's operations on them."""

import ast
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.registry import cpu_target

INT64, FLOAT64, BOOL = ir.IntType(64), ir.DoubleType(), ir.IntType(1)
context: Any = cpu_target.target_context
ARRAY = context.get_value_type(types.int64[::1])
ITEMS, ITEM_SIZE, DATA, SHAPE, STRIDES = 2, 3, 4, 5, 6
"""Indices of an array's parts in the struct that Numba passes."""

COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Values:
    """Emits operations at the position of a builder."""

    def __init__(self, builder: Any) -> None:
        self.builder = builder

    def constant(self, value: bool | float) -> Any:
        """Return a Python value as an LLVM constant."""
        if isinstance(value, bool):
            return BOOL(int(value))
        return INT64(value) if isinstance(value, int) else FLOAT64(value)

    def kind(self, *types: Any) -> Any:
        """Return the type that can hold values of all these types."""
        alike = all(other == types[0] for other in types)
        return types[0] if alike else FLOAT64 if FLOAT64 in types else INT64

    def cast(self, value: Any, wanted: Any) -> Any:
        """Convert a value to another type."""
        build = self.builder
        if value.type == wanted:
            return value
        if wanted == BOOL:
            return self.truth(value)
        if value.type == BOOL:
            return self.cast(build.zext(value, INT64), wanted)
        if (value.type, wanted) != (INT64, FLOAT64):
            raise NotImplementedError(f"{value.type} as {wanted}")
        return build.sitofp(value, FLOAT64)

    def truth(self, value: Any) -> Any:
        """Return whether Python takes a value for true."""
        if value.type == BOOL:
            return value
        if value.type == FLOAT64:
            return self.builder.fcmp_unordered("!=", value, FLOAT64(0.0))
        return self.builder.icmp_signed("!=", value, INT64(0))

    def compare(self, sign: type[ast.cmpop], one: Any, two: Any) -> Any:
        """Compare two numbers."""
        if FLOAT64 in (one.type, two.type):
            ordered = self.builder.fcmp_unordered if sign is ast.NotEq else self.builder.fcmp_ordered
            return ordered(COMPARISONS[sign], self.cast(one, FLOAT64), self.cast(two, FLOAT64))
        return self.builder.icmp_signed(COMPARISONS[sign], self.cast(one, INT64), self.cast(two, INT64))

    def binary(self, sign: type[ast.operator], one: Any, two: Any) -> Any:
        """Emit a binary operation."""
        build = self.builder
        if sign is ast.Div or FLOAT64 in (one.type, two.type):
            floats = {ast.Add: build.fadd, ast.Sub: build.fsub, ast.Mult: build.fmul, ast.Div: build.fdiv}
            return floats[sign](self.cast(one, FLOAT64), self.cast(two, FLOAT64))
        words: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
            ast.Add: build.add,
            ast.Sub: build.sub,
            ast.Mult: build.mul,
            ast.BitAnd: build.and_,
            ast.BitOr: build.or_,
            ast.BitXor: build.xor,
            ast.LShift: build.shl,
            ast.RShift: build.ashr,
            ast.FloorDiv: self._whole_part,
            ast.Mod: self._rest,
        }
        return words[sign](self.cast(one, INT64), self.cast(two, INT64))

    def unary(self, sign: type[ast.unaryop], value: Any) -> Any:
        """Emit a unary operation."""
        if sign is ast.Not:
            return self.builder.not_(self.truth(value))
        if value.type == FLOAT64:
            return self.builder.fneg(value)
        word = self.cast(value, INT64)
        return self.builder.not_(word) if sign is ast.Invert else self.builder.neg(word)

    def _rest(self, one: Any, two: Any) -> Any:
        """Emit Python's remainder, which has the sign of the divisor."""
        build = self.builder
        rest = build.srem(one, two)
        return build.select(self._crosses(rest, two), build.add(rest, two), rest)

    def _whole_part(self, one: Any, two: Any) -> Any:
        """Emit Python's floor division."""
        build = self.builder
        part, rest = build.sdiv(one, two), build.srem(one, two)
        return build.select(self._crosses(rest, two), build.sub(part, INT64(1)), part)

    def _crosses(self, rest: Any, two: Any) -> Any:
        build = self.builder
        differ = build.icmp_signed("<", build.xor(rest, two), INT64(0))
        return build.and_(build.icmp_signed("!=", rest, INT64(0)), differ)

    # ---- arrays

    def place(self, array: Any, index: Any) -> Any:
        """Return the address of a word of an array."""
        return self.builder.gep(self.builder.extract_value(array, DATA), [self.cast(index, INT64)])

    def part(self, array: Any, begin: Any, end: Any) -> Any:
        """Return a slice of an array."""
        build, size = self.builder, self.builder.sub(end, begin)
        for what, where in ((size, ITEMS), (self.place(array, begin), DATA), (size, (SHAPE, 0))):
            array = build.insert_value(array, what, where)
        return array
