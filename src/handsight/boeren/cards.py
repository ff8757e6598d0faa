"""A card of the French pack, and its text: rank then suit, as in AS, or the suit's symbol, as in ♠A."""

from typing import NamedTuple

from handsight.errors import InputError

SUITS = "CDHS"
SUIT_NAMES = ("Clubs", "Diamonds", "Hearts", "Spades")
SUIT_SYMBOLS = "♣♦♥♠"
RANKS = "23456789TJQKA"


class Card(NamedTuple):
    """A card: a suit, as an index into C D H S, and a rank from 0 (Two) to 12 (Ace)."""

    suit: int
    rank: int

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    @property
    def symbol(self) -> str:
        """The card as people read it: ♠A."""
        rank = RANKS[self.rank]
        return SUIT_SYMBOLS[self.suit] + ("10" if rank == "T" else rank)

    @property
    def identity(self) -> int:
        """The index of the card among all 52, suit by suit, the Two first."""
        return self.suit * len(RANKS) + self.rank

    @classmethod
    def read(cls, text: str) -> "Card":
        """Return the card that a text names: AS, ♠A, A♠, TS or 10S, in either case; else an InputError."""
        word = text.upper().replace("10", "T").translate(_LETTERS)
        if text and text[0] in SUIT_SYMBOLS:
            word = word[::-1]
        if len(word) == 2 and word[0] in RANKS and word[1] in SUITS:
            return cls(SUITS.index(word[1]), RANKS.index(word[0]))
        raise InputError(
            f"{text!r} is not a card; write a rank (2 to 9, T, J, Q, K, A) and a suit (C, D, H, S): AS"
        )


_LETTERS = str.maketrans(SUIT_SYMBOLS, SUITS)


def read_suit(text: str) -> int:
    """Return the suit that a text names by letter, symbol or name, or raise InputError."""
    for names in (SUITS, SUIT_SYMBOLS, [name.upper() for name in SUIT_NAMES]):
        for suit, name in enumerate(names):
            if text.upper() == name:
                return suit
    raise InputError(f"{text!r} is not a suit; the suits are C, D, H and S")


def pack(ranks: int) -> tuple[Card, ...]:
    """Return a pack with the top *ranks* of every suit: clubs first, low cards before high."""
    return tuple(Card(suit, rank) for suit in range(len(SUITS)) for rank in range(13 - ranks, 13))
