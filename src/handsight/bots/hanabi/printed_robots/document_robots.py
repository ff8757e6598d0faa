"""The robots of Fabrigoule and Guillot as printed, and robot 2 as their program has it, which peeks.

The document prints functions of robot 4; the others are described beside them, and read from the program.
"""

from abc import abstractmethod
from collections.abc import Sequence
from types import MappingProxyType
from typing import NamedTuple

from handsight.bots.hanabi.printed_robots.printed_robot import (
    Choice,
    PrintedRobot,
    RememberedCard,
    RememberedTable,
    Step,
    card_text,
    clue_color,
    clue_rank,
    is_blocked,
    is_known_useless,
    mark_bombs,
    mark_crucial,
    play,
)
from handsight.hanabi import Card


class Robot1(PrintedRobot):
    """Plays clued 1s, clues 1s that can be played and 5s, and discards on the left (its oldest cards)."""

    def steps(self) -> Sequence[Step]:
        """Return the steps in the order of the program; the document prints none."""
        return (self.play_one, self.show_one_or_five, self.give_random_number, self.discard_left)

    def play_one(self, now: RememberedTable) -> Choice:
        """Play the leftmost (oldest) card clued as a 1, of any colour."""
        for card in now.mine:
            if card.rank == 1:
                return play(now, card, "Clued 1", "it was clued as a 1")
        return None

    def show_one_or_five(self, now: RememberedTable) -> Choice:
        """Clue the partner's leftmost (oldest) playable 1 or 5 that has had no number clue, by its number."""
        for card in now.partners if now.tokens else ():
            face = card.seen
            if card.rank is None and (face.rank == 5 or _starts_stack(now, face)):
                told = "must be kept" if face.rank == 5 else "can be played"
                reason = f"my partner's {card_text(now, face)} {told}"
                return clue_rank(now, face.rank, "1s and 5s", reason)
        return None

    def give_random_number(self, now: RememberedTable) -> Choice:
        """With all tokens or an empty hand, clue a random number, 1 only if nothing else touches a card."""
        return self.random_number(now, {2, 3, 4, 5})

    def next_discard(self, now: RememberedTable, hand: list[RememberedCard]) -> RememberedCard:
        """Return the leftmost (oldest) card without a clue, or the leftmost if all are clued."""
        del now
        return next((card for card in hand if card.clueless), hand[0])


class Robot2(PrintedRobot):
    """A clue points at one card; other cards that it touches are bombs, played only when fully known."""

    def steps(self) -> Sequence[Step]:
        """Return the steps in the order of the program; the document prints none."""
        return (
            self.play_right,
            self.give_relevant_clue,
            self.give_discard_clue,
            self.give_random_number,
            self.discard_left,
        )

    def read(self, now: RememberedTable, hand: list[RememberedCard]) -> None:
        """Mark the bombs among the cards that a new clue touched."""
        del now
        mark_bombs(hand)

    def play_right(self, now: RememberedTable) -> Choice:
        """Play the rightmost (newest) card that is known to fit, or that a colour clue pointed at."""
        for card in reversed(now.mine):
            if card.known and now.fits(card.known):
                return play(now, card, "Safe play", f"it is {card_text(now, card.known)}, which fits")
            if card.bomb or card.known:
                continue
            if card.color is not None:
                return play(now, card, "Safe play", "a colour clue pointed at it")
        return None

    def give_relevant_clue(self, now: RememberedTable) -> Choice:
        """Point at the partner's leftmost (oldest) card that can be played or is a 5, if a clue can."""
        choices = (self._pointing_clue(now, card) for card in now.partners if now.tokens)
        return next(filter(None, choices), None)

    def _pointing_clue(self, now: RememberedTable, card: RememberedCard) -> Choice:
        """Return a clue that points at this card and touches nothing newer, if it is playable or a 5."""
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

    def useless_clue(self, now: RememberedTable) -> Choice:
        """Clue the partner's oldest useless card: a number below all stacks, or a full stack's colour."""
        for card in now.partners:
            if card.seen.rank < now.floor:
                return clue_rank(now, card.seen.rank, "Discard clue", "all stacks are past this number")
            if now.is_complete(card.seen.suit):
                return clue_color(now, card.seen.suit, "Discard clue", "this stack is complete")
        return None

    def give_discard_clue(self, now: RememberedTable) -> Choice:
        """With all tokens, tell the partner about a card that is of no use any more."""
        return self.useless_clue(now) if now.all_tokens else None

    def next_discard(self, now: RememberedTable, hand: list[RememberedCard]) -> RememberedCard:
        """Return the leftmost (oldest) card that clues tell to be useless, else the leftmost."""
        return next((card for card in hand if is_known_useless(now, card)), hand[0])


