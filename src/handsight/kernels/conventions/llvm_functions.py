"""Functions of made source as LLVM instructions.

Made source is Python of a small kind: whole numbers of 64 bits, a few numbers and truths, arrays of words;
loops over ranges, branches, and calls of kernels. Kernels that go inline are written out from their own
source, which is of the same kind; the others are called where Numba has put them.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core.dispatcher import Dispatcher

from handsight.kernels.conventions.facts import put
from handsight.kernels.conventions.llvm_expressions import Expressions, Scope
from handsight.kernels.conventions.llvm_values import ARRAY, NUMBER, TRUTH, WORD, context
from handsight.kernels.jit import highest, lowest, popcount


class Emitter(Expressions):
    """Writes one function; each kind of statement has its method."""

    def __init__(self, function: ir.Function, scope: Scope) -> None:
        super().__init__(function, scope)
        self.ends: list[Any] = []
        """Where `break` goes."""
        self.leave: Callable[[Any], None] = self._leave
        """What `return` does."""

    def whole(self, node: ast.FunctionDef) -> None:
        """Write the whole function."""
        self._body(node, self.build.function.args)
        if not self.build.block.is_terminated:
            self.leave(None)

    def _body(self, node: ast.FunctionDef, arguments: Sequence[Any]) -> None:
        for parameter, value in zip(node.args.args, arguments, strict=True):
            self._store(ast.Name(parameter.arg), value)
        self._block(node.body)

    def _leave(self, value: Any) -> None:
        """Return from the function itself; without a value, as at an end that is never reached, nothing."""
        returns = self.build.function.function_type.return_type
        self.build.ret(ir.Constant(returns, None) if value is None else self.values.cast(value, returns))

    # ---- statements

    def _block(self, body: list[ast.stmt]) -> None:
        """Write statements, up to the first that leaves."""
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
            self.values.worked_out(type(node.op), self.value(node.target), self.value(node.value)),
        )

    def _store(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Subscript):
            self.build.store(self.values.cast(value, WORD), self.place(target))
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
        """Write a loop over a range: up, or with a step of -1 down."""
        if not isinstance(node.iter, ast.Call):
            raise NotImplementedError(ast.unparse(node.iter))
        bounds = [self.values.cast(self.value(bound), WORD) for bound in node.iter.args]
        start, stop, *steps = bounds if len(bounds) > 1 else [WORD(0), *bounds]
        at = self.slot(WORD)
        self.build.store(start, at)

        def ahead() -> Any:
            here = self.build.load(at)
            self._store(node.target, here)
            return self.build.icmp_signed(">" if steps else "<", here, stop)

        def step() -> None:
            self.build.store(self.build.add(self.build.load(at), WORD(-1 if steps else 1)), at)

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

    def called(self, kernel: Any, arguments: Sequence[Any]) -> Any:
        """Write a call: of LLVM's own, of a piece, of a function of the same source, of a compiled kernel."""
        if kernel in (popcount, lowest, highest, put):
            return self._own(kernel, arguments)
        if isinstance(kernel, Dispatcher) and is_piece(kernel):
            return self._written_out(kernel.py_func, arguments)
        function = kernel if isinstance(kernel, ir.Function) else self._outside(kernel)
        wanted = function.function_type.args
        passed = [self.values.cast(value, kind) for value, kind in zip(arguments, wanted, strict=True)]
        return self.build.call(function, passed)

    def _own(self, kernel: Any, arguments: Sequence[Any]) -> Any:
        build, one = self.build, arguments[0]
        if kernel is popcount:
            return build.ctpop(one)
        if kernel is lowest:
            return build.cttz(one, TRUTH(1))
        if kernel is highest:
            return build.sub(WORD(63), build.ctlz(one, TRUTH(1)))
        where = build.bitcast(self.values.place(one, arguments[1]), NUMBER.as_pointer())
        return build.store(self.values.cast(arguments[2], NUMBER), where)

    def _outside(self, kernel: Any) -> ir.Function:
        """Declare a kernel that Numba has compiled."""
        module, name = self.build.module, symbol(kernel)
        if name in module.globals:
            return module.globals[name]
        signature = kernel.nopython_signatures[0]
        kinds = [context.get_value_type(kind) for kind in signature.args]
        returns = context.get_value_type(signature.return_type)
        return ir.Function(module, ir.FunctionType(returns, kinds), name)

    def _written_out(self, function: Any, arguments: Sequence[Any]) -> Any:
        """Write out a piece where it is called."""
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
    """Read the source of a kernel."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    if not isinstance(node, ast.FunctionDef):
        raise NotImplementedError(ast.unparse(node))
    return node


def is_piece(kernel: Any) -> bool:
    """Whether a kernel goes inline in those that call it."""
    return bool(kernel.targetoptions.get("forceinline"))


def symbol(kernel: Any) -> str:
    """Name a compiled kernel so that nothing else has the name."""
    return f"{kernel.py_func.__module__}.{kernel.py_func.__qualname__}"
