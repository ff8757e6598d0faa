"""The minimal convention as plain Python classes, to be measured against.

`PlainGame` brings a game of its own that knows nothing else, No Variant by the rules `explorer` alone, as one
would write it without a library; `PlainKeeper` decides at a table of the reference rules, which know all.
"""

from dataclasses import dataclass, field

from handsight.hanabi import Action, Clue, Discard, GiveClue, Play, State, touches

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


class PlainKeeper:
    """All seats of a table of the reference rules."""

    def __init__(self) -> None:
        self.marked = set[int]()

    def decide(self, state: State) -> Action:
        """Take the first action that applies."""
        hand, players = state.hands[state.seat], state.terms.players
        for order in hand:
            if order in self.marked:
                return Play(order)
        for away in range(1, players if state.clue_units else 1):
            seat = (state.seat + away) % players
            for slot, order in enumerate(state.hands[seat]):
                clue = None if order in self.marked else self._pointing(state, seat, slot)
                if clue:
                    return GiveClue(seat, clue)
        if state.clue_units < state.terms.max_clue_units:
            return Discard(hand[-1])
        previous = (state.seat - 1) % players
        return GiveClue(previous, Clue("number", state.cards[state.hands[previous][-1]].rank))

    def _pointing(self, state: State, seat: int, slot: int) -> Clue | None:
        card = state.cards[state.hands[seat][slot]]
        if state.stacks[card.suit] + 1 != card.rank:
            return None
        front = [state.cards[order] for order in state.hands[seat][:slot]]
        if all(other.suit != card.suit for other in front):
            return Clue("color", card.suit)
        if all(other.rank != card.rank for other in front):
            return Clue("number", card.rank)
        return None

    def read(self, state: State, action: Action) -> None:
        """After a clue, mark the front-most touched card without a mark."""
        if isinstance(action, GiveClue):
            for order in touches(state, action.seat, action.clue):
                if order not in self.marked:
                    self.marked.add(order)
                    return
