"""The table as the printed robots remember it: clues with their age, and which cards are bombs or crucial.

Hands run as in the document, from left to right: the oldest card first, new cards enter on the right.
Everything follows from the events of a view.
"""

from collections.abc import Callable
from dataclasses import dataclass

from handsight.hanabi import (
    Card,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    Clue,
    ClueGiven,
    Event,
    Terms,
    View,
)


@dataclass(slots=True)
class RememberedCard:
    """A card in a hand, with the clues it has had and the marks that its holder gave it."""

    order: int
    face: Card | None = None
    """None in the robot's own hand, unless it peeks."""
    color: int | None = None
    """The suit that a colour clue told."""
    rank: int | None = None
    """The rank that a number clue told."""
    color_age: int = 0
    """How many turns its holder has had since the colour clue; 1 means it is new. Clued again, it stays."""
    rank_age: int = 0
    bomb: bool = False
    """A clue touched it that pointed at another card."""
    crucial: bool = False
    """Its holder does not discard it, nor play it on a clue alone."""

    @property
    def seen(self) -> Card:
        """The face of a card that the robot sees.

        Raises:
            LookupError: It is hidden.
        """
        if self.face is None:
            raise LookupError(f"card {self.order} of the deck is hidden")
        return self.face

    @property
    def clueless(self) -> bool:
        """Whether no clue has touched it."""
        return self.color is None and self.rank is None

    @property
    def known(self) -> Card | None:
        """The card that its two clues tell, if it has both."""
        return None if self.color is None or self.rank is None else Card(self.color, self.rank)

    def take(self, clue: Clue) -> None:
        """Remember a clue; what was known before keeps its age."""
        if clue.kind == "color":
            self.color = clue.value
        else:
            self.rank = clue.value


class RememberedTable:
    """Both hands, the stacks and the discard pile, as far as a view shows them.

    Args:
        terms: What was agreed before the game.
        read: How a holder reads its own clues at the start of its turn; it changes the marks of a hand.
    """

    def __init__(self, terms: Terms, read: "ClueReader") -> None:
        self._terms = terms
        self._read = read
        self._copies = dict(zip(terms.variant.cards, terms.variant.copies, strict=True))
        self.letters, self.colors = terms.variant.letters, terms.variant.colors
        self._start()

    def _start(self) -> None:
        self._events: tuple[Event, ...] = ()
        self._turns_read = 0
        self.stacks = [0] * len(self._terms.variant.suits)
        self.discarded: dict[Card, int] = {}
        self.hands: tuple[list[RememberedCard], list[RememberedCard]] = ([], [])
        self.mine, self.partners = self.hands

    def update(self, view: View) -> None:
        """Follow what has happened since the last call, and read the clues of the seat that is to move."""
        if view.events[: len(self._events)] != self._events:
            self._start()
        for event in view.events[len(self._events) :]:
            self._follow(event)
        self._events = view.events
        self.partner = 1 - view.viewer
        self.mine, self.partners = self.hands[view.viewer], self.hands[self.partner]
        self.tokens = view.clue_units
        self.all_tokens = view.clue_units == view.terms.max_clue_units
        for hand in self.hands:
            for card in hand:
                card.face = view.cards[card.order]
        self._take_turn(view.turn, view.seat)

    @property
    def floor(self) -> int:
        """The height of the lowest stack."""
        return min(self.stacks)

    def fits(self, card: Card | None) -> bool:
        """Whether a card is the next one of its stack."""
        return card is not None and card.rank == self.stacks[card.suit] + 1

    def is_open(self, rank: int) -> bool:
        """Whether a card of this rank fits some stack."""
        return rank - 1 in self.stacks

    def is_complete(self, suit: int | None) -> bool:
        """Whether a stack has its 5."""
        return suit is not None and self.stacks[suit] == 5

    def is_last_copy(self, card: Card | None) -> bool:
        """Whether all other copies are discarded; whether the card is still needed is not asked."""
        return card is not None and self._copies[card] - self.discarded.get(card, 0) == 1

    def _take_turn(self, turn: int, seat: int) -> None:
        """Let a seat read its clues when its turn begins, once."""
        if turn >= self._turns_read:
            self._turns_read = turn + 1
            self._read(self, self.hands[seat])

    def _follow(self, event: Event) -> None:
        if isinstance(event, ClueGiven | CardPlayed | CardDiscarded):
            self._take_turn(event.turn, event.seat)
        match event:
            case CardDrawn(seat=seat, order=order):
                self.hands[seat].append(RememberedCard(order))
            case ClueGiven(target=target, clue=Clue() as clue, touched=touched):
                for card in self.hands[target]:
                    if card.order in touched:
                        card.take(clue)
            case CardPlayed(seat=seat, order=order, card=Card() as face, fits=True):
                self._lose(seat, order)
                self.stacks[face.suit] = face.rank
            case CardPlayed() | CardDiscarded():
                self._lose(event.seat, event.order)
                lost = isinstance(event, CardPlayed) and self._terms.rules.misplay == "vanish"
                if event.card and not lost:
                    self.discarded[event.card] = self.discarded.get(event.card, 0) + 1

    def _lose(self, seat: int, order: int) -> None:
        hand = self.hands[seat]
        del hand[[card.order for card in hand].index(order)]


ClueReader = Callable[[RememberedTable, list[RememberedCard]], None]


def mark_bombs(hand: list[RememberedCard], *, unread_rank: int | None = None) -> None:
    """Let the clues of a hand age, and mark bombs: all new half-known cards but the rightmost new one.

    Args:
        hand: The holder's cards, from left to right.
        unread_rank: A rank whose clues do not age and so are never new.
    """
    pointed_at = False
    for card in reversed(hand):
        new = False
        if card.color is not None:
            card.color_age += 1
            new = card.color_age == 1
        if card.rank is not None and card.rank != unread_rank:
            card.rank_age += 1
            new |= card.rank_age == 1
        if new:
            if pointed_at and card.known is None:
                card.bomb = True
            pointed_at = True


def mark_crucial(now: RememberedTable, hand: list[RememberedCard], *, fives_warn: bool) -> None:
    """Mark the cards of a hand that are not to be discarded.

    A new number that fits nowhere is a warning: the clueless cards to its left are crucial, too.
    """
    for at, card in enumerate(hand):
        if card.crucial or card.rank is None or card.rank <= now.floor:
            continue
        card.crucial = card.rank == 5 or now.is_last_copy(card.known)
        warns = card.rank_age == 1 and not now.is_open(card.rank)
        if warns and (fives_warn or card.rank != 5):
            card.crucial = True
            for left in hand[:at]:
                left.crucial |= left.clueless
