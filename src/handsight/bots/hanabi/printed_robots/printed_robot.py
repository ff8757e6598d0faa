"""What the printed robots share: the tables they play at, steps tried in order, and sentences for reasons."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import ClassVar

from handsight.bots.bot import Decision
from handsight.bots.hanabi.bot import HanabiBot
from handsight.bots.hanabi.hat.bot import unsuitable
from handsight.bots.hanabi.printed_robots.remembered_table import RememberedCard, RememberedTable
from handsight.errors import InputError
from handsight.game import Dice
from handsight.hanabi import Action, Card, Clue, Discard, GiveClue, Play, Terms, View
from handsight.text.counting_from_one import slot_number

Choice = Decision[Action] | None
Step = Callable[[RememberedTable], Choice]
_DEFAULTS: Mapping[str, str] = MappingProxyType({})


class PrintedRobot(HanabiBot):
    """A robot of Fabrigoule and Guillot: it takes the first of its steps that has something to do.

    Args:
        terms: A plain game of two players.
        seat: Its seat.
        dice: For the random clues.
        readings: Answers to some of `READINGS`.

    Raises:
        InputError: The table is not one that the document's robots can play at.
    """

    READINGS: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    """Where text, printed code and program differ: each question with its answers, the default first."""

    def __init__(self, terms: Terms, seat: int, dice: Dice, readings: Mapping[str, str] = _DEFAULTS) -> None:
        super().__init__(terms, seat, dice)
        _check_table(terms)
        self.readings = {name: answers[0] for name, answers in self.READINGS.items()} | dict(readings)
        self._now = RememberedTable(terms, self.read)
        self._steps = self.steps()

    def decide(self, view: View) -> Decision[Action]:
        """Take the first step that has something to do."""
        self._now.update(view)
        return next(choice for step in self._steps if (choice := step(self._now)))

    @abstractmethod
    def steps(self) -> Sequence[Step]:
        """Return what the robot tries, in the order of the document; the last step always does something."""

    def read(self, now: RememberedTable, hand: list[RememberedCard]) -> None:
        """Let the holder of a hand read its clues when its turn begins; robot 1 marks no cards."""

    @abstractmethod
    def next_discard(self, now: RememberedTable, hand: list[RememberedCard]) -> RememberedCard:
        """Return the card that the holder of a hand would discard."""

    def give_random_number(self, now: RememberedTable) -> Choice:
        """With all tokens, when no card may be discarded: clue a random number that touches something."""
        return self.random_number(now, {1, 2, 3, 4, 5})

    def random_number(self, now: RememberedTable, preferred: set[int]) -> Choice:
        """With all tokens, clue a random number, one of the preferred where any of them touches something."""
        held = {card.seen.rank for card in now.partners}
        if not held or not (now.all_tokens or not now.mine):
            return None
        rank = self.one_of(sorted(held & preferred or held))
        return clue_rank(now, rank, "Random clue", "nothing else is left to do, and no card may be discarded")

    def discard_left(self, now: RememberedTable) -> Choice:
        """Discard; where nothing may be discarded and no clue can be given, play the leftmost card."""
        if now.all_tokens:
            return play(now, now.mine[0], "Last resort", "nothing else is allowed")
        card = self.next_discard(now, now.mine)
        return discard(now, card, "Discard", self.why_discarded(now, card))

    def why_discarded(self, now: RememberedTable, card: RememberedCard) -> str:
        """Say why this card goes and no other."""
        if is_known_useless(now, card):
            return "a clue told that no stack needs it"
        return "it is the leftmost card" if card is now.mine[0] else "it is the leftmost that is free to go"


def _check_table(terms: Terms) -> None:
    """Raise InputError where the document has no rules for the robots."""
    if terms.players != 2:
        raise InputError(f"the printed robots are for two players, not for {terms.players}")
    if unsuitable(terms) or terms.variant.ranks != (1, 2, 3, 4, 5):
        raise InputError(
            f"the printed robots know only plain suits from 1 to 5, without options or characters;"
            f" this table plays {terms.variant.name}"
        )


def is_known_useless(now: RememberedTable, card: RememberedCard) -> bool:
    """Whether clues tell that a card's stack is complete, or that all stacks are past its number."""
    return now.is_complete(card.color) or (card.rank is not None and card.rank < now.floor)


def is_blocked(
    hand: Sequence[RememberedCard], target: RememberedCard, *, rank: int = 0, suit: int = -1
) -> bool:
    """Whether a clue of this rank or suit would also touch a card further right than its target."""
    return any(rank == card.seen.rank or suit == card.seen.suit for card in hand[hand.index(target) + 1 :])


def play(now: RememberedTable, card: RememberedCard, step: str, reason: str) -> Decision[Action]:
    """Play a card of the own hand."""
    return Decision(Play(card.order), partial(_own_card, now.mine.copy(), card, step, "play", reason))


def discard(now: RememberedTable, card: RememberedCard, step: str, reason: str) -> Decision[Action]:
    """Discard a card of the own hand."""
    return Decision(Discard(card.order), partial(_own_card, now.mine.copy(), card, step, "discard", reason))


def clue_rank(now: RememberedTable, rank: int, step: str, reason: str) -> Decision[Action]:
    """Give the partner a number clue."""
    action = GiveClue(now.partner, Clue("number", rank))
    return Decision(action, partial(_sentence, step, f"clue {rank} (c{rank})", reason))


def clue_color(now: RememberedTable, suit: int, step: str, reason: str) -> Decision[Action]:
    """Give the partner a colour clue."""
    action = GiveClue(now.partner, Clue("color", suit))
    what = f"clue {now.colors[suit].lower()} (c{now.letters[suit].upper()})"
    return Decision(action, partial(_sentence, step, what, reason))


def card_text(now: RememberedTable, card: Card) -> str:
    """Return a card as people write it."""
    return f"{now.letters[card.suit]}{card.rank}"


def _own_card(hand: list[RememberedCard], card: RememberedCard, step: str, verb: str, reason: str) -> str:
    """Name a card by its slot, which counts from the newest, and as in the document, from the oldest."""
    position = hand.index(card)
    slot = slot_number(len(hand) - 1 - position)
    return _sentence(step, f"{verb} slot {slot} ({verb[0]}{position + 1})", reason)


def _sentence(step: str, what: str, reason: str) -> str:
    return f"{step}: I {what}, because {reason}"
