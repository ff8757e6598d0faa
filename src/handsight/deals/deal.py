"""A hidden deal: things that each take one value, and how often each value can be taken."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from handsight.deals.classes import Blocks, merged
from handsight.deals.constraints import Box, meet
from handsight.deals.matching import fill, narrowed
from handsight.errors import InputError, TooLargeError
from handsight.table.bitmask import members
from handsight.table.dice import Dice

World = tuple[int, ...]
"""The value of each thing."""

WORLDS_CAP = 100_000


@dataclass(frozen=True)
class Deal:
    """Things each take one value of their mask, and no value is taken more often than its limit.

    In Hanabi the things are a hand's slots, the values are identities, and a limit is the number of
    copies not seen. In trick-taking the things are the cards not seen, the values are their owners
    (a stock is one), and a limit is the size of a hidden hand.

    Ways tell the copies of a value apart, because chance does: every way is equally likely. Worlds do
    not, because players don't.
    """

    masks: Box
    limits: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "masks", tuple(self.masks))
        object.__setattr__(self, "limits", tuple(self.limits))
        if min(self.limits, default=0) < 0:
            value = self.limits.index(min(self.limits))
            raise InputError(f"value {value} was seen more often than it has copies; count it again")
        if any(mask < 0 or mask >> len(self.limits) for mask in self.masks):
            raise InputError(
                f"a mask holds a value outside 0..{len(self.limits) - 1}; give each value a limit"
            )

    def given(self, masks: Iterable[int]) -> "Deal":
        """Return the deal when each thing is known to be in a further mask."""
        return Deal(meet(self.masks, tuple(masks)), self.limits)

    @cached_property
    def possible(self) -> Box:
        """The values each thing takes in some whole filling."""
        return narrowed(self.masks, self.limits)

    @cached_property
    def ways(self) -> int:
        """The number of fillings, copies of a value counted apart; 0 if nothing fits."""
        return self._blocks.ways

    @cached_property
    def size(self) -> int:
        """The number of worlds: fillings that look different, the copies of a value being alike."""
        return self._blocks.worlds

    @cached_property
    def marginals(self) -> tuple[tuple[int, ...], ...]:
        """For each thing and value, the ways that pair them; each row adds up to all ways."""
        self._must_fit()
        rows = [[0] * len(self.limits) for _ in self.masks]
        for things, values, total in self._blocks.totals():
            places = len(things) * sum(self.limits[value] for value in values)
            for value in values:
                ways = total * self.limits[value] // places
                for thing in things:
                    rows[thing][value] = ways
        return tuple(map(tuple, rows))

    @property
    def chances(self) -> tuple[dict[int, Fraction], ...]:
        """For each thing, the exact probability of every value it may take."""
        return chances(self.marginals, self.ways)

    def sample(self, dice: Dice) -> World:
        """Draw one filling, every way equally likely."""
        self._must_fit()
        return self._blocks.sample(dice)

    def worlds(self, cap: int = WORLDS_CAP) -> list[World]:
        """List every world, in order; more than *cap* of them is a TooLargeError that says how many."""
        if self.size > cap:
            raise too_many_worlds(self.size, cap)
        return list(listed(self.masks, self.limits)) if self.size else []

    def _must_fit(self) -> None:
        if not self.ways:
            fill(self.masks, self.limits)  # raises the ContradictionError that says why

    @cached_property
    def _blocks(self) -> Blocks:
        return merged(self.masks, self.limits)


def chances(marginals: Sequence[Sequence[int]], ways: int) -> tuple[dict[int, Fraction], ...]:
    """Turn counted ways into the probability of every value that has any."""
    return tuple({value: Fraction(n, ways) for value, n in enumerate(row) if n} for row in marginals)


def too_many_worlds(size: int, cap: int) -> TooLargeError:
    """Say how many worlds there are, and what to do instead of listing them."""
    return TooLargeError(
        f"{size:,} worlds are more than the {cap:,} to be listed; "
        "raise the cap, add what else is known, or ask for marginals or samples"
    )


def listed(masks: Box, limits: tuple[int, ...]) -> Iterator[World]:
    """Yield every world, in order, never following a beginning that leads nowhere."""
    if not masks:
        yield ()
        return
    for value in members(narrowed(masks, limits)[0]):
        left = (*limits[:value], limits[value] - 1, *limits[value + 1 :])
        for rest in listed(masks[1:], left):
            yield (value, *rest)
