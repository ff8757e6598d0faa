"""Conventions compiled to machine code; `handsight.conventions.interpreter` is the reference implementation.

`compile_convention` is the entry. `codegen_rules` (by `codegen_loops` and `codegen_expressions`) writes the
core of a convention as Python source, which `handsight.compiled.compile_source` compiles and caches. The
generated code calls the kernels in `compiled/`; `convention_layout` says where they keep things.
"""

from handsight.extras import need_extra

need_extra("lab", "numpy", "numba", "llvmlite")

from handsight.conventions.compiler.codegen_rules import GeneratedSource, source
from handsight.conventions.compiler.compile_convention import ConventionTooLargeError, compile_convention

__all__ = ["ConventionTooLargeError", "GeneratedSource", "compile_convention", "source"]