class PeekingRobot2(Robot2):
    """Robot 2 of the authors' program: when it discards, it looks at its own cards."""

    def next_discard(self, now: RememberedTable, hand: list[RememberedCard]) -> RememberedCard:
        """Return the leftmost (oldest) card that is useless by its face, clued or not, else the leftmost."""
        return next((card for card in hand if _is_useless(now, card.seen)), hand[0])

    def why_discarded(self, now: RememberedTable, card: RememberedCard) -> str:
        """Return the reason for a discard, which admits that the robot looked at its own hand."""
        looked = "I have looked at it, and no stack needs it"
        return looked if _is_useless(now, card.seen) else super().why_discarded(now, card)


def _starts_stack(now: RememberedTable, card: Card) -> bool:
    return card.rank == 1 and now.fits(card)


def _is_useless(now: RememberedTable, card: Card) -> bool:
    return now.is_complete(card.suit) or card.rank < now.floor


# Robots 3 and 4, which play bombs when nothing better is left to do.


class ClueScore(NamedTuple):
    """How many of the partner's cards a clue would make pertinent (to be played), and how many bombs."""

    pertinent: int
    bombs: int


WRONG_CARD = ClueScore(0, 5)
"""The score of a clue that would point at a card that does not fit."""


class BombRobot(Robot2):
    """What robots 3 and 4 share: the steps of a turn, and how they read clues, and danger."""

    READINGS = MappingProxyType({"danger": ("code", "text"), "save": ("code", "text")})

    def steps(self) -> Sequence[Step]:
        """Return the steps in the order of the document."""
        save = [self.save_next_bomb] if self.readings["save"] == "text" else []
        return (
            self.answer_danger,
            *save,
            self.play_safely,
            self.give_relevant_clue,
            self.play_bomb,
            self.give_discard_clue,
            self.give_random_number,
            self.discard_left,
        )

    def answer_danger(self, now: RememberedTable) -> Choice:
        """If the partner would discard a last copy: clue a number as a warning, or give something else to do.

        The printed code overlooks danger to the leftmost (oldest) card, and always warns by its number.
        """
        if not now.tokens or not now.partners:
            return None
        endangered, leftmost = self.next_discard(now, now.partners), now.partners[0]
        if not now.is_last_copy(endangered.seen):
            return None
        warned = endangered
        if self.readings["danger"] == "code":
            if endangered is leftmost:
                return None
            warned = leftmost
        if not now.is_open(warned.seen.rank):
            reason = f"my partner would discard {card_text(now, endangered.seen)}, the last copy"
            return clue_rank(now, warned.seen.rank, "Danger", reason)
        return self.give_relevant_clue(now) or self.useless_clue(now)

    @abstractmethod
    def play_safely(self, now: RememberedTable) -> Choice:
        """Play a card that is certain to fit, or that a clue pointed at."""

    def read(self, now: RememberedTable, hand: list[RememberedCard]) -> None:
        """Mark the bombs among newly clued cards, unmark fully known ones, then mark the crucial cards."""
        mark_bombs(hand)
        for card in hand:
            if card.known:
                card.bomb = False
        mark_crucial(now, hand)

    def next_discard(self, now: RememberedTable, hand: list[RememberedCard]) -> RememberedCard:
        """Return the oldest known useless card, else the oldest clueless one not crucial, else the oldest."""
        useless = [card for card in hand if is_known_useless(now, card)]
        clueless = [card for card in hand if card.clueless and not card.crucial]
        return [*useless, *clueless, *hand][0]

    def save_next_bomb(self, now: RememberedTable) -> Choice:
        """If the partner's next bomb does not fit, give it its missing clue."""
        bomb = next_bomb(now.partners) if now.tokens else None
        return None if bomb is None or now.fits(bomb.seen) else save_bomb(now, bomb)

    def play_certain(self, now: RememberedTable, card: RememberedCard) -> Choice:
        """Play a fully clued card that fits, or a card clued as a 1, no bomb, while some stack is empty."""
        if card.known:
            if now.fits(card.known):
                return play(now, card, "Safe play", f"it is {card_text(now, card.known)}, which fits")
        elif card.rank == 1 and now.floor == 0 and not card.bomb:
            return play(now, card, "Safe play", "it is a 1, and some stack needs one")
        return None

    def play_pertinent(self, now: RememberedTable, card: RememberedCard) -> Choice:
        """Play a half-known card that a clue pointed at, if it can fit."""
        if card.known or card.bomb or card.crucial:
            return None
        if card.rank is not None and now.is_open(card.rank):
            return play(now, card, "Pertinent clue", f"its number, {card.rank}, fits some stack")
        if card.color is not None and not now.is_complete(card.color):
            return play(now, card, "Pertinent clue", "a colour clue pointed at it")
        return None

    def show_five(self, now: RememberedTable) -> Choice:
        """Clue the number of a 5 that has had no number clue, while no 5 can be played."""
        if now.is_open(5):
            return None
        for card in now.partners:
            if card.seen.rank == 5 and card.rank is None and not is_blocked(now.partners, card, rank=5):
                return clue_rank(now, 5, "Shown 5", f"my partner must keep {card_text(now, card.seen)}")
        return None

    def play_bomb(self, now: RememberedTable) -> Choice:
        """Play the rightmost (newest) bomb whose number fits some stack, or whose stack is not complete."""
        for card in reversed(now.mine):
            if not card.bomb:
                continue
            if card.rank is not None and now.is_open(card.rank):
                return play(now, card, "Bomb", f"nothing else is left to do, and its number is {card.rank}")
            if card.color is not None and not now.is_complete(card.color):
                return play(now, card, "Bomb", "nothing else is left to do, and its stack is not complete")
        return None

    def useless_clue(self, now: RememberedTable) -> Choice:
        """Clue the partner's oldest card whose number no stack needs, or again the colour of a full stack."""
        for card in now.partners:
            if card.seen.rank <= now.floor:
                return clue_rank(now, card.seen.rank, "Discard clue", "no stack needs this number")
            if now.is_complete(card.color):
                return clue_color(now, card.seen.suit, "Discard clue", "this stack is complete")
        return None


