"""Conventions compiled: the second reading of `handsight.conventions.core`."""

from handsight.kernels.conventions.codegen import Source, source
from handsight.kernels.conventions.compile_convention import compile_convention

__all__ = ["Source", "compile_convention", "source"]
