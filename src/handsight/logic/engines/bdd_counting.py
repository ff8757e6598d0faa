"""Counting, sampling and listing the assignments that satisfy a BDD, exactly.

CUDD counts in floating point, which is wrong from 2^53 on; here each node is visited once, with whole
numbers. An assignment is an int with a bit for each level that is true.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from handsight.logic.engines.bdd import Bdd


class AssignmentCounts:
    """How many assignments of the levels, which must ascend, satisfy each node of a BDD."""

    @classmethod
    @lru_cache(maxsize=8)
    def of(cls, bdd: Bdd, levels: tuple[int, ...]) -> "AssignmentCounts":
        """Return the counts of a BDD, cached for sets that are counted or sampled repeatedly."""
        return cls(bdd, levels)

    def __init__(self, bdd: Bdd, levels: Sequence[int]) -> None:
        self.levels = levels
        self._root = bdd.node
        self._below: dict[Any, tuple[int, int]] = {}
        self._visit()
        self.total = self._count_from(self._root, 0)

    def _visit(self) -> None:
        """Store for each node its position and count, children first; a complement shares the entry."""
        succ, below = self._root.bdd.succ, self._below
        end = len(self.levels)
        positions = {level: position for position, level in enumerate(self.levels)}
        below[self._root.bdd.true] = (end, 1)
        pending: dict[Any, tuple[int, Any, bool, Any]] = {}
        todo = [_regular(self._root)]
        while todo:
            node = todo[-1]
            if node in below:
                todo.pop()
            elif node in pending:
                todo.pop()
                position, low, negated, high = pending.pop(node)
                (low_position, no), (high_position, yes) = below[low], below[high]
                if negated:
                    no = (1 << (end - low_position)) - no
                count = (no << (low_position - position - 1)) + (yes << (high_position - position - 1))
                below[node] = position, count
            else:
                level, low, high = succ(node)  # of the two, only low is ever a complement
                negated = low.negated
                if negated:
                    low = ~low
                pending[node] = positions[level], low, negated, high
                todo += (low, high)

    def _count_from(self, node: Any, start: int) -> int:
        """Return how many assignments of the levels from this position on satisfy the node."""
        position, count = self._below[_regular(node)]
        if node.negated:
            count = (1 << (len(self.levels) - position)) - count
        return count << (position - start)

    def random_assignment(self, random: Random) -> int:
        """Return a satisfying assignment, each with the same probability."""
        index = random.randrange(self.total)
        node, bits = self._root, 0
        for position, level in enumerate(self.levels, 1):
            low, high = _children(node, level)
            count = self._count_from(low, position)
            if index < count:
                node = low
            else:
                index -= count
                node = high
                bits |= 1 << level
        return bits


def satisfying_assignments(bdd: Bdd, levels: Sequence[int]) -> Iterator[int]:
    """Yield every satisfying assignment of the levels once, false before true, the first most significant."""
    false = bdd.node.bdd.false
    todo = [(0, bdd.node, 0)] if bdd else []
    while todo:
        position, node, bits = todo.pop()
        while position < len(levels):
            low, high = _children(node, levels[position])
            with_level = bits | 1 << levels[position]
            position += 1
            if low == false:
                node, bits = high, with_level
                continue
            if high != false:
                todo.append((position, high, with_level))
            node = low
        yield bits


def _children(node: Any, level: int) -> tuple[Any, Any]:
    """Return the node where the level is false, and where it is true."""
    if node.level != level or node.var is None:
        return node, node
    return (~node.low, ~node.high) if node.negated else (node.low, node.high)


def _regular(node: Any) -> Any:
    """Return the node without a complement mark."""
    return ~node if node.negated else node
