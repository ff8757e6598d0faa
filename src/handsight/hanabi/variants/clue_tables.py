"""From suits and a twist to tables: letters, copies, and which identities each clue touches.

An identity is ``suit * len(ranks) + position of the rank``; a set of identities is a mask of bits.
"""

from typing import NamedTuple

from handsight.hanabi.cards import START, Card
from handsight.hanabi.variants.rule_changes import Twist
from handsight.hanabi.variants.suits import Suit

NEVER = "fx"
"""Letters with a meaning of their own in notes, so no suit falls back on them."""


def letters_of(suits: tuple[Suit, ...]) -> str:
    """A letter for each suit: its own, or on a clash the first free letter of its name."""
    letters = ""
    for suit in suits:
        name = suit.name.removeprefix("Dark ").lower()
        choices = suit.letter, *(letter for letter in name if letter.isalpha() and letter not in NEVER)
        letters += next(letter for letter in choices if letter not in letters)
    return letters


def colors_of(suits: tuple[Suit, ...]) -> tuple[str, ...]:
    """The colours that may be clued: the suits' own, in suit order, without repeats."""
    return tuple(dict.fromkeys(color for suit in suits for color in suit.colors))


def numbers_of(twist: Twist, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers that may be clued: never START, nor a rank that hides or changes its number."""
    if twist.numbers is not None:
        return twist.numbers
    lost = twist.special.rank if twist.special and twist.special.number != "own" else START
    return tuple(rank for rank in ranks if rank not in (lost, START))


def copies_of(suit: Suit, twist: Twist, size: int, *, down: bool) -> tuple[int, ...]:
    """How many copies of each of a suit's *size* ranks are dealt; played down they are mirrored."""
    copies = twist.copies[:size]
    return (1,) * size if suit.one_of_each else copies[::-1] if down else copies


def code_of(suits: tuple[Suit, ...], twist: Twist, down: tuple[int, ...]) -> str:
    """The variant as one code: suits, ``:R`` after one played down, then the twist."""
    codes = (suit.code + (":R" if at in down else "") for at, suit in enumerate(suits))
    return "+".join(codes) + ("," + twist.code if twist.code else "")


class Touch(NamedTuple):
    """Which *cards* each clue touches: the first line that speaks decides, a suit's word before a rank's."""

    suits: tuple[Suit, ...]
    cards: tuple[Card, ...]
    twist: Twist
    colors: tuple[str, ...]
    numbers: tuple[int, ...]

    def by_color(self, color: int) -> int:
        """The mask of identities that the colour with this index touches."""
        blind = self.twist.blind_colors
        return sum(1 << at for at, card in enumerate(self.cards) if not blind and self._colored(card, color))

    def by_number(self, number: int) -> int:
        """The mask of identities that this number touches."""
        blind = self.twist.blind_numbers
        return sum(
            1 << at for at, card in enumerate(self.cards) if not blind and self._numbered(card, number)
        )

    def _colored(self, card: Card, color: int) -> bool:
        suit, special = self.suits[card.suit], self.twist.special
        last = len(self.colors) - 1
        of_rank = last if card.rank == START else (card.rank - 1) % len(self.colors)
        if suit.color in ("all", "none"):
            return suit.color == "all"
        if self.twist.tinted and suit.number != "none" and color == of_rank:
            return True
        if special and special.rank == card.rank and special.color != "own":
            return special.color == "all"
        if suit.color == "by_rank":
            return color == of_rank
        return self.colors[color] in suit.colors

    def _numbered(self, card: Card, number: int) -> bool:
        suit, special = self.suits[card.suit], self.twist.special
        if suit.number != "own":
            return suit.number == "all"
        if special and special.rank == card.rank and special.number != "own":
            shown = self.numbers[card.suit % len(self.numbers)]
            return special.number == "all" or (special.number == "by_suit" and number == shown)
        return self.twist.covers(number, card.rank)
