"""The minimal convention and its game as plain Python classes, as one would write them without a library.

It knows No Variant and the rules `explorer` alone, and is here to be measured against.
"""

from dataclasses import dataclass, field

CLUES, STRIKES, RANKS = 8, 3, 5


@dataclass
class PlainCard:
    """A card, with its mark."""

    suit: int
    rank: int
    marked: bool = False


@dataclass
class PlainGame:
    """A table of players who all keep the convention."""

    deck: list[PlainCard]
    players: int
    hand: int
    hands: list[list[PlainCard]] = field(default_factory=list)
    stacks: list[int] = field(default_factory=lambda: [0] * RANKS)
    clues: int = CLUES
    strikes: int = 0
    left: int | None = None

    def play(self) -> int:
        """Play a whole game, and return its score."""
        self.hands = [self._dealt() for _ in range(self.players)]
        seat = 0
        while self.strikes < STRIKES and self.left != 0 and sum(self.stacks) < RANKS * RANKS:
            if self.left is not None:
                self.left -= 1
            self.turn(seat)
            seat = (seat + 1) % self.players
        return sum(self.stacks)

    def _dealt(self) -> list[PlainCard]:
        return [self.deck.pop(0) for _ in range(self.hand)][::-1]

    def turn(self, seat: int) -> None:
        """Take the first action that applies."""
        hand = self.hands[seat]
        for slot, card in enumerate(hand):
            if card.marked:
                self._play(seat, slot)
                return
        if self.clues and self._point(seat):
            return
        if self.clues < CLUES:
            self.clues += 1
            self._take(seat, len(hand) - 1)
            return
        previous = self.hands[(seat - 1) % self.players]
        self._clue(previous, [card for card in previous if card.rank == previous[-1].rank])

    def _point(self, seat: int) -> bool:
        for away in range(1, self.players):
            hand = self.hands[(seat + away) % self.players]
            for slot, card in enumerate(hand):
                if card.marked or self.stacks[card.suit] + 1 != card.rank:
                    continue
                front = hand[:slot]
                if all(other.suit != card.suit for other in front):
                    self._clue(hand, [other for other in hand if other.suit == card.suit])
                    return True
                if all(other.rank != card.rank for other in front):
                    self._clue(hand, [other for other in hand if other.rank == card.rank])
                    return True
        return False

    def _clue(self, hand: list[PlainCard], touched: list[PlainCard]) -> None:
        self.clues -= 1
        for card in hand:
            if card in touched and not card.marked:
                card.marked = True
                return

    def _play(self, seat: int, slot: int) -> None:
        card = self._take(seat, slot)
        if self.stacks[card.suit] + 1 == card.rank:
            self.stacks[card.suit] += 1
        else:
            self.strikes += 1

    def _take(self, seat: int, slot: int) -> PlainCard:
        card = self.hands[seat].pop(slot)
        if self.deck:
            self.hands[seat].insert(0, self.deck.pop(0))
        elif self.left is None:  # the first draw that fails begins the final round
            self.left = self.players
        return card
