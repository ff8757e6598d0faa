"""Knowledge with an *or* in it: one of several boxes holds, and nobody says which."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from handsight.deals.boxes import BOXES_CAP, Box, apart, check_cap, hull
from handsight.deals.deal import WORLDS_CAP, Deal, World, chances, too_many_worlds
from handsight.errors import ContradictionError
from handsight.table.shuffle import Dice


@dataclass(frozen=True)
class AnyOf:
    """A hidden deal that is one of its parts; the verbs are those of `Deal`.

    The parts must not overlap, so start from one, `AnyOf((deal,))`, and say what else is known.
    """

    parts: tuple[Deal, ...]

    def given(self, *boxes: Iterable[int], cap: int = BOXES_CAP) -> "AnyOf":
        """Return what is left when one of these boxes, or several of them, hold."""
        pieces = apart(map(tuple, boxes), cap)
        left: list[Deal] = []
        for part in self.parts:
            left += _fitting(part.given(piece) for piece in pieces)
            check_cap(len(left), cap)
        return AnyOf(tuple(left))

    @cached_property
    def possible(self) -> Box:
        """The values each thing takes in some whole filling."""
        self._must_fit()
        return hull(part.possible for part in self.parts)

    @cached_property
    def ways(self) -> int:
        """The number of fillings, copies of a value counted apart; 0 if nothing fits."""
        return sum(part.ways for part in self.parts)

    @cached_property
    def size(self) -> int:
        """The number of worlds: fillings that look different, the copies of a value being alike."""
        return sum(part.size for part in self.parts)

    @cached_property
    def marginals(self) -> tuple[tuple[int, ...], ...]:
        """For each thing and value, the ways that pair them; each row adds up to all ways."""
        self._must_fit()
        tables = zip(*(part.marginals for part in self.parts), strict=True)
        return tuple(tuple(map(sum, zip(*rows, strict=True))) for rows in tables)

    @property
    def chances(self) -> tuple[dict[int, Fraction], ...]:
        """For each thing, the exact probability of every value it may take."""
        return chances(self.marginals, self.ways)

    def sample(self, dice: Dice) -> World:
        """Draw one filling, every way equally likely."""
        self._must_fit()
        ticket = dice.fair(self.ways)
        upto = list(accumulate(part.ways for part in self.parts))
        return self.parts[bisect_right(upto, ticket)].sample(dice)

    def worlds(self, cap: int = WORLDS_CAP) -> list[World]:
        """List every world, in order; more than *cap* of them is a CapError that says how many."""
        if self.size > cap:
            raise too_many_worlds(self.size, cap)
        return sorted(world for part in self.parts for world in part.worlds(cap))

    def _must_fit(self) -> None:
        if not any(part.ways for part in self.parts):
            raise ContradictionError("nothing fits what is known: each of the alternatives is ruled out")


def _fitting(deals: Iterable[Deal]) -> Iterable[Deal]:
    """Drop the deals that have no filling, and narrow the others to what is possible."""
    for deal in deals:
        try:
            yield Deal(deal.possible, deal.limits)
        except ContradictionError:
            continue
