"""The door to PyTorch, which only those who train need to install."""

from handsight.errors import InputError

try:
    import torch
except ImportError:
    raise InputError(
        "training needs PyTorch, which is not installed; install it with: pip install 'handsight[rl]'"
    ) from None

__all__ = ["torch"]
