"""Rollouts as code for a GPU: the kernels of the rules and of a bot, with a thread for each rollout.

Numba and the convention compiler turn every kernel into LLVM code. Here that code is linked with two
functions and compiled for another processor:

- `draw_deals` draws deals, a block of them in each thread, from dice of its own;
- `play_deals` tries one action on one deal in each thread, and plays on to the end.

Both take the number of the thread as an argument, so the same code runs on a CPU, too, where tests hold it to
`rollouts.try_actions`. Around each there is a kernel that asks the GPU for that number.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from handsight.compiled.compiled_dice import Die
from handsight.compiled.jit import JIT_DISABLED, Ints, njit
from handsight.conventions.compiler.llvm_codegen import symbol
from handsight.conventions.compiler.llvm_compile import (
    CompiledFunction,
    address,
    compile_lock,
    function_symbol,
    generated_code,
)
from handsight.conventions.compiler.llvm_values import ARRAY, INT64, context
from handsight.errors import InputError
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.compiled_bot import CompiledBot
from handsight.hanabi.compiled.game_loop import read_nothing
from handsight.search.compiled.rollouts import draw_deal, finish

PROCESSOR, FEATURES, TRIPLE = "sm_80", "+ptx78", "nvptx64-nvidia-cuda"
"""The oldest GPU that the code is for; drivers compile it for newer ones."""
DRAW, PLAY = "draw_deals", "play_deals"
BOT_FUNCTIONS = {"decide": types.int64, "read": types.none}
"""What each function of a bot returns."""
insert_function: Any = cgutils.get_or_insert_function
WORD_ARRAY, WORD_POINTER = types.int64[::1], INT64.as_pointer()
SCORE, INT32, VOID = ir.IntType(16), ir.IntType(32), ir.VoidType()
ARGUMENTS = {
    name: tuple(arguments.split())
    for name, arguments in {
        DRAW: "*terms terms *base *orders orders *hands *sums hands *starts *deals block count",
        PLAY: "*terms terms *deals count *actions actions *scores",
    }.items()
}
"""What each function takes before the number of the thread. A star marks the address of an array (of words,
or of short numbers for the scores); without it, its length. There are *count* deals, in blocks of *block*."""
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


def rollout_module(bot: CompiledBot, state_words: int, workspace_words: int) -> Any:
    """Return the LLVM module of both functions for a bot, for any processor.

    Args:
        bot: Who plays on.
        state_words: The words of a state, with the bot's memory.
        workspace_words: The words of a workspace.

    Raises:
        InputError: Kernels are not compiled in this process.
    """
    if JIT_DISABLED:
        raise InputError("code for a GPU is made from compiled kernels; unset NUMBA_DISABLE_JIT")
    with compile_lock:
        draw, play = _parts()
        module, kernels, generated = ir.Module(), [draw, play], dict[str, None]()
        _emit_draw(module, draw, state_words, workspace_words)
        _emit_play(module, play, state_words, workspace_words)
        for name in BOT_FUNCTIONS:
            function: Any = getattr(bot, name)
            if isinstance(function, CompiledFunction):
                generated[function.text] = None
                _emit_call_of(module, name)
            else:
                _emit_wrapper(module, _bot_symbol(name), function)
                kernels.append(function)
        codes = [generated_code(text) for text in generated]
        for kernel in {kernel for _, called in codes for kernel in called}:
            _emit_wrapper(module, symbol(kernel), kernel)
            kernels.append(kernel)
        texts = (str(module), RESHAPE, *(code for code, _ in codes))
        return _linked([*map(llvm.parse_assembly, texts), *map(_module_of, kernels)])


def gpu_code(bot: CompiledBot, state_words: int, workspace_words: int) -> str:
    """Return both functions for a bot as kernels of a GPU (PTX)."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu=PROCESSOR, features=FEATURES, opt=3)
    entries = ir.Module()
    for name in ARGUMENTS:
        _emit_entry(entries, name)
    module = _linked([rollout_module(bot, state_words, workspace_words), llvm.parse_assembly(str(entries))])
    optimise_for(module, ARGUMENTS, machine)
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


def gpu_thread_function(name: str) -> str:
    """Return the symbol of a function that takes the number of its thread as the last argument."""
    return f"{name}_in_thread"


# ---- what a thread does


