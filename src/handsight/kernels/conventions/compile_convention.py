"""From a convention to a compiled player."""

from functools import lru_cache

from handsight.conventions.checks import secrecy
from handsight.conventions.core import Core
from handsight.conventions.interpreter.public_state import check_supported
from handsight.errors import InputError
from handsight.hanabi import Terms
from handsight.kernels.conventions.codegen import source
from handsight.kernels.conventions.llvm_compile import compile_source
from handsight.kernels.hanabi.compiled_bots import CompiledBot
from handsight.kernels.hanabi.terms_layout import terms_array


def compile_convention(core: Core, terms: Terms) -> CompiledBot:
    """Return the compiled player of a convention for a table, or refuse with the reason."""
    check_supported(terms)
    terms_array(terms)
    return _compile(core)


@lru_cache(maxsize=256)
def _compile(core: Core) -> CompiledBot:
    if any(secrecy.rules_that_read_secrets(core)):
        raise InputError("a rule of this convention reads what it may not know")
    try:
        text, memory, workspace = source(core)
        kernels = compile_source(text)
    except (SyntaxError, RuntimeError, MemoryError) as error:  # of Python's parser, of LLVM, too deep for us
        raise InputError(f"this convention is too large to compile ({error}); use the plain rules") from error
    return CompiledBot(kernels["decide"], kernels["read"], memory, workspace)
