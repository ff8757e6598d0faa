"""Which card takes a trick, and how many points a round brings."""

from handsight.boeren.cards import Card
from handsight.boeren.terms import Terms

TRICK_SUIT, TRUMP = 13, 26
MET, PER_TRICK, ZERO_BONUS, ZERO_FROM = 10, 2, 20, 6


def trick_value(card: Card, trump: int, led: int | None = None) -> int:
    """Return the value of a card in a trick: its rank, plus 13 in the suit that was led, plus 26 in trump."""
    return card.rank + TRICK_SUIT * (card.suit == led) + TRUMP * (card.suit == trump)


def trick_winner(trick: tuple[Card, ...], trump: int) -> int:
    """Return the index of the card that takes a trick; index 0 is the card that was led."""
    led = trick[0].suit
    return max(range(len(trick)), key=lambda at: trick_value(trick[at], trump, led))


def round_points(bid: int, won: int, terms: Terms) -> int:
    """Return the points of a seat in a round, for its bid and the tricks it took."""
    if bid != won:
        return -PER_TRICK * abs(bid - won)
    generous = bid == 0 and terms.hand_size >= ZERO_FROM and terms.rules.zero_bonus == "from_six"
    return (ZERO_BONUS if generous else MET) + PER_TRICK * won
