"""What clues mean between people who play well, beyond what they say.

A clue is about one card, its *focus*: the oldest card that no clue has touched, if it is touched, else the
newest card that is touched for the first time. It says that this card can be played, or, where the oldest
card is touched and may be the last of its kind, that it must be kept. Every card it touches is of use. All
of it follows from what everybody sees, so all seats believe the same.
"""

from functools import cached_property, reduce
from operator import or_

from msgspec import Struct

from handsight.bots.hanabi.robot5.outlook import prospects
from handsight.conventions.interpreter.public_state import PublicState
from handsight.hanabi import Clue

ANY = -1
"""The mask of every card: where nothing was meant."""

Meant = dict[int, int]
"""By order: what the clues on a card meant that it is; a card that is not there may be anything."""


class Held(Struct, frozen=True, gc=False):
    """A card in a hand, as everybody thinks of it."""

    order: int
    possible: int
    """What clues and the cards in the open leave it."""
    meant: int
    """What its clues meant that it is."""
    touched: bool
    likely: int
    """What it may be by what its clues meant, if it can be that."""

    def believed(self, needed: int) -> int:
        """Return what it is taken for while so much can still score: of use, if it was touched."""
        return (self.touched and self.likely & needed) or self.likely


Hand = list[Held]
"""The cards of a seat, newest first."""


def held(order: int, possible: int, meant: int, *, touched: bool) -> Held:
    """Return a card that may be so much, and was meant to be so much."""
    return Held(order, possible, meant, touched, possible & meant or possible)


def believing(public: PublicState, meant: Meant) -> "Beliefs":
    """Return what everybody believes who sees this, and took the clues so far to mean that."""
    copies = public.terms.variant.copies
    alive = sum(
        [1 << i for i, count in enumerate(copies) if public.revealed_copies[i] < count]
    )  # not all in the open
    return Beliefs(
        public,
        [
            [
                held(
                    order,
                    public.clue_masks[order] & alive,
                    meant.get(order, ANY),
                    touched=bool(public.touched >> order & 1),
                )
                for order in hand
            ]
            for hand in public.hands
        ],
    )


class Beliefs:
    """What everybody believes of every hand, while the stacks and the discard pile are as they are."""

    def __init__(self, public: PublicState, hands: list[Hand]) -> None:
        self.public = public
        self.hands = hands
        self.variant = public.terms.variant
        self.prospect = prospects(self.variant, public.discarded_copies)[public.stacks]
        self.playable, self.needed = self.prospect.playable, self.prospect.needed

    @cached_property
    def cards(self) -> dict[int, Held]:
        """Every card in a hand, by order."""
        return {card.order: card for hand in self.hands for card in hand}

    @cached_property
    def known(self) -> list[int]:
        """For every hand, the mask of what some touched card of it is believed to be, and nothing else."""
        return [self._known(hand) for hand in self.hands]

    @cached_property
    def _elsewhere(self) -> list[int]:
        """For every hand, the mask of what is known of the others."""
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

    # What clues tell.

    def hear(self, target: int, clue: Clue, touched: tuple[int, ...]) -> Hand:
        """Return the hand that a clue was given to, as everybody thinks of it then; it tells of no other."""
        before, known, elsewhere = self.hands[target], self.known[target], self._elsewhere[target]
        hand = self._said(before, self.variant.touch(clue), touched, elsewhere | known)
        soon = self.playable | self.prospect.soon(elsewhere | self._known(hand))
        new = [at for at, card in enumerate(before) if not card.touched and card.order in touched]
        if new:
            at, meant = self._focus(hand, new, soon, number=clue.kind == "number")
            self._promise(hand, at, meant)
        else:
            self._retold(before, hand, touched, soon)
        return hand

    def _said(self, hand: Hand, touch: int, touched: tuple[int, ...], known: int) -> Hand:
        """Return a hand after what a clue says, and that cards it touches first are of use and no doubles."""
        found = []
        for card in hand:
            order, meant, before = card.order, card.meant, card.touched
            if order not in touched:
                found.append(held(order, card.possible & ~touch, meant, touched=before))
                continue
            possible = card.possible & touch
            if not before and (useful := possible & self.needed):
                meant = useful & ~known or useful
            found.append(held(order, possible, meant, touched=True))
        return found

    def _focus(self, hand: Hand, new: list[int], soon: int, *, number: bool) -> tuple[int, int]:
        """Return where the focus of a clue lies that touched new cards, and what it says of it.

        A clue on the oldest untouched card may want it kept: a last copy, a five only by its number.
        """
        oldest, critical = new[-1], self.prospect.critical
        if all(card.touched for card in hand[oldest + 1 :]):
            saved = hand[oldest].possible & (critical if number else critical & ~self.prospect.tops)
            if saved or len(new) == 1:
                return oldest, soon | saved
        return new[0], soon

    @staticmethod
    def _promise(hand: Hand, at: int, meant: int) -> None:
        """Narrow what a card was meant to be, if it can be that."""
        card = hand[at]
        if narrow := card.possible & card.meant & meant:
            hand[at] = held(card.order, card.possible, narrow, touched=card.touched)

    def _retold(self, before: Hand, hand: Hand, touched: tuple[int, ...], soon: int) -> None:
        """Read a clue on cards that were touched before: it says what it says, or else: play the newest."""
        needed, amiss = self.needed, ~self.playable
        news = [
            at for at, card in enumerate(before) if card.order in touched and card.believed(needed) & amiss
        ]
        if all(hand[at].believed(needed) & amiss for at in news):
            for at in news:
                if hand[at].believed(needed) & soon:
                    self._promise(hand, at, soon)
                    break

    # What the holder of a hand would do.

    def ready(self, hand: Hand) -> list[int]:
        """Return the cards of a hand that its holder believes to fit now, the lowest and newest first."""
        masks = {card.order: card.believed(self.needed) for card in hand}
        found = [order for order, mask in masks.items() if mask and not mask & ~self.playable]
        return sorted(found, key=lambda order: self.rank(masks[order]))

    def rank(self, believed: int) -> int:
        """Return the place of the lowest rank that a card may have."""
        return ((believed & -believed).bit_length() - 1) % len(self.variant.ranks)

    def chop(self, hand: Hand) -> int | None:
        """Return the oldest card that no clue has touched."""
        for card in reversed(hand):
            if not card.touched:
                return card.order
        return None

    def drop(self, hand: Hand) -> int | None:
        """Return the card that a holder would discard, oldest first: a useless one, an untouched one, any."""
        for card in reversed(hand):
            if not card.possible & self.needed:
                return card.order
        chop = self.chop(hand)
        return hand[-1].order if chop is None and hand else chop
