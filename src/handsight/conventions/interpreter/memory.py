"""What a convention remembers: which cards carry which flags, and what cards were promised to be."""

from msgspec import Struct
from msgspec.structs import replace


class Memory(Struct, frozen=True):
    """Flags as masks over orders, one for each flag; promises as masks of identities, by order."""

    flags: tuple[int, ...]
    promised: tuple[tuple[int, int], ...] = ()
    """Pairs of an order and what all its promises leave, for cards that were promised anything."""
    fresh: tuple[tuple[int, int], ...] = ()
    """Pairs of an order and a set: the promises made by what happened last."""

    def has(self, flag: int, order: int) -> bool:
        """Whether a card carries a flag."""
        return bool(self.flags[flag] >> order & 1)

    def promise(self, order: int, otherwise: int) -> int:
        """What the promises made to a card leave."""
        return next((mask for held, mask in self.promised if held == order), otherwise)

    def marked(self, order: int, gains: tuple[int, ...], loses: tuple[int, ...]) -> "Memory":
        """Return the memory once a card has gained and lost flags."""
        flags = list(self.flags)
        for flag in gains:
            flags[flag] |= 1 << order
        for flag in loses:
            flags[flag] &= ~(1 << order)
        return replace(self, flags=tuple(flags))

    def told(self, order: int, mask: int) -> "Memory":
        """Return the memory once a card was promised to be one of these."""
        left = self.promise(order, mask) & mask
        others = tuple(pair for pair in self.promised if pair[0] != order)
        fresh = (*self.fresh, (order, mask))
        return replace(self, promised=tuple(sorted((*others, (order, left)))), fresh=fresh)
