"""The table as a robot sees it: hands with their marks, what cards are worth, and what a partner would do."""

from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from handsight.bots.board import Board
from handsight.bots.marks import Marks, clued, orders_mask
from handsight.bots.reader import Moment, Reader
from handsight.conventions.public import Deed, Public
from handsight.hanabi import Action, Clued, Discard, Give, Variant, View, legal, worth
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
        self.options = list(legal(view))
        players = view.terms.players
        self.others = [(view.viewer + away) % players for away in range(1, players)]
        self._faces = {
            order: 1 << self.variant.identities[card]
            for seat in self.others
            for order in view.hands[seat]
            if (card := view.cards[order])
        }
        self._told: dict[Give, Marks] = {}
        self._harms: dict[Give, str] = {}

    @cached_property
    def unseen(self) -> int:
        """Mask of the identities of which this seat does not see every copy."""
        return sum([1 << identity for identity, left in enumerate(unseen(self.view)) if left])

    def may_be(self, order: int) -> int:
        """Return what a card of the own hand may be, by its clues and the copies in sight."""
        return self.marks.said[order] & self.unseen

    def face(self, order: int) -> int:
        """Return the mask of a card of another hand: one identity, or 0 where it is not seen."""
        return self._faces.get(order, 0)

    def old_first(self, seat: int) -> list[int]:
        """Return a hand from left to right, oldest card first."""
        return list(reversed(self.view.hands[seat]))

    @cached_property
    def _clues(self) -> dict[int, list[Give]]:
        clues: dict[int, list[Give]] = {seat: [] for seat in self.others}
        for option in self.options:
            if isinstance(option, Give):
                clues[option.seat].append(option)
        return clues

    def clues(self, seat: int) -> list[Give]:
        """Return the clues that may be given to a seat."""
        return self._clues[seat]

    def number(self, seat: int, order: int) -> Give | None:
        """Return the number clue that touches a card, if it may be given."""
        return self._touching(seat, order, "number")

    def color(self, seat: int, order: int) -> Give | None:
        """Return the colour clue that touches a card, if it may be given."""
        return self._touching(seat, order, "color")

    def _touching(self, seat: int, order: int, kind: str) -> Give | None:
        face, touch = self.face(order), self.variant.touch
        for give in self.clues(seat):
            if give.clue.kind == kind and touch(give.clue) & face:
                return give
        return None

    def touched(self, give: Give) -> tuple[int, ...]:
        """Return the cards that a clue would touch, newest first."""
        touch, faces = self.variant.touch(give.clue), self._faces
        hand = self.view.hands[give.seat]
        return tuple([order for order in hand if order in faces and faces[order] & touch])

    def blocked(self, order: int, give: Give) -> bool:
        """Whether a newer card would be touched too, and be taken for the one meant."""
        known = self.marks.color if give.clue.kind == "color" else self.marks.number
        for newer in self.touched(give):
            if newer == order:
                return False
            if not known >> newer & 1:
                return True
        return False

    def told(self, give: Give) -> Marks:
        """Return the marks as the holder of a hand would read them after a clue, at its next turn."""
        if give not in self._told:
            hand, touch = self.view.hands[give.seat], self.variant.touch(give.clue)
            touched, said = orders_mask(self.touched(give)), list(self.marks.said)
            for order in hand:
                said[order] &= touch if touched >> order & 1 else ~touch
            marks = clued(self.marks, give.clue, touched, said)
            self._told[give] = self.robot.mark(marks, hand, self.now)
        return self._told[give]

    def untold(self, seat: int) -> Marks:
        """Return the marks as the holder of a hand would read them at its next turn, without another clue."""
        return self.robot.mark(self.marks, self.view.hands[seat], self.now)

    def harm_after(self, give: Give) -> str:
        """Say what a seat would do wrong after a clue, or nothing."""
        if give not in self._harms:
            self._harms[give] = self.harm(give.seat, self.told(give))
        return self._harms[give]

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


class Robot(Reader[Marks]):
    """Plays by steps: the first step that finds a legal action takes it. It leaves nothing to chance."""

    steps: ClassVar[tuple[str, ...]]
    """The names of its methods that look for an action, in order."""

    @staticmethod
    def begin(public: Public) -> Marks:
        """Mark nothing yet."""
        return Marks(public.marks)

    @property
    def board(self) -> Board:
        """What cards are worth now."""
        return _board(self.terms.variant, self.public.stacks, self.public.lost)

    def act(self, view: View) -> Action:
        """Take the first action that a step finds."""
        return self.choice(view).action

    def reason(self, view: View) -> str:
        """Say what that step says."""
        return self.choice(view).why

    def choice(self, view: View) -> Choice:
        """Go through the steps; what they find illegal is passed over."""
        here = Situation(self, view, self.mark(self.memory, view.hands[view.viewer], self.board))
        for step in self.steps:
            for choice in getattr(self, step)(here):
                if choice.action in here.options:
                    found: Choice = choice
                    return found
        return Choice(here.options[0], "there is nothing else I may do")

    @abstractmethod
    def mark(self, marks: Marks, hand: tuple[int, ...], now: Board) -> Marks:
        """Mark what the clues since its last turn mean to the holder of a hand."""

    def would_play(self, hand: tuple[int, ...], marks: Marks, now: Board) -> int | None:
        """Return the card that the holder of a hand would play, as far as everybody can tell."""
        raise NotImplementedError

    def would_drop(self, hand: tuple[int, ...], marks: Marks, now: Board) -> int | None:
        """Return the card that the holder of a hand would discard."""
        raise NotImplementedError

    def read(self, before: Moment[Marks], deed: Deed, then: Public) -> Marks:
        """Let the one who acted read the clues on its hand, and write down what is new."""
        public, hand = before.public, before.public.hands[deed.seat]
        marks = self.mark(before.memory, hand, _board(public.terms.variant, public.stacks, public.lost))
        marks = replace(marks, said=then.marks, fresh=marks.fresh & ~orders_mask(hand))
        if isinstance(deed, Clued) and deed.clue:
            return clued(marks, deed.clue, orders_mask(deed.touched), then.marks)
        return marks


@lru_cache(maxsize=1 << 14)
def _board(variant: Variant, stacks: tuple[int, ...], lost: tuple[int, ...]) -> Board:
    return Board(variant, *worth.uses(variant, stacks, lost))


def drops(orders: Iterator[int], why: str) -> Iterator[Choice]:
    """Propose to discard cards."""
    return (Choice(Discard(order), why) for order in orders)
