"""What everybody believes about every hand, if clues are read as good players mean them.

A clue has a *focus*: the chop, if the clue touches it, else the newest card that it touches for the first
time. The clue says that this card is playable, or, where the focus is the chop and the card may be critical,
that it must be saved. Every card that it touches is useful. All of this follows from what everybody sees, so
all seats have the same beliefs. A `StackOutlook` says which cards are playable, needed or critical, also on
stacks further on.
"""

from functools import cache, cached_property, lru_cache, reduce
from operator import or_

from msgspec import Struct
from msgspec.structs import replace

from handsight.bots.hanabi.robot5.weights import WEIGHTS, Weights
from handsight.conventions.interpreter.public_state import PublicState
from handsight.game.bitmask import members
from handsight.hanabi import Clue, Variant, card_value
from handsight.hanabi.variants.stacks import StackRule

ANY = -1
"""The mask for a card about which no clue meant anything: it may be any card."""

Meant = dict[int, int]
"""By order: the mask of what the clues on a card meant it to be; a missing card may be anything."""


# Stacks during a search.

Stacks = tuple[int, ...]


def advanced(variant: Variant, stacks: Stacks, identity: int) -> Stacks:
    """Return the stacks after a card that fits was played."""
    suit, position = divmod(identity, len(variant.ranks))
    return (*stacks[:suit], variant.stacks[suit].steps[stacks[suit]][position], *stacks[suit + 1 :])


@cache
def last_ranks(rule: StackRule, at: int) -> int:
    """Return the mask of the ranks that can be the last card of a stack that is now in state *at*."""
    mask = 0
    for position, after in enumerate(rule.steps[at]):
        if after >= 0:
            mask |= 1 << position if rule.height[after] == rule.full else last_ranks(rule, after)
    return mask


class StackOutlook:
    """Stacks with masks of the cards that are playable, needed, …; each is computed once."""

    def __init__(self, variant: Variant, lost: tuple[int, ...], stacks: Stacks) -> None:
        self.variant, self.lost, self.stacks = variant, lost, stacks
        self.playable = card_value.playable(variant, stacks)
        self.needed = card_value.needed(variant, stacks, lost)
        self._after: dict[int, StackOutlook] = {}
        self._soon_playable: dict[int, int] = {}

    @cached_property
    def critical(self) -> int:
        """Mask of the critical cards: needed, and the last copy."""
        return card_value.critical(self.variant, self.stacks, self.lost)

    @cached_property
    def max_score(self) -> int:
        """The best score that can still be reached."""
        return card_value.max_score(self.variant, self.stacks, self.lost)

    @cached_property
    def finishing(self) -> int:
        """Mask of the cards that can be the last of their stacks, as these are now."""
        size, lying = len(self.variant.ranks), zip(self.variant.stacks, self.stacks, strict=True)
        return sum(last_ranks(rule, at) << suit * size for suit, (rule, at) in enumerate(lying))

    def after(self, identity: int) -> "StackOutlook":
        """Return the outlook after a card that fits was played."""
        if identity not in self._after:
            then = advanced(self.variant, self.stacks, identity)
            self._after[identity] = stack_outlook(self.variant, self.lost, then)
        return self._after[identity]

    def soon_playable(self, waiting: int) -> int:
        """Return the mask of what will be playable after all plays that the *waiting* cards allow."""
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
        more = (*self.lost[:identity], self.lost[identity] + 1, *self.lost[identity + 1 :])
        return self.max_score - card_value.max_score(self.variant, self.stacks, more)


@lru_cache(maxsize=1 << 14)
def stack_outlook(variant: Variant, lost: tuple[int, ...], stacks: Stacks) -> StackOutlook:
    """Return the outlook of stacks, given how many copies of each card are discarded (*lost*)."""
    return StackOutlook(variant, lost, stacks)


# Beliefs.


