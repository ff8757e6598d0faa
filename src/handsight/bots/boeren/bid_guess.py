"""How the document's players guess their tricks: by the mean of their cards beside that of the pack."""

from collections.abc import Sequence
from fractions import Fraction

from handsight.boeren import Card, View

TRUMP = 13
"""What a trump is worth above its rank."""
LIMITS = (Fraction(8, 10), Fraction(11, 10), Fraction(13, 10))
"""Below the first they bid nothing, then a quarter of the tricks, then half, then all."""


def ratio(cards: Sequence[Card], pack: Sequence[Card], trump: int) -> Fraction:
    """Return the mean worth of some cards, divided by that of the pack."""
    return _mean(cards, trump) / _mean(pack, trump)


def guess(view: View) -> tuple[int, bool]:
    """Return how many tricks the hand seems good for, and whether it is at least an average hand."""
    size, found = view.terms.hand_size, ratio(view.hand, view.terms.pack, view.trump)
    tricks = (0, size // 4, size // 2, size)[sum(found >= limit for limit in LIMITS)]
    return tricks, found >= 1


def _mean(cards: Sequence[Card], trump: int) -> Fraction:
    return Fraction(sum(card.rank + TRUMP * (card.suit == trump) for card in cards), len(cards))