@cache
def _parts() -> tuple[Any, Any]:
    """Compile what a thread does: draw some deals, or play one. The bot's functions are linked in later."""
    for name in BOT_FUNCTIONS:
        llvm.add_symbol(_bot_symbol(name), address(read_nothing))  # Numba wants one; it is never called
    compiled = njit(nogil=True, _nrt=False)
    decide, read = (compiled(_calling(name)) for name in BOT_FUNCTIONS)
    play_on = compiled(finish.py_func)  # type: ignore[attr-defined]  # a kernel of Numba

    def draw(
        terms: Ints, base: Ints, orders: Ints, hands: Ints, sums: Ints, die: Die, deals: Ints, workspace: Ints
    ) -> None:
        words = base.size
        for at in range(0, deals.size, words):
            draw_deal(terms, base, orders, hands, sums, die, deals[at : at + words], workspace)

    def play(terms: Ints, deal: Ints, action: int, state: Ints, workspace: Ints) -> int:
        st.copy_words(deal, 0, state, 0, deal.size)
        rules.step(terms, state, action)
        if deal.size > st.MEMORY:
            read(terms, state, workspace)
        return int(play_on(decide, read, terms, state, workspace))

    made = compiled(draw), compiled(play)
    die = types.uint64[::1]
    made[0].compile(
        types.void(WORD_ARRAY, WORD_ARRAY, WORD_ARRAY, WORD_ARRAY, WORD_ARRAY, die, WORD_ARRAY, WORD_ARRAY)
    )
    made[1].compile(types.int64(WORD_ARRAY, WORD_ARRAY, types.int64, WORD_ARRAY, WORD_ARRAY))
    return made


def _calling(name: str) -> Any:
    """Return a function that calls a function of the bot by its symbol."""
    returns = BOT_FUNCTIONS[name]

    def typed(_typing: Any, _terms: Any, _state: Any, _workspace: Any) -> Any:
        def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            kind = ir.FunctionType(_llvm_type(returns), [ARRAY] * 3)
            called = builder.call(insert_function(builder.module, kind, _bot_symbol(name)), arguments)
            return called if returns != types.none else context.get_dummy_value()

        return returns(WORD_ARRAY, WORD_ARRAY, WORD_ARRAY), emit

    make: Any = intrinsic
    call = make(typed)
    return lambda terms, state, workspace: call(terms, state, workspace)  # noqa: PLW0108  # Numba compiles it


def _bot_symbol(name: str) -> str:
    return f"bot.{name}"


# ---- the functions around it


def _emit_draw(module: ir.Module, draw: Any, words: int, workspace: int) -> None:
    """Emit the function that draws the block of deals of a thread."""
    build, given, thread = _begin(module, DRAW)
    die, room = _room(build, 1), _room(build, workspace)
    first = build.mul(thread, given["block"])
    with build.if_then(build.icmp_signed("<", first, given["count"])):
        left = build.sub(given["count"], first)
        deals = build.select(build.icmp_signed("<", left, given["block"]), left, given["block"])
        build.store(build.load(build.gep(given["*starts"], [thread])), build.gep(die, [INT64(0), INT64(0)]))
        drawn = build.gep(given["*deals"], [build.mul(first, INT64(words))])
        arrays = (
            (given["*terms"], given["terms"]),
            (given["*base"], INT64(words)),
            (given["*orders"], given["orders"]),
            (given["*hands"], given["hands"]),
            (given["*sums"], given["hands"]),
            (die, INT64(1)),
            (drawn, build.mul(deals, INT64(words))),
            (room, INT64(workspace)),
        )
        _call(build, draw, [_array(build, place, length) for place, length in arrays])
    build.ret_void()


def _emit_play(module: ir.Module, play: Any, words: int, workspace: int) -> None:
    """Emit the function that tries the action of a thread on its deal. Neighbours try the same action."""
    build, given, thread = _begin(module, PLAY)
    state, room = _room(build, words), _room(build, workspace)
    with build.if_then(build.icmp_signed("<", thread, build.mul(given["count"], given["actions"]))):
        deal, at = build.srem(thread, given["count"]), build.sdiv(thread, given["count"])
        place = build.gep(given["*deals"], [build.mul(deal, INT64(words))])
        score = _call(
            build,
            play,
            [
                _array(build, given["*terms"], given["terms"]),
                _array(build, place, INT64(words)),
                build.load(build.gep(given["*actions"], [at])),
                _array(build, state, INT64(words)),
                _array(build, room, INT64(workspace)),
            ],
        )
        number = build.add(build.mul(deal, given["actions"]), at)
        build.store(build.trunc(score, SCORE), build.gep(given["*scores"], [number]))
    build.ret_void()


