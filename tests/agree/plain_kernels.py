"""The names that generated source takes from `kernels.jit`, as plain Python."""

from collections.abc import Callable
from typing import TypeVar

Function = TypeVar("Function")


def compiled(_signature: object) -> Callable[[Function], Function]:
    return lambda function: function


def popcount(word: int) -> int:
    return int(word).bit_count()


def lowest_bit(word: int) -> int:
    return (int(word) & -int(word)).bit_length() - 1


def highest_bit(word: int) -> int:
    return int(word).bit_length() - 1
