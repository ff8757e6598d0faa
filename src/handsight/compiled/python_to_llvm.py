"""Turn a small part of Python into LLVM code: for source that a program generates, and the kernels it calls.

Generated source uses 64-bit integers, a few floats and truth values, arrays of words, loops over ranges,
branches, and calls of kernels. Inlined kernels are expanded from their own source, which is of the same kind;
other kernels are called at the address where Numba has put them.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target

from handsight.compiled.jit import Ints, compiled, highest_bit, lowest_bit, popcount

Scope = Mapping[str, Any]
INT64, FLOAT64, BOOL = ir.IntType(64), ir.DoubleType(), ir.IntType(1)
context: Any = cpu_target.target_context
ARRAY = context.get_value_type(types.int64[::1])
ITEMS, ITEM_SIZE, DATA, SHAPE, STRIDES = 2, 3, 4, 5, 6
"""Indices of an array's parts in the struct that Numba passes."""

COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


@compiled("void(int64[::1], int64, float64)", inline=True)
def write_float(words: Ints, at: int, number: float) -> None:
    """Write a float into a word of an array of integers."""
    words[at : at + 1].view(np.float64)[0] = number


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


class FunctionEmitter:
    """Emits one function; each kind of syntax node has its method."""

    def __init__(self, function: ir.Function, scope: Scope) -> None:
        self.build = ir.IRBuilder(function.append_basic_block())
        self.values = Values(self.build)
        self.scope = scope
        """Global names: modules, constants and kernels."""
        self.names: dict[str, Any] = {}
        """For each local name, the stack slot of its value; for an array the array itself."""
        self.ends: list[Any] = []
        """The blocks to which `break` jumps, innermost last."""
        self.leave: Callable[[Any], None] = self._leave
        """What `return` does: in an inlined kernel it jumps to the end of the call."""

    def value(self, node: ast.expr) -> Any:
        """Emit an expression, and return its value."""
        return getattr(self, f"_{type(node).__name__.lower()}")(node)

    def truth(self, node: ast.expr) -> Any:
        """Emit a condition."""
        return self.values.truth(self.value(node))

    def slot(self, kind: Any) -> Any:
        """Allocate a stack slot for a value; LLVM turns it into registers."""
        with self.build.goto_entry_block():
            return self.build.alloca(kind)

    def place(self, node: ast.Subscript) -> Any:
        """Return the address of a word of an array."""
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
        """Look up a global name, or a name in a module."""
        if isinstance(node, ast.Name):
            return self.scope[node.id]
        home = self._known(node.value) if isinstance(node, ast.Attribute) else None
        if not (isinstance(home, ModuleType) and isinstance(node, ast.Attribute)):
            raise NotImplementedError(ast.unparse(node))
        return getattr(home, node.attr)

    # ---- operations

    def _binop(self, node: ast.BinOp) -> Any:
        return self.values.binary(type(node.op), self.value(node.left), self.value(node.right))

    def _unaryop(self, node: ast.UnaryOp) -> Any:
        return self.values.unary(type(node.op), self.value(node.operand))

    def _compare(self, node: ast.Compare) -> Any:
        (sign,), (other,) = node.ops, node.comparators
        return self.values.compare(type(sign), self.value(node.left), self.value(other))

    def _subscript(self, node: ast.Subscript) -> Any:
        if not isinstance(node.slice, ast.Slice):
            return self.build.load(self.place(node))
        begin, end = node.slice.lower, node.slice.upper
        if begin is None or end is None:
            raise NotImplementedError(ast.unparse(node))
        return self.values.part(self.value(node.value), self.value(begin), self.value(end))

    def _call(self, node: ast.Call) -> Any:
        return self.call_kernel(self._known(node.func), [self.value(argument) for argument in node.args])

    # ---- one of several

    def _ifexp(self, node: ast.IfExp) -> Any:
        return self._select(
            self.truth(node.test), lambda: self.value(node.body), lambda: self.value(node.orelse)
        )

    def _boolop(self, node: ast.BoolOp) -> Any:
        return self._short_circuit(node.values, stop=isinstance(node.op, ast.Or))

    def _short_circuit(self, parts: list[ast.expr], *, stop: bool) -> Any:
        """Emit `and` or `or`, with short-circuit evaluation."""
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

    def _select(self, test: Any, then: Callable[[], Any], other: Callable[[], Any]) -> Any:
        """Emit a conditional expression."""
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

    # ---- functions

    def emit(self, node: ast.FunctionDef) -> None:
        """Emit the whole function."""
        self._body(node, self.build.function.args)
        if not self.build.block.is_terminated:
            self.leave(None)

    def _body(self, node: ast.FunctionDef, arguments: Sequence[Any]) -> None:
        for parameter, value in zip(node.args.args, arguments, strict=True):
            self._store(ast.Name(parameter.arg), value)
        self._block(node.body)

    def _leave(self, value: Any) -> None:
        """Return from the function itself; without a value, as at an unreachable end, return zero."""
        returns = self.build.function.function_type.return_type
        self.build.ret(ir.Constant(returns, None) if value is None else self.values.cast(value, returns))

    # ---- statements

    def _block(self, body: list[ast.stmt]) -> None:
        """Emit statements, up to the first one that leaves the block."""
        for statement in body:
            if self.build.block.is_terminated:
                return
            getattr(self, f"_{type(statement).__name__.lower()}")(statement)

    def _expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.value(node.value)

    def _assign(self, node: ast.Assign) -> None:
        (targets,), values = node.targets, node.value
        if isinstance(targets, ast.Tuple) and isinstance(values, ast.Tuple):
            held = [self.value(value) for value in values.elts]
            for target, value in zip(targets.elts, held, strict=True):
                self._store(target, value)
        else:
            self._store(targets, self.value(values))

    def _augassign(self, node: ast.AugAssign) -> None:
        self._store(
            node.target,
            self.values.binary(type(node.op), self.value(node.target), self.value(node.value)),
        )

    def _store(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Subscript):
            self.build.store(self.values.cast(value, INT64), self.place(target))
            return
        name = ast.unparse(target)
        if value.type == ARRAY:
            self.names[name] = value
            return
        if name not in self.names:
            self.names[name] = self.slot(value.type)
        slot = self.names[name]
        self.build.store(self.values.cast(value, slot.allocated_type), slot)

    def _return(self, node: ast.Return) -> None:
        self.leave(None if node.value is None else self.value(node.value))

    def _break(self, _node: ast.Break) -> None:
        self.build.branch(self.ends[-1])

    def _if(self, node: ast.If) -> None:
        then, other, after = (self.build.append_basic_block() for _ in range(3))
        self.build.cbranch(self.truth(node.test), then, other)
        for place, body in ((then, node.body), (other, node.orelse)):
            self.build.position_at_end(place)
            self._block(body)
            self._go(after)
        self.build.position_at_end(after)

    def _while(self, node: ast.While) -> None:
        self._loop(lambda: self.truth(node.test), node.body, lambda: None)

    def _for(self, node: ast.For) -> None:
        """Emit a loop over a range, with step 1 or -1."""
        if not isinstance(node.iter, ast.Call):
            raise NotImplementedError(ast.unparse(node.iter))
        bounds = [self.values.cast(self.value(bound), INT64) for bound in node.iter.args]
        start, stop, *steps = bounds if len(bounds) > 1 else [INT64(0), *bounds]
        at = self.slot(INT64)
        self.build.store(start, at)

        def ahead() -> Any:
            here = self.build.load(at)
            self._store(node.target, here)
            return self.build.icmp_signed(">" if steps else "<", here, stop)

        def step() -> None:
            self.build.store(self.build.add(self.build.load(at), INT64(-1 if steps else 1)), at)

        self._loop(ahead, node.body, step)

    def _loop(self, ahead: Callable[[], Any], body: list[ast.stmt], step: Callable[[], None]) -> None:
        head, inside, after = (self.build.append_basic_block() for _ in range(3))
        self.build.branch(head)
        self.build.position_at_end(head)
        self.build.cbranch(ahead(), inside, after)
        self.build.position_at_end(inside)
        self.ends.append(after)
        self._block(body)
        self.ends.pop()
        if not self.build.block.is_terminated:
            step()
            self.build.branch(head)
        self.build.position_at_end(after)

    def _go(self, place: Any) -> None:
        if not self.build.block.is_terminated:
            self.build.branch(place)

    # ---- calls

    def call_kernel(self, kernel: Any, arguments: Sequence[Any]) -> Any:
        """Emit a call: of an intrinsic, an inlined kernel, a function of this source or a compiled kernel."""
        if kernel in (popcount, lowest_bit, highest_bit, write_float):
            return self._intrinsic(kernel, arguments)
        if isinstance(kernel, Dispatcher) and is_inlined(kernel):
            return self._inline_call(kernel.py_func, arguments)
        function = kernel if isinstance(kernel, ir.Function) else self._external_function(kernel)
        wanted = function.function_type.args
        passed = [self.values.cast(value, kind) for value, kind in zip(arguments, wanted, strict=True)]
        return self.build.call(function, passed)

    def _intrinsic(self, kernel: Any, arguments: Sequence[Any]) -> Any:
        build, one = self.build, arguments[0]
        if kernel is popcount:
            return build.ctpop(one)
        if kernel is lowest_bit:
            return build.cttz(one, BOOL(1))
        if kernel is highest_bit:
            return build.sub(INT64(63), build.ctlz(one, BOOL(1)))
        where = build.bitcast(self.values.place(one, arguments[1]), FLOAT64.as_pointer())
        return build.store(self.values.cast(arguments[2], FLOAT64), where)

    def _external_function(self, kernel: Any) -> ir.Function:
        """Declare a kernel that Numba has compiled, as an external function."""
        module, name = self.build.module, symbol(kernel)
        if name in module.globals:
            return module.globals[name]
        signature = kernel.nopython_signatures[0]
        kinds = [context.get_value_type(kind) for kind in signature.args]
        returns = context.get_value_type(signature.return_type)
        return ir.Function(module, ir.FunctionType(returns, kinds), name)

    def _inline_call(self, function: Any, arguments: Sequence[Any]) -> Any:
        """Expand an inlined kernel where it is called."""
        after, result = self.build.append_basic_block(), dict[str, Any]()

        def leave(value: Any) -> None:
            slot = result.setdefault("slot", self.slot(value.type))
            self.build.store(self.values.cast(value, slot.allocated_type), slot)
            self.build.branch(after)

        before = self.scope, self.names, self.ends, self.leave
        self.scope, self.names, self.ends, self.leave = function.__globals__, {}, [], leave
        self._body(source_of(function), arguments)
        self._go(after)
        self.scope, self.names, self.ends, self.leave = before
        self.build.position_at_end(after)
        return self.build.load(result["slot"]) if result else None


@cache
def source_of(function: Any) -> ast.FunctionDef:
    """Parse the source of a kernel."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    if not isinstance(node, ast.FunctionDef):
        raise NotImplementedError(ast.unparse(node))
    return node


def is_inlined(kernel: Any) -> bool:
    """Whether a kernel is inlined in its callers."""
    return bool(kernel.targetoptions.get("forceinline"))


def symbol(kernel: Any) -> str:
    """Return a unique symbol for a compiled kernel."""
    return f"{kernel.py_func.__module__}.{kernel.py_func.__qualname__}"
