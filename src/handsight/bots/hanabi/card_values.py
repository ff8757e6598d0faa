"""Which cards are playable, trash or critical now, as a seat sees it."""

from typing import NamedTuple

from handsight.hanabi import Card, Variant, View, card_value


class CardValues(NamedTuple):
    """Masks of the cards that are playable, trash and critical; nothing, where played cards are face down."""

    variant: Variant
    playable: int
    trash: int
    critical: int

    def is_playable(self, card: Card | None) -> bool:
        """Whether a visible card is playable."""
        return self._holds(self.playable, card)

    def is_trash(self, card: Card | None) -> bool:
        """Whether a visible card is trash."""
        return self._holds(self.trash, card)

    def is_critical(self, card: Card | None) -> bool:
        """Whether a visible card is critical: needed, and the last copy."""
        return self._holds(self.critical, card)

    def _holds(self, mask: int, card: Card | None) -> bool:
        return card is not None and bool(mask >> self.variant.identities[card] & 1)


def card_values(view: View) -> CardValues:
    """Return which cards are playable, trash and critical now."""
    variant, stacks, gone = view.terms.variant, view.stacks, view.discarded_copies
    if stacks is None:
        return CardValues(variant, 0, 0, 0)
    return CardValues(
        variant,
        card_value.playable(variant, stacks),
        variant.everything & ~card_value.needed(variant, stacks, gone),
        card_value.critical(variant, stacks, gone),
    )
