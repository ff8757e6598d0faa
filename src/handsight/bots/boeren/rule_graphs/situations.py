"""What a seat knows when it must play a card, as the questions of the rule graphs need it.

`CardByCard` judges each card on its own, as the Kripke models of LAMAS BoerenBridge do. `Exact` asks for
probabilities: every deal that fits what was seen is equally likely.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod

from handsight import boeren
from handsight.bots.boeren.rule_graphs.rule_graph import symbol_or_suit
from handsight.knowledge.boeren.owners import Owners, owners
from handsight.text.suggestions import listed

TIES = (2, 1, 0, 3)
"""Breaks ties between cards of one rank: hearts, then diamonds, clubs, spades."""

ENOUGH = Fraction(1, 2)
"""From this probability on, a card counts as taking the trick, and a suit as held by others."""

Cards = Collection[boeren.Card]


def lowest(cards: Iterable[boeren.Card], trump: int) -> boeren.Card:
    """Return the card of least value in a trick; `TIES` decides between equals."""
    return min(cards, key=lambda card: (boeren.trick_value(card, trump), TIES[card.suit]))


def highest(cards: Iterable[boeren.Card], trump: int) -> boeren.Card:
    """Return the card of most value in a trick; `TIES` decides between equals."""
    return max(cards, key=lambda card: (boeren.trick_value(card, trump), -TIES[card.suit]))


def seats_still_to_play(view: boeren.View) -> tuple[int, ...]:
    """Return the seats still to play to the trick after the viewer."""
    return tuple((view.viewer + step) % boeren.SEATS for step in range(1, boeren.SEATS - len(view.trick)))


def other_seats(view: boeren.View) -> list[int]:
    """Return all seats except the viewer's."""
    return [seat for seat in range(boeren.SEATS) if seat != view.viewer]


def symbols(cards: Iterable[boeren.Card], last: str = "and") -> str:
    """Return a list of cards in words, as in "♥7 and ♠K"; *last* joins the last two."""
    return listed([card.symbol for card in cards], last)


def above(cards: Iterable[boeren.Card], card: boeren.Card) -> list[boeren.Card]:
    """Return the cards of a card's own suit that are higher."""
    return [other for other in cards if other.suit == card.suit and other.rank > card.rank]


class Situation:
    """The table as it is seen by the seat that must play a card."""

    def __init__(self, view: boeren.View) -> None:
        self.view, self.trump, self.led = view, view.trump, view.led
        self.cards = boeren.playable_cards(view.hand, view.led)
        """The cards that may be played."""
        self.trumps = [card for card in self.cards if card.suit == view.trump]
        self.plain = [card for card in self.cards if card.suit != view.trump]
        suits = [card.suit for card in self.plain]
        self.long_suits = sorted({suit for suit in suits if suits.count(suit) > 1})
        """The suits that are no trump, and of which the seat holds two cards or more."""

    @cached_property
    def best(self) -> boeren.Card:
        """The card that is winning the trick."""
        return self.view.trick[boeren.trick_winner(self.view.trick, self.trump)]

    @property
    def trump_in_trick(self) -> bool:
        """Whether a trump has been played to the trick."""
        return self.best.suit == self.trump

    @property
    def leading_trumps(self) -> list[boeren.Card]:
        """The trumps of the hand that would beat every card now in the trick."""
        return [card for card in self.trumps if not (self.trump_in_trick and self.best > card)]

    @property
    def top(self) -> boeren.Card:
        """The highest card that may be played."""
        return highest(self.cards, self.trump)

    @property
    def under(self) -> list[boeren.Card]:
        """The cards of the best card's suit that stay below it."""
        return [card for card in self.cards if card.suit == self.best.suit and card < self.best]

    def tell_was_trumped(self) -> str:
        """Return in words whether somebody has trumped the suit led."""
        if self.led == self.trump:
            return "trump itself was led"
        return f"{self.best.symbol} has trumped it" if self.trump_in_trick else "nobody has trumped it"

    def tell_to_come(self) -> str:
        """Return in words who is still to play to the trick."""
        later = [boeren.SEAT_NAMES[seat] for seat in seats_still_to_play(self.view)]
        return f"{listed(later, 'and')} {'is' if len(later) == 1 else 'are'} still to play"


