"""What clues mean between people who play well, beyond what they say.

A clue is about one card, its *focus*: the oldest card that no clue has touched, if it is touched, else the
newest card that is touched for the first time. It says that this card can be played, or, where the oldest
card is touched and may be the last of its kind, that it must be kept. Every card it touches is of use. All
of it follows from what everybody sees, so all seats believe the same.
"""

from functools import cache, cached_property

from handsight.conventions.public import Public
from handsight.hanabi import Clued, Variant, worth
from handsight.hanabi.stacks import StackRule
from handsight.table.bits import members

Meant = dict[int, int]
"""By order: what the clues on a card meant that it is; a card that is not there may be anything."""


def advanced(variant: Variant, stacks: tuple[int, ...], identity: int) -> tuple[int, ...]:
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


class Beliefs:
    """What everybody believes of every hand at a moment."""

    def __init__(self, public: Public, meant: Meant) -> None:
        self.public = public
        self.meant = meant
        self.variant = public.terms.variant
        self.playable = worth.playable(self.variant, public.stacks)
        self.needed = worth.needed(self.variant, public.stacks, public.lost)

    @cached_property
    def critical(self) -> int:
        """Mask of what is needed and the last of its kind."""
        return worth.critical(self.variant, self.public.stacks, self.public.lost)

    @cached_property
    def alive(self) -> int:
        """Mask of the identities of which some copy may still be in a hand or the deck."""
        gone, copies = self.public.gone, self.variant.copies
        return sum(1 << i for i, count in enumerate(copies) if gone[i] < count)

    def possible(self, order: int) -> int:
        """Return what clues and the cards in the open leave a card."""
        return self.public.marks[order] & self.alive

    def believed(self, order: int, needed: int | None = None, seen: int = -1) -> int:
        """Return what a card is taken for: what its clues meant, and of use if it was touched.

        *needed* stands for another board, *seen* for what one seat leaves possible besides.
        """
        can = self.public.marks[order] & self.alive & seen
        if not self.public.touched >> order & 1:
            return can
        meant = can & self.meant.get(order, -1) or can
        return meant & (self.needed if needed is None else needed) or meant

    def chop(self, seat: int) -> int | None:
        """Return the oldest card that no clue has touched."""
        touched = self.public.touched
        return next((order for order in reversed(self.public.hands[seat]) if not touched >> order & 1), None)

    @cached_property
    def known(self) -> int:
        """Mask of the identities that some touched card in a hand is believed to be, and no other."""
        mask = 0
        for hand in self.public.hands:
            for order in hand:
                if self.public.touched >> order & 1:
                    one = self.believed(order)
                    mask |= one if one & (one - 1) == 0 else 0
        return mask

    def ahead(self) -> tuple[int, ...]:
        """Return the stacks after every card that is known for what it is has been played."""
        stacks, waiting = self.public.stacks, self.known
        while ready := waiting & worth.playable(self.variant, stacks):
            for identity in members(ready):
                stacks = advanced(self.variant, stacks, identity)
            waiting &= ~ready
        return stacks

    def hear(self, deed: Clued, then: Public) -> "Beliefs":
        """Return what everybody believes after a clue; *then* is what everybody sees after it."""
        new = [order for order in deed.touched if not self.public.touched >> order & 1]
        after = Beliefs(then, dict(self.meant))
        after.alive = self.alive  # a clue brings no card into the open
        for order in new:
            if useful := after.possible(order) & after.needed:
                after.meant[order] = useful & ~self.known or useful
        soon = self.playable | worth.playable(self.variant, after.ahead())
        if new:
            after.promise(*self.point(deed, new, after, soon))
        else:
            after.retold(deed, self, soon)
        after.__dict__.pop("known", None)  # what was promised may be known now
        return after

    def point(self, deed: Clued, new: list[int], after: "Beliefs", soon: int) -> tuple[int, int]:
        """Return the focus of a clue on cards touched for the first time, and what it says of it."""
        chop = self.chop(deed.target)
        saved = after.possible(chop) & self.savable(deed) if chop is not None and chop in new else 0
        if chop in new and chop is not None and (saved or len(new) == 1):
            return chop, soon | saved
        return new[0], soon

    def savable(self, deed: Clued) -> int:
        """Mask of what a clue on the oldest card may want kept: last copies; fives only by their number."""
        return self.critical if deed.kind == "number" else self.critical & ~self.tops

    @cached_property
    def tops(self) -> int:
        """Mask of the cards that can finish a stack as it lies."""
        size, lying = len(self.variant.ranks), zip(self.variant.stacks, self.public.stacks, strict=True)
        return sum(last_ranks(rule, at) << suit * size for suit, (rule, at) in enumerate(lying))

    def promise(self, order: int, meant: int) -> None:
        """Narrow what a card was meant to be, if it can be that."""
        narrow = self.possible(order) & self.meant.get(order, -1) & meant
        if narrow:
            self.meant[order] = narrow

    def retold(self, deed: Clued, before: "Beliefs", soon: int) -> None:
        """Read a clue on cards that were touched before: it says what it says, or else: play the newest."""
        news = [order for order in deed.touched if before.believed(order) & ~before.playable]
        if not any(not self.believed(order) & ~self.playable for order in news):
            for order in news:
                if self.believed(order) & soon:
                    self.promise(order, soon)
                    break

    def ready(self, seat: int) -> list[int]:
        """Return the cards of a hand that its holder believes to fit now, the lowest and newest first."""
        hand = self.public.hands[seat]
        found = [order for order in hand if self._fits(self.believed(order), self.playable)]
        return sorted(found, key=lambda order: self.rank(self.believed(order)))

    @staticmethod
    def _fits(believed: int, playable: int) -> bool:
        return believed != 0 and not believed & ~playable

    def rank(self, believed: int) -> int:
        """Return the place of the lowest rank that a card may have."""
        return ((believed & -believed).bit_length() - 1) % len(self.variant.ranks)

    def leavings(self, seat: int) -> list[int]:
        """Return a hand as its holder discards it: what is useless, what is untouched, the rest."""
        touched, old = self.public.touched, self.public.hands[seat][::-1]
        useless = [order for order in old if not self.possible(order) & self.needed]
        bare = [order for order in old if not touched >> order & 1]
        rest = [order for order in old if touched >> order & 1]
        return list(dict.fromkeys([*useless, *bare, *rest]))
