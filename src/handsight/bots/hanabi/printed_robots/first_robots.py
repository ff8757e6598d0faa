"""Robots 1 and 2 of Fabrigoule and Guillot as printed, and robot 2 as their program has it, which peeks."""

from collections.abc import Sequence
from types import MappingProxyType

from handsight.bots.hanabi.printed_robots.printed_robot import (
    Choice,
    PrintedRobot,
    Step,
    card_text,
    clue_color,
    clue_rank,
    is_blocked,
    is_known_useless,
    play,
)
from handsight.bots.hanabi.printed_robots.remembered_table import RememberedCard, RememberedTable, mark_bombs
from handsight.hanabi import Card


class Robot1(PrintedRobot):
    """Plays clued 1s, clues 1s that can be played and 5s, and discards on the left."""

    def steps(self) -> Sequence[Step]:
        """Return the steps in the order of the program; the document prints none."""
        return (self.play_one, self.show_one_or_five, self.give_random_number, self.discard_left)

    def play_one(self, now: RememberedTable) -> Choice:
        """Play the leftmost card that was clued as a 1, whatever its colour."""
        for card in now.mine:
            if card.rank == 1:
                return play(now, card, "Clued 1", "it was clued as a 1")
        return None

    def show_one_or_five(self, now: RememberedTable) -> Choice:
        """Clue the number of the partner's leftmost 1 that can be played or 5, if it has no number clue."""
        for card in now.partners if now.tokens else ():
            face = card.seen
            if card.rank is None and (face.rank == 5 or _starts_stack(now, face)):
                told = "must be kept" if face.rank == 5 else "can be played"
                reason = f"my partner's {card_text(now, face)} {told}"
                return clue_rank(now, face.rank, "1s and 5s", reason)
        return None

    def give_random_number(self, now: RememberedTable) -> Choice:
        """With all tokens, clue a random number other than 1, for a clued 1 is played."""
        return self.random_number(now, {2, 3, 4, 5})

    def next_discard(self, now: RememberedTable, hand: list[RememberedCard]) -> RememberedCard:
        """Return the leftmost card without a clue, or the leftmost."""
        del now
        return next((card for card in hand if card.clueless), hand[0])


class Robot2(PrintedRobot):
    """A clue points at one card; other cards that it touches are bombs, played only when fully known."""

    READINGS = MappingProxyType(
        {"discard": ("left", "clueless"), "danger": ("ignored", "answered"), "ones": ("kept", "played")}
    )

    def steps(self) -> Sequence[Step]:
        """Return the steps in the order of the program; the document prints none."""
        danger = [self.answer_danger] if self.readings.get("danger") == "answered" else []
        return (
            *danger,
            self.play_right,
            self.give_playable_clue,
            self.give_discard_clue,
            self.give_random_number,
            self.discard_left,
        )

    def read(self, now: RememberedTable, hand: list[RememberedCard]) -> None:
        """Mark the bombs among the cards that a new clue touched."""
        del now
        mark_bombs(hand)

    def answer_danger(self, now: RememberedTable) -> Choice:
        """If the partner would discard a last copy: clue its number, or give something else to do."""
        if not now.tokens or not now.partners:
            return None
        endangered = self.next_discard(now, now.partners).seen
        if not now.is_last_copy(endangered):
            return None
        if not now.is_open(endangered.rank):
            reason = f"my partner would discard {card_text(now, endangered)}, the last copy"
            return clue_rank(now, endangered.rank, "Danger", reason)
        return self.give_playable_clue(now) or _useless_clue(now)

    def play_right(self, now: RememberedTable) -> Choice:
        """Play the rightmost card that is known to fit, or that a colour clue pointed at."""
        for card in reversed(now.mine):
            if card.known and now.fits(card.known):
                return play(now, card, "Safe play", f"it is {card_text(now, card.known)}, which fits")
            if card.bomb or card.known:
                continue
            if card.color is not None:
                return play(now, card, "Safe play", "a colour clue pointed at it")
            if card.rank == 1 and now.floor == 0 and self.readings.get("ones") == "played":
                return play(now, card, "Safe play", "it was clued as a 1, and some stack needs one")
        return None

    def give_playable_clue(self, now: RememberedTable) -> Choice:
        """Point at the partner's leftmost card that can be played, or at a 5."""
        choices = (self._pointing_clue(now, card) for card in now.partners if now.tokens)
        return next(filter(None, choices), None)

    def _pointing_clue(self, now: RememberedTable, card: RememberedCard) -> Choice:
        """Return a clue that points at a card worth it, and touches nothing further right."""
        face, hand = card.seen, now.partners
        reason = f"it points at my partner's {card_text(now, face)}"
        rank_points = card.rank is None and not is_blocked(hand, card, rank=face.rank)
        color_points = card.color is None and not is_blocked(hand, card, suit=face.suit)
        if rank_points and _starts_stack(now, face):
            return clue_rank(now, 1, "Playable clue", reason)
        if color_points and now.fits(face):
            return clue_color(now, face.suit, "Playable clue", reason)
        if rank_points and face.rank == 5:
            return clue_rank(now, 5, "Shown 5", f"my partner must keep {card_text(now, face)}")
        return None

    def give_discard_clue(self, now: RememberedTable) -> Choice:
        """With all tokens, tell the partner about a card that is of no use any more."""
        return _useless_clue(now) if now.all_tokens else None

    def next_discard(self, now: RememberedTable, hand: list[RememberedCard]) -> RememberedCard:
        """Return the leftmost card that clues tell to be useless, else the leftmost, or leftmost clueless."""
        useless = [card for card in hand if is_known_useless(now, card)]
        clueless = [card for card in hand if card.clueless and self.readings.get("discard") == "clueless"]
        return [*useless, *clueless, *hand][0]


class PeekingRobot2(Robot2):
    """Robot 2 of the authors' program: when it discards, it looks at its own cards."""

    READINGS = MappingProxyType({})

    def next_discard(self, now: RememberedTable, hand: list[RememberedCard]) -> RememberedCard:
        """Return the leftmost card that is useless by its face, clued or not, else the leftmost."""
        return next((card for card in hand if _is_useless(now, card.seen)), hand[0])

    def why_discarded(self, now: RememberedTable, card: RememberedCard) -> str:
        """Admit the look at the own hand."""
        looked = "I have looked at it, and no stack needs it"
        return looked if _is_useless(now, card.seen) else super().why_discarded(now, card)


def _starts_stack(now: RememberedTable, card: Card) -> bool:
    return card.rank == 1 and now.fits(card)


def _is_useless(now: RememberedTable, card: Card) -> bool:
    return now.is_complete(card.suit) or card.rank < now.floor


def _useless_clue(now: RememberedTable) -> Choice:
    """Clue the number of the partner's leftmost card that all stacks are past, or a complete colour."""
    for card in now.partners:
        if card.seen.rank < now.floor:
            return clue_rank(now, card.seen.rank, "Discard clue", "all stacks are past this number")
        if now.is_complete(card.seen.suit):
            return clue_color(now, card.seen.suit, "Discard clue", "this stack is complete")
    return None
