"""Conventions compiled: the second reading of `handsight.conventions.core`."""

from handsight.kernels.conventions.codegen import Source, source
from handsight.kernels.conventions.compiler import compiled_convention

__all__ = ["Source", "compiled_convention", "source"]
