"""Counting, drawing and listing the assignments of a decision diagram, exactly.

CUDD counts in floating point, which is wrong from 2^53 on; here each node is visited once, in whole numbers.
An assignment of levels is an int with a bit for each level that says yes.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from handsight.logic.engines.bdd import Diagram


class Tally:
    """How many assignments of the levels, which ascend, lie below each node of a diagram."""

    @classmethod
    @lru_cache(maxsize=8)
    def of(cls, diagram: Diagram, levels: tuple[int, ...]) -> "Tally":
        """The tally of the set, made once for those that are counted or drawn from again and again."""
        return cls(diagram, levels)

    def __init__(self, diagram: Diagram, levels: Sequence[int]) -> None:
        self.levels = levels
        self._root = diagram.node
        self._below: dict[Any, tuple[int, int]] = {}
        self._visit()
        self.total = self._ways(self._root, 0)

    def _visit(self) -> None:
        """For each node its place and the number below, children first; its complement shares the entry."""
        succ, below = self._root.bdd.succ, self._below
        end = len(self.levels)
        places = {level: place for place, level in enumerate(self.levels)}
        below[self._root.bdd.true] = (end, 1)
        forks: dict[Any, tuple[int, Any, bool, Any]] = {}
        todo = [_plain(self._root)]
        while todo:
            node = todo[-1]
            if node in below:
                todo.pop()
            elif node in forks:
                todo.pop()
                place, low, denied, high = forks.pop(node)
                (low_place, no), (high_place, yes) = below[low], below[high]
                if denied:
                    no = (1 << (end - low_place)) - no
                below[node] = place, (no << (low_place - place - 1)) + (yes << (high_place - place - 1))
            else:
                level, low, high = succ(node)  # of the two, only low is ever a complement
                denied = low.negated
                if denied:
                    low = ~low
                forks[node] = places[level], low, denied, high
                todo += (low, high)

    def _ways(self, node: Any, start: int) -> int:
        """The assignments of the levels from this place on that lie in the node's set."""
        place, ways = self._below[_plain(node)]
        if node.negated:
            ways = (1 << (len(self.levels) - place)) - ways
        return ways << (place - start)

    def drawn(self, dice: Random) -> int:
        """An assignment of the set, each equally likely."""
        index = dice.randrange(self.total)
        node, bits = self._root, 0
        for place, level in enumerate(self.levels, 1):
            low, high = _fork(node, level)
            ways = self._ways(low, place)
            if index < ways:
                node = low
            else:
                index -= ways
                node = high
                bits |= 1 << level
        return bits


def each(diagram: Diagram, levels: Sequence[int]) -> Iterator[int]:
    """Every assignment of the levels in the set once, no before yes, the first level weighing most."""
    nothing = diagram.node.bdd.false
    todo = [(0, diagram.node, 0)] if diagram else []
    while todo:
        place, node, bits = todo.pop()
        while place < len(levels):
            low, high = _fork(node, levels[place])
            yes = bits | 1 << levels[place]
            place += 1
            if low == nothing:
                node, bits = high, yes
                continue
            if high != nothing:
                todo.append((place, high, yes))
            node = low
        yield bits


def _fork(node: Any, level: int) -> tuple[Any, Any]:
    """The node's set where the level says no, and where it says yes."""
    if node.level != level or node.var is None:
        return node, node
    return (~node.low, ~node.high) if node.negated else (node.low, node.high)


def _plain(node: Any) -> Any:
    return ~node if node.negated else node
