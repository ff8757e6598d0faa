"""How a kernel is compiled: with an explicit signature, cached on disk, and without the GIL."""

import pickle
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import sigutils, typeinfer
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.core.types import WrapperAddressProtocol
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

njit: Any = numba.njit
rebuild: Any = CompileResult._rebuild  # noqa: SLF001  # what Numba's own cache calls
serialized: Any = dumps
make_intrinsic: Any = intrinsic
parse_signature: Any = sigutils.normalize_signature


def compiled(
    signature: str, *, allocates: bool = False, inline: bool = False, kept: bool = True
) -> Callable[[Function], Function]:
    """Return a decorator that compiles a function for one signature at once, or loads it from the cache.

    A kernel that creates arrays says so (*allocates*): all others work on their caller's arrays without
    counting references, which would take longer than most kernels. A kernel that has arrays of its maker
    compiled in is not *kept* on disk, since its name does not identify it.
    """

    def compile_now(function: Function) -> Function:
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
            notice_damage()
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
    make = njit(nogil=True, forceinline=True, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    function_to_inline: Function = make(function)
    return function_to_inline


# ---- operations on words


def _word_operation(emit: Callable[[Any, Any], Any]) -> Callable[[int], int]:
    """Return a function for kernels from a word to a word, by the LLVM code that *emit* builds."""

    def typed(_typing: Any, _word: Any) -> Any:
        return types.int64(types.int64), lambda _context, build, _signature, words: emit(build, words[0])

    made: Callable[[int], int] = make_intrinsic(typed)
    return made


def _assume_not_negative(build: Any, word: Any) -> Any:
    build.assume(build.icmp_signed(">=", word, WORD(0)))
    return word


WORD, BIT = ir.IntType(64), ir.IntType(1)
popcount = _word_operation(lambda build, word: build.ctpop(word))
"""Return the number of bits that are set."""
lowest_bit = _word_operation(lambda build, word: build.cttz(word, BIT(1)))
"""Return the index of the lowest bit that is set; there must be one."""
highest_bit = _word_operation(lambda build, word: build.sub(WORD(63), build.ctlz(word, BIT(1))))
"""Return the index of the highest bit that is set; there must be one."""
non_negative = _word_operation(_assume_not_negative)
"""Return a number and let LLVM assume that it is not negative, so that an index needs no wrap-around."""


# ---- functions by their address


def addresses(functions: Sequence[Kernel]) -> Ints:
    """Return the addresses of compiled functions, so that a kernel can call one of several bots by its place.

    The caller must keep the functions alive. Numba would look up a function that is handed to a kernel anew
    at each call, with Python's lock held; an address is a plain number.
    """
    return np.array([address(function) for function in functions], np.int64)


def address(function: Any) -> int:
    """Return the address of a function that Numba or `compile_source` has compiled."""
    if isinstance(function, WrapperAddressProtocol):
        return int(function.__wrapper_address__())
    found = function.get_compile_result(function.nopython_signatures[0])
    return int(found.library.get_pointer_to_function(found.fndesc.llvm_cfunc_wrapper_name))


def calling(signature: str) -> Kernel:
    """Return a function for kernels that calls the function at an address, with arguments of a signature."""
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
