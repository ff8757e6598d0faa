"""A hidden deal: variables that each take one value, and how often each value can be taken."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from handsight.deals.counting import DealClasses, merge_classes
from handsight.deals.matching import find_assignment, narrowed
from handsight.errors import InputError, TooLargeError
from handsight.game.bitmask import members
from handsight.game.seeded_dice import Dice

Masks = tuple[int, ...]
"""For each variable, the set of its possible values as a bitmask."""

World = tuple[int, ...]
"""The value of each variable: one complete deal."""

MAX_WORLDS = 100_000


def intersect(one: Masks, other: Masks) -> Masks:
    """Return the masks that hold when both do."""
    return tuple(a & b for a, b in zip(one, other, strict=True))


@dataclass(frozen=True)
class Deal:
    """Variables that each take one value of their mask, no value more often than its limit.

    In Hanabi the variables are the slots of a hand, the values are card identities, and a limit is the
    number of copies not seen. In trick-taking the variables are the cards not seen, the values are their
    owners (the stock is one), and a limit is the size of a hidden hand.

    `ways` counts the copies of a value apart, as chance does: every way is equally likely. `size` and
    `worlds` do not, because players cannot tell copies apart.

    Args:
        masks: for each variable, the values it may take, as a bitmask.
        limits: for each value, how often it can be taken.

    Raises:
        InputError: a limit is negative, or a mask has a value without a limit.
    """

    masks: Masks
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
        """Return the deal narrowed by further masks, one for each variable."""
        return Deal(intersect(self.masks, tuple(masks)), self.limits)

    @cached_property
    def possible(self) -> Masks:
        """For each variable, the values it takes in some complete deal.

        Raises:
            ContradictionError: no complete deal exists.
        """
        return narrowed(self.masks, self.limits)

    @cached_property
    def ways(self) -> int:
        """The number of complete deals, copies of a value counted apart; 0 if there is none."""
        return self._classes.ways

    @cached_property
    def size(self) -> int:
        """The number of worlds: complete deals that look different, copies of a value being alike."""
        return self._classes.worlds

    @cached_property
    def marginals(self) -> tuple[tuple[int, ...], ...]:
        """For each variable and value, the ways that pair them; each row adds up to all ways."""
        self._require_deal()
        rows = [[0] * len(self.limits) for _ in self.masks]
        for variables, values, total in self._classes.totals():
            pairs = len(variables) * sum(self.limits[value] for value in values)
            for value in values:
                ways = total * self.limits[value] // pairs
                for variable in variables:
                    rows[variable][value] = ways
        return tuple(map(tuple, rows))

    @property
    def chances(self) -> tuple[dict[int, Fraction], ...]:
        """For each variable, the exact probability of every value it may take."""
        return chances(self.marginals, self.ways)

    def sample(self, dice: Dice) -> World:
        """Return one random complete deal, every way equally likely."""
        self._require_deal()
        return self._classes.sample(dice)

    def worlds(self, most: int = MAX_WORLDS) -> list[World]:
        """Return every world, in lexicographic order.

        Raises:
            TooLargeError: there are more than *most* worlds; the message says how many.
        """
        if self.size > most:
            raise too_many_worlds(self.size, most)
        return list(_worlds(self.masks, self.limits)) if self.size else []

    def _require_deal(self) -> None:
        if not self.ways:
            find_assignment(self.masks, self.limits)  # raises the ContradictionError that says why

    @cached_property
    def _classes(self) -> DealClasses:
        return merge_classes(self.masks, self.limits)


def chances(marginals: Sequence[Sequence[int]], ways: int) -> tuple[dict[int, Fraction], ...]:
    """Return, for each variable, the probability of every value that it has in at least one way."""
    return tuple({value: Fraction(n, ways) for value, n in enumerate(row) if n} for row in marginals)


def too_many_worlds(size: int, most: int) -> TooLargeError:
    """Return the error that says how many worlds there are, and what to do instead of listing them."""
    return TooLargeError(
        f"{size:,} worlds are more than the {most:,} that may be listed; "
        "raise the limit, add what else is known, or ask for marginals or samples"
    )


def _worlds(masks: Masks, limits: tuple[int, ...]) -> Iterator[World]:
    """Yield every world, in lexicographic order, following only beginnings that can be completed."""
    if not masks:
        yield ()
        return
    for value in members(narrowed(masks, limits)[0]):
        left = (*limits[:value], limits[value] - 1, *limits[value + 1 :])
        for rest in _worlds(masks[1:], left):
            yield (value, *rest)
