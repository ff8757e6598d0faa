"""Robot 1: it plays ones it is told of, tells of ones and fives, and discards from the left.

One defect of the original is kept for comparison: a 1 that was clued is played without asking of which
colour it is. Mended: none is played when no stack waits for a 1, and a spare clue never points at a 1.
"""

from collections.abc import Iterator
from typing import ClassVar

from handsight.bots.board import Board
from handsight.bots.marks import TOP, Marks
from handsight.bots.situation import Choice, Robot, Situation, drops
from handsight.hanabi import Play


class Robot1(Robot):
    """Takes its first steps: ones and fives, play left, discard left."""

    steps: ClassVar[tuple[str, ...]] = ("play_a_one", "show_ones_and_fives", "pass_the_time", "discard_left")

    def mark(self, marks: Marks, hand: tuple[int, ...], now: Board) -> Marks:
        """Read nothing into clues but what they say."""
        del hand, now
        return marks

    def play_a_one(self, here: Situation) -> Iterator[Choice]:
        """Play the leftmost card clued as a 1, while some stack waits for one."""
        for order in here.old_first(here.me):
            if here.marks.ones >> order & 1 and here.marks.said[order] & here.now.playable:
                yield Choice(Play(order), "it was clued as a 1, and a stack waits for one")

    def show_ones_and_fives(self, here: Situation) -> Iterator[Choice]:
        """Clue the first 1 that fits or the first 5, from the left, that its holder does not know."""
        for seat in here.others:
            for order in here.old_first(seat):
                card = here.view.cards[order]
                if card is None or card.rank not in (1, TOP) or here.marks.number >> order & 1:
                    continue
                give = here.number(seat, order)
                if give is None:
                    continue
                if card.rank == 1 and here.now.fits(card):
                    yield Choice(give, f"{here.word(order)} fits")
                elif card.rank == TOP:
                    yield Choice(give, f"{here.word(order)} is the only one")

    def pass_the_time(self, here: Situation) -> Iterator[Choice]:
        """With all tokens there, clue a number that orders nothing."""
        if here.view.coins == here.view.terms.cap:
            clues = [give for seat in here.others for give in here.clues(seat)]
            for give in sorted(clues, key=lambda give: (give.clue.kind == "color", give.clue.value == 1)):
                yield Choice(give, "I may not discard, and this orders nothing")

    def discard_left(self, here: Situation) -> Iterator[Choice]:
        """Discard the leftmost card without a clue, else the leftmost."""
        cards = here.old_first(here.me)
        bare = (order for order in cards if not here.marks.clued >> order & 1)
        yield from drops(bare, "it is my leftmost card without a clue")
        yield from drops(iter(cards), "every card of mine is clued, so the leftmost goes")
