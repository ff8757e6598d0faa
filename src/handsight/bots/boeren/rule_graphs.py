"""The two decision graphs of LAMAS BoerenBridge: choose a card to win the trick, or to lose it.

They ask two questions: which own cards take the trick (for the player who leads: which are masters), and
which suits others hold. `kripke_answers` answers from where each card alone may be, `exact_answers` from
exact probabilities: every deal that fits what was seen is equally likely.
"""

from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from itertools import product
from math import prod
from typing import NamedTuple

from handsight.boeren import SEATS, Card, View, playable_cards, trick_value, trick_winner
from handsight.knowledge.boeren.owners import Owners, owners

TIES = (2, 1, 0, 3)
"""Breaks ties between cards of one rank: hearts, then diamonds, clubs, spades."""

ENOUGH = Fraction(1, 2)
"""The probability from which a card counts as taking the trick, and a suit as held by others."""

Cards = Collection[Card]


class Answers(NamedTuple):
    """The own cards that take the trick, and the suits that others hold."""

    winners: Cards
    live: Collection[int]


def lowest(cards: Iterable[Card], trump: int) -> Card:
    """Return the card of least value, ties by suit."""
    return min(cards, key=lambda card: (trick_value(card, trump), TIES[card.suit]))


def highest(cards: Iterable[Card], trump: int) -> Card:
    """Return the card of most value, ties by suit."""
    return max(cards, key=lambda card: (trick_value(card, trump), -TIES[card.suit]))


def seats_still_to_play(view: View) -> tuple[int, ...]:
    """Return the seats still to play to the trick after the viewer."""
    return tuple((view.viewer + step) % SEATS for step in range(1, SEATS - len(view.trick)))


def kripke_answers(view: View) -> Answers:
    """Answer from the possible places of each card on its own."""
    found = owners(view)
    may = dict(zip(found.cards, found.per_card, strict=True))
    others = _held(may, [seat for seat in range(SEATS) if seat != view.viewer])
    cards, trump = playable_cards(view.hand, view.led), view.trump
    live = {card.suit for card in others}
    if view.led is not None and cards[0].suit != view.led:
        return Answers(_sure_trumps(view, _held(may, seats_still_to_play(view))), live)
    if view.led not in (None, trump) and any(card.suit == trump for card in view.trick):
        return Answers((), live)
    return Answers([card for card in cards if not _above((*others, *view.trick), card)], live)


def _held(may: dict[Card, int], seats: Collection[int]) -> list[Card]:
    return [card for card, places in may.items() if any(places >> seat & 1 for seat in seats)]


def _above(cards: Iterable[Card], card: Card) -> bool:
    return any(other.suit == card.suit and other.rank > card.rank for other in cards)


def _sure_trumps(view: View, hidden: Cards) -> Cards:
    """Return the trumps that surely take the trick for a player who is void in its suit."""
    trump, top = view.trump, view.trick[trick_winner(view.trick, view.trump)]
    leading = [card for card in view.hand if card.suit == trump and not (top.suit == trump and top > card)]
    if {view.led, trump} <= {card.suit for card in hidden}:
        return [card for card in leading if not _above(hidden, card)]
    return leading


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
    terms: list[tuple[int, Cards]] = [(1, above if card.suit == led else ())]
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


def _share(found: Owners, lacks: dict[int, Cards]) -> Fraction:
    """Return the share of all deals in which seats lack certain cards."""
    places = (1 << SEATS + 1) - 1
    masks = [
        places & ~sum(1 << seat for seat, cards in lacks.items() if card in cards) for card in found.cards
    ]
    return Fraction(found.deal.given(masks).ways, found.deal.ways)


def win(view: View, known: Answers, one_of: Callable[[list[int]], int]) -> Card:
    """Choose a card to win the trick; *one_of* picks a suit where several will do."""
    cards, trump = playable_cards(view.hand, view.led), view.trump
    trumps = [card for card in cards if card.suit == trump]
    if view.led is None:
        return _open(view, known, one_of)
    if cards[0].suit == view.led:
        top = highest(cards, trump)
        return top if top in known.winners else lowest(cards, trump)
    sure = [card for card in trumps if card in known.winners]
    return lowest(sure or cards, trump)


def _open(view: View, known: Answers, one_of: Callable[[list[int]], int]) -> Card:
    """Lead a master, else the lowest card of a suit held twice or more, else the worst card."""
    cards, trump = view.hand, view.trump
    trumps = [card for card in cards if card.suit == trump]
    contested = trump in known.live
    if contested and trumps and max(trumps) in known.winners:
        return max(trumps)
    masters = [card for card in cards if card in known.winners and card.suit != trump]
    if masters:
        wanted = [card for card in masters if card.suit in known.live or not contested]
        return highest(wanted, trump) if wanted else lowest(cards, trump)
    suits = [card.suit for card in cards if card.suit != trump]
    long = sorted({suit for suit in suits if suits.count(suit) > 1})
    if not long:
        return lowest(cards, trump)
    chosen = one_of(long)
    return min(card for card in cards if card.suit == chosen)


def lose(view: View) -> Card:
    """Choose a card to lose the trick."""
    cards, trump = playable_cards(view.hand, view.led), view.trump
    if view.led is None:
        return lowest(cards, trump)
    top = view.trick[trick_winner(view.trick, trump)]
    if cards[0].suit == view.led:
        if top.suit != view.led:
            return max(cards)
        last = len(view.trick) == SEATS - 1
        return max((card for card in cards if card < top), default=max(cards) if last else min(cards))
    under = [card for card in cards if card.suit == top.suit == trump and card < top]
    plain = [card for card in cards if card.suit != trump]
    return max(under) if under else highest(plain, trump) if plain else min(cards)
