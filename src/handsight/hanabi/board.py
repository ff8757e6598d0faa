"""What a state and a seat's view of it have in common, and questions that either can answer."""

from typing import TYPE_CHECKING, TypeAlias

from handsight.hanabi.variants.variant import Clue

if TYPE_CHECKING:  # both are built on this module
    from handsight.hanabi.state import State
    from handsight.hanabi.view import View


Board: TypeAlias = "State | View"
"""All of a game, or what one seat sees of it: both have terms, hands, cards, clue units, events, a seat."""


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
    """Return the slot of the oldest card that is not in the mask *touched*; 0 if every card is touched."""
    return next((slot for slot in range(len(hand) - 1, 0, -1) if not touched >> hand[slot] & 1), 0)