class CardByCard(Situation):
    """A situation in which a card is judged by where each hidden card, taken by itself, may be."""

    @cached_property
    def masters(self) -> list[boeren.Card]:
        """The cards of the hand that are no trumps and of which `takes` is true."""
        return [card for card in self.plain if self.takes(card)]

    @property
    def contested_masters(self) -> list[boeren.Card]:
        """The masters of whose suit `others_hold` is true."""
        return [card for card in self.masters if self.others_hold(card.suit)]

    def tell_top_trump(self) -> str:
        """Return in words whether the highest trump of the hand takes the trick."""
        return self.tell_takes(max(self.trumps)) if self.trumps else "it holds no trump"

    def tell_masters(self) -> str:
        """Return in words which cards of the other suits take the trick."""
        return "; ".join(map(self.tell_takes, self.masters)) or "no other card of the hand is master"

    def tell_contested(self) -> str:
        """Return in words, for the suit of each master, whether others hold it."""
        suits = sorted({card.suit for card in self.masters})
        return "; ".join(f"of {symbol_or_suit(suit)}: {self.tell_others(suit)}" for suit in suits)

    @cached_property
    def places(self) -> dict[boeren.Card, int]:
        """The places where each hidden card may be, as a mask of seats."""
        found = owners(self.view)
        return dict(zip(found.cards, found.per_card, strict=True))

    @cached_property
    def with_others(self) -> list[boeren.Card]:
        """The cards that some other seat may hold."""
        return self.held_by(other_seats(self.view))

    @cached_property
    def with_later(self) -> list[boeren.Card]:
        """The cards that a seat still to play may hold."""
        return self.held_by(seats_still_to_play(self.view))

    def held_by(self, seats: Sequence[int]) -> list[boeren.Card]:
        """Return the cards that one of these seats may hold."""
        return [card for card, places in self.places.items() if any(places >> seat & 1 for seat in seats)]

    def others_hold(self, suit: int) -> bool:
        """Whether another seat may hold a card of a suit."""
        return any(card.suit == suit for card in self.with_others)

    def later_hold(self, suit: int | None) -> bool:
        """Whether a seat still to play may hold a card of a suit."""
        return any(card.suit == suit for card in self.with_later)

    def takes(self, card: boeren.Card) -> bool:
        """Whether a card is master: none of its suit is higher, in the trick or possibly in another hand."""
        return not self.rivals(card)

    def rivals(self, card: boeren.Card) -> list[boeren.Card]:
        """Return the higher cards of a card's suit that are in the trick or possibly in another hand."""
        return above((*self.view.trick, *self.with_others), card)

    @property
    def safe_trumps(self) -> list[boeren.Card]:
        """The trumps that beat every card in the trick, and that no seat still to play can beat."""
        return [card for card in self.leading_trumps if not above(self.with_later, card)]

    def tell_others(self, suit: int) -> str:
        """Return in words which other seats may hold cards of a suit."""
        return self._tell_holders(other_seats(self.view), suit, "nobody else can hold one")

    def tell_later(self, suit: int) -> str:
        """Return in words which of the seats still to play may hold cards of a suit."""
        nobody = f"nobody still to play can hold {symbol_or_suit(suit)}"
        return self._tell_holders(seats_still_to_play(self.view), suit, nobody)

    def _tell_holders(self, seats: Sequence[int], suit: int, nobody: str) -> str:
        cards = [card for card in self.held_by(seats) if card.suit == suit]
        able = [boeren.SEAT_NAMES[at] for at in seats if any(self.places[card] >> at & 1 for card in cards)]
        return f"{listed(able)} may hold {symbols(cards, 'or')}" if able else nobody

    def tell_takes(self, card: boeren.Card) -> str:
        """Return in words whether a card is master, or which cards may beat it."""
        rivals = self.rivals(card)
        if not rivals:
            return f"{card.symbol} is master"
        laid = [other for other in rivals if other in self.view.trick]
        if laid:
            return f"{symbols(laid)} in the trick beats {card.symbol}"
        return f"another seat may hold {symbols(rivals, 'or')}, above {card.symbol}"


