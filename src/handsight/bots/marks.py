"""What a hand's clues mean to a robot: which card was meant, which are bombs, which are crucial.

All of it follows from what is public, so both the holder and its partners can work it out.
"""

from collections.abc import Iterable

from msgspec import Struct

from handsight.bots.board import Board
from handsight.hanabi import Clued

TOP = 5
"""The rank whose clues say "keep this", and never "play this"."""


class Mark(Struct):
    """What is said of one card. A mask of 0 says that no clue of the kind has touched it."""

    said: int
    """What all clues leave it, those that missed it too."""
    color: int = 0
    """What the colour clues on it leave."""
    number: int = 0
    """What the number clues on it leave."""
    rank: int = 0
    """The number it was clued with last, 0 for none."""
    fresh: bool = False
    """Whether a kind of clue first touched it since its holder's last turn."""
    bomb: bool = False
    """Touched by a clue that meant another card: not to be played on that clue's word."""
    crucial: bool = False
    """To be kept."""

    def copy(self) -> "Mark":
        """Return another mark that says the same."""
        return Mark(self.said, self.color, self.number, self.rank, self.fresh, self.bomb, self.crucial)

    @property
    def clued(self) -> bool:
        """Whether some clue has touched it."""
        return bool(self.color or self.number)

    @property
    def whole(self) -> bool:
        """Whether a clue of either kind has touched it."""
        return bool(self.color and self.number)


Marks = dict[int, Mark]
"""By order, the mark of every card in a hand."""


def clued(marks: Marks, deed: Clued, touch: int) -> None:
    """Write a clue on the cards of the hand it was given to; a kind known before says nothing new."""
    for order in deed.missed:
        marks[order].said &= ~touch
    for order in deed.touched:
        mark = marks[order]
        mark.said &= touch
        if deed.kind == "color":
            mark.fresh = mark.fresh or not mark.color
            mark.color = touch & (mark.color or touch)
        else:
            mark.fresh = mark.fresh or not mark.number
            mark.number, mark.rank = touch & (mark.number or touch), deed.clue.value if deed.clue else 0


def find_bombs(hand: Iterable[Mark], *, heeds_fives: bool = False) -> None:
    """Read the clues since the last turn, newest first: one card was meant, the others are bombs."""
    met = False
    for mark in hand:
        if mark.whole:
            mark.bomb = False
        if mark.fresh and (heeds_fives or mark.color or mark.rank != TOP):
            if met and not mark.whole:
                mark.bomb = True
            met = True


def find_crucial(hand: list[Mark], now: Board, *, fives_warn: bool = False) -> None:
    """Find the cards to keep, oldest card first: last copies, fives, and what a clue warned of.

    A number that fits nowhere was clued as a warning: whatever lies untouched to its left is to be kept too.
    """
    for at, mark in reversed(list(enumerate(hand))):
        if mark.crucial or not mark.number & mark.said & ~now.trash:
            continue
        top = mark.rank == TOP
        if mark.whole or top:
            mark.crucial = top or not mark.said & ~now.critical
        warned = mark.fresh and not mark.said & now.playable and (fives_warn or not top)
        if warned and not mark.whole:
            mark.crucial = True
            for older in hand[at + 1 :]:
                older.crucial = older.crucial or not older.clued