def _emit_entry(module: ir.Module, name: str) -> None:
    """Emit a kernel of the GPU that calls a function with the number of its thread."""
    kinds = _kinds(name)
    function = ir.Function(module, ir.FunctionType(VOID, kinds), name)
    function.calling_convention = "ptx_kernel"
    build = ir.IRBuilder(function.append_basic_block())
    block, size, within = (
        build.zext(
            build.call(_declared(module, f"llvm.nvvm.read.ptx.sreg.{register}.x", INT32, []), []), INT64
        )
        for register in ("ctaid", "ntid", "tid")
    )
    called = _declared(module, gpu_thread_function(name), VOID, [*kinds, INT64])
    build.call(called, [*function.args, build.add(build.mul(block, size), within)])
    build.ret_void()


def _emit_wrapper(module: ir.Module, name: str, kernel: Any) -> None:
    """Emit a function that calls a kernel of Numba with values, as generated source does."""
    signature = kernel.nopython_signatures[0]
    kinds = [context.get_value_type(kind) for kind in signature.args]
    function = ir.Function(module, ir.FunctionType(_llvm_type(signature.return_type), kinds), name)
    build = ir.IRBuilder(function.append_basic_block())
    _return(build, _call(build, kernel, function.args))


def _emit_call_of(module: ir.Module, name: str) -> None:
    """Emit the bot's function as a call of one that was generated."""
    returns, kinds = _llvm_type(BOT_FUNCTIONS[name]), [ARRAY] * 3
    function = ir.Function(module, ir.FunctionType(returns, kinds), _bot_symbol(name))
    build = ir.IRBuilder(function.append_basic_block())
    _return(build, build.call(_declared(module, function_symbol(name), returns, kinds), function.args))


def _begin(module: ir.Module, name: str) -> tuple[ir.IRBuilder, dict[str, Any], Any]:
    """Begin a function; return its builder, its arguments by name, and the number of the thread."""
    kind = ir.FunctionType(VOID, [*_kinds(name), INT64])
    function = ir.Function(module, kind, gpu_thread_function(name))
    *given, thread = function.args
    return ir.IRBuilder(function.append_basic_block()), dict(zip(ARGUMENTS[name], given, strict=True)), thread


def _kinds(name: str) -> list[Any]:
    addresses = {"*scores": SCORE.as_pointer()}
    return [
        addresses.get(argument, WORD_POINTER) if argument.startswith("*") else INT64
        for argument in ARGUMENTS[name]
    ]


def _room(build: ir.IRBuilder, words: int) -> Any:
    """Return room of a thread's own."""
    return build.alloca(ir.ArrayType(INT64, words))


def _array(build: ir.IRBuilder, place: Any, length: Any) -> Any:
    """Return an array of words as kernels take it."""
    owner, parent, _, _, data, _, _ = ARRAY.elements
    parts = (
        (ir.Constant(owner, None), 0),
        (ir.Constant(parent, None), 1),
        (length, 2),
        (INT64(8), 3),
        (build.bitcast(place, data), 4),
        (length, (5, 0)),
        (INT64(8), (6, 0)),
    )
    array: Any = ir.Constant(ARRAY, ir.Undefined)
    for value, index in parts:
        array = build.insert_value(array, value, index)
    return array


def _call(build: ir.IRBuilder, kernel: Any, arguments: Sequence[Any]) -> Any:
    """Call a kernel of Numba by its own convention; return what it returns. Kernels here raise nothing."""
    signature = kernel.nopython_signatures[0]
    function = context.declare_function(build.module, kernel.get_compile_result(signature).fndesc)
    _, returned = context.call_conv.call_function(
        build, function, signature.return_type, signature.args, arguments
    )
    return returned


def _return(build: ir.IRBuilder, value: Any) -> None:
    if build.function.function_type.return_type == VOID:
        build.ret_void()
    else:
        build.ret(value)


def _declared(module: ir.Module, name: str, returns: Any, kinds: list[Any]) -> Any:
    return insert_function(module, ir.FunctionType(returns, kinds), name)


def _llvm_type(kind: Any) -> Any:
    return VOID if kind == types.none else context.get_value_type(kind)


# ---- modules


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
