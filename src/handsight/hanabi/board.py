"""What the whole truth and a seat's view of it have in common."""

from typing import Protocol

from handsight.hanabi.cards import Card
from handsight.hanabi.events import Event
from handsight.hanabi.terms import Terms
from handsight.hanabi.variants.variant import Clue


class Board(Protocol):
    """What a state and a view have in common."""

    @property
    def terms(self) -> Terms:
        """What the players agreed on."""
        ...

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The cards each seat holds, newest first."""
        ...

    @property
    def cards(self) -> tuple[Card | None, ...]:
        """The faces of cards, by order."""
        ...

    @property
    def clue_units(self) -> int:
        """Tokens, in the smallest coin."""
        ...

    @property
    def seat(self) -> int:
        """The seat to move."""
        ...

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened so far."""
        ...


def touches(board: Board, seat: int, clue: Clue) -> tuple[int, ...]:
    """Return the cards of a hand that a clue would touch, newest first, as far as they are seen."""
    variant, cards = board.terms.variant, board.cards
    mask, identities = variant.touch(clue), variant.identities
    hand = board.hands[seat]
    return tuple([order for order in hand if (card := cards[order]) and mask >> identities[card] & 1])


def faces(board: Board, seat: int) -> int:
    """Return the mask of the identities in a hand, as far as they are seen."""
    identities, cards, mask = board.terms.variant.identities, board.cards, 0
    for order in board.hands[seat]:
        if card := cards[order]:
            mask |= 1 << identities[card]
    return mask


def chop(hand: tuple[int, ...], touched: int) -> int:
    """Return the slot of the oldest card that no clue has touched; slot 0 if every card is."""
    return next((slot for slot in range(len(hand) - 1, 0, -1) if not touched >> hand[slot] & 1), 0)
