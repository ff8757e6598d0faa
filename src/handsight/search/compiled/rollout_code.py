"""Rollouts as code for a GPU: the kernels of the rules and of a bot, with a thread for each rollout.

- `draw_deals` draws deals, a block of them in each thread, from dice of its own;
- `play_deals` tries one action on one deal in each thread, and plays on to the end.

On a CPU tests hold both to `rollouts.try_actions`.
"""

from functools import cache
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from handsight.compiled.compile_source import CompiledFunction, compile_lock, function_symbol
from handsight.compiled.compiled_dice import Die
from handsight.compiled.function_addresses import address
from handsight.compiled.gpu_code import (
    WORDS,
    begin_thread_function,
    call_kernel,
    declared,
    emit_return,
    emit_wrapper,
    gpu_code,
    linked_module,
    llvm_type,
    own_words,
    word_array,
)
from handsight.compiled.jit import JIT_DISABLED, Ints, njit
from handsight.compiled.python_to_llvm import ARRAY, INT64, context
from handsight.errors import InputError
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.compiled_bot import CompiledBot
from handsight.hanabi.compiled.game_loop import read_nothing
from handsight.search.compiled.rollouts import draw_deal, finish

DRAW, PLAY = "draw_deals", "play_deals"
BOT_FUNCTIONS = {"decide": types.int64, "read": types.none}
"""What each function of a bot returns."""
WORD_ARRAY, SCORE = types.int64[::1], ir.IntType(16)
ARGUMENTS = {
    name: {
        argument: {"*scores": SCORE.as_pointer()}.get(argument, WORDS if argument[0] == "*" else INT64)
        for argument in arguments.split()
    }
    for name, arguments in {
        DRAW: "*terms terms *base *orders orders *hands *sums hands *starts *deals block count",
        PLAY: "*terms terms *deals count *actions actions *scores",
    }.items()
}
"""What each function takes before the number of the thread. A star marks the address of an array (of words,
or of short numbers for the scores); without it, its length. There are *count* deals, in blocks of *block*."""


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
                emit_wrapper(module, _bot_symbol(name), function)
                kernels.append(function)
        return linked_module(module, kernels, generated)


def rollout_gpu_code(bot: CompiledBot, state_words: int, workspace_words: int) -> str:
    """Return both functions for a bot as kernels of a GPU (PTX)."""
    return gpu_code(rollout_module(bot, state_words, workspace_words), ARGUMENTS)


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
            function = declared(builder.module, _bot_symbol(name), llvm_type(returns), [ARRAY] * 3)
            called = builder.call(function, arguments)
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
    build, given, thread = begin_thread_function(module, DRAW, ARGUMENTS[DRAW])
    die, room = own_words(build, 1), own_words(build, workspace)
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
        call_kernel(build, draw, [word_array(build, place, length) for place, length in arrays])
    build.ret_void()


def _emit_play(module: ir.Module, play: Any, words: int, workspace: int) -> None:
    """Emit the function that tries the action of a thread on its deal. Neighbours try the same action."""
    build, given, thread = begin_thread_function(module, PLAY, ARGUMENTS[PLAY])
    state, room = own_words(build, words), own_words(build, workspace)
    with build.if_then(build.icmp_signed("<", thread, build.mul(given["count"], given["actions"]))):
        deal, at = build.srem(thread, given["count"]), build.sdiv(thread, given["count"])
        place = build.gep(given["*deals"], [build.mul(deal, INT64(words))])
        score = call_kernel(
            build,
            play,
            [
                word_array(build, given["*terms"], given["terms"]),
                word_array(build, place, INT64(words)),
                build.load(build.gep(given["*actions"], [at])),
                word_array(build, state, INT64(words)),
                word_array(build, room, INT64(workspace)),
            ],
        )
        number = build.add(build.mul(deal, given["actions"]), at)
        build.store(build.trunc(score, SCORE), build.gep(given["*scores"], [number]))
    build.ret_void()


def _emit_call_of(module: ir.Module, name: str) -> None:
    """Emit the bot's function as a call of one that was generated."""
    returns, kinds = llvm_type(BOT_FUNCTIONS[name]), [ARRAY] * 3
    function = ir.Function(module, ir.FunctionType(returns, kinds), _bot_symbol(name))
    build = ir.IRBuilder(function.append_basic_block())
    emit_return(build, build.call(declared(module, function_symbol(name), returns, kinds), function.args))
