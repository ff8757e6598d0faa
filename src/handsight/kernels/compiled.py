"""How a kernel is compiled: explicit types, kept on disk, free of the interpreter's lock."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba import njit, types
from numba.extending import intrinsic

from handsight.kernels.cache import folder

Function = TypeVar("Function", bound=Callable[..., Any])

settings: Any = numba.config
PLAIN = bool(settings.DISABLE_JIT)
"""Whether kernels run as plain Python, to be stepped through or covered (NUMBA_DISABLE_JIT=1)."""


def compiled(signature: str) -> Callable[[Function], Function]:
    """Compile a function for one signature; Numba's own cache settings stay as they were."""

    def compile_now(function: Function) -> Function:
        if PLAIN:
            return function
        before = settings.CACHE_DIR
        settings.CACHE_DIR = str(folder() or "")
        try:
            kernel: Any = njit(signature, cache=bool(settings.CACHE_DIR), nogil=True)(function)
        finally:
            settings.CACHE_DIR = before
        return kernel

    return compile_now


if PLAIN:

    def popcount(word: int) -> int:
        """Count the bits that are set."""
        return int(word).bit_count()

    def lowest(word: int) -> int:
        """Return the index of the lowest bit that is set; there must be one."""
        return (int(word) & -int(word)).bit_length() - 1

else:

    @intrinsic
    def popcount(_typing: Any, _word: Any) -> Any:
        """Count the bits that are set."""

        def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), emit

    @intrinsic
    def lowest(_typing: Any, _word: Any) -> Any:
        """Return the index of the lowest bit that is set; there must be one."""

        def emit(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

        return types.int64(types.int64), emit
