"""Exact answers to the questions of the rule graphs: every deal that fits what was seen is equally likely."""

from collections.abc import Collection
from fractions import Fraction
from itertools import product
from math import prod

from handsight.boeren import SEATS, Card, View, playable_cards, trick_value, trick_winner
from handsight.bots.boeren.rule_graphs import Answers, seats_still_to_play
from handsight.knowledge.boeren.owners import Owners, owners

ENOUGH = Fraction(1, 2)
"""The probability from which a card counts as taking the trick, and a suit as held by others."""

Lacks = dict[int, Collection[Card]]
"""Which cards seats do not hold."""


def exact_answers(view: View) -> Answers:
    """Answer from exact probabilities."""
    found, cards = owners(view), playable_cards(view.hand, view.led)
    others = [seat for seat in range(SEATS) if seat != view.viewer]
    suits = {card.suit for card in found.cards}
    live = [suit for suit in suits if 1 - _share(found, dict.fromkeys(others, _suit(found, suit))) >= ENOUGH]
    return Answers([card for card in cards if probability_unbeaten(view, card, found) >= ENOUGH], live)


def probability_unbeaten(view: View, card: Card, found: Owners | None = None) -> Fraction:
    """Return the probability that nobody still to play can beat a card played now.

    A later seat cannot beat a card of the suit led if it lacks the cards above it and can follow suit, or
    lacks trumps, too. It cannot beat a trump on another suit if it can follow, or lacks the trumps above it.
    "Can follow" is "not (lacks the suit)", so a seat's part is a signed sum of "lacks these cards".
    """
    found = found or owners(view)
    led, trump = view.led if view.led is not None else card.suit, view.trump
    if view.trick:
        top = view.trick[trick_winner(view.trick, trump)]
        if trick_value(card, trump, led) < trick_value(top, trump, led):
            return Fraction(0)
    above = [other for other in found.cards if other.suit == card.suit and other > card]
    suit, trumps = _suit(found, led), _suit(found, trump)
    terms: list[tuple[int, Collection[Card]]] = [(1, above if card.suit == led else ())]
    if led != trump:
        terms += [(-1, suit), (1, [*suit, *(trumps if card.suit == led else above)])]
    seats = seats_still_to_play(view)
    return sum(
        (
            prod(sign for sign, _ in choice)
            * _share(found, {seat: lacks for seat, (_, lacks) in zip(seats, choice, strict=True)})
            for choice in product(terms, repeat=len(seats))
        ),
        Fraction(0),
    )


def _suit(found: Owners, suit: int) -> list[Card]:
    return [card for card in found.cards if card.suit == suit]


def _share(found: Owners, lacks: Lacks) -> Fraction:
    """Return the share of all deals in which seats lack certain cards."""
    places = (1 << SEATS + 1) - 1
    masks = [
        places & ~sum(1 << seat for seat, cards in lacks.items() if card in cards) for card in found.cards
    ]
    return Fraction(found.deal.given(masks).ways, found.deal.ways)
