"""Conventions compiled to machine code; `handsight.conventions.interpreter` is the reference implementation.

`codegen_rules` (by `codegen_loops` and `codegen_expressions`) writes the core of a convention as Python
source, which `handsight.compiled.compile_source` compiles and caches. The generated code calls the kernels in
`compiled/`; `convention_layout` says where they keep things.
"""

from functools import lru_cache

from handsight.extras import need_extra

need_extra("lab", "numpy", "numba", "llvmlite")

from handsight.compiled.compile_source import compile_source
from handsight.conventions.compiler.codegen_rules import source
from handsight.conventions.core import Core
from handsight.conventions.interpreter.public_state import check_supported
from handsight.errors import InputError
from handsight.hanabi import Terms
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.game_loop import CompiledBot, Readings, call_decide, call_read
from handsight.hanabi.compiled.terms_layout import terms_array

__all__ = ["ConventionTooLargeError", "compile_convention", "source"]


class ConventionTooLargeError(InputError):
    """A convention is too large to compile; the interpreter can play it."""


def compile_convention(core: Core, terms: Terms) -> CompiledBot:
    """Return the compiled bot of a convention.

    This compiles for about a second the first time; later the machine code comes from the cache.

    Args:
        core: the convention, as `Convention.core`.
        terms: the terms on which it shall play; they are only checked, so one compiled bot serves all terms.
    """
    check_supported(terms)
    terms_array(terms)
    return _compile(core)


@lru_cache(maxsize=256)
def _compile(core: Core) -> CompiledBot:
    try:
        text, memory, workspace = source(core)
        kernels = compile_source(text, {"decide": call_decide, "read": call_read})
    except (SyntaxError, RuntimeError, MemoryError) as error:  # of Python's parser, of LLVM, too deep for us
        raise ConventionTooLargeError(
            f"this convention is too large to compile ({error}); use the plain rules"
        ) from error
    flags = len(core.promises)
    ruled_out = st.MEMORY + flags
    questions = ruled_out + st.MAX_CARDS if core.has_readings else 0
    readings = Readings(tuple(range(st.MEMORY, ruled_out)), ruled_out=(ruled_out,), questions=questions)
    return CompiledBot(kernels["decide"], kernels["read"], memory, workspace, readings=readings)
