"""Merging variables, and values, that are interchangeable into classes, so that a deal has few numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, factorial, perm, prod

from handsight.deals.counting import Stage, StagedCount
from handsight.table.bitmask import members
from handsight.table.dice import Dice

Factors = tuple[int, ...]
"""By k: in how many ways k variables, one after another, can be given values of a class."""


@dataclass(frozen=True)
class DealClasses:
    """Classes of variables with equal masks, and classes of values that the same variables may take.

    *takers* says for each class of values, as a mask, which classes of variables may take them.
    """

    variables: tuple[tuple[int, ...], ...]
    values: tuple[tuple[int, ...], ...]
    takers: tuple[int, ...]
    limits: tuple[int, ...]

    @cached_property
    def variable_counts(self) -> tuple[int, ...]:
        """The number of variables in each class."""
        return tuple(map(len, self.variables))

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """The number of copies in each class of values."""
        return tuple(sum(self.limits[value] for value in group) for group in self.values)

    @property
    def spare(self) -> int:
        """Copies left over when every variable has one; negative if there are too few."""
        return sum(self.copies) - sum(self.variable_counts)

    @property
    def ways(self) -> int:
        """The number of complete deals, copies counted apart."""
        return self.count.ways if self.spare >= 0 else 0

    @property
    def worlds(self) -> int:
        """The number of complete deals, the copies of a value being alike."""
        if self.spare <= 0:
            return self.ways // prod(factorial(self.limits[v]) for group in self.values for v in group)
        most = sum(self.variable_counts)
        alike = [_arrangements([self.limits[value] for value in group], most) for group in self.values]
        return self._by_value_classes(alike).ways

    def totals(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
        """Yield (variables, values, number of pairs of the two, summed over all complete deals)."""
        for stage, drawn, total in self.count.totals():
            klass, group = (stage, drawn) if self._variables_draw else (drawn, stage)
            yield self.variables[klass], self.values[group], total

    def sample(self, dice: Dice) -> tuple[int, ...]:
        """Draw the value of each variable, every complete deal equally likely."""
        variables = [list(klass) for klass in self.variables]
        packs = [[value for value in group for _ in range(self.limits[value])] for group in self.values]
        world = [0] * sum(self.variable_counts)
        for stage, drawn, count in self.count.sample_draws(dice):
            klass, group = (stage, drawn) if self._variables_draw else (drawn, stage)
            for _ in range(count):
                variable = variables[klass].pop(dice.fair(len(variables[klass])))
                world[variable] = packs[group].pop(dice.fair(len(packs[group])))
        return tuple(world)

    @cached_property
    def count(self) -> StagedCount:
        """Every complete deal, copies counted apart."""
        if self._variables_draw:
            return self._by_variable_classes()
        most = sum(self.variable_counts)
        return self._by_value_classes([tuple(perm(n, k) for k in range(most + 1)) for n in self.copies])

    @cached_property
    def _variables_draw(self) -> bool:
        """Whether variables draw values; where values draw variables, there would be more states."""
        most = sum(self.variable_counts)
        return prod(min(n, most) + 1 for n in self.copies) < prod(n + 1 for n in self.variable_counts)

    def _by_variable_classes(self) -> StagedCount:
        """Let the classes of variables draw, one after another, from the copies of the values."""
        drawable = [
            sum(1 << group for group, takers in enumerate(self.takers) if takers >> klass & 1)
            for klass in range(len(self.variables))
        ]
        stages = [
            Stage(classes, n, (factorial(n),) * (n + 1))
            for classes, n in zip(drawable, self.variable_counts, strict=True)
        ]
        return StagedCount(self.copies, tuple(stages), 0)

    def _by_value_classes(self, factors: Sequence[Factors]) -> StagedCount:
        """Let the classes of values draw, one after another, from the variables without a value."""
        stages = map(Stage, self.takers, self.copies, factors)
        return StagedCount(self.variable_counts, tuple(stages), self.spare)


def merge_classes(masks: Sequence[int], limits: tuple[int, ...]) -> DealClasses:
    """Merge variables with equal masks, and values with equal takers; those with few choices come first."""
    left = sum(1 << value for value, limit in enumerate(limits) if limit)
    classes: dict[int, list[int]] = {}
    for variable, mask in enumerate(masks):
        classes.setdefault(mask & left, []).append(variable)
    rows = sorted(classes, key=int.bit_count)
    groups = {0: left}  # takers: values as a mask; each class of variables cuts every group in two
    for klass, row in enumerate(rows):
        inside = {takers | 1 << klass: group & row for takers, group in groups.items()}
        outside = {takers: group & ~row for takers, group in groups.items()}
        groups = {takers: group for takers, group in (inside | outside).items() if group}
    groups.pop(0, None)
    columns = sorted(groups, key=int.bit_count)
    return DealClasses(
        tuple(tuple(classes[row]) for row in rows),
        tuple(tuple(members(groups[column])) for column in columns),
        tuple(columns),
        limits,
    )


def _arrangements(limits: Sequence[int], most: int) -> Factors:
    """Count, by k, the sequences of k values when the copies of each are alike."""
    ways = [1] + [0] * most
    for limit in limits:
        ways = [
            sum(comb(k, same) * ways[k - same] for same in range(min(limit, k) + 1)) for k in range(most + 1)
        ]
    return tuple(ways)