class BelievedCard(Struct, frozen=True, gc=False):
    """A card in a hand, as everybody can judge it; what it may be is given as masks of identities."""

    order: int
    possible: int
    """What it may be by clues, and by cards that everybody sees."""
    meant: int
    """What its clues meant it to be."""
    touched: bool
    likely: int
    """What it may be if its clues are believed; if that leaves nothing, all that is possible."""

    def believed(self, needed: int) -> int:
        """Return the mask of what it is believed to be; a touched card is useful (*needed*), if it can be."""
        return (self.touched and self.likely & needed) or self.likely


Hand = list[BelievedCard]
"""The cards of a seat, newest first."""


def held_card(order: int, possible: int, meant: int, *, touched: bool) -> BelievedCard:
    """Return a card, with what is likely worked out from what is possible and what its clues meant."""
    return BelievedCard(order, possible, meant, touched, possible & meant or possible)


def beliefs_of(public: PublicState, meant: Meant, weights: Weights = WEIGHTS) -> "SharedBeliefs":
    """Return the beliefs that follow from a public state and what the clues so far meant."""
    copies = public.terms.variant.copies
    alive = sum(
        [1 << i for i, count in enumerate(copies) if public.revealed_copies[i] < count]
    )  # not all copies are visible
    return SharedBeliefs(
        public,
        [
            [
                held_card(
                    order,
                    public.clue_masks[order] & alive,
                    meant.get(order, ANY),
                    touched=bool(public.touched >> order & 1),
                )
                for order in hand
            ]
            for hand in public.hands
        ],
        weights,
    )


