"""PyTorch, which only training needs; an error says how to install it."""

from handsight.errors import InputError

try:
    import torch
except ImportError:
    raise InputError(
        "training needs PyTorch, which is not installed; install it with: pip install 'handsight[rl]'"
    ) from None

__all__ = ["torch"]