class Robot3(BombRobot):
    """Plays pertinent cards at once, and clues a playable card before it saves a bomb."""

    def play_safely(self, now: RememberedTable) -> Choice:
        """Play the rightmost (newest) card that is known to fit, is a 1, or is pertinent."""
        for card in reversed(now.mine):
            if choice := self.play_certain(now, card) or self.play_pertinent(now, card):
                return choice
        return None

    def give_relevant_clue(self, now: RememberedTable) -> Choice:
        """Give the clue that makes fewest bombs, else save a bomb, else show a 5."""
        if not now.tokens:
            return None
        return best_clue(now, now.partners) or self.save_best_bomb(now) or self.show_five(now)

    def save_best_bomb(self, now: RememberedTable) -> Choice:
        """Save a bomb that does not fit: the last copy of highest rank, or else the oldest bomb."""
        best, save = None, None
        for card in now.partners:
            face = card.seen
            if not card.bomb or now.fits(face) or not (choice := save_bomb(now, card)):
                continue
            last = now.is_last_copy(face)
            if best is None or (last and (not now.is_last_copy(best) or best.rank < face.rank)):
                best, save = face, choice
        return save


class Robot4(BombRobot):
    """Waits while its partner's next bomb would be a misplay, and saves that bomb first."""

    READINGS = MappingProxyType({"danger": ("code", "text"), "save": ("text", "code")})

    def play_safely(self, now: RememberedTable) -> Choice:
        """Play a card that is known to fit or a 1, else a pertinent card, unless it must wait."""
        for card in reversed(now.mine):
            if choice := self.play_certain(now, card):
                return choice
        for card in reversed(now.mine):
            choice = self.play_pertinent(now, card)
            if choice and not self.must_wait(now, card):
                return choice
        return None

    def must_wait(self, now: RememberedTable, card: RememberedCard) -> bool:
        """Whether the partner's next bomb does not fit, or would not after this card of the same colour."""
        bomb = next_bomb(now.partners)
        if bomb is None:
            return False
        suit, rank = bomb.seen
        return not now.fits(bomb.seen) or (suit == card.color and rank != now.stacks[suit] + 2)

    def give_relevant_clue(self, now: RememberedTable) -> Choice:
        """Save the partner's next bomb, else give the clue that makes fewest bombs, else show a 5."""
        if not now.tokens:
            return None
        return self.save_next_bomb(now) or best_clue(now, now.partners[::-1]) or self.show_five(now)


