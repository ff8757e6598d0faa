"""Robots 3 and 4: bombs are played too when nothing better is left, and what is crucial is kept.

Mended in both: danger is seen wherever it lies and answered on the card that is in danger; a clue is given
only if the partner would not go wrong after it; what is useless is known by what can still score. Kept, as
what sets the robots apart: robot 3 takes a clue of fives for a warning and never holds a card back; robot 4
holds back while its partner's next bomb would misfire, and saves that bomb before it points elsewhere.
"""

from collections.abc import Iterator
from typing import ClassVar

from handsight.bots.board import Board
from handsight.bots.marks import TOP, Marks, find_bombs, find_crucial, orders_mask
from handsight.bots.robot2 import Robot2
from handsight.bots.situation import Choice, Situation
from handsight.hanabi import Give, Play


class Robot3(Robot2):
    """Plays what is sure, what was meant, and at last its bombs; keeps what is crucial."""

    steps: ClassVar[tuple[str, ...]] = (
        "answer_danger",
        "play_right",
        "point",
        "save_a_bomb",
        "show_a_five",
        "play_a_bomb",
        "pass_the_time",
        "discard_left",
    )
    fives_warn: ClassVar[bool] = True

    def mark(self, marks: Marks, hand: tuple[int, ...], now: Board) -> Marks:
        """Find the card that was meant, the bombs, and the cards to keep."""
        return find_crucial(find_bombs(marks, hand), hand, now, fives_warn=self.fives_warn)

    def meant(self, marks: Marks) -> int:
        """Mask of the cards that a clue of either kind meant to be played."""
        return marks.clued & ~(marks.whole | marks.bomb | marks.crucial)

    def would_play(self, hand: tuple[int, ...], marks: Marks, now: Board) -> int | None:
        """Play what is ready; else the next bomb."""
        ready = super().would_play(hand, marks, now)
        return next(self.bombs(hand, marks, now), None) if ready is None else ready

    def bombs(self, hand: tuple[int, ...], marks: Marks, now: Board) -> Iterator[int]:
        """Yield the bombs that may fit, the next one first."""
        return (order for order in hand if marks.bomb >> order & 1 and marks.said[order] & now.playable)

    def point(self, here: Situation) -> Iterator[Choice]:
        """Point at cards that fit: with the fewest bombs, then at the most cards."""
        found = []
        for seat in here.others:
            before, hand = here.untold(seat), here.view.hands[seat]
            known = set(self.ready(hand, before, before.said, here.now))
            if all(order in known for order in hand if here.face(order) & here.now.playable):
                continue  # there is nothing more to tell
            for give in here.clues(seat):
                pertinent, bombs = self.score(here, give, before, known)
                if pertinent and not here.harm_after(give):
                    found.append((bombs, -pertinent, give))
        for bombs, fitting, give in sorted(found, key=lambda one: one[:2]):
            told = f"{-fitting} card{'s' * (fitting < -1)} to play"
            yield Choice(give, f"it tells of {told}" + f", and makes {bombs} bombs" * bool(bombs))

    def score(self, here: Situation, give: Give, before: Marks, known: set[int]) -> tuple[int, int]:
        """Count the fitting cards that a clue tells of besides those known before, and its new bombs."""
        marks, hand = here.told(give), here.view.hands[give.seat]
        after = self.ready(hand, marks, marks.said, here.now)
        fresh = {here.face(order) & here.now.playable for order in after if order not in known} - {0}
        return len(fresh), (marks.bomb & ~before.bomb & orders_mask(hand)).bit_count()

    def save_a_bomb(self, here: Situation) -> Iterator[Choice]:
        """Give bombs that would misfire the clue they lack: last copies first, then high cards."""
        found = []
        for seat in here.others:
            for order in self.bombs(here.view.hands[seat], here.marks, here.now):
                card, face = here.view.cards[order], here.face(order)
                if card and not face & here.now.playable:
                    last = bool(face & here.now.critical)
                    found += [(last, card.rank, order, give) for give in self.missing(here, seat, order)]
        for _, _, order, give in sorted(found, key=lambda one: one[:2], reverse=True):
            if not here.harm_after(give):
                yield Choice(give, f"or {here.word(order)}, a bomb, would be played")

    def missing(self, here: Situation, seat: int, order: int) -> list[Give]:
        """Return the clue that a half-known card lacks, if its holder would know which card it is for."""
        colored = here.marks.color >> order & 1
        give = here.number(seat, order) if colored else here.color(seat, order)
        return [give] if give and not here.blocked(order, give) else []

    def show_a_five(self, here: Situation) -> Iterator[Choice]:
        """Show a 5 that its holder does not know, while it is not to be played."""
        for seat in here.others:
            for order in here.old_first(seat):
                card = here.view.cards[order]
                waits = card and card.rank == TOP and not here.now.useless(card) and not here.now.fits(card)
                news = waits and not here.marks.number >> order & 1
                give = here.number(seat, order) if news else None
                if give and self.near(here, give) and not here.harm_after(give):
                    yield Choice(give, f"{here.word(order)} is the only one")

    def near(self, here: Situation, give: Give) -> bool:
        """Whether a 5 is worth showing now: to robot 3, always."""
        del here, give
        return True

    def play_a_bomb(self, here: Situation) -> Iterator[Choice]:
        """Play the next bomb that may fit, while a strike costs no more than a point."""
        if (here.view.strikes or 0) + 1 < here.view.terms.strikes:
            for order in self.bombs(here.hand, here.marks, here.now):
                if here.may_be(order) & here.now.playable:
                    yield Choice(
                        Play(order), "nothing better is left than a card that a clue touched besides"
                    )


class Robot4(Robot3):
    """Robot 3 with patience: it holds back while its partner's next bomb would misfire."""

    steps: ClassVar[tuple[str, ...]] = (
        "answer_danger",
        "play_right",
        "save_a_bomb",
        "point",
        "show_a_five",
        "play_a_bomb",
        "pass_the_time",
        "discard_left",
    )
    fives_warn: ClassVar[bool] = False

    def play_right(self, here: Situation) -> Iterator[Choice]:
        """Play what is sure; what was only meant waits while the partner's next bomb does not fit."""
        misfires = self.misfiring(here)
        for choice in super().play_right(here):
            match choice.action:
                case Play(order) if misfires and here.tokens and here.may_be(order) & ~here.now.playable:
                    continue
                case _:
                    yield choice

    def misfiring(self, here: Situation) -> bool:
        """Whether the next seat's next bomb would be a strike."""
        for seat in here.others[:1]:
            hand = here.view.hands[seat]
            for order in self.bombs(hand, here.marks, here.now):
                return not here.face(order) & here.now.playable
        return False

    def near(self, here: Situation, give: Give) -> bool:
        """Whether a 5 lies within two places of the card its holder would discard next."""
        left = here.old_first(give.seat)
        drop = self.would_drop(here.view.hands[give.seat], here.untold(give.seat), here.now)
        if drop is None:
            return False
        at = left.index(drop)
        return any(left.index(order) - at <= 2 for order in here.touched(give))
