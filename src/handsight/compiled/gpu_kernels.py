"""Kernels for a GPU, made from the kernels that Numba or `compile_source` has compiled for the CPU.

A *range kernel* works on the rows from *first* to *last* of its arrays: its signature is
``void(int64 first, int64 last, …arrays and numbers…, int64[::1] room)``. On the CPU one call does all rows.
On a GPU one thread does one row, with a room of its own. The same LLVM code is compiled for both, so there is
one source of everything.
"""

import ctypes
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils

from handsight.compiled.compile_source import compile_lock
from handsight.compiled.jit import Kernel
from handsight.compiled.python_to_llvm import DATA, INT64, ITEM_SIZE, ITEMS, SHAPE, STRIDES, context

PROCESSOR, FEATURES, TRIPLE = "sm_80", "+ptx78", "nvptx64-nvidia-cuda"
"""The oldest GPU that the code is for; drivers compile it for newer ones."""
INT32, VOID = ir.IntType(32), ir.VoidType()
THREADS_A_BLOCK = 64
"""Threads that the GPU starts together: few, since each needs many registers."""
insert_function: Any = cgutils.get_or_insert_function
RESHAPE = """
define i32 @numba_attempt_nocopy_reshape(i64 %nd, ptr %dims, ptr %strides, i64 %count, ptr %lengths,
                                         ptr %steps, i64 %size, i32 %columns) {
  br label %next
next:
  %left = phi i64 [ %count, %0 ], [ %at, %work ]
  %step = phi i64 [ %size, %0 ], [ %longer, %work ]
  %more = icmp sgt i64 %left, 0
  br i1 %more, label %work, label %done
work:
  %at = sub i64 %left, 1
  %place = getelementptr i64, ptr %steps, i64 %at
  store i64 %step, ptr %place
  %where = getelementptr i64, ptr %lengths, i64 %at
  %length = load i64, ptr %where
  %longer = mul i64 %step, %length
  br label %next
done:
  ret i32 1
}
"""
"""What Numba's library has for reshaping, for parts of arrays that lie in one piece, as all of ours do: the
step of each dimension, the last one first."""


class RangeKernel(NamedTuple):
    """A range kernel, and how many words of workspace (its room) each thread has."""

    kernel: Kernel
    room: int


# ---- from Numba's code to code for a GPU


def gpu_assembly(kernels: Mapping[str, RangeKernel], others: Sequence[Any] = ()) -> str:
    """Return range kernels as kernels of a GPU (PTX), each with a number of rows as its first argument.

    *others* are modules of LLVM that they call.
    """
    with compile_lock:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
            cpu=PROCESSOR, features=FEATURES, opt=3
        )
        entries = ir.Module()
        for name, made in kernels.items():
            _emit_entry(entries, name, made)
        module = linked([range_module(kernels, others), llvm.parse_assembly(str(entries))])
        optimise_for(module, kernels, machine)
        return str(machine.emit_assembly(module))


def range_module(kernels: Mapping[str, RangeKernel], others: Sequence[Any] = ()) -> Any:
    """Return the LLVM module of range kernels, for any processor: for each a function that does one row.

    It takes the number of rows, addresses and shapes of arrays, numbers, and last the row (`row_function`).
    """
    with compile_lock:
        rows = ir.Module()
        for name, made in kernels.items():
            _emit_row(rows, name, made)
        used = map(module_of, (made.kernel for made in kernels.values()))
        return linked([*map(llvm.parse_assembly, (str(rows), RESHAPE)), *used, *others])


def row_function(name: str) -> str:
    """Return the symbol of the function that does one row of a range kernel."""
    return f"{name}_of_row"


def optimise_for(module: Any, names: Iterable[str], machine: Any) -> None:
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
    """Return one module that links all of these, whatever processor they were made for."""
    for module in modules:
        module.triple, module.data_layout = "", ""
    whole, *others = modules
    for other in others:
        whole.link_in(other)
    return whole


def declared(module: ir.Module, name: str, returns: Any, kinds: list[Any]) -> Any:
    """Return a function of this symbol, declared if the module does not have it."""
    return insert_function(module, ir.FunctionType(returns, kinds), name)


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


def _kinds(made: RangeKernel) -> list[Any]:
    """Return the types of a kernel on a GPU: the number of rows, then what it is given."""
    kernel: Any = made.kernel
    kinds = [INT64]
    for kind in kernel.nopython_signatures[0].args[2:-1]:
        is_array = isinstance(kind, types.Array)
        kinds.append(
            context.get_data_type(kind.dtype).as_pointer() if is_array else context.get_value_type(kind)
        )
        kinds.extend([INT64] * (kind.ndim if is_array else 0))
    return kinds


def _emit_row(module: ir.Module, name: str, made: RangeKernel) -> None:
    """Emit the function that does one row, if there is such a row."""
    kernel: Any = made.kernel
    _first, _last, *given, room = kernel.nopython_signatures[0].args
    function = ir.Function(module, ir.FunctionType(VOID, [*_kinds(made), INT64]), row_function(name))
    build = ir.IRBuilder(function.append_basic_block())
    rows, *values, row = function.args
    own = build.alloca(ir.ArrayType(INT64, made.room))
    with build.if_then(build.icmp_signed("<", row, rows)):
        arguments = [row, build.add(row, INT64(1))]
        for kind in given:
            value = values.pop(0)
            if isinstance(kind, types.Array):
                shape = [values.pop(0) for _ in range(kind.ndim)]
                value = array_value(build, kind, value, shape)
            arguments.append(value)
        arguments.append(array_value(build, room, own, [INT64(made.room)]))
        call_kernel(build, kernel, arguments)
    build.ret_void()


def _emit_entry(module: ir.Module, name: str, made: RangeKernel) -> None:
    """Emit a kernel of the GPU whose threads do one row each."""
    kinds = _kinds(made)
    function = ir.Function(module, ir.FunctionType(VOID, kinds), name)
    function.calling_convention = "ptx_kernel"
    build = ir.IRBuilder(function.append_basic_block())
    block, size, within = (
        build.zext(
            build.call(declared(module, f"llvm.nvvm.read.ptx.sreg.{register}.x", INT32, []), []), INT64
        )
        for register in ("ctaid", "ntid", "tid")
    )
    thread = build.add(build.mul(block, size), within)
    build.call(declared(module, row_function(name), VOID, [*kinds, INT64]), [*function.args, thread])
    build.ret_void()


# ---- calling them


class GpuModule:
    """Kernels on the current GPU; another library must have made its context before."""

    def __init__(self, kernels: Mapping[str, RangeKernel]) -> None:
        self._driver = ctypes.CDLL("libcuda.so.1")
        self._types = {name: made.kernel.nopython_signatures[0].args[2:-1] for name, made in kernels.items()}  # type: ignore[attr-defined]
        self._module = ctypes.c_void_p()
        text = gpu_assembly(kernels).encode() + b"\0"
        self._check(self._driver.cuModuleLoadData(ctypes.byref(self._module), text))

    def kernel(self, name: str, stream: Callable[[], int]) -> Callable[..., None]:
        """Return a function that starts a kernel; it takes the number of rows, then arrays and numbers."""
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
