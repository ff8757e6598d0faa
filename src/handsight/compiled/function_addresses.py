"""Arrays of compiled functions: a kernel calls one of several bots by its place in such an array.

Numba would look up a function that is handed to a kernel anew at each call, with Python's lock held; an
address is a plain number.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import sigutils
from numba.core.types import WrapperAddressProtocol
from numba.extending import intrinsic

from handsight.compiled.jit import JIT_DISABLED, Ints, Kernel

make_intrinsic: Any = intrinsic
parse_signature: Any = sigutils.normalize_signature


def addresses(functions: Sequence[Kernel]) -> Ints:
    """Return the addresses of compiled functions; whoever has them must keep the functions."""
    if JIT_DISABLED:
        plain: Any = np.array([*functions, None], object)[:-1]
        return plain
    return np.array([address(function) for function in functions], np.int64)


def address(function: Any) -> int:
    """Return the address of a function that Numba or `compile_source` has compiled."""
    if isinstance(function, WrapperAddressProtocol):
        return int(function.__wrapper_address__())
    found = function.get_compile_result(function.nopython_signatures[0])
    return int(found.library.get_pointer_to_function(found.fndesc.llvm_cfunc_wrapper_name))


def calling(signature: str) -> Kernel:
    """Return a function for kernels that calls the function at an address, with arguments of a signature."""
    if JIT_DISABLED:
        return lambda function, *arguments: function(*arguments)
    kinds, returns = parse_signature(signature)
    names = ", ".join(f"value_{place}" for place in range(len(kinds)))

    def typed(_typing: Any, place: Any, *_values: Any) -> Any:
        def emit(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            given = [context.get_value_type(kind) for kind in kinds]
            answer = ir.VoidType() if returns == types.none else context.get_value_type(returns)
            pointer = builder.inttoptr(arguments[0], ir.FunctionType(answer, given).as_pointer())
            found = builder.call(pointer, arguments[1:])
            return context.get_dummy_value() if returns == types.none else found

        return returns(place, *kinds), emit

    scope: dict[str, Any] = {"typed": typed}
    exec(f"def call(typing, place, {names}): return typed(typing, place, {names})", scope)  # noqa: S102  # Numba wants named arguments
    call: Kernel = make_intrinsic(scope["call"])
    return call
