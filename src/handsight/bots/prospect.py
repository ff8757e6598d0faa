"""What cards are worth on any stacks one may think of, while the discard pile stays as it is."""

from functools import lru_cache

from handsight.hanabi import Variant, worth
from handsight.table.bits import members

Stacks = tuple[int, ...]


def advanced(variant: Variant, stacks: Stacks, identity: int) -> Stacks:
    """Return the stacks after a card that fits."""
    suit, position = divmod(identity, len(variant.ranks))
    return (*stacks[:suit], variant.stacks[suit].steps[stacks[suit]][position], *stacks[suit + 1 :])


class Prospect(dict[Stacks, tuple[int, int]]):
    """For any stacks, the masks of what fits them and of what can still score; each is worked out once."""

    def __init__(self, variant: Variant, lost: tuple[int, ...]) -> None:
        super().__init__()
        self.variant = variant
        self.lost = lost
        self._soon: dict[tuple[Stacks, int], int] = {}
        self._tolls: dict[tuple[Stacks, int], int] = {}

    def __missing__(self, stacks: Stacks) -> tuple[int, int]:
        self[stacks] = masks = (
            worth.playable(self.variant, stacks),
            worth.needed(self.variant, stacks, self.lost),
        )
        return masks

    def soon(self, stacks: Stacks, waiting: int) -> int:
        """Return the mask of what will fit when all the cards that wait to be played have been."""
        if (stacks, waiting) not in self._soon:
            then, left = stacks, waiting
            while ready := left & self[then][0]:
                for identity in members(ready):
                    then = advanced(self.variant, then, identity)
                left &= ~ready
            self._soon[stacks, waiting] = self[then][0]
        return self._soon[stacks, waiting]

    def toll(self, stacks: Stacks, identity: int) -> int:
        """Return how many points become impossible when one more copy of a card is lost."""
        if (stacks, identity) not in self._tolls:
            then = list(self.lost)
            then[identity] += 1
            most = worth.max_score(self.variant, stacks, self.lost)
            self._tolls[stacks, identity] = most - worth.max_score(self.variant, stacks, tuple(then))
        return self._tolls[stacks, identity]


@lru_cache(maxsize=1 << 8)
def prospect(variant: Variant, lost: tuple[int, ...]) -> Prospect:
    """Return what cards are worth while so many copies of each are lost."""
    return Prospect(variant, lost)
