"""A naive reference for partitions: try every partition on every hand."""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np


def hands(rows: Sequence[Sequence[int]], copies: Sequence[int] | None) -> Iterator[tuple[int, ...]]:
    """Yield every hand that a table allows."""
    for hand in product(*rows):
        if copies is None or all(hand.count(value) <= copies[value] for value in set(hand)):
            yield hand


def partitions(things: Sequence[int]) -> Iterator[list[int]]:
    """Yield every partition of some things, each block as a mask."""
    if not things:
        yield []
        return
    for rest in partitions(things[1:]):
        yield [1 << things[0], *rest]
        for at, block in enumerate(rest):
            yield [*rest[:at], block | 1 << things[0], *rest[at + 1 :]]


def largest(legal: set[int], hints: int) -> int:
    """Return the size of the largest partition every block of which meets every set of legal hints."""
    return max(
        (
            len(blocks)
            for blocks in partitions(range(hints))
            if all(block & mask for mask in legal for block in blocks)
        ),
        default=0,
    )


def largest_family(legal: set[int], hints: int) -> int:
    """Return the same by exhaustive search over all families of disjoint blocks, for more hints."""
    blocks = np.arange(1 << hints)
    safe = np.ones(1 << hints, bool)
    for mask in legal:
        safe &= (blocks & mask) != 0
    smaller = [safe[blocks & ~(1 << hint)] & (blocks >> hint & 1 == 1) for hint in range(hints)]
    minimal = blocks[safe & ~np.any(smaller, axis=0)]
    holds = [blocks[blocks & block == block] for block in minimal]
    size, reached = 0, np.ones(1 << hints, bool)  # the sets of hints that hold a family of this size
    while True:
        larger = np.zeros(1 << hints, bool)
        for block, sets in zip(minimal, holds, strict=True):
            larger[sets] |= reached[sets ^ block]
        if not larger.any():
            return size
        size, reached = size + 1, larger
