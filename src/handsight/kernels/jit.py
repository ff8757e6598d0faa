"""How a kernel is compiled: explicit types, kept on disk, free of the interpreter's lock."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from handsight.kernels.cache import kernel_folder

Ints = NDArray[np.int64]
Kernel = Callable[..., Any]
Function = TypeVar("Function", bound=Kernel)

numba_config: Any = numba.config
njit: Any = numba.njit
JIT_DISABLED = bool(numba_config.DISABLE_JIT)
"""Whether kernels run as plain Python, to be stepped through or covered (NUMBA_DISABLE_JIT=1)."""


def compiled(
    signature: str, *, allocates: bool = False, inline: bool = False
) -> Callable[[Function], Function]:
    """Compile a function for one signature; Numba's own cache settings stay as they were.

    A kernel works on its caller's arrays and counts no references to them: that would take longer than most
    kernels do. Only one that makes arrays of its own *allocates*. A small one may go *inline* in its callers.
    """

    def compile_now(function: Function) -> Function:
        if JIT_DISABLED:
            return function
        before = numba_config.CACHE_DIR
        numba_config.CACHE_DIR = str(kernel_folder() or "")
        try:
            kept = bool(numba_config.CACHE_DIR)
            make = njit(signature, cache=kept, nogil=True, forceinline=inline, _nrt=allocates)
            kernel: Function = make(function)
        finally:
            numba_config.CACHE_DIR = before
        return kernel

    return compile_now


def inlined(function: Function) -> Function:
    """Make a function a piece of every kernel that calls it: compiled with them, and not for Python."""
    if JIT_DISABLED:
        return function
    make = njit(nogil=True, forceinline=True, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    piece: Function = make(function)
    return piece


if JIT_DISABLED:

    def popcount(word: int) -> int:
        """Count the bits that are set."""
        return int(word).bit_count()

    def lowest_bit(word: int) -> int:
        """Return the index of the lowest bit that is set; there must be one."""
        return (int(word) & -int(word)).bit_length() - 1

    def highest_bit(word: int) -> int:
        """Return the index of the highest bit that is set; there must be one."""
        return int(word).bit_length() - 1

    def non_negative(word: int) -> int:
        """Promise that a word is not negative, so that as an index it need not count from the end."""
        return word

else:

    @intrinsic
    def popcount(_typing: Any, _word: Any) -> Any:
        """Count the bits that are set."""

        def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), emit

    @intrinsic
    def lowest_bit(_typing: Any, _word: Any) -> Any:
        """Return the index of the lowest bit that is set; there must be one."""

        def emit(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

        return types.int64(types.int64), emit

    @intrinsic
    def highest_bit(_typing: Any, _word: Any) -> Any:
        """Return the index of the highest bit that is set; there must be one."""

        def emit(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            zeros = builder.ctlz(arguments[0], context.get_constant(types.boolean, 1))
            return builder.sub(context.get_constant(types.int64, 63), zeros)

        return types.int64(types.int64), emit

    @intrinsic
    def non_negative(_typing: Any, _word: Any) -> Any:
        """Promise that a word is not negative, so that as an index it need not count from the end."""

        def emit(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            zero = context.get_constant(types.int64, 0)
            builder.assume(builder.icmp_signed(">=", arguments[0], zero))
            return arguments[0]

        return types.int64(types.int64), emit
