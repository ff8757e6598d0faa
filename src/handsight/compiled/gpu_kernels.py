"""Kernels for a GPU, made from the kernels that Numba compiles for the CPU.

A *range kernel* works on the rows from *first* to *last* of its arrays: its signature is
``void(int64 first, int64 last, …arrays and numbers…, int64[::1] room)``. On the CPU one call does all rows.
On a GPU one thread does one row, with a room of its own. The same LLVM code is compiled for both, so there is
one source of everything.
"""

import ctypes
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from llvmlite import ir
from numba import types

from handsight.compiled.compile_source import compile_lock
from handsight.compiled.gpu_code import (
    VOID,
    call_kernel,
    gpu_assembly,
    linked_module,
    own_words,
    thread_number,
)
from handsight.compiled.jit import JIT_DISABLED, Kernel
from handsight.compiled.python_to_llvm import DATA, INT64, ITEM_SIZE, ITEMS, SHAPE, STRIDES, context
from handsight.errors import InputError

THREADS_A_BLOCK = 64
"""Threads that the GPU starts together: few, since each needs many registers."""


class RangeKernel(NamedTuple):
    """A kernel over rows, and the words of the room that each thread has."""

    kernel: Kernel
    room: int


def range_assembly(kernels: Mapping[str, RangeKernel]) -> str:
    """Return range kernels as kernels of a GPU (PTX), each with a number of rows as its first argument."""
    if JIT_DISABLED:
        raise InputError("code for a GPU is made from compiled kernels; unset NUMBA_DISABLE_JIT")
    with compile_lock:
        entries = ir.Module()
        for name, made in kernels.items():
            _emit_entry(entries, name, made)
        return gpu_assembly(linked_module(entries, [made.kernel for made in kernels.values()]), kernels)


def array_value(build: ir.IRBuilder, kind: Any, place: Any, shape: Sequence[Any]) -> Any:
    """Return an array in one piece as kernels take it, from its address and its shape."""
    struct = context.get_value_type(kind)
    size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    items, step, steps = INT64(1), INT64(size), list[Any]()
    for length in reversed(shape):
        items = build.mul(items, length)
        steps.insert(0, step)
        step = build.mul(step, length)
    parts = [
        *((ir.Constant(struct.elements[nobody], None), nobody) for nobody in (0, 1)),  # no owner, no parent
        (items, ITEMS),
        (INT64(size), ITEM_SIZE),
        (build.bitcast(place, struct.elements[DATA]), DATA),
        *((length, (SHAPE, at)) for at, length in enumerate(shape)),
        *((step, (STRIDES, at)) for at, step in enumerate(steps)),
    ]
    array: Any = ir.Constant(struct, ir.Undefined)
    for value, index in parts:
        array = build.insert_value(array, value, index)
    return array


def _emit_entry(module: ir.Module, name: str, made: RangeKernel) -> None:
    """Emit a kernel of the GPU whose threads do one row each."""
    kernel: Any = made.kernel
    _first, _last, *given, room = kernel.nopython_signatures[0].args
    kinds = [INT64]
    for kind in given:
        is_array = isinstance(kind, types.Array)
        kinds.append(
            context.get_data_type(kind.dtype).as_pointer() if is_array else context.get_value_type(kind)
        )
        kinds.extend([INT64] * (kind.ndim if is_array else 0))
    function = ir.Function(module, ir.FunctionType(VOID, kinds), name)
    function.calling_convention = "ptx_kernel"
    build = ir.IRBuilder(function.append_basic_block())
    rows, *values = function.args
    own = own_words(build, made.room)
    thread = thread_number(build)
    with build.if_then(build.icmp_signed("<", thread, rows)):
        arguments = [thread, build.add(thread, INT64(1))]
        for kind in given:
            value = values.pop(0)
            if isinstance(kind, types.Array):
                shape = [values.pop(0) for _ in range(kind.ndim)]
                value = array_value(build, kind, value, shape)
            arguments.append(value)
        arguments.append(array_value(build, room, own, [INT64(made.room)]))
        call_kernel(build, kernel, arguments)
    build.ret_void()


# ---- calling them


class GpuModule:
    """Kernels on the current GPU, which some library has made a context for."""

    def __init__(self, kernels: Mapping[str, RangeKernel]) -> None:
        self._driver = ctypes.CDLL("libcuda.so.1")
        self._types = {name: made.kernel.nopython_signatures[0].args[2:-1] for name, made in kernels.items()}  # type: ignore[attr-defined]
        self._module = ctypes.c_void_p()
        text = range_assembly(kernels).encode() + b"\0"
        self._check(self._driver.cuModuleLoadData(ctypes.byref(self._module), text))

    def kernel(self, name: str, stream: Callable[[], int]) -> Callable[..., None]:
        """Return a function that starts a kernel, with the number of rows and its arrays and numbers."""
        function = ctypes.c_void_p()
        self._check(self._driver.cuModuleGetFunction(ctypes.byref(function), self._module, name.encode()))
        kinds = self._types[name]

        def start(rows: int, *arguments: Any) -> None:
            values: list[Any] = [ctypes.c_int64(rows)]
            for kind, argument in zip(kinds, arguments, strict=True):
                values.extend(_device_argument(kind, argument))
            pointers = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))
            blocks = -(-rows // THREADS_A_BLOCK)
            on = ctypes.c_void_p(stream())
            self._check(
                self._driver.cuLaunchKernel(
                    function, blocks, 1, 1, THREADS_A_BLOCK, 1, 1, 0, on, pointers, None
                )
            )

        return start

    def _check(self, status: int) -> None:
        if status:
            text = ctypes.c_char_p()
            self._driver.cuGetErrorString(status, ctypes.byref(text))
            raise RuntimeError(f"the GPU driver reports error {status}: {(text.value or b'').decode()}")


def _device_argument(kind: Any, argument: Any) -> list[Any]:
    """Return a number, or the address and the shape of an array, as the driver takes them."""
    if isinstance(kind, types.Array):
        if not argument.is_contiguous():
            raise ValueError("a kernel takes contiguous arrays only")
        shape = tuple(argument.shape)
        if len(shape) != kind.ndim:
            raise ValueError(f"a kernel takes an array of {kind.ndim} dimensions here, not {len(shape)}")
        return [ctypes.c_void_p(argument.data_ptr()), *map(ctypes.c_int64, shape)]
    return [_C_TYPES[str(kind)](argument)]


_C_TYPES = {"int64": ctypes.c_int64, "uint64": ctypes.c_uint64, "float32": ctypes.c_float}
