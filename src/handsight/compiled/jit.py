"""How a kernel is compiled: with an explicit signature, cached on disk, and without the GIL."""

import pickle
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.core import typeinfer
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.extending import intrinsic
from numpy.typing import NDArray

from handsight.compiled.kernel_cache import (
    kernel_folder,
    notice_compiling,
    notice_damage,
    read_cached,
    write_cached,
)
from handsight.source_code import source_key

Ints = NDArray[np.int64]
Kernel = Callable[..., Any]
Function = TypeVar("Function", bound=Kernel)

numba_config: Any = numba.config
njit: Any = numba.njit
rebuild: Any = CompileResult._rebuild  # noqa: SLF001  # what Numba's own cache calls
serialized: Any = dumps
JIT_DISABLED = bool(numba_config.DISABLE_JIT)
"""Whether kernels run as plain Python (NUMBA_DISABLE_JIT=1), for debugging and coverage."""


def compiled(
    signature: str, *, allocates: bool = False, inline: bool = False, kept: bool = True
) -> Callable[[Function], Function]:
    """Compile a function for one signature, at once or from the cache.

    Args:
        signature: the types, as Numba writes them.
        allocates: the kernel creates arrays. All others work on their caller's arrays without counting
            references, which would take longer than most kernels.
        inline: expand the kernel in its callers.
        kept: cache the machine code on disk. Not for a kernel that is compiled around arrays of its maker's,
            which its name does not tell apart.
    """

    def compile_now(function: Function) -> Function:
        if JIT_DISABLED:
            return function
        kernel: Any = njit(nogil=True, forceinline=inline, _nrt=allocates)(function)
        if not kept:
            pass
        elif kernel_folder():
            kernel._cache = KernelCache(function)  # noqa: SLF001  # Numba's own trusts whatever it finds
        else:
            notice_compiling()
        with typeinfer.register_dispatcher(kernel):  # from here on as Numba's decorator does it
            kernel.compile(signature)
        kernel.disable_compile()
        made: Function = kernel
        return made

    return compile_now


class KernelCache(NullCache):
    """Caches the machine code of one kernel, in a file that is checked before anything of it is used."""

    def __init__(self, function: Kernel) -> None:
        self._function = function

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled kernel, or None where it must be compiled."""
        target_context.refresh()
        name = self._name(sig, target_context.codegen())
        content = read_cached(name)
        if content is None:
            notice_compiling()
            return None
        try:
            return rebuild(target_context, *pickle.loads(content))  # noqa: S301  # it is sealed
        except Exception:  # noqa: BLE001  # whatever it is, the kernel can be compiled
            notice_damage(name)
            return None

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Cache a compiled kernel, unless it holds addresses of this process."""
        if not cres.library.has_dynamic_globals and not cres.lifted:
            write_cached(self._name(sig, cres.codegen), serialized(cres._reduce()))  # noqa: SLF001  # as Numba does

    def _name(self, sig: Any, codegen: Any) -> str:
        """Name the file by the kernel, its types and this machine."""
        function = self._function
        parts = function.__qualname__, sig, codegen.magic_tuple(), source_key([function.__module__])
        key = blake2b(repr(parts).encode() + function.__code__.co_code, digest_size=8).hexdigest()
        return f"{function.__module__.removeprefix('handsight.compiled.')}.{function.__qualname__}-{key}"


def inlined(function: Function) -> Function:
    """Make a function that is expanded in every kernel that calls it; it cannot be called from Python."""
    if JIT_DISABLED:
        return function
    make = njit(nogil=True, forceinline=True, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    function_to_inline: Function = make(function)
    return function_to_inline


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
        """Assume that a number is not negative, so that an index needs no wrap-around."""
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
        """Assume that a number is not negative, so that an index needs no wrap-around."""

        def emit(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            zero = context.get_constant(types.int64, 0)
            builder.assume(builder.icmp_signed(">=", arguments[0], zero))
            return arguments[0]

        return types.int64(types.int64), emit
