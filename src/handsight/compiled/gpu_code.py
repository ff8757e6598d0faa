"""Code for a GPU from kernels that Numba or `compile_source` has compiled for this processor.

Numba keeps the LLVM code of every kernel. Here that code is linked with a few functions written in LLVM, one
for each kernel of the GPU, and compiled for another processor. Such a function takes the number of its thread
as the last argument, so the same code runs on a CPU, too, one thread after another, and tests can hold it to
the plain kernels. Around each there is an entry that asks the GPU for that number.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils

from handsight.compiled.compile_source import generated_code
from handsight.compiled.python_to_llvm import ARRAY, DATA, INT64, ITEM_SIZE, ITEMS, SHAPE, STRIDES, context
from handsight.compiled.python_to_llvm import symbol as kernel_symbol

PROCESSOR, FEATURES, TRIPLE = "sm_80", "+ptx78", "nvptx64-nvidia-cuda"
"""The oldest GPU that the code is for; drivers compile it for newer ones."""
INT32, VOID, WORDS = ir.IntType(32), ir.VoidType(), INT64.as_pointer()
Arguments = Mapping[str, Any]
"""What a function takes before the number of the thread: LLVM types by name."""
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


def gpu_code(module: Any, functions: Mapping[str, Arguments]) -> str:
    """Return functions of a linked module as kernels of a GPU (PTX)."""
    entries = ir.Module()
    for name, arguments in functions.items():
        _emit_entry(entries, name, arguments)
    return gpu_assembly(_linked([module, llvm.parse_assembly(str(entries))]), functions)


def gpu_assembly(module: Any, names: Iterable[str]) -> str:
    """Compile a linked module for a GPU (PTX); it keeps the named functions and all that they need."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu=PROCESSOR, features=FEATURES, opt=3)
    optimise_for(module, names, machine)
    return str(machine.emit_assembly(module))


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


def linked_module(module: ir.Module, kernels: Sequence[Any], texts: Iterable[str] = ()) -> Any:
    """Link a module with the code of all that it calls.

    Args:
        module: it calls kernels by `call_kernel`, and functions of generated source by their symbols.
        kernels: the kernels that it calls.
        texts: generated source, as for `compile_source`.
    """
    codes = [generated_code(text) for text in texts]
    called = {kernel for _, called in codes for kernel in called}
    for kernel in called:
        emit_wrapper(module, kernel_symbol(kernel), kernel)
    assemblies = (str(module), RESHAPE, *(code for code, _ in codes))
    return _linked([*map(llvm.parse_assembly, assemblies), *map(_module_of, (*kernels, *called))])


def _module_of(kernel: Any) -> Any:
    """Return the LLVM module of a kernel with everything that it calls."""
    library = kernel.get_compile_result(kernel.nopython_signatures[0]).library
    return llvm.parse_bitcode(library._get_module_for_linking().as_bitcode())  # noqa: SLF001  # as Numba links


def _linked(modules: Sequence[Any]) -> Any:
    """Link modules that were made for some other processor, or for any."""
    for module in modules:
        module.triple, module.data_layout = "", ""
    whole, *others = modules
    for other in others:
        whole.link_in(other)
    return whole


# ---- functions


def gpu_thread_function(name: str) -> str:
    """Return the symbol of a function that takes the number of its thread as the last argument."""
    return f"{name}_in_thread"


def begin_thread_function(
    module: ir.Module, name: str, arguments: Arguments
) -> tuple[ir.IRBuilder, dict[str, Any], Any]:
    """Begin a function; return its builder, its arguments by name, and the number of the thread."""
    kind = ir.FunctionType(VOID, [*arguments.values(), INT64])
    function = ir.Function(module, kind, gpu_thread_function(name))
    *given, thread = function.args
    return ir.IRBuilder(function.append_basic_block()), dict(zip(arguments, given, strict=True)), thread


def _emit_entry(module: ir.Module, name: str, arguments: Arguments) -> None:
    """Emit a kernel of the GPU that calls a function with the number of its thread."""
    kinds = list(arguments.values())
    function = ir.Function(module, ir.FunctionType(VOID, kinds), name)
    function.calling_convention = "ptx_kernel"
    build = ir.IRBuilder(function.append_basic_block())
    called = declared(module, gpu_thread_function(name), VOID, [*kinds, INT64])
    build.call(called, [*function.args, thread_number(build)])
    build.ret_void()


def thread_number(build: ir.IRBuilder) -> Any:
    """Return the number of this thread among all of a kernel's."""
    block, size, within = (
        build.zext(
            build.call(declared(build.module, f"llvm.nvvm.read.ptx.sreg.{register}.x", INT32, []), []), INT64
        )
        for register in ("ctaid", "ntid", "tid")
    )
    return build.add(build.mul(block, size), within)


def emit_wrapper(module: ir.Module, name: str, kernel: Any) -> None:
    """Emit a function that calls a kernel of Numba with values, as generated source does."""
    signature = kernel.nopython_signatures[0]
    kinds = [context.get_value_type(kind) for kind in signature.args]
    function = ir.Function(module, ir.FunctionType(llvm_type(signature.return_type), kinds), name)
    build = ir.IRBuilder(function.append_basic_block())
    emit_return(build, call_kernel(build, kernel, function.args))


def emit_return(build: ir.IRBuilder, value: Any) -> None:
    """Return a value from a function, or nothing if it returns nothing."""
    if build.function.function_type.return_type == VOID:
        build.ret_void()
    else:
        build.ret(value)


def declared(module: ir.Module, name: str, returns: Any, kinds: list[Any]) -> Any:
    """Return a function of this symbol, declared if the module does not have it."""
    return insert_function(module, ir.FunctionType(returns, kinds), name)


def llvm_type(kind: Any) -> Any:
    """Return the LLVM type of what a kernel returns, by its Numba type."""
    return VOID if kind == types.none else context.get_value_type(kind)


# ---- what functions do


def own_words(build: ir.IRBuilder, words: int) -> Any:
    """Return the address of an array of a thread's own."""
    return build.alloca(ir.ArrayType(INT64, words))


def word_array(build: ir.IRBuilder, place: Any, length: Any) -> Any:
    """Return an array of words at an address as kernels take it."""
    array: Any = ir.Constant(ARRAY, ir.Undefined)
    for nobody in (0, 1):  # it has no owner and no parent
        array = build.insert_value(array, ir.Constant(ARRAY.elements[nobody], None), nobody)
    parts = (
        (length, ITEMS),
        (INT64(8), ITEM_SIZE),
        (build.bitcast(place, ARRAY.elements[DATA]), DATA),
        (length, (SHAPE, 0)),
        (INT64(8), (STRIDES, 0)),
    )
    for value, index in parts:
        array = build.insert_value(array, value, index)
    return array


def call_kernel(build: ir.IRBuilder, kernel: Any, arguments: Sequence[Any]) -> Any:
    """Call a kernel of Numba by its own convention; return what it returns. Kernels here raise nothing."""
    signature = kernel.nopython_signatures[0]
    function = context.declare_function(build.module, kernel.get_compile_result(signature).fndesc)
    _, returned = context.call_conv.call_function(
        build, function, signature.return_type, signature.args, arguments
    )
    return returned
