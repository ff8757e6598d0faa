"""Things, and values, that nobody can tell apart, merged into classes: a deal in few numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, factorial, perm, prod

from handsight.deals.counting import Lattice, Layer
from handsight.table.bitmask import members
from handsight.table.dice import Dice

Factors = tuple[int, ...]
"""In how many ways k things, one after another, can be given values of a class; by k."""


@dataclass(frozen=True)
class Blocks:
    """Classes of things with equal masks, and classes of values that the same things may take.

    *takers* says for each class of values, as a mask, which classes of things may take them.
    """

    things: tuple[tuple[int, ...], ...]
    values: tuple[tuple[int, ...], ...]
    takers: tuple[int, ...]
    limits: tuple[int, ...]

    @cached_property
    def heads(self) -> tuple[int, ...]:
        """The number of things in each class."""
        return tuple(map(len, self.things))

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """The number of copies in each class of values."""
        return tuple(sum(self.limits[value] for value in group) for group in self.values)

    @property
    def spare(self) -> int:
        """Copies left over when every thing has one; negative if there are too few."""
        return sum(self.copies) - sum(self.heads)

    @property
    def ways(self) -> int:
        """The number of fillings, copies counted apart."""
        return self.lattice.ways if self.spare >= 0 else 0

    @property
    def worlds(self) -> int:
        """The number of fillings, the copies of a value being alike."""
        if self.spare <= 0:
            return self.ways // prod(factorial(self.limits[v]) for group in self.values for v in group)
        most = sum(self.heads)
        alike = [_alike([self.limits[value] for value in group], most) for group in self.values]
        return self._through_values(alike).ways

    def totals(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
        """Yield (things, values, pairs of the two summed over all fillings)."""
        for at, drawn, total in self.lattice.totals():
            klass, group = (at, drawn) if self._by_things else (drawn, at)
            yield self.things[klass], self.values[group], total

    def sample(self, dice: Dice) -> tuple[int, ...]:
        """Draw the value of each thing, every filling equally likely."""
        things = [list(klass) for klass in self.things]
        packs = [[value for value in group for _ in range(self.limits[value])] for group in self.values]
        world = [0] * sum(self.heads)
        for at, drawn, count in self.lattice.walk(dice):
            klass, group = (at, drawn) if self._by_things else (drawn, at)
            for _ in range(count):
                thing = things[klass].pop(dice.fair(len(things[klass])))
                world[thing] = packs[group].pop(dice.fair(len(packs[group])))
        return tuple(world)

    @cached_property
    def lattice(self) -> Lattice:
        """Every filling, copies counted apart."""
        if self._by_things:
            return self._through_things()
        most = sum(self.heads)
        return self._through_values([tuple(perm(n, k) for k in range(most + 1)) for n in self.copies])

    @cached_property
    def _by_things(self) -> bool:
        """Whether things take turns to draw values; the other way round, there would be more states."""
        most = sum(self.heads)
        return prod(min(n, most) + 1 for n in self.copies) < prod(n + 1 for n in self.heads)

    def _through_things(self) -> Lattice:
        """Let the classes of things draw, one after another, from the copies of the values."""
        rows = [
            sum(1 << group for group, takers in enumerate(self.takers) if takers >> klass & 1)
            for klass in range(len(self.things))
        ]
        layers = [Layer(row, n, (factorial(n),) * (n + 1)) for row, n in zip(rows, self.heads, strict=True)]
        return Lattice(self.copies, tuple(layers), 0)

    def _through_values(self, factors: Sequence[Factors]) -> Lattice:
        """Let the classes of values draw, one after another, from the things without a value."""
        layers = map(Layer, self.takers, self.copies, factors)
        return Lattice(self.heads, tuple(layers), self.spare)


def merged(masks: Sequence[int], limits: tuple[int, ...]) -> Blocks:
    """Merge things with equal masks, and values with equal takers; choosy ones come first."""
    left = sum(1 << value for value, limit in enumerate(limits) if limit)
    classes: dict[int, list[int]] = {}
    for thing, mask in enumerate(masks):
        classes.setdefault(mask & left, []).append(thing)
    rows = sorted(classes, key=int.bit_count)
    groups = {0: left}  # takers: values as a mask; each class of things cuts every group in two
    for klass, row in enumerate(rows):
        inside = {takers | 1 << klass: group & row for takers, group in groups.items()}
        outside = {takers: group & ~row for takers, group in groups.items()}
        groups = {takers: group for takers, group in (inside | outside).items() if group}
    groups.pop(0, None)
    columns = sorted(groups, key=int.bit_count)
    return Blocks(
        tuple(tuple(classes[row]) for row in rows),
        tuple(tuple(members(groups[column])) for column in columns),
        tuple(columns),
        limits,
    )


def _alike(limits: Sequence[int], most: int) -> Factors:
    """Count the ways to write k values in a row, by k, when the copies of each are alike."""
    ways = [1] + [0] * most
    for limit in limits:
        ways = [
            sum(comb(k, same) * ways[k - same] for same in range(min(limit, k) + 1)) for k in range(most + 1)
        ]
    return tuple(ways)
