"""Conventions compiled: the second reading of `handsight.conventions.core`."""

from handsight.kernels.conventions.compiler import compiled_convention
from handsight.kernels.conventions.writing import Source, source

__all__ = ["Source", "compiled_convention", "source"]
