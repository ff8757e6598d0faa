"""Deals that a seat cannot rule out: a hypothetical shows what may be, and betrays nothing of what is."""

from handsight.errors import RequestError
from handsight.hanabi import Card, View
from handsight.knowledge import evidence
from handsight.knowledge.hanabi.face_down import Buried
from handsight.table import Dice, shuffled


def supposed(look: View, dice: Dice) -> tuple[Card, ...]:
    """Draw a whole deck that fits all a seat has seen, every way for its hidden cards equally likely."""
    variant = look.terms.variant
    if variant.hides:
        raise RequestError("no-suppose", f"{variant.name} hides clues, so nobody can say what may have been")
    found = evidence(look)
    if isinstance(found.deal, Buried):
        raise RequestError("no-suppose", f"{variant.name} hides plays, so nobody can say what may have been")
    cards: list[Card | None] = list(look.cards)
    for order, identity in zip(found.orders, found.deal.sample(dice), strict=True):
        cards[order] = variant.card(identity)
    rest = list(variant.deck())
    shown = [card for card in cards if card is not None]
    for card in shown:
        rest.remove(card)
    return (*shown, *shuffled(rest, dice))
