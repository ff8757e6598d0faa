"""Robot 2: play right, discard left, and one clue means one card.

Mended: it never looks at its own cards; it plays a lone 1; danger is seen wherever it lies; before a clue it
asks what the partner would do then. Kept: bombs are never played unless a clue of the other kind came.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from handsight.bots.board import Board
from handsight.bots.marks import TOP, Mark, Marks, find_bombs
from handsight.bots.situation import Choice, Robot, Situation, drops
from handsight.hanabi import Give, Play


class Robot2(Robot):
    """Plays what a clue meant, keeps the rest, and looks after its partner's next discard."""

    steps: ClassVar[tuple[str, ...]] = (
        "answer_danger",
        "play_right",
        "point",
        "pass_the_time",
        "discard_left",
    )

    def mark(self, hand: list[Mark], now: Board) -> None:
        """Take the newest card that a clue touched for the one it meant."""
        del now
        find_bombs(hand)

    def would_play(self, hand: tuple[int, ...], marks: Marks, now: Board) -> int | None:
        """Play the rightmost card that is sure, or that a clue meant."""
        return next(self.ready(hand, marks, {}, now), None)

    def would_drop(self, hand: tuple[int, ...], marks: Marks, now: Board) -> int | None:
        """Drop what is known as useless, else the leftmost card without a clue, else the leftmost."""
        return next(iter(self.leavings(hand, marks, now)), None)

    def ready(self, hand: tuple[int, ...], marks: Marks, may_be: dict[int, int], now: Board) -> Iterator[int]:
        """Yield the cards to play: sure ones first, then those that a clue meant."""
        masks = {order: may_be.get(order, marks[order].said) for order in hand}
        for order in hand:
            if masks[order] and not masks[order] & ~now.playable:
                yield order
        for order in hand:
            mark = marks[order]
            meant = not mark.bomb and not mark.crucial and (bool(mark.color) or mark.rank == 1)
            if meant and not mark.whole and masks[order] & now.playable:
                yield order

    def leavings(self, hand: tuple[int, ...], marks: Marks, now: Board) -> Iterable[int]:
        """Order a hand as it is discarded."""
        left = list(reversed(hand))
        useless = [order for order in left if marks[order].clued and not marks[order].said & ~now.trash]
        bare = [order for order in left if not marks[order].clued and not marks[order].crucial]
        return [*useless, *bare, *left]

    def answer_danger(self, here: Situation) -> Iterator[Choice]:
        """If the partner is about to do harm, give a clue after which it is not: one that plays, if any."""
        for seat in here.others[:1]:
            harm = here.harm(seat, here.untold(seat))
            if harm and here.tokens:
                safe = [give for give in here.clues(seat) if not here.harm(seat, here.told(give))]
                for give in sorted(safe, key=lambda give: self.cost(here, give)):
                    yield Choice(give, f"or my partner would {harm}")

    def cost(self, here: Situation, give: Give) -> tuple[bool, int]:
        """Rank clues that answer danger: those that make the partner play first, then few bombs."""
        marks, hand = here.told(give), here.view.hands[give.seat]
        idle = self.would_play(hand, marks, here.now) is None
        return idle, sum(marks[order].bomb for order in hand)

    def play_right(self, here: Situation) -> Iterator[Choice]:
        """Play the rightmost card that is sure, or that a clue meant."""
        may_be = {order: here.may_be(order) for order in here.hand}
        for order in self.ready(here.hand, here.marks, may_be, here.now):
            sure = not may_be[order] & ~here.now.playable
            yield Choice(Play(order), "it surely fits" if sure else "the clue on it meant that it fits")

    def point(self, here: Situation) -> Iterator[Choice]:
        """Point at a card that fits, or show a 5, from the left; never where the partner would go wrong."""
        if here.tokens:
            for seat in here.others:
                for order in here.old_first(seat):
                    for give, why in self._pointing(here, seat, order):
                        if not here.blocked(order, give) and not here.harm(seat, here.told(give)):
                            yield Choice(give, why)

    def _pointing(self, here: Situation, seat: int, order: int) -> Iterator[tuple[Give, str]]:
        mark, card, word = here.marks[order], here.view.cards[order], here.word(order)
        number, color = here.number(seat, order), here.color(seat, order)
        if card is None:
            return
        if here.now.fits(card):
            if card.rank == 1 and number and not mark.number:
                yield number, f"{word} fits"
            if color and not mark.color:
                yield color, f"{word} fits"
            if number and mark.color and not mark.number:
                yield number, f"{word} fits, and now it is known"
        if card.rank == TOP and number and not mark.number:
            yield number, f"{word} is the only one"

    def pass_the_time(self, here: Situation) -> Iterator[Choice]:
        """With all tokens there, give the clue that does least harm, and tell of useless cards if one can."""
        if here.view.coins == here.view.terms.cap:
            clues = [give for seat in here.others for give in here.clues(seat)]
            for give in sorted(clues, key=lambda give: self.idle_cost(here, give)):
                yield Choice(give, "I may not discard, and this clue does least harm")

    def idle_cost(self, here: Situation, give: Give) -> tuple[bool, int, int]:
        """Rank spare clues: harmless first, then those that touch useless cards, then few bombs."""
        marks, hand = here.told(give), here.view.hands[give.seat]
        useless = sum(bool(here.face(order) & here.now.trash and marks[order].clued) for order in hand)
        return bool(here.harm(give.seat, marks)), -useless, sum(marks[order].bomb for order in hand)

    def discard_left(self, here: Situation) -> Iterator[Choice]:
        """Discard what is useless, else the leftmost card without a clue, else the leftmost."""
        for order in self.leavings(here.hand, here.marks, here.now):
            mark = here.marks[order]
            useless = mark.clued and not mark.said & ~here.now.trash
            why = "it is of no more use" if useless else "it is my leftmost card that I need not keep"
            yield from drops(iter([order]), why)
