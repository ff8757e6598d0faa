"""From suits and a rule change to tables: letters, copies, and which identities each clue touches.

An identity is ``suit * len(ranks) + position of the rank``; a set of identities is a mask of bits.
"""

from typing import NamedTuple

from handsight.hanabi.cards import START, Card
from handsight.hanabi.variants.rule_changes import RuleChange
from handsight.hanabi.variants.suits import Suit

RESERVED_LETTERS = "fx"
"""Letters with a meaning of their own in players' notes, so no suit falls back on them."""


def letters_of(suits: tuple[Suit, ...]) -> str:
    """Return a letter for each suit: its own, or on a clash the first free letter of its name."""
    letters = ""
    for suit in suits:
        name = suit.name.removeprefix("Dark ").lower()
        choices = (
            suit.letter,
            *(letter for letter in name if letter.isalpha() and letter not in RESERVED_LETTERS),
        )
        letters += next(letter for letter in choices if letter not in letters)
    return letters


def colors_of(suits: tuple[Suit, ...]) -> tuple[str, ...]:
    """Return the colours that may be clued: those of the suits, in suit order, without repeats."""
    return tuple(dict.fromkeys(color for suit in suits for color in suit.colors))


def numbers_of(rule_change: RuleChange, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers that may be clued: not START, nor a rank that hides or changes its number."""
    if rule_change.numbers is not None:
        return rule_change.numbers
    lost = rule_change.special.rank if rule_change.special and rule_change.special.number != "own" else START
    return tuple(rank for rank in ranks if rank not in (lost, START))


def copies_of(suit: Suit, rule_change: RuleChange, size: int, *, down: bool) -> tuple[int, ...]:
    """Return how many copies of each of a suit's *size* ranks there are; mirrored if it is played down."""
    copies = rule_change.copies[:size]
    return (1,) * size if suit.one_of_each else copies[::-1] if down else copies


def code_of(suits: tuple[Suit, ...], rule_change: RuleChange, down: tuple[int, ...]) -> str:
    """Return the variant as one code: suits, ``:R`` after one played down, then the rule change."""
    codes = (suit.code + (":R" if at in down else "") for at, suit in enumerate(suits))
    return "+".join(codes) + ("," + rule_change.code if rule_change.code else "")


class Touch(NamedTuple):
    """Which *cards* each clue touches; what a suit says comes before what a special rank says."""

    suits: tuple[Suit, ...]
    cards: tuple[Card, ...]
    rule_change: RuleChange
    colors: tuple[str, ...]
    numbers: tuple[int, ...]

    def by_color(self, color: int) -> int:
        """Return the mask of identities that the colour with this index touches."""
        blind = self.rule_change.blind_colors
        return sum(1 << at for at, card in enumerate(self.cards) if not blind and self._colored(card, color))

    def by_number(self, number: int) -> int:
        """Return the mask of identities that this number touches."""
        blind = self.rule_change.blind_numbers
        return sum(
            1 << at for at, card in enumerate(self.cards) if not blind and self._numbered(card, number)
        )

    def _colored(self, card: Card, color: int) -> bool:
        suit, special = self.suits[card.suit], self.rule_change.special
        last = len(self.colors) - 1
        of_rank = last if card.rank == START else (card.rank - 1) % len(self.colors)
        if suit.color in ("all", "none"):
            return suit.color == "all"
        if self.rule_change.tinted and suit.number != "none" and color == of_rank:
            return True
        if special and special.rank == card.rank and special.color != "own":
            return special.color == "all"
        if suit.color == "by_rank":
            return color == of_rank
        return self.colors[color] in suit.colors

    def _numbered(self, card: Card, number: int) -> bool:
        suit, special = self.suits[card.suit], self.rule_change.special
        if suit.number != "own":
            return suit.number == "all"
        if special and special.rank == card.rank and special.number != "own":
            shown = self.numbers[card.suit % len(self.numbers)]
            return special.number == "all" or (special.number == "by_suit" and number == shown)
        return self.rule_change.covers(number, card.rank)
