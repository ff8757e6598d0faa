"""Robot 2: play right, discard left, and one clue means one card.

Mended: it never looks at its own cards; it plays a lone 1; danger is seen wherever it lies; before a clue it
asks what the partner would do then. Kept: bombs are never played unless a clue of the other kind came.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from handsight.bots.board import Board
from handsight.bots.marks import TOP, Marks, find_bombs, orders_mask
from handsight.bots.situation import Choice, Robot, Situation, drops
from handsight.hanabi import Give, Play

Masks = Sequence[int] | Mapping[int, int]
"""By order: what a card may be."""


class Robot2(Robot):
    """Plays what a clue meant, keeps the rest, and looks after its partner's next discard."""

    steps: ClassVar[tuple[str, ...]] = (
        "answer_danger",
        "play_right",
        "point",
        "pass_the_time",
        "discard_left",
    )

    def mark(self, marks: Marks, hand: tuple[int, ...], now: Board) -> Marks:
        """Take the newest card that a clue touched for the one it meant."""
        del now
        return find_bombs(marks, hand)

    def would_play(self, hand: tuple[int, ...], marks: Marks, now: Board) -> int | None:
        """Play the rightmost card that is sure, or that a clue meant."""
        return next(self.ready(hand, marks, marks.said, now), None)

    def would_drop(self, hand: tuple[int, ...], marks: Marks, now: Board) -> int | None:
        """Drop what is known as useless, else the leftmost card without a clue, else the leftmost."""
        return next(self.leavings(hand, marks, now), None)

    def ready(self, hand: tuple[int, ...], marks: Marks, may_be: Masks, now: Board) -> Iterator[int]:
        """Yield the cards to play: sure ones first, then those that a clue meant."""
        for order in hand:
            if may_be[order] and not may_be[order] & ~now.playable:
                yield order
        meant = self.meant(marks)
        for order in hand:
            if meant >> order & 1 and may_be[order] & now.playable:
                yield order

    def meant(self, marks: Marks) -> int:
        """Mask of the cards that a clue meant to be played: a colour, or the number 1."""
        return (marks.color | marks.ones) & ~(marks.whole | marks.bomb | marks.crucial)

    def leavings(self, hand: tuple[int, ...], marks: Marks, now: Board) -> Iterator[int]:
        """Yield a hand as it is discarded: what is known as useless, what need not be kept, the rest."""
        left = hand[::-1]
        for order in left:
            if self.useless(marks, order, now):
                yield order
        kept = marks.clued | marks.crucial
        for order in left:
            if not kept >> order & 1:
                yield order
        yield from left

    def useless(self, marks: Marks, order: int, now: Board) -> bool:
        """Whether a card is known to be of no more use."""
        return bool(marks.clued >> order & 1) and not marks.said[order] & ~now.trash

    def answer_danger(self, here: Situation) -> Iterator[Choice]:
        """If the partner is about to do harm, give a clue after which it is not: one that plays, if any."""
        if not here.tokens:
            return
        for seat in here.others[:1]:
            if harm := here.harm(seat, here.untold(seat)):
                safe = [give for give in here.clues(seat) if not here.harm_after(give)]
                for give in sorted(safe, key=lambda give: self.cost(here, give)):
                    yield Choice(give, f"or my partner would {harm}")

    def cost(self, here: Situation, give: Give) -> tuple[bool, int]:
        """Rank clues that answer danger: those that make the partner play first, then few bombs."""
        marks, hand = here.told(give), here.view.hands[give.seat]
        idle = self.would_play(hand, marks, here.now) is None
        return idle, (marks.bomb & orders_mask(hand)).bit_count()

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
                        if not here.blocked(order, give) and not here.harm_after(give):
                            yield Choice(give, why)

    def _pointing(self, here: Situation, seat: int, order: int) -> Iterator[tuple[Give, str]]:
        card = here.view.cards[order]
        colored, numbered = here.marks.color >> order & 1, here.marks.number >> order & 1
        if card is None:
            return
        word = here.word(order)
        if here.now.fits(card):
            number, color = here.number(seat, order), here.color(seat, order)
            if card.rank == 1 and number and not numbered:
                yield number, f"{word} fits"
            if color and not colored:
                yield color, f"{word} fits"
            if number and colored and not numbered:
                yield number, f"{word} fits, and now it is known"
        if card.rank == TOP and not numbered and (number := here.number(seat, order)):
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
        useless = sum(bool(here.face(order) & here.now.trash and marks.clued >> order & 1) for order in hand)
        return bool(here.harm_after(give)), -useless, (marks.bomb & orders_mask(hand)).bit_count()

    def discard_left(self, here: Situation) -> Iterator[Choice]:
        """Discard what is useless, else the leftmost card without a clue, else the leftmost."""
        for order in self.leavings(here.hand, here.marks, here.now):
            useless = self.useless(here.marks, order, here.now)
            why = "it is of no more use" if useless else "it is my leftmost card that I need not keep"
            yield from drops(iter([order]), why)
