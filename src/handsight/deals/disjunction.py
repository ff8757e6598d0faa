"""Knowledge with an *or* in it: one of several boxes holds, and nobody says which."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from handsight.deals.constraints import BOXES_CAP, Box, check_cap, meet, merge, union
from handsight.deals.deal import WORLDS_CAP, Deal, World, chances, too_many_worlds
from handsight.errors import ContradictionError
from handsight.table import Dice


@dataclass(frozen=True)
class AnyOf:
    """A hidden deal that is one of its parts; the verbs are those of `Deal`.

    Parts may overlap: each carries a weight, and the weights of all parts that hold a filling add up to 1.
    Start from one deal, `AnyOf((deal,))`, or from several of the same limits that don't overlap, and say what
    else is known.
    """

    parts: tuple[Deal, ...]
    weights: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", self.weights or (1,) * len(self.parts))

    def given(self, *boxes: Iterable[int], cap: int = BOXES_CAP) -> "AnyOf":
        """Return what is left when one of these boxes, or several of them, hold."""
        said = union(map(tuple, boxes), cap)
        left: dict[Box, int] = {}
        for part, weight in zip(self.parts, self.weights, strict=True):
            for box, sign in said.items():
                both = meet(part.masks, box)
                if all(both):
                    merge(left, {both: weight * sign})
            check_cap(len(left), cap)
        narrow = _narrowed(left, self.parts[0].limits) if left else {}
        return AnyOf(tuple(Deal(box, self.parts[0].limits) for box in narrow), tuple(narrow.values()))

    @cached_property
    def possible(self) -> Box:
        """The values each thing takes in some whole filling."""
        return tuple(sum(1 << value for value, n in enumerate(row) if n) for row in self.marginals)

    @cached_property
    def ways(self) -> int:
        """The number of fillings, copies of a value counted apart; 0 if nothing fits."""
        return sum(weight * part.ways for part, weight in zip(self.parts, self.weights, strict=True))

    @cached_property
    def size(self) -> int:
        """The number of worlds: fillings that look different, the copies of a value being alike."""
        return sum(weight * part.size for part, weight in zip(self.parts, self.weights, strict=True))

    @cached_property
    def marginals(self) -> tuple[tuple[int, ...], ...]:
        """For each thing and value, the ways that pair them; each row adds up to all ways."""
        self._must_fit()
        totals = [[0] * len(row) for row in self.parts[0].marginals]
        for part, weight in zip(self.parts, self.weights, strict=True):
            for total, row in zip(totals, part.marginals, strict=True):
                for value, ways in enumerate(row):
                    total[value] += weight * ways
        return tuple(map(tuple, totals))

    @property
    def chances(self) -> tuple[dict[int, Fraction], ...]:
        """For each thing, the exact probability of every value it may take."""
        return chances(self.marginals, self.ways)

    def sample(self, dice: Dice) -> World:
        """Draw one filling, every way equally likely: thing after thing, each given those before."""
        left, world = self, list(self.possible)
        for at in range(len(world)):
            upto = list(accumulate(left.marginals[at]))
            world[at] = 1 << bisect_right(upto, dice.fair(left.ways))
            left = left.given(world)
        return tuple(mask.bit_length() - 1 for mask in world)

    def worlds(self, cap: int = WORLDS_CAP) -> list[World]:
        """List every world, in order; more than *cap* of them is a TooLargeError that says how many."""
        if self.size > cap:
            raise too_many_worlds(self.size, cap)
        return sorted({world for part in self.parts for world in part.worlds(cap)})

    def _must_fit(self) -> None:
        if not self.ways:
            raise ContradictionError("nothing fits what is known: each of the alternatives is ruled out")


def _narrowed(boxes: dict[Box, int], limits: tuple[int, ...]) -> dict[Box, int]:
    """Narrow boxes to what is possible, drop those without a filling, merge those that become equal."""
    narrow: dict[Box, int] = {}
    for box, weight in boxes.items():
        try:
            merge(narrow, {Deal(box, limits).possible: weight})
        except ContradictionError:
            continue
    return narrow
