"""The questions of hat bots about a hand, and their answers as one number.

The reference implementation of the questions in `hat/compiled/public_knowledge`, with sets of cards in place
of masks. A question is asked and answered, or its answers are read off a number, in one and the same
conversation.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from handsight.bots.hanabi.hat.compiled.memory_layout import ASK_CHANCE, ASK_RANGE
from handsight.hanabi import Card

Cards = frozenset[Card]
Hand = list[Cards]
"""What each card of a hand can be, newest first."""


class Board(NamedTuple):
    """What will fit, and what will be trash, when a turn comes."""

    fits: Cards
    dead: Cards


class Entry(NamedTuple):
    """A part of a question: is the card in this slot one of these?"""

    slot: int
    cards: Cards


Answer = Callable[[list[Entry]], int]
"""What the first entry is that holds, counted from 1, or 0 if none does."""


def known(cards: Cards) -> bool:
    """Whether it is settled what a card is."""
    return len(cards) == 1


class Weights:
    """How many copies of each card are neither on the table nor publicly settled in a hand."""

    def __init__(self, copies: Counter[Card]) -> None:
        self.copies = copies

    def of(self, cards: Cards) -> int:
        """Count the copies of some cards."""
        return sum(self.copies[card] for card in cards)

    def share(self, cards: Cards, part: Cards) -> float:
        """Return how likely one of the cards is in a part of them."""
        whole = self.of(cards)
        return self.of(cards & part) / whole if whole else 0.0


class Questions:
    """Asks a hand about the board it will face, as long as there are codes for the answers."""

    def __init__(self, board: Board, weights: Weights) -> None:
        self.board = board
        self.weights = weights

    def converse(self, hand: Hand, size: int, answer: Answer) -> int:
        """Narrow a hand by the answers, and return them as one number below the size."""
        number, product = 0, 1
        while (room := len(range(number, size, product))) > 1 and (entries := self.next(hand, room)):
            answered = answer(entries)
            number += product * answered
            product *= len(entries) + 1
            for place, (slot, cards) in enumerate(entries, 1):
                left = hand[slot] & cards if place == answered else hand[slot] - cards
                hand[slot] = left or hand[slot]
                if place == answered:
                    break
        return number

    def next(self, hand: Hand, room: int) -> list[Entry]:
        """Return the next question, with fewer entries than there is room."""
        fits, dead = self.board
        if not any(cards <= fits for cards in hand):
            plays = self._candidates(hand, fits)[: room - 1]
            trash = [] if any(cards <= dead for cards in hand) else self._candidates(hand, dead)
            trash = trash[: room - 1 - len(plays)]
            if plays or trash:
                return [*self._rising(hand, plays), *self._rising(hand, trash)]
        open_slots = [slot for slot, cards in enumerate(hand) if not known(cards)]
        far = {slot: abs(self.weights.share(hand[slot], fits) - ASK_CHANCE) for slot in open_slots}
        if near := [slot for slot in open_slots if far[slot] < ASK_RANGE]:
            return [Entry(min(near, key=far.__getitem__), fits)]
        trashy = {slot: self.weights.share(hand[slot], dead) for slot in open_slots}
        if useful := [slot for slot in open_slots if trashy[slot] < 1]:
            slot = min(useful, key=trashy.__getitem__)
            return self._classes(slot, hand[slot], room)
        return []

    def _chance(self, hand: Hand, entry: Entry) -> float:
        return self.weights.share(hand[entry.slot], entry.cards)

    def _candidates(self, hand: Hand, part: Cards) -> list[Entry]:
        """Ask of every card that may be in a part, likely ones first."""
        entries = [Entry(slot, part) for slot, cards in enumerate(hand) if cards & part and not known(cards)]
        return sorted(entries, key=lambda entry: -self._chance(hand, entry))

    def _rising(self, hand: Hand, entries: list[Entry]) -> list[Entry]:
        return sorted(entries, key=lambda entry: self._chance(hand, entry))

    def _classes(self, slot: int, cards: Cards, room: int) -> list[Entry]:
        """Deal what can score over the classes; trash, or else the last class, is what is not asked about."""
        useful, trash = sorted(cards - self.board.dead), cards & self.board.dead
        number = room - 1 if trash else room
        classes = [frozenset(useful[at::number]) for at in range(min(number, len(useful)))]
        return [Entry(slot, part) for part in (classes if trash else classes[:-1])]


def looking(faces: Sequence[Card]) -> Answer:
    """Answer by the hand itself."""

    def answer(entries: list[Entry]) -> int:
        return next((at for at, entry in enumerate(entries, 1) if faces[entry.slot] in entry.cards), 0)

    return answer


def reading(number: int) -> Answer:
    """Answer by peeling a number, the first answer first."""
    left = number

    def answer(entries: list[Entry]) -> int:
        nonlocal left
        left, answered = divmod(left, len(entries) + 1)
        return answered

    return answer
