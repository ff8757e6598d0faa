"""The table as a robot sees it: hands with their marks, what cards are worth, and what a partner would do."""

from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, NamedTuple

from handsight.bots.board import Board
from handsight.bots.marks import Mark, Marks, clued
from handsight.bots.reader import Reader
from handsight.conventions.public import Deed, Public
from handsight.hanabi import Action, Clue, Clued, Discard, Give, View, legal, touches, worth
from handsight.knowledge.evidence import unseen


class Choice(NamedTuple):
    """An action, and why in a sentence."""

    action: Action
    why: str


class Situation:
    """One moment, from the seat that must decide; other hands' marks are of their last turns."""

    def __init__(self, robot: "Robot", view: View, marks: Marks) -> None:
        self.robot = robot
        self.view = view
        self.marks = marks
        self.me = view.viewer
        self.hand = view.hands[view.viewer]
        self.variant = view.terms.variant
        self.now = robot.board
        self.tokens = view.coins // view.terms.cost
        players = view.terms.players
        self.others = [(view.viewer + away) % players for away in range(1, players)]

    @cached_property
    def options(self) -> frozenset[Action]:
        """Every legal action."""
        return frozenset(legal(self.view))

    @cached_property
    def unseen(self) -> int:
        """Mask of the identities of which this seat does not see every copy."""
        return sum(1 << identity for identity, left in enumerate(unseen(self.view)) if left)

    def may_be(self, order: int) -> int:
        """Return what a card of the own hand may be, by its clues and the copies in sight."""
        return self.marks[order].said & self.unseen

    def face(self, order: int) -> int:
        """Return the mask of a card that is seen: one identity, or 0 where it is not."""
        card = self.view.cards[order]
        return 0 if card is None else 1 << self.variant.identity(card)

    def old_first(self, seat: int) -> list[int]:
        """Return a hand from left to right, oldest card first."""
        return list(reversed(self.view.hands[seat]))

    def clues(self, seat: int) -> Iterator[Give]:
        """Yield the clues that may be given to a seat."""
        for clue in self.variant.clues():
            if (give := Give(seat, clue)) in self.options:
                yield give

    def number(self, seat: int, order: int) -> Give | None:
        """Return the number clue that touches a card, if it may be given."""
        return self._touching(seat, order, "number")

    def color(self, seat: int, order: int) -> Give | None:
        """Return the colour clue that touches a card, if it may be given."""
        return self._touching(seat, order, "color")

    def _touching(self, seat: int, order: int, kind: str) -> Give | None:
        face = self.face(order)
        return next(
            (
                give
                for give in self.clues(seat)
                if give.clue.kind == kind and self.variant.touch(give.clue) & face
            ),
            None,
        )

    def blocked(self, order: int, give: Give) -> bool:
        """Whether a newer card would be touched too, and be taken for the one meant."""
        for newer in touches(self.view, give.seat, give.clue):
            if newer == order:
                return False
            mark = self.marks[newer]
            if not (mark.color if give.clue.kind == "color" else mark.number):
                return True
        return False

    def told(self, give: Give) -> Marks:
        """Return the marks of a hand as its holder would read them after a clue, at its next turn."""
        hand = self.view.hands[give.seat]
        marks = {order: self.marks[order].copy() for order in hand}
        touched = touches(self.view, give.seat, give.clue)
        missed = tuple(order for order in hand if order not in touched)
        deed = Clued(self.view.turn, self.me, give.seat, give.clue, give.clue.kind, touched, missed)
        clued(marks, deed, self.variant.touch(give.clue))
        self.robot.mark([marks[order] for order in hand], self.now)
        return marks

    def untold(self, seat: int) -> Marks:
        """Return the marks of a hand as its holder would read them at its next turn, without another clue."""
        hand = self.view.hands[seat]
        marks = {order: self.marks[order].copy() for order in hand}
        self.robot.mark([marks[order] for order in hand], self.now)
        return marks

    def harm(self, seat: int, marks: Marks) -> str:
        """Say what another seat would do wrong with its hand marked so, or nothing."""
        hand = self.view.hands[seat]
        play = self.robot.would_play(hand, marks, self.now)
        if play is not None:
            return "" if self.face(play) & self.now.playable else f"misplay {self.word(play)}"
        drop = self.robot.would_drop(hand, marks, self.now)
        lost = drop is not None and self.face(drop) & self.now.critical
        return f"discard {self.word(drop)}, the last copy" if lost and drop is not None else ""

    def word(self, order: int) -> str:
        """Name a card that is seen, or say where it lies in the own hand."""
        card = self.view.cards[order]
        return self.variant.text(card) if card else f"my card {self.hand.index(order) + 1}"

    def clue_word(self, clue: Clue) -> str:
        """Name a clue."""
        return str(clue.value) if clue.kind == "number" else self.variant.colors[clue.value].lower()


class Robot(Reader):
    """Plays by steps: the first step that finds a legal action takes it. It leaves nothing to chance."""

    steps: ClassVar[tuple[str, ...]]
    """The names of its methods that look for an action, in order."""

    def begin(self) -> None:
        """Mark the cards that were dealt."""
        everything = self.terms.variant.everything
        self.marks: Marks = {order: Mark(everything) for hand in self.public.hands for order in hand}

    @property
    def board(self) -> Board:
        """What cards are worth now."""
        now = self.public
        playable, trash, critical = worth.uses(now.terms.variant, now.stacks, now.lost)
        return Board(now.terms.variant, playable, trash, critical)

    def act(self, view: View) -> Action:
        """Take the first action that a step finds."""
        return self.choice(view).action

    def reason(self, view: View) -> str:
        """Say what that step says."""
        return self.choice(view).why

    def choice(self, view: View) -> Choice:
        """Go through the steps; what they find illegal is passed over."""
        marks = {order: mark.copy() for order, mark in self.marks.items()}
        self.mark([marks[order] for order in view.hands[view.viewer]], self.board)
        here = Situation(self, view, marks)
        found = (choice for step in self.steps for choice in getattr(self, step)(here))
        usual = Choice(next(iter(legal(view))), "there is nothing else I may do")
        return next((choice for choice in found if choice.action in here.options), usual)

    @abstractmethod
    def mark(self, hand: list[Mark], now: Board) -> None:
        """Mark what the clues since its last turn mean to the holder of a hand, newest card first."""

    def would_play(self, hand: tuple[int, ...], marks: Marks, now: Board) -> int | None:
        """Return the card that the holder of a hand would play, as far as everybody can tell."""
        raise NotImplementedError

    def would_drop(self, hand: tuple[int, ...], marks: Marks, now: Board) -> int | None:
        """Return the card that the holder of a hand would discard."""
        raise NotImplementedError

    def read(self, deed: Deed, then: Public) -> None:
        """Let the one who acted read the clues on its hand, and write down what is new."""
        hand, everything = self.public.hands[deed.seat], self.terms.variant.everything
        self.mark([self.marks[order] for order in hand], self.board)
        for order in hand:
            self.marks[order].fresh = False
        if isinstance(deed, Clued) and deed.clue:
            clued(self.marks, deed, self.terms.variant.touch(deed.clue))
        held = [order for hand in then.hands for order in hand]
        self.marks = {order: self.marks.get(order) or Mark(everything) for order in held}


def drops(orders: Iterator[int], why: str) -> Iterator[Choice]:
    """Propose to discard cards."""
    return (Choice(Discard(order), why) for order in orders)
