"""Possible stacks during a search, and which cards are playable, needed or critical on them."""

from functools import cache, cached_property, lru_cache

from handsight.game.bitmask import members
from handsight.hanabi import Variant, card_value
from handsight.hanabi.variants.stacks import StackRule

Stacks = tuple[int, ...]


def advanced(variant: Variant, stacks: Stacks, identity: int) -> Stacks:
    """Return the stacks after a card that fits."""
    suit, position = divmod(identity, len(variant.ranks))
    return (*stacks[:suit], variant.stacks[suit].steps[stacks[suit]][position], *stacks[suit + 1 :])


@cache
def last_ranks(rule: StackRule, at: int) -> int:
    """Return the mask of the ranks that can finish a stack from a state on."""
    mask = 0
    for position, after in enumerate(rule.steps[at]):
        if after >= 0:
            mask |= 1 << position if rule.height[after] == rule.full else last_ranks(rule, after)
    return mask


class StackOutlooks(dict[Stacks, "StackOutlook"]):
    """The outlook of any stacks, given how many copies of each card are discarded."""

    def __init__(self, variant: Variant, lost: tuple[int, ...]) -> None:
        super().__init__()
        self.variant = variant
        self.lost = lost

    def __missing__(self, stacks: Stacks) -> "StackOutlook":
        self[stacks] = found = StackOutlook(self, stacks)
        return found


class StackOutlook:
    """Stacks with masks of the cards that are playable, needed, …; each is computed once."""

    def __init__(self, others: StackOutlooks, stacks: Stacks) -> None:
        self.stacks = stacks
        self.playable = card_value.playable(others.variant, stacks)
        self.needed = card_value.needed(others.variant, stacks, others.lost)
        self._others = others
        self._after: dict[int, StackOutlook] = {}
        self._soon_playable: dict[int, int] = {}
        self._points_lost: dict[int, int] = {}

    @cached_property
    def critical(self) -> int:
        """Mask of the critical cards: needed, and the last copy."""
        return card_value.critical(self._others.variant, self.stacks, self._others.lost)

    @cached_property
    def max_score(self) -> int:
        """The best score that can still be reached."""
        return card_value.max_score(self._others.variant, self.stacks, self._others.lost)

    @cached_property
    def finishing(self) -> int:
        """Mask of the cards that can finish a stack as it lies."""
        variant = self._others.variant
        size, lying = len(variant.ranks), zip(variant.stacks, self.stacks, strict=True)
        return sum(last_ranks(rule, at) << suit * size for suit, (rule, at) in enumerate(lying))

    def after(self, identity: int) -> "StackOutlook":
        """Return the stacks after a card that fits."""
        if identity not in self._after:
            self._after[identity] = self._others[advanced(self._others.variant, self.stacks, identity)]
        return self._after[identity]

    def soon_playable(self, waiting: int) -> int:
        """Return the mask of what will be playable when all *waiting* cards that can be played have been."""
        if waiting not in self._soon_playable:
            then, left = self, waiting
            while ready := left & then.playable:
                for identity in members(ready):
                    if then.playable >> identity & 1:  # no other card of this round took its place
                        then = then.after(identity)
                left &= ~ready
            self._soon_playable[waiting] = then.playable
        return self._soon_playable[waiting]

    def points_lost(self, identity: int) -> int:
        """Return how many points become impossible if one more copy of a card is discarded."""
        if identity not in self._points_lost:
            variant, lost = self._others.variant, self._others.lost
            more = (*lost[:identity], lost[identity] + 1, *lost[identity + 1 :])
            self._points_lost[identity] = self.max_score - card_value.max_score(variant, self.stacks, more)
        return self._points_lost[identity]


@lru_cache(maxsize=1 << 8)
def stack_outlooks(variant: Variant, lost: tuple[int, ...]) -> StackOutlooks:
    """Return the outlooks, given how many copies of each card are discarded."""
    return StackOutlooks(variant, lost)
