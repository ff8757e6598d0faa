"""Knowledge with an *or* in it: one of several cases holds, and it is not known which.

A case is a tuple of masks, one for each variable. Overlapping cases are counted by inclusion and exclusion.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import accumulate

from handsight.deals.deal import MAX_WORLDS, Deal, Masks, World, chances, intersect, too_many_worlds
from handsight.errors import ContradictionError, TooLargeError
from handsight.game import Dice

MAX_CASES = 8192


def cover(cases: Iterable[Masks]) -> Masks:
    """Return the narrowest masks that contain every case: an over-approximation of their disjunction."""
    return reduce(lambda one, other: tuple(a | b for a, b in zip(one, other, strict=True)), cases)


@dataclass(frozen=True)
class Disjunction:
    """A hidden deal that is one of several; it answers what `Deal` answers.

    Parts may overlap: each carries a weight, and the weights of all parts that contain a complete deal add up
    to 1. Start from one deal, `Disjunction((deal,))`, or from several of the same limits that do not overlap,
    and narrow it with `given`.
    """

    parts: tuple[Deal, ...]
    weights: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", self.weights or (1,) * len(self.parts))

    def given(self, *cases: Iterable[int], most: int = MAX_CASES) -> "Disjunction":
        """Return what is left when at least one of these cases holds.

        Args:
            cases: each a mask for every variable.
            most: how many overlaps of cases may be kept apart.

        Raises:
            TooLargeError: the cases overlap in more ways than *most*; `cover` gives an over-approximation.
        """
        weighted_cases = weighted_union(map(tuple, cases), most)
        left: dict[Masks, int] = {}
        for part, weight in zip(self.parts, self.weights, strict=True):
            for case, sign in weighted_cases.items():
                both = intersect(part.masks, case)
                if all(both):
                    _add_weights(left, {both: weight * sign})
            _check_count(len(left), most)
        narrow = _narrow_cases(left, self.parts[0].limits) if left else {}
        return Disjunction(
            tuple(Deal(masks, self.parts[0].limits) for masks in narrow), tuple(narrow.values())
        )

    @cached_property
    def possible(self) -> Masks:
        """For each variable, the values it takes in some complete deal."""
        return tuple(sum(1 << value for value, n in enumerate(row) if n) for row in self.marginals)

    @cached_property
    def ways(self) -> int:
        """The number of complete deals, copies of a value counted apart; 0 if there is none."""
        return sum(weight * part.ways for part, weight in zip(self.parts, self.weights, strict=True))

    @cached_property
    def size(self) -> int:
        """The number of worlds: complete deals that look different, copies of a value being alike."""
        return sum(weight * part.size for part, weight in zip(self.parts, self.weights, strict=True))

    @cached_property
    def marginals(self) -> tuple[tuple[int, ...], ...]:
        """For each variable and value, the ways that pair them; each row adds up to all ways."""
        if not self.ways:
            raise ContradictionError("nothing fits what is known: each of the alternatives is ruled out")
        totals = [[0] * len(row) for row in self.parts[0].marginals]
        for part, weight in zip(self.parts, self.weights, strict=True):
            for total, row in zip(totals, part.marginals, strict=True):
                for value, ways in enumerate(row):
                    total[value] += weight * ways
        return tuple(map(tuple, totals))

    @property
    def chances(self) -> tuple[dict[int, Fraction], ...]:
        """For each variable, the exact probability of every value it may take."""
        return chances(self.marginals, self.ways)

    def sample(self, dice: Dice) -> World:
        """Return one random complete deal, every way equally likely; it is drawn variable by variable."""
        left, world = self, list(self.possible)
        for at in range(len(world)):
            cumulative = list(accumulate(left.marginals[at]))
            world[at] = 1 << bisect_right(cumulative, dice.fair(left.ways))
            left = left.given(world)
        return tuple(mask.bit_length() - 1 for mask in world)

    def worlds(self, most: int = MAX_WORLDS) -> list[World]:
        """Return every world, in lexicographic order.

        Raises:
            TooLargeError: there are more than *most* worlds; the message says how many.
        """
        if self.size > most:
            raise too_many_worlds(self.size, most)
        return sorted({world for part in self.parts for world in part.worlds(most)})


def weighted_union(cases: Iterable[Masks], most: int = MAX_CASES) -> dict[Masks, int]:
    """Return cases with weights that count everything in at least one of the given cases exactly once.

    Overlaps are subtracted again (inclusion and exclusion). Equal cases are merged, so that the number of
    terms stays near the number of distinct overlaps, not of combinations.
    """
    found: dict[Masks, int] = {}
    for case in dict.fromkeys(case for case in cases if all(case)):
        change = {case: 1}
        for known, weight in found.items():
            both = intersect(known, case)
            if all(both):
                change[both] = change.get(both, 0) - weight
        _add_weights(found, change)
        _check_count(len(found), most)
    return found


def _add_weights(weights: dict[Masks, int], change: dict[Masks, int]) -> None:
    """Add the weights of cases to others, dropping those that cancel out."""
    for case, weight in change.items():
        total = weights.get(case, 0) + weight
        if total:
            weights[case] = total
        else:
            weights.pop(case, None)


def _check_count(count: int, most: int) -> None:
    if count > most:
        raise TooLargeError(
            f"the alternatives overlap in more than {most:,} ways; raise the limit, "
            "or use cover() and say that the answer is an over-approximation"
        )


def _narrow_cases(cases: dict[Masks, int], limits: tuple[int, ...]) -> dict[Masks, int]:
    """Return the cases narrowed to what is possible; those without a deal are dropped, equal ones merged."""
    narrow: dict[Masks, int] = {}
    for case, weight in cases.items():
        try:
            _add_weights(narrow, {Deal(case, limits).possible: weight})
        except ContradictionError:
            continue
    return narrow
