"""Kernels for a GPU, made from the kernels that Numba compiles for the CPU.

A *range kernel* works on the rows from *first* to *last* of its arrays: its signature is
``void(int64 first, int64 last, …arrays and numbers…, int64[::1] room)``. On the CPU one call does all rows.
On a GPU one thread does one row, with a room of its own. The same LLVM code is compiled for both, so there is
one source of everything.
"""

import ctypes
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils, compiler_lock
from numba.core.registry import cpu_target

from handsight.compiled.jit import JIT_DISABLED, Kernel
from handsight.errors import InputError

PROCESSOR, FEATURES, TRIPLE = "sm_80", "+ptx78", "nvptx64-nvidia-cuda"
"""The oldest GPU that the code is for; drivers compile it for newer ones."""
INT64, INT32, VOID = ir.IntType(64), ir.IntType(32), ir.VoidType()
THREADS_A_BLOCK = 64
"""Threads that the GPU starts together: few, since each needs many registers."""
context: Any = cpu_target.target_context
compile_lock: Any = compiler_lock.global_compiler_lock
insert_function: Any = cgutils.get_or_insert_function


class RangeKernel(NamedTuple):
    """A kernel over rows, and the words of the room that each thread has."""

    kernel: Kernel
    room: int


# ---- from Numba's code to code for a GPU


def gpu_assembly(kernels: Mapping[str, RangeKernel]) -> str:
    """Return range kernels as kernels of a GPU (PTX), each with a number of rows as its first argument."""
    if JIT_DISABLED:
        raise InputError("code for a GPU is made from compiled kernels; unset NUMBA_DISABLE_JIT")
    with compile_lock:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
            cpu=PROCESSOR, features=FEATURES, opt=3
        )
        entries = ir.Module()
        for name, made in kernels.items():
            _emit_entry(entries, name, made)
        parts = [llvm.parse_assembly(str(entries)), *(module_of(made.kernel) for made in kernels.values())]
        module = linked(parts)
        optimise_for(module, kernels, machine)
        return str(machine.emit_assembly(module))


def optimise_for(module: Any, names: Sequence[str] | Mapping[str, Any], machine: Any) -> None:
    """Optimise a module for a processor, and leave out everything that the named functions do not need."""
    wanted = set(names)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    for part in (*module.functions, *module.global_variables):
        if not part.is_declaration and part.name not in wanted:
            part.linkage = "internal"
    module.verify()
    options = llvm.create_pipeline_tuning_options(2)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)


def module_of(kernel: Any) -> Any:
    """Return the LLVM module of a kernel with everything that it calls."""
    library = kernel.get_compile_result(kernel.nopython_signatures[0]).library
    return llvm.parse_bitcode(library._get_module_for_linking().as_bitcode())  # noqa: SLF001  # as Numba links


def linked(modules: Sequence[Any]) -> Any:
    """Link modules that were made for some other processor, or for any."""
    for module in modules:
        module.triple, module.data_layout = "", ""
    whole, *others = modules
    for other in others:
        whole.link_in(other)
    return whole


def call_kernel(build: ir.IRBuilder, kernel: Any, arguments: Sequence[Any]) -> Any:
    """Call a kernel of Numba by its own convention; return what it returns. Kernels here raise nothing."""
    signature = kernel.nopython_signatures[0]
    function = context.declare_function(build.module, kernel.get_compile_result(signature).fndesc)
    _, returned = context.call_conv.call_function(
        build, function, signature.return_type, signature.args, arguments
    )
    return returned


def array_value(build: ir.IRBuilder, kind: Any, place: Any, shape: Sequence[Any]) -> Any:
    """Return an array in one piece as kernels take it, from its address and its shape."""
    struct = context.get_value_type(kind)
    owner, parent, _, _, data, _, _ = struct.elements
    size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    items, steps, step = INT64(1), list[Any](), INT64(size)
    for length in reversed(shape):
        items = build.mul(items, length)
        steps.insert(0, step)
        step = build.mul(step, length)
    parts = [
        (ir.Constant(owner, None), 0),
        (ir.Constant(parent, None), 1),
        (items, 2),
        (INT64(size), 3),
        (build.bitcast(place, data), 4),
        *((length, (5, at)) for at, length in enumerate(shape)),
        *((step, (6, at)) for at, step in enumerate(steps)),
    ]
    array: Any = ir.Constant(struct, ir.Undefined)
    for value, index in parts:
        array = build.insert_value(array, value, index)
    return array


def thread_number(build: ir.IRBuilder) -> Any:
    """Return the number of this thread among all of a kernel's."""
    block, size, within = (
        build.zext(
            build.call(
                insert_function(
                    build.module, ir.FunctionType(INT32, []), f"llvm.nvvm.read.ptx.sreg.{register}.x"
                ),
                [],
            ),
            INT64,
        )
        for register in ("ctaid", "ntid", "tid")
    )
    return build.add(build.mul(block, size), within)


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
    own = build.alloca(ir.ArrayType(INT64, made.room))
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
        text = gpu_assembly(kernels).encode() + b"\0"
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
