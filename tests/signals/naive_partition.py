"""A naive reference for partitions: try every partition on every hand."""

from collections.abc import Iterator, Sequence
from itertools import product


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