class Exact(CardByCard):
    """A situation in which a card is judged by exact probabilities, over all deals that fit."""

    @cached_property
    def found(self) -> Owners:
        """The owners of all hidden cards, over all deals that fit what the seat has seen."""
        return owners(self.view)

    def chance_others_hold(self, suit: int) -> Fraction:
        """Return the probability that some other seat holds a card of a suit."""
        suited = tuple(card for card in self.found.cards if card.suit == suit)
        return 1 - _share(self.found, dict.fromkeys(other_seats(self.view), suited))

    def others_hold(self, suit: int) -> bool:
        """Whether another seat holds a card of a suit with probability `ENOUGH` or more."""
        return self.chance_others_hold(suit) >= ENOUGH

    def chance(self, card: boeren.Card) -> Fraction:
        """Return the probability that nobody still to play can beat a card."""
        return probability_unbeaten(self.view, card, self.found)

    def takes(self, card: boeren.Card) -> bool:
        """Whether, with probability `ENOUGH` or more, nobody still to play can beat a card."""
        return self.chance(card) >= ENOUGH

    @property
    def likely_trumps(self) -> list[boeren.Card]:
        """The trumps of which `takes` is true."""
        return [card for card in self.trumps if self.takes(card)]

    def tell_others(self, suit: int) -> str:
        """Return in words the probability that another seat holds a card of a suit."""
        return f"another seat holds one with probability {float(self.chance_others_hold(suit)):.0%}"

    def tell_takes(self, card: boeren.Card) -> str:
        """Return in words the probability that a card takes the trick."""
        return f"{card.symbol} cannot be beaten with probability {float(self.chance(card)):.0%}"

    def tell_masters(self) -> str:
        """Return in words how likely the masters, or else the top cards of other suits, take the trick."""
        suits = sorted({card.suit for card in self.plain})
        tops = self.masters or [max(card for card in self.plain if card.suit == suit) for suit in suits]
        return "; ".join(map(self.tell_takes, tops)) or "it holds only trumps"

    def tell_likely_trumps(self) -> str:
        """Return in words how likely each trump takes the trick."""
        return "; ".join(map(self.tell_takes, self.trumps)) or "it holds no trump"


def probability_unbeaten(view: boeren.View, card: boeren.Card, found: Owners | None = None) -> Fraction:
    """Return the probability that nobody still to play can beat a card played now.

    A later seat cannot beat a card of the suit led if it lacks the cards above it and can follow suit, or
    lacks trumps, too. It cannot beat a trump on another suit if it can follow, or lacks the trumps above it.
    "Can follow" is "not (lacks the suit)", so a seat's part is a signed sum of "lacks these cards".
    """
    found = found or owners(view)
    led, trump = view.led if view.led is not None else card.suit, view.trump
    if view.trick:
        top = view.trick[boeren.trick_winner(view.trick, trump)]
        if boeren.trick_value(card, trump, led) < boeren.trick_value(top, trump, led):
            return Fraction(0)
    higher = above(found.cards, card)
    suit, trumps = ([held for held in found.cards if held.suit == wanted] for wanted in (led, trump))
    terms: list[tuple[int, Cards]] = [(1, higher if card.suit == led else ())]
    if led != trump:
        terms += [(-1, suit), (1, [*suit, *(trumps if card.suit == led else higher)])]
    seats = seats_still_to_play(view)
    return sum(
        (
            prod(sign for sign, _ in choice)
            * _share(found, {seat: lacks for seat, (_, lacks) in zip(seats, choice, strict=True)})
            for choice in product(terms, repeat=len(seats))
        ),
        Fraction(0),
    )


def _share(found: Owners, lacks: Mapping[int, Cards]) -> Fraction:
    """Return the share of all deals in which each seat in *lacks* holds none of its cards there."""
    places = (1 << boeren.SEATS + 1) - 1
    masks = [
        places & ~sum(1 << seat for seat, cards in lacks.items() if card in cards) for card in found.cards
    ]
    return Fraction(found.deal.given(masks).ways, found.deal.ways)
