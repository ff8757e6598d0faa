"""What cards are worth at a moment, as a seat sees it."""

from typing import NamedTuple

from handsight.hanabi import Card, Variant, View, card_value


class Board(NamedTuple):
    """Masks of what fits a stack now, what can never score, and what is needed and the last of its kind."""

    variant: Variant
    playable: int
    trash: int
    critical: int

    def fits(self, card: Card | None) -> bool:
        """Whether a card that is seen would fit a stack."""
        return self._holds(self.playable, card)

    def useless(self, card: Card | None) -> bool:
        """Whether a card that is seen can never score any more."""
        return self._holds(self.trash, card)

    def last(self, card: Card | None) -> bool:
        """Whether a card that is seen is needed and the last of its kind."""
        return self._holds(self.critical, card)

    def _holds(self, mask: int, card: Card | None) -> bool:
        return card is not None and bool(mask >> self.variant.identity(card) & 1)


def board(view: View) -> Board:
    """Say what cards are worth now; where played cards lie face down, nothing is known of it."""
    variant, stacks, gone = view.terms.variant, view.stacks, view.discarded_copies
    if stacks is None:
        return Board(variant, 0, 0, 0)
    return Board(
        variant,
        card_value.playable(variant, stacks),
        variant.everything & ~card_value.needed(variant, stacks, gone),
        card_value.critical(variant, stacks, gone),
    )
