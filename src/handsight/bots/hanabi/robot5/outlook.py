"""Stacks one may think of, and what cards are worth on them, while the discard pile stays as it is."""

from functools import cache, cached_property, lru_cache

from handsight.hanabi import Variant, card_value
from handsight.hanabi.variants.stacks import StackRule
from handsight.table.bitmask import members

Stacks = tuple[int, ...]


def advanced(variant: Variant, stacks: Stacks, identity: int) -> Stacks:
    """Return the stacks after a card that fits."""
    suit, position = divmod(identity, len(variant.ranks))
    return (*stacks[:suit], variant.stacks[suit].steps[stacks[suit]][position], *stacks[suit + 1 :])


@cache
def last_ranks(rule: StackRule, at: int) -> int:
    """Mask of the rank positions that can be the last of a stack from a state on."""
    mask = 0
    for position, after in enumerate(rule.steps[at]):
        if after >= 0:
            mask |= 1 << position if rule.height[after] == rule.full else last_ranks(rule, after)
    return mask


class Prospects(dict[Stacks, "Prospect"]):
    """The prospect of any stacks, where so many copies of each card are lost."""

    def __init__(self, variant: Variant, lost: tuple[int, ...]) -> None:
        super().__init__()
        self.variant = variant
        self.lost = lost

    def __missing__(self, stacks: Stacks) -> "Prospect":
        self[stacks] = found = Prospect(self, stacks)
        return found


class Prospect:
    """Stacks with the masks of what fits them and of what can still score; all is worked out once."""

    def __init__(self, others: Prospects, stacks: Stacks) -> None:
        self.stacks = stacks
        self.playable = card_value.playable(others.variant, stacks)
        self.needed = card_value.needed(others.variant, stacks, others.lost)
        self._others = others
        self._after: dict[int, Prospect] = {}
        self._soon: dict[int, int] = {}
        self._tolls: dict[int, int] = {}

    @cached_property
    def critical(self) -> int:
        """Mask of what is needed and the last of its kind."""
        return card_value.critical(self._others.variant, self.stacks, self._others.lost)

    @cached_property
    def most(self) -> int:
        """The best score that can still be reached."""
        return card_value.max_score(self._others.variant, self.stacks, self._others.lost)

    @cached_property
    def tops(self) -> int:
        """Mask of the cards that can finish a stack as it lies."""
        variant = self._others.variant
        size, lying = len(variant.ranks), zip(variant.stacks, self.stacks, strict=True)
        return sum(last_ranks(rule, at) << suit * size for suit, (rule, at) in enumerate(lying))

    def after(self, identity: int) -> "Prospect":
        """Return the stacks after a card that fits."""
        if identity not in self._after:
            self._after[identity] = self._others[advanced(self._others.variant, self.stacks, identity)]
        return self._after[identity]

    def soon(self, waiting: int) -> int:
        """Return the mask of what will fit when all the cards that wait to be played have been."""
        if waiting not in self._soon:
            then, left = self, waiting
            while ready := left & then.playable:
                for identity in members(ready):
                    then = then.after(identity)
                left &= ~ready
            self._soon[waiting] = then.playable
        return self._soon[waiting]

    def toll(self, identity: int) -> int:
        """Return how many points become impossible when one more copy of a card is lost."""
        if identity not in self._tolls:
            variant, lost = self._others.variant, self._others.lost
            more = (*lost[:identity], lost[identity] + 1, *lost[identity + 1 :])
            self._tolls[identity] = self.most - card_value.max_score(variant, self.stacks, more)
        return self._tolls[identity]


@lru_cache(maxsize=1 << 8)
def prospects(variant: Variant, lost: tuple[int, ...]) -> Prospects:
    """Return the prospects while so many copies of each card are lost."""
    return Prospects(variant, lost)
