"""Deals for what-if tables, drawn from those a seat cannot rule out: they reveal nothing of the true one."""

from handsight.errors import RequestError
from handsight.hanabi import Card, View
from handsight.knowledge import evidence
from handsight.knowledge.hanabi.face_down import FaceDownDeal
from handsight.table import Dice, shuffled


def possible_deck(view: View, dice: Dice) -> tuple[Card, ...]:
    """Draw a deck that fits everything a seat has seen, all ways for its hidden cards equally likely."""
    variant = view.terms.variant
    if variant.hides:
        raise RequestError("no-what-if", f"{variant.name} hides clues, so no other deal can be drawn")
    known = evidence(view)
    if isinstance(known.deal, FaceDownDeal):
        raise RequestError("no-what-if", f"{variant.name} hides plays, so no other deal can be drawn")
    cards: list[Card | None] = list(view.cards)
    for order, identity in zip(known.orders, known.deal.sample(dice), strict=True):
        cards[order] = variant.card(identity)
    rest = list(variant.deck())
    dealt = [card for card in cards if card is not None]
    for card in dealt:
        rest.remove(card)
    return (*dealt, *shuffled(rest, dice))
