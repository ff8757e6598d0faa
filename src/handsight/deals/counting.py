"""Counting deals by dynamic programming, stage by stage; forward and backward counts give marginals.

Variables, and values, that are interchangeable are first merged into classes, so that a deal has few numbers.

A *pool* holds classes of interchangeable things, and each *stage* draws some of them. A state is what is
left of every class, packed into one integer, so that drawing is a subtraction and the part of the pool that a
stage may draw from is a mask. Field 0 is not a class: it counts the places that may still stay empty.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb, factorial, perm, prod

from handsight.game.bitmask import members
from handsight.game.seeded_dice import Dice

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
    """Return every way to draw *least* to *most* things: (draw, how many, choices of single things)."""
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
    """Stages that draw from a pool in turn; *empty* of their places get nothing."""

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
            index = dice.fair(self.backward[at][state])
            draw, state = self._pick(at, state, index)
            yield from ((at, klass, count) for klass, count in unpacked(draw))

    def _pick(self, at: int, state: int, index: int) -> tuple[int, int]:
        """Pick a deal by its index among all from this state on; return its draw and the state after it."""
        for after, more, draw in self.transitions(at, state):
            index -= more * self.backward[at + 1][after]
            if index < 0:
                return draw, after
        raise IndexError(index)

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
        """Return a random value of each variable, every complete deal equally likely."""
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
        """Whether variables draw values: where that gives fewer states than letting values draw variables."""
        most = sum(self.variable_counts)
        return prod(min(n, most) + 1 for n in self.copies) < prod(n + 1 for n in self.variable_counts)

    def _by_variable_classes(self) -> StagedCount:
        """Return the count in which classes of variables draw, in turn, from the copies of the values."""
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
        """Return the count in which classes of values draw, in turn, from the variables without a value."""
        stages = map(Stage, self.takers, self.copies, factors)
        return StagedCount(self.variable_counts, tuple(stages), self.spare)


def merge_classes(masks: Sequence[int], limits: tuple[int, ...]) -> DealClasses:
    """Return classes of variables with equal masks and of values with equal takers, few choices first."""
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
