"""Counting deals by dynamic programming, stage by stage; forward and backward counts give marginals.

A *pool* holds classes of interchangeable things, and each *stage* draws some of them. A state is what is
left of every class, packed into one integer, so that drawing is a subtraction and the part of the pool that a
stage may draw from is a mask. Field 0 is not a class: it counts the places that may still stay empty.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb

from handsight.table.dice import Dice

FIELD = 16  # bits of a state for each class
FULL = (1 << FIELD) - 1

StateCounts = dict[int, int]
"""A number of ways for every state that can occur between two stages."""


def packed(sizes: tuple[int, ...]) -> int:
    """Pack class sizes into a state; class 0 stands in field 1."""
    return sum(size << FIELD * (at + 1) for at, size in enumerate(sizes))


def unpacked(state: int) -> Iterator[tuple[int, int]]:
    """Yield (class, how many) for every class of which a state or a draw has any."""
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
class Stage:
    """A number of places that draw from some classes; *factors[k]* counts the orders of k drawn things."""

    classes: int
    places: int
    factors: tuple[int, ...]

    @cached_property
    def reach(self) -> int:
        """The part of a state this stage may draw from."""
        return packed(tuple(FULL * (self.classes >> at & 1) for at in range(self.classes.bit_length())))


@dataclass(frozen=True)
class StagedCount:
    """Stages that draw from a pool one after another, leaving *empty* places in all."""

    sizes: tuple[int, ...]
    stages: tuple[Stage, ...]
    empty: int

    def transitions(self, at: int, state: int) -> Iterator[tuple[int, int, int]]:
        """Yield (next state, ways, draw) for everything that stage *at* may draw in this state."""
        stage = self.stages[at]
        must_be_empty = self._must_be_empty[at]
        least = max(0, stage.places - (state & FULL))
        for draw, count, choices in draws(state & stage.reach, least, stage.places):
            after = state - draw - (stage.places - count)
            if not after & must_be_empty:
                yield after, choices * stage.factors[count], draw

    @cached_property
    def forward(self) -> tuple[StateCounts, ...]:
        """Ways to reach each state from the full pool, before every stage and after the last."""
        counts: list[StateCounts] = [{packed(self.sizes) + self.empty: 1}]
        for at in range(len(self.stages)):
            following: StateCounts = {}
            for state, ways in counts[-1].items():
                for after, more, _ in self.transitions(at, state):
                    following[after] = following.get(after, 0) + ways * more
            counts.append(following)
        return tuple(counts)

    @property
    def ways(self) -> int:
        """The number of complete deals."""
        return sum(self.forward[-1].values())

    @cached_property
    def backward(self) -> tuple[StateCounts, ...]:
        """Ways to complete the deal from each state."""
        counts: list[StateCounts] = [dict.fromkeys(self.forward[-1], 1)]
        for at in reversed(range(len(self.stages))):
            following = counts[-1]
            counts.append(
                {
                    state: sum(more * following[after] for after, more, _ in self.transitions(at, state))
                    for state in self.forward[at]
                }
            )
        return tuple(reversed(counts))

    def totals(self) -> Iterator[tuple[int, int, int]]:
        """Yield (stage, class, number drawn, summed over all complete deals)."""
        for at in range(len(self.stages)):
            flow: StateCounts = {}
            following = self.backward[at + 1]
            for state, ways in self.forward[at].items():
                for after, more, draw in self.transitions(at, state):
                    flow[draw] = flow.get(draw, 0) + ways * more * following[after]
            drawn = [0] * len(self.sizes)
            for draw, ways in flow.items():
                for klass, count in unpacked(draw):
                    drawn[klass] += count * ways
            yield from ((at, klass, total) for klass, total in enumerate(drawn) if total)

    def sample_draws(self, dice: Dice) -> Iterator[tuple[int, int, int]]:
        """Yield (stage, class, number drawn) of one random complete deal, all equally likely."""
        (state,) = self.forward[0]
        for at in range(len(self.stages)):
            ticket = dice.fair(self.backward[at][state])
            draw, state = self._pick(at, state, ticket)
            yield from ((at, klass, count) for klass, count in unpacked(draw))

    def _pick(self, at: int, state: int, ticket: int) -> tuple[int, int]:
        """Return the draw, and the state after it, in whose share of the ways a numbered ticket falls."""
        for after, more, draw in self.transitions(at, state):
            ticket -= more * self.backward[at + 1][after]
            if ticket < 0:
                return draw, after
        raise IndexError(ticket)

    @cached_property
    def _must_be_empty(self) -> tuple[int, ...]:
        """By stage, the classes that must be empty after it, because no later stage draws from them."""
        places = sum(stage.places for stage in self.stages)
        if sum(self.sizes) + self.empty != places:
            return (0,) * len(self.stages)  # the pool may keep something to the end
        masks, later = [], 0
        for stage in reversed(self.stages):
            masks.append(packed((FULL,) * len(self.sizes)) & ~later)
            later |= stage.reach
        return tuple(reversed(masks))