class SharedBeliefs:
    """What everybody believes about every hand in one public state; the weights say by which rules."""

    def __init__(self, public: PublicState, hands: list[Hand], weights: Weights) -> None:
        self.public = public
        self.weights = weights
        self.variant = public.terms.variant
        self.outlook = stack_outlook(self.variant, public.discarded_copies, public.stacks)
        self.playable, self.needed = self.outlook.playable, self.outlook.needed
        self.hands = self._narrowed_hands(hands) if weights.eliminate else hands

    @cached_property
    def cards(self) -> dict[int, BelievedCard]:
        """Every card in a hand, by order."""
        return {card.order: card for hand in self.hands for card in hand}

    @cached_property
    def known(self) -> list[int]:
        """For every hand, the mask of the cards that some touched card is surely believed to be."""
        return [self._known(hand) for hand in self.hands]

    @cached_property
    def _elsewhere(self) -> list[int]:
        """For every hand, the mask of the cards known in the other hands."""
        return [
            reduce(or_, (known for other, known in enumerate(self.known) if other != seat), 0)
            for seat in range(len(self.hands))
        ]

    def _known(self, hand: Hand) -> int:
        mask = 0
        for card in hand:
            if card.touched:
                one = card.likely & self.needed or card.likely
                mask |= one if one & (one - 1) == 0 else 0
        return mask

    # No touched card is what another is known to be.

    def _narrowed(self, hand: Hand, known: int) -> Hand:
        """Rule out for touched cards what other cards are *known* to be, unless that leaves nothing."""
        found = []
        for card in hand:
            mask = card.believed(self.needed)
            rest = mask & ~known
            open_card = card.touched and mask & (mask - 1) and rest and rest != mask
            found.append(replace(card, likely=rest) if open_card else card)
        return found

    def _narrowed_hands(self, hands: list[Hand]) -> list[Hand]:
        """Narrow all hands by the cards that are known in them, until nothing changes."""
        while True:
            known = reduce(or_, map(self._known, hands), 0)
            found = [self._narrowed(hand, known) for hand in hands]
            if found == hands:
                return hands
            hands = found

    def narrowed_hand(self, hand: Hand, seat: int) -> Hand:
        """Narrow the hand of a seat by what is known in the other hands, and in the hand itself."""
        while self.weights.eliminate:
            found = self._narrowed(hand, self._elsewhere[seat] | self._known(hand))
            if found == hand:
                break
            hand = found
        return hand

    # What clues mean.

    def hand_after_clue(self, target: int, clue: Clue, touched: tuple[int, ...]) -> Hand:
        """Return the hand that receives a clue, as everybody believes it afterwards."""
        before, known, elsewhere = self.hands[target], self.known[target], self._elsewhere[target]
        hand = self._said(before, self.variant.touch(clue), touched, elsewhere | known)
        soon = self.playable | self.outlook.soon_playable(elsewhere | self._known(hand))
        new = [at for at, card in enumerate(before) if not card.touched and card.order in touched]
        if new:
            at, meant = self._focus(hand, new, soon, number=clue.kind == "number")
            self._promise(hand, at, meant)
        else:
            self._read_reclue(before, hand, touched, soon)
        return self.narrowed_hand(hand, target)

    def _said(self, hand: Hand, touch: int, touched: tuple[int, ...], known: int) -> Hand:
        """Apply a clue: newly touched cards are useful and not duplicates."""
        found = []
        for card in hand:
            order, meant, before = card.order, card.meant, card.touched
            if order not in touched:
                found.append(held_card(order, card.possible & ~touch, meant, touched=before))
                continue
            possible = card.possible & touch
            if not before and (useful := possible & self.needed):
                meant = useful & ~known or useful
            found.append(held_card(order, possible, meant, touched=True))
        return found

    def _focus(self, hand: Hand, new: list[int], soon: int, *, number: bool) -> tuple[int, int]:
        """Return the index of the focus of a clue that touched new cards, and what the focus may be.

        A clue on the chop may be a save: of a critical card, and of a five only by its number. If the weight
        `color_saves` is 0, only a number saves.
        """
        oldest, critical = new[-1], self.outlook.critical
        if all(card.touched for card in hand[oldest + 1 :]):
            by_color = critical & ~self.outlook.finishing if self.weights.color_saves else 0
            saved = hand[oldest].possible & (critical if number else by_color)
            if saved or len(new) == 1:
                return oldest, soon | saved
        return new[0], soon

    @staticmethod
    def _promise(hand: Hand, at: int, meant: int) -> None:
        """Narrow what a card was meant to be, unless that leaves nothing."""
        card = hand[at]
        if narrow := card.possible & card.meant & meant:
            hand[at] = held_card(card.order, card.possible, narrow, touched=card.touched)

    def _read_reclue(self, before: Hand, hand: Hand, touched: tuple[int, ...], soon: int) -> None:
        """Read a clue on touched cards: if none becomes surely playable, the newest that can be is meant."""
        needed, unplayable = self.needed, ~self.playable
        news = [
            at
            for at, card in enumerate(before)
            if card.order in touched and card.believed(needed) & unplayable
        ]
        if all(hand[at].believed(needed) & unplayable for at in news):
            for at in news:
                if hand[at].believed(needed) & soon:
                    self._promise(hand, at, soon)
                    break

    # What the holder of a hand would do next.

    def ready(self, hand: Hand) -> list[int]:
        """Return the orders of the cards that a hand's holder believes playable, the lowest rank first."""
        masks = {card.order: card.believed(self.needed) for card in hand}
        found = [order for order, mask in masks.items() if mask and not mask & ~self.playable]
        return sorted(found, key=lambda order: self.rank(masks[order]))

    def rank(self, believed: int) -> int:
        """Return the index of the rank of the lowest identity in a mask."""
        return ((believed & -believed).bit_length() - 1) % len(self.variant.ranks)

    def chop(self, hand: Hand) -> int | None:
        """Return the oldest untouched card; None if all are touched."""
        for card in reversed(hand):
            if not card.touched:
                return card.order
        return None

    def drop(self, hand: Hand) -> int | None:
        """Return the card to discard: the oldest known trash, else the chop, else the oldest; or None."""
        for card in reversed(hand):
            if not card.possible & self.needed:
                return card.order
        chop = self.chop(hand)
        return hand[-1].order if chop is None and hand else chop
