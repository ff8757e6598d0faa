"""What a state and a seat's view of it have in common, and questions that either can answer."""

from typing import Protocol

from handsight.hanabi.actions import Event
from handsight.hanabi.cards import Card
from handsight.hanabi.terms import Terms
from handsight.hanabi.variants.variant import Clue


class Board(Protocol):
    """What a state and a view have in common."""

    @property
    def terms(self) -> Terms:
        """What the players agreed on."""

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The cards that each seat holds, newest first, each as its order in the deck."""

    @property
    def cards(self) -> tuple[Card | None, ...]:
        """Every card by its order in the deck; None where a view does not show it."""

    @property
    def clue_units(self) -> int:
        """The clue tokens, in the smallest unit of the variant (halves where clues are starved)."""

    @property
    def seat(self) -> int:
        """The seat to move."""

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened so far."""


def touches(board: Board, seat: int, clue: Clue) -> tuple[int, ...]:
    """Return the visible cards of a hand that a clue would touch, newest first."""
    variant, cards = board.terms.variant, board.cards
    mask, identities = variant.touch(clue), variant.identities
    hand = board.hands[seat]
    return tuple([order for order in hand if (card := cards[order]) and mask >> identities[card] & 1])


def hand_mask(board: Board, seat: int) -> int:
    """Return the mask of the identities of the visible cards in a hand."""
    identities, cards, mask = board.terms.variant.identities, board.cards, 0
    for order in board.hands[seat]:
        if card := cards[order]:
            mask |= 1 << identities[card]
    return mask


def chop(hand: tuple[int, ...], touched: int) -> int:
    """Return the slot (0 = newest) of the oldest card not in the set *touched*; 0 if all are in it."""
    return next((slot for slot in range(len(hand) - 1, 0, -1) if not touched >> hand[slot] & 1), 0)
