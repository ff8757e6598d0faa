"""Rollouts as code for a GPU: the kernels of the rules and of a bot, with a thread for each rollout.

- `draw_deals` draws deals, a block of them in each thread, from dice of its own;
- `play_deals` tries one action on one deal in each thread, and plays on to the end.

On a CPU tests hold both to `rollouts.try_actions`.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from handsight.compiled.compile_source import CompiledFunction, compile_lock, function_symbol, generated_code
from handsight.compiled.compiled_dice import Die
from handsight.compiled.gpu_kernels import (
    VOID,
    RangeKernel,
    call_kernel,
    declared,
    gpu_assembly,
    module_of,
    range_module,
)
from handsight.compiled.jit import Ints, address, njit
from handsight.compiled.python_to_llvm import ARRAY, context, symbol
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.game_loop import CompiledBot, Results, read_nothing
from handsight.search.compiled.rollouts import draw_deal, finish

DRAW, PLAY = "draw_deals", "play_deals"
BOT_FUNCTIONS = {"decide": types.int64, "read": types.none}
"""What each function of a bot returns."""
ROWS = "void(int64, int64, int64[::1], "
SIGNATURES = (
    f"{ROWS} int64[::1], int64[::1], int64[::1], int64[::1], uint64[::1], int64, int64[:, ::1], int64[::1])",
    f"{ROWS} int64[:, ::1], int64[::1], int16[:, ::1], int64[::1])",
)


def rollout_module(bot: CompiledBot, state_words: int, workspace_words: int) -> Any:
    """Return the LLVM module of both kernels for a bot, for any processor.

    Args:
        bot: Who plays on.
        state_words: The words of a state, with the bot's memory.
        workspace_words: The words of a workspace.

    Raises:
        InputError: Kernels are not compiled in this process.
    """
    return range_module(_kernels(state_words, workspace_words), _bot_modules(bot))


def rollout_gpu_code(bot: CompiledBot, state_words: int, workspace_words: int) -> str:
    """Return both kernels for a bot as code for a GPU (PTX)."""
    return gpu_assembly(_kernels(state_words, workspace_words), _bot_modules(bot))


def _kernels(state_words: int, workspace_words: int) -> dict[str, RangeKernel]:
    draw, play = _parts()
    return {
        DRAW: RangeKernel(draw, 1 + workspace_words),
        PLAY: RangeKernel(play, state_words + workspace_words),
    }


@cache
def _parts() -> tuple[Any, Any]:
    """Compile both kernels. The bot's functions are linked in later."""
    for name in BOT_FUNCTIONS:
        llvm.add_symbol(_bot_symbol(name), address(read_nothing))  # Numba wants one; it is never called
    compiled = njit(nogil=True, _nrt=False, error_model="numpy")
    decide, read = (compiled(_calling(name)) for name in BOT_FUNCTIONS)
    play_on = compiled(finish.py_func)  # type: ignore[attr-defined]  # a kernel of Numba

    def draw(
        first: int,
        last: int,
        terms: Ints,
        base: Ints,
        orders: Ints,
        hands: Ints,
        sums: Ints,
        starts: Die,
        block: int,
        deals: Ints,
        room: Ints,
    ) -> None:
        die = room[:1].view(np.uint64)
        for row in range(first, last):
            die[0] = starts[row]
            for at in range(row * block, min((row + 1) * block, deals.shape[0])):
                draw_deal(terms, base, orders, hands, sums, die, deals[at], room[1:])

    def play(
        first: int, last: int, terms: Ints, deals: Ints, actions: Ints, scores: Results, room: Ints
    ) -> None:
        count, words = deals.shape
        state, workspace = room[:words], room[words:]
        for row in range(first, last):  # neighbours try the same action
            deal, at = row % count, row // count
            st.copy_words(deals[deal], 0, state, 0, words)
            rules.step(terms, state, actions[at])
            if words > st.MEMORY:
                read(terms, state, workspace)
            scores[deal, at] = play_on(decide, read, terms, state, workspace)

    with compile_lock:
        made = compiled(draw), compiled(play)
        for kernel, signature in zip(made, SIGNATURES, strict=True):
            kernel.compile(signature)
    return made


def _calling(name: str) -> Any:
    """Return a function that calls a function of the bot by its symbol."""
    returns, words = BOT_FUNCTIONS[name], types.int64[::1]

    def typed(_typing: Any, _terms: Any, _state: Any, _workspace: Any) -> Any:
        def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            function = declared(builder.module, _bot_symbol(name), _returned_type(returns), [ARRAY] * 3)
            called = builder.call(function, arguments)
            return called if returns != types.none else context.get_dummy_value()

        return returns(words, words, words), emit

    make: Any = intrinsic
    call = make(typed)
    return lambda terms, state, workspace: call(terms, state, workspace)  # noqa: PLW0108  # Numba compiles it


def _bot_symbol(name: str) -> str:
    return f"bot.{name}"


def _bot_modules(bot: CompiledBot) -> list[Any]:
    """Return the LLVM modules of a bot's functions, under their symbols."""
    module, kernels, texts = ir.Module(), list[Any](), dict[str, None]()
    with compile_lock:
        for name, returns in BOT_FUNCTIONS.items():
            function: Any = getattr(bot, name)
            if not isinstance(function, CompiledFunction):
                _emit_wrapper(module, _bot_symbol(name), function)
                kernels.append(function)
                continue
            texts[function.text] = None
            kind, kinds = _returned_type(returns), [ARRAY] * 3
            ours = ir.Function(module, ir.FunctionType(kind, kinds), _bot_symbol(name))
            build = ir.IRBuilder(ours.append_basic_block())
            _emit_return(build, build.call(declared(module, function_symbol(name), kind, kinds), ours.args))
        return [llvm.parse_assembly(str(module)), *map(module_of, kernels), *_modules_of_source(texts)]


def _modules_of_source(texts: Iterable[str]) -> list[Any]:
    """Return the LLVM modules of generated source (see `compile_source`) and of the kernels that it calls."""
    codes = [generated_code(text) for text in texts]
    called = {kernel for _, called in codes for kernel in called}
    wrappers = ir.Module()
    for kernel in called:
        _emit_wrapper(wrappers, symbol(kernel), kernel)
    assemblies = (str(wrappers), *(code for code, _ in codes))
    return [*map(llvm.parse_assembly, assemblies), *map(module_of, called)]


def _emit_wrapper(module: ir.Module, name: str, kernel: Any) -> None:
    """Emit a function that calls a kernel of Numba with values, as generated source does."""
    signature = kernel.nopython_signatures[0]
    kinds = [context.get_value_type(kind) for kind in signature.args]
    function = ir.Function(module, ir.FunctionType(_returned_type(signature.return_type), kinds), name)
    build = ir.IRBuilder(function.append_basic_block())
    _emit_return(build, call_kernel(build, kernel, function.args))


def _emit_return(build: ir.IRBuilder, value: Any) -> None:
    """Return a value from a function, or nothing if it returns nothing."""
    if build.function.function_type.return_type == VOID:
        build.ret_void()
    else:
        build.ret(value)


def _returned_type(kind: Any) -> Any:
    """Return the LLVM type of what a kernel returns, by its Numba type."""
    return VOID if kind == types.none else context.get_value_type(kind)
