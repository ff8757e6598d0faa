"""Counting fillings, layer by layer: every path through the lattice is a pattern of whole deals.

A *pool* holds classes of things that nobody can tell apart. Each *layer* draws some of them. A state
is what is left of every class, packed into one integer, so that drawing is a subtraction and the part
of the pool that a layer may touch is a mask. Field 0 is not a class: it counts the places that may
still stay empty.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb

from handsight.table.dice import Dice

FIELD = 16  # bits of a state for each class
FULL = (1 << FIELD) - 1

Level = dict[int, int]
"""A number of ways for every state that can occur between two layers."""


def packed(sizes: tuple[int, ...]) -> int:
    """Pack class sizes into a state; class 0 stands in field 1."""
    return sum(size << FIELD * (at + 1) for at, size in enumerate(sizes))


def unpacked(state: int) -> Iterator[tuple[int, int]]:
    """Yield (class, how many) for every class that a state or a draw holds something of."""
    state >>= FIELD
    at = 0
    while state:
        if state & FULL:
            yield at, state & FULL
        state >>= FIELD
        at += 1


@lru_cache(maxsize=2048)
def draws(pool: int, least: int, most: int) -> tuple[tuple[int, int, int], ...]:
    """List every way to draw *least* to *most* things: (draw, how many, choices of single things)."""
    to_come = sum(size for _, size in unpacked(pool))
    found = [(0, 0, 1)] if least <= to_come else []
    for at, size in unpacked(pool):
        to_come -= size
        shift = FIELD * (at + 1)
        found = [
            (draw + (more << shift), count + more, choices * comb(size, more))
            for draw, count, choices in found
            for more in range(max(0, least - count - to_come), min(size, most - count) + 1)
        ]
    return tuple(found)


@dataclass(frozen=True)
class Layer:
    """A number of places that draw from some classes; *factors[k]*: orders in which k drawn things sit."""

    classes: int
    places: int
    factors: tuple[int, ...]

    @cached_property
    def reach(self) -> int:
        """The part of a state this layer may draw from."""
        return packed(tuple(FULL * (self.classes >> at & 1) for at in range(self.classes.bit_length())))


@dataclass(frozen=True)
class Lattice:
    """Layers that draw from a pool one after another, leaving *empty* places in all."""

    sizes: tuple[int, ...]
    layers: tuple[Layer, ...]
    empty: int

    def moves(self, level: int, state: int) -> Iterator[tuple[int, int, int]]:
        """Yield (next state, ways, draw) for everything the layer may draw in this state."""
        layer = self.layers[level]
        stuck = self._stuck[level]
        least = max(0, layer.places - (state & FULL))
        for draw, count, choices in draws(state & layer.reach, least, layer.places):
            after = state - draw - (layer.places - count)
            if not after & stuck:
                yield after, choices * layer.factors[count], draw

    @cached_property
    def down(self) -> tuple[Level, ...]:
        """Ways to come from the full pool to each state, before every layer and after the last."""
        levels: list[Level] = [{packed(self.sizes) + self.empty: 1}]
        for at in range(len(self.layers)):
            below: Level = {}
            for state, ways in levels[-1].items():
                for after, more, _ in self.moves(at, state):
                    below[after] = below.get(after, 0) + ways * more
            levels.append(below)
        return tuple(levels)

    @property
    def ways(self) -> int:
        """The number of whole fillings."""
        return sum(self.down[-1].values())

    @cached_property
    def up(self) -> tuple[Level, ...]:
        """Ways to go on from each state to the end."""
        levels: list[Level] = [dict.fromkeys(self.down[-1], 1)]
        for at in reversed(range(len(self.layers))):
            below = levels[-1]
            levels.append(
                {
                    state: sum(more * below[after] for after, more, _ in self.moves(at, state))
                    for state in self.down[at]
                }
            )
        return tuple(reversed(levels))

    def totals(self) -> Iterator[tuple[int, int, int]]:
        """Yield (layer, class, number drawn summed over all fillings)."""
        for at in range(len(self.layers)):
            flow: Level = {}
            below = self.up[at + 1]
            for state, ways in self.down[at].items():
                for after, more, draw in self.moves(at, state):
                    flow[draw] = flow.get(draw, 0) + ways * more * below[after]
            drawn = [0] * len(self.sizes)
            for draw, ways in flow.items():
                for klass, count in unpacked(draw):
                    drawn[klass] += count * ways
            yield from ((at, klass, total) for klass, total in enumerate(drawn) if total)

    def walk(self, dice: Dice) -> Iterator[tuple[int, int, int]]:
        """Yield (layer, class, number drawn) of one filling, each filling with the same chance."""
        (state,) = self.down[0]
        for at in range(len(self.layers)):
            ticket = dice.fair(self.up[at][state])
            draw, state = self._pick(at, state, ticket)
            yield from ((at, klass, count) for klass, count in unpacked(draw))

    def _pick(self, at: int, state: int, ticket: int) -> tuple[int, int]:
        """Return the draw, and the state after it, in whose share of the ways a numbered ticket falls."""
        for after, more, draw in self.moves(at, state):
            ticket -= more * self.up[at + 1][after]
            if ticket < 0:
                return draw, after
        raise IndexError(ticket)

    @cached_property
    def _stuck(self) -> tuple[int, ...]:
        """By layer, the classes that must be empty below it, because no later layer draws from them."""
        places = sum(layer.places for layer in self.layers)
        if sum(self.sizes) + self.empty != places:
            return (0,) * len(self.layers)  # the pool may keep something to the end
        stuck, later = [], 0
        for layer in reversed(self.layers):
            stuck.append(packed((FULL,) * len(self.sizes)) & ~later)
            later |= layer.reach
        return tuple(reversed(stuck))
