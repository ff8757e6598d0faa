"""What clues mean to a robot: which card was meant, which are bombs, which are crucial.

All of it follows from what is public, so both the holder and its partners can work it out.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from handsight.bots.board import Board
from handsight.hanabi import Clue

TOP = 5
"""The rank whose clues say "keep this", and never "play this"."""


class Marks(Struct, frozen=True):
    """What is said of the cards: but for the first, each is a mask over orders, of cards marked so."""

    said: Sequence[int]
    """By order: the mask of identities that all clues leave a card, those that missed it too."""
    color: int = 0
    """Touched by a colour clue."""
    number: int = 0
    """Touched by a number clue."""
    ones: int = 0
    """Last touched by the number 1."""
    fives: int = 0
    """Last touched by the number 5."""
    fresh: int = 0
    """A kind of clue first touched it since its holder's last turn."""
    bomb: int = 0
    """Touched by a clue that meant another card: not to be played on that clue's word."""
    crucial: int = 0
    """To be kept."""

    @property
    def clued(self) -> int:
        """Touched by some clue."""
        return self.color | self.number

    @property
    def whole(self) -> int:
        """Touched by a clue of either kind."""
        return self.color & self.number


@lru_cache(maxsize=1 << 12)
def orders_mask(orders: tuple[int, ...]) -> int:
    """Return the mask of some cards."""
    mask = 0
    for order in orders:
        mask |= 1 << order
    return mask


def clued(marks: Marks, clue: Clue, touched: int, said: Sequence[int]) -> Marks:
    """Write a clue on the cards it touched; a kind known before says nothing new."""
    if clue.kind == "color":
        fresh = marks.fresh | touched & ~marks.color
        return replace(marks, said=said, fresh=fresh, color=marks.color | touched)
    return replace(
        marks,
        said=said,
        fresh=marks.fresh | touched & ~marks.number,
        number=marks.number | touched,
        ones=marks.ones | touched if clue.value == 1 else marks.ones & ~touched,
        fives=marks.fives | touched if clue.value == TOP else marks.fives & ~touched,
    )


def find_bombs(marks: Marks, hand: tuple[int, ...]) -> Marks:
    """Read the clues since the holder's last turn: the newest card was meant, the others are bombs."""
    held = orders_mask(hand)
    if not held & (marks.fresh | marks.bomb):
        return marks
    bomb = marks.bomb & ~(held & marks.whole)
    heard = held & marks.fresh & (marks.color | ~marks.fives)
    for order in hand:
        if heard >> order & 1:
            bomb |= heard & ~(1 << order) & ~marks.whole
            break
    return marks if bomb == marks.bomb else replace(marks, bomb=bomb)


def find_crucial(marks: Marks, hand: tuple[int, ...], now: Board, *, fives_warn: bool = False) -> Marks:
    """Find the cards to keep, oldest card first: last copies, fives, and what a clue warned of.

    A number that fits nowhere was clued as a warning: whatever lies untouched to its left is to be kept too.
    """
    crucial, older = marks.crucial, 0
    numbered = orders_mask(hand) & marks.number & ~crucial
    if not numbered:
        return marks
    for order in reversed(hand):
        card, said = 1 << order, marks.said[order]
        if numbered & card and said & ~now.trash:
            top, whole = marks.fives & card, marks.whole & card
            if top or (whole and not said & ~now.critical):
                crucial |= card
            warned = marks.fresh & card and not said & now.playable and (fives_warn or not top)
            if warned and not whole:
                crucial |= card | older & ~marks.clued
        older |= card
    return marks if crucial == marks.crucial else replace(marks, crucial=crucial)
