"""The public knowledge of hat bots for one seat, from events alone and with sets of cards.

The reference implementation of `bots/hanabi/hat/compiled`. One seat hears what happened, sees the other
hands, and derives what everybody knows of every card. It shares no code with the kernels, only the constants
in `memory_layout`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from naive_questions import Board, Cards, Hand, Questions, Weights, known, looking, reading

from handsight.bots.hanabi.hat.compiled.memory_layout import (
    ENDGAME_DECK,
    MISSING_CLASS_RISK,
    SIGNAL_MAX_PLAYERS,
)
from handsight.game.bitmask import members
from handsight.hanabi import Card, CardDiscarded, CardDrawn, CardPlayed, ClueGiven, Event, Terms

Done = ClueGiven | CardPlayed | CardDiscarded


class Said(NamedTuple):
    """What an action signals: a number below a size, and what it rules out in other hands."""

    speaker: int
    number: int = 0
    size: int = 1
    silence: Cards = frozenset()


def fillable(hand: Sequence[Cards], copies: Counter[Card]) -> bool:
    """Whether some copies fill a hand, a different one for each card."""
    if not hand:
        return True
    first, rest = min(hand, key=len), list(hand)
    rest.remove(first)
    return any(copies[card] > 0 and fillable(rest, copies - Counter([card])) for card in first)


class NaiveHat:
    """What everyone knows, derived by one seat event by event."""

    def __init__(self, terms: Terms, viewer: int) -> None:
        self.terms = terms
        self.viewer = viewer
        self.hands = [
            [*range(seat * terms.hand_size, (seat + 1) * terms.hand_size)][::-1]
            for seat in range(terms.players)
        ]
        self.deck = Counter(terms.variant.deck())
        self.heights = [0] * len(terms.variant.suits)
        self.tokens = terms.max_clues
        self.drawn = terms.players * terms.hand_size
        self.lost: Counter[Card] = Counter()
        self.gone: Counter[Card] = Counter()
        everything = frozenset(self.deck)
        self.clued = dict.fromkeys(range(self.drawn), everything)
        self.can = dict.fromkeys(range(self.drawn), everything)
        self.everything = everything
        self.touch = {
            clue: frozenset(terms.variant.card(at) for at in members(terms.variant.touch(clue)))
            for clue in terms.variant.clues()
        }
        self.lied = False
        """Whether someone discarded while this seat saw a play that its holder did not know of."""
        self.misled = False
        """Whether a number cannot be the sum of the answers; the seats then know different things."""

    @property
    def fits(self) -> Cards:
        """What fits a stack."""
        tops = [Card(suit, height + 1) for suit, height in enumerate(self.heights)]
        return frozenset(tops) & self.everything

    @property
    def dead(self) -> Cards:
        """What can never score: it lies on a stack, or something below it is lost."""
        dead = set()
        for card in self.everything:
            below = [Card(card.suit, rank) for rank in range(self.heights[card.suit] + 1, card.rank + 1)]
            if not below or any(self.lost[lower] == self.deck[lower] for lower in below):
                dead.add(card)
        return frozenset(dead)

    @property
    def unseen(self) -> Counter[Card]:
        """The copies that do not lie on the table."""
        return self.deck - self.gone

    def open_copies(self) -> Counter[Card]:
        """Count the copies that are neither on the table nor publicly settled in a hand."""
        held = (self.can[order] for hand in self.hands for order in hand)
        return self.unseen - Counter(card for cards in held if known(cards) for card in cards)

    def hand(self, seat: int) -> Hand:
        """Return what the cards of a seat can be."""
        return [self.can[order] for order in self.hands[seat]]

    def hear(self, action: Done, draws: Sequence[Event], seen: Mapping[int, Card]) -> None:
        """Read an action and the draw that may follow; *seen* are the cards in the other hands."""
        weights, boards = Weights(self.open_copies()), self._boards(action.seat)
        if isinstance(action, ClueGiven):
            said = self._shown(action, weights, boards)
            self._touch(action)
        else:
            said = self._signal(action)
        self._narrow(said, weights, boards, seen)
        self._settle_table(action)
        for drew in (event for event in draws if isinstance(event, CardDrawn)):
            self.hands[drew.seat].insert(0, drew.order)
            self.can[drew.order] = self.clued[drew.order] = self.everything
            self.drawn += 1
        self._settle()

    @property
    def _deck_left(self) -> int:
        return sum(self.deck.values()) - self.drawn

    def _listeners(self, speaker: int) -> list[int]:
        players = self.terms.players
        return [(speaker + away) % players for away in range(1, players)]

    def _boards(self, speaker: int) -> dict[int, Board]:
        """Return the board at each listener's turn, after the publicly known plays."""
        boards, fits, dead = {}, self.fits, self.dead
        for seat in self._listeners(speaker):
            boards[seat] = Board(fits, dead)
            if plays := [card for cards in self.hand(seat) if known(cards) for card in cards & fits]:
                play = min(plays, key=lambda card: card.rank)
                fits = (fits - {play} | {Card(play.suit, play.rank + 1)}) & self.everything
                dead |= {play}
        return boards

    def _shown(self, clue: ClueGiven, weights: Weights, boards: dict[int, Board]) -> Said:
        """Return the number that a clue shows and how many there are; one of one if it shows none."""
        first, size, place = 0, 0, -1
        for seat in self._listeners(clue.seat):
            offered = self._offered(self.hand(seat), weights)
            if seat == clue.target:
                index = self.hands[seat][self._index(self.hand(seat), boards[seat].dead)]
                place = self._class(clue, offered, touched=index in clue.touched)
                first = size
                if place >= offered:
                    return Said(clue.seat)
            size += offered
        return Said(clue.seat, first + place, size)

    def _signal(self, action: CardPlayed | CardDiscarded) -> Said:
        """Return what a play or a discard shows: what it rules out, and which equivalent card it was."""
        hand, early = self.hand(action.seat), self._deck_left > ENDGAME_DECK
        slot = self.hands[action.seat].index(action.order)
        if isinstance(action, CardDiscarded):
            alike = [at for at, cards in enumerate(hand) if cards <= self.dead or self._twice(hand, at)]
            silence = self.fits if self.tokens and early else frozenset[Card]()
        else:
            alike = [at for at, cards in enumerate(hand) if cards <= self.fits and early]
            silence = frozenset[Card]()
        if slot in alike and self.terms.players <= SIGNAL_MAX_PLAYERS:
            return Said(action.seat, alike.index(slot), len(alike), silence)
        return Said(action.seat, silence=silence)

    @staticmethod
    def _twice(hand: Hand, slot: int) -> bool:
        """Whether a newer card is known to be the same."""
        return known(hand[slot]) and hand[slot] in hand[:slot]

    @staticmethod
    def _class(clue: ClueGiven, offered: int, *, touched: bool) -> int:
        """Say which class a clue is in: rank or colour on the index card, rank or colour off it."""
        if touched:
            return 1 if clue.kind == "color" else 0
        return 3 if clue.kind == "color" and offered == 4 else 2

    def _offered(self, hand: Hand, weights: Weights) -> int:
        """Return how many classes of clues a hand offers."""
        if len(hand) < 2:
            return 2 * len(hand)
        alike = {"color": 0.0, "number": 0.0}
        for clue, touched in self.touch.items():
            chance = 1.0
            for cards in hand:
                chance *= 1 if cards <= touched else weights.share(cards, touched)
            alike[clue.kind] += chance
        if max(alike.values()) <= MISSING_CLASS_RISK:
            return 4
        return 3 if len(hand) > 3 or alike["color"] * alike["number"] <= MISSING_CLASS_RISK else 2

    def _index(self, hand: Hand, dead: Cards) -> int:
        """Return the slot of the card with most left to learn."""
        left = [
            0
            if cards <= dead or known(cards)
            else 3 - sum(cards <= touched for touched in self.touch.values())
            for cards in hand
        ]
        return left.index(max(left))

    def _touch(self, clue: ClueGiven) -> None:
        """Take a clue at its word."""
        touched = self.touch[clue.clue] if clue.clue else self.everything
        for order in clue.touched:
            self.clued[order] &= touched
        for order in clue.missed:
            self.clued[order] -= touched

    def _narrow(
        self, said: Said, weights: Weights, boards: dict[int, Board], seen: Mapping[int, Card]
    ) -> None:
        """Narrow every listener's hand: the others' by what is seen there, the own by what is left over."""
        number, own = said.number, None
        for seat in self._listeners(said.speaker):
            hand = self.hand(seat)
            if not any(cards <= said.silence for cards in hand):
                hand = [cards - said.silence for cards in hand]
            if seat == self.viewer:
                own = hand
                continue
            faces = [seen[order] for order in self.hands[seat]]
            self.lied |= any(
                face in said.silence and face not in cards for face, cards in zip(faces, hand, strict=True)
            )
            number -= Questions(boards[seat], weights).converse(hand, said.size, looking(faces))
            self._keep(seat, hand)
        number %= said.size
        if own is not None:
            number -= Questions(boards[self.viewer], weights).converse(own, said.size, reading(number))
            self._keep(self.viewer, own)
        self.misled |= number != 0

    def _keep(self, seat: int, hand: Hand) -> None:
        self.can |= dict(zip(self.hands[seat], hand, strict=True))

    def _settle_table(self, action: Done) -> None:
        """Move tokens and cards as an action does."""
        match action:
            case ClueGiven():
                self.tokens -= 1
            case CardPlayed(seat=seat, order=order, card=Card() as card, fits=fits):
                self.hands[seat].remove(order)
                self.gone[card] += 1
                if fits:
                    self.heights[card.suit] += 1
                    full = card.rank == len(self.terms.variant.ranks)
                    room = self.tokens < self.terms.max_clues
                    self.tokens += full and self.terms.rules.refund_five and room
                elif self.terms.rules.misplay == "discard":
                    self.lost[card] += 1
            case CardDiscarded(seat=seat, order=order, card=Card() as card):
                self.hands[seat].remove(order)
                self.gone[card] += 1
                self.lost[card] += 1
                self.tokens = min(self.tokens + 1, self.terms.max_clues)

    def _settle(self) -> None:
        """Update all hands from the clues, from the visible cards and from each other."""
        for hand in self.hands:
            for order in hand:
                self.can[order] &= self.clued[order] & frozenset(self.unseen)
        before = None
        while before != self.can:
            before = dict(self.can)
            for hand in self.hands:
                self._settle_hand([order for order in hand if not known(self.can[order])])

    def _settle_hand(self, orders: list[int]) -> None:
        """Keep what each card is in some whole hand, the settled cards of all hands taken away."""
        copies = self.open_copies()
        hand = [self.can[order] for order in orders]
        for at, order in enumerate(orders):
            rest = [*hand[:at], *hand[at + 1 :]]
            self.can[order] = frozenset(
                card for card in hand[at] if copies[card] > 0 and fillable(rest, copies - Counter([card]))
            )