def next_bomb(hand: Sequence[RememberedCard]) -> RememberedCard | None:
    """Return the bomb that the holder of a hand would play first: the rightmost (newest), or None."""
    return next((card for card in reversed(hand) if card.bomb), None)


def save_bomb(now: RememberedTable, bomb: RememberedCard) -> Choice:
    """Return a clue that makes a bomb of the partner fully known, or None if no clue does so safely."""
    reason = f"my partner's bomb {card_text(now, bomb.seen)} does not fit"
    if bomb.rank is None:
        return clue_rank(now, bomb.seen.rank, "Saved bomb", reason)
    if bomb.color is None and not is_blocked(now.partners, bomb, suit=bomb.seen.suit):
        return clue_color(now, bomb.seen.suit, "Saved bomb", reason)
    return None


def best_clue(now: RememberedTable, scanned: Sequence[RememberedCard]) -> Choice:
    """Return the clue for a playable card that makes fewest bombs, then most pertinent cards.

    Among equals, the first card of *scanned* wins, and its colour before its number. As in the program, a
    number may touch cards further right; a colour may not.
    """
    best, choice = WRONG_CARD, None
    for card in scanned:
        face = card.seen
        if card.bomb or not now.fits(face):
            continue
        reason = f"my partner's {card_text(now, face)} can be played"
        scored = []
        if card.color is None and not is_blocked(now.partners, card, suit=face.suit):
            scored.append((color_score(now, face), clue_color(now, face.suit, "Playable clue", reason)))
        if card.rank is None:
            scored.append((rank_score(now, face.rank), clue_rank(now, face.rank, "Playable clue", reason)))
        for score, clue in scored:
            if score.pertinent and (-score.bombs, score.pertinent) > (-best.bombs, best.pertinent):
                best, choice = score, clue
    return choice


def rank_score(now: RememberedTable, rank: int) -> ClueScore:
    """Score a number clue from the newest card on: a fitting card per suit is pertinent, until a bomb."""
    pertinent, bombs, suits = 0, 0, set[int]()
    for card in reversed(now.partners):
        if card.rank is not None or card.seen.rank != rank:
            continue
        if now.fits(card.seen) and not bombs and card.seen.suit not in suits:
            pertinent += 1
            suits.add(card.seen.suit)
        elif not pertinent:
            return WRONG_CARD
        else:
            bombs += 1
    return ClueScore(pertinent, bombs)


def color_score(now: RememberedTable, target: Card) -> ClueScore:
    """Score a colour clue, from the newest card: ranks in sequence from the target's on are pertinent."""
    pertinent, bombs, expected = 0, 0, target.rank
    for card in reversed(now.partners):
        if card.seen.suit != target.suit:
            continue
        if card.seen.rank == expected:
            expected += 1
            pertinent += not bombs
        elif card.color is None:
            if not pertinent:
                return WRONG_CARD
            bombs += 1
    return ClueScore(pertinent, bombs)
