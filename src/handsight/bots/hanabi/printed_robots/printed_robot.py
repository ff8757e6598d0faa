"""What the printed robots share: the table as they remember it, steps tried in order, sentences for reasons.

Hands run as in the document, from left to right: the oldest card first, new cards enter on the right.
Everything follows from the events of a view.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import ClassVar

from handsight import hanabi
from handsight.bots.bot import Decision
from handsight.bots.hanabi.bot import HanabiBot
from handsight.bots.hanabi.hat.bot import unsuitable
from handsight.errors import InputError
from handsight.game import Dice
from handsight.text.counting_from_one import slot_number


@dataclass(slots=True)
class RememberedCard:
    """A card in a hand, with the clues it has had and the marks that its holder gave it."""

    order: int
    face: hanabi.Card | None = None
    """None in the robot's own hand, unless it peeks."""
    color: int | None = None
    """The suit that a colour clue told."""
    rank: int | None = None
    """The rank that a number clue told."""
    color_age: int = 0
    """How many turns its holder has begun since its first colour clue; 1 means that the clue is new."""
    rank_age: int = 0
    bomb: bool = False
    """Whether a clue touched it that pointed at another card."""
    crucial: bool = False
    """Whether its holder keeps it, and does not play it because a clue pointed at it."""

    @property
    def seen(self) -> hanabi.Card:
        """The face of the card, or LookupError if the robot does not see it."""
        if self.face is None:
            raise LookupError(f"card {self.order} of the deck is hidden")
        return self.face

    @property
    def clueless(self) -> bool:
        """Whether no clue has touched it."""
        return self.color is None and self.rank is None

    @property
    def known(self) -> hanabi.Card | None:
        """The card that a colour and a number clue tell it to be; None unless it has had both."""
        return None if self.color is None or self.rank is None else hanabi.Card(self.color, self.rank)


class RememberedTable:
    """Both hands, the stacks and the discard pile; *read* marks the cards of a hand when its turn begins."""

    def __init__(self, terms: hanabi.Terms, read: "ClueReader") -> None:
        self._terms = terms
        self._read = read
        self._copies = dict(zip(terms.variant.cards, terms.variant.copies, strict=True))
        self.letters, self.colors = terms.variant.letters, terms.variant.colors
        self._start()

    def _start(self) -> None:
        self._events: tuple[hanabi.Event, ...] = ()
        self._turns_read = 0
        self.stacks = [0] * len(self._terms.variant.suits)
        self.discarded: dict[hanabi.Card, int] = {}
        self.hands: tuple[list[RememberedCard], list[RememberedCard]] = ([], [])
        self.mine, self.partners = self.hands

    def update(self, view: hanabi.View) -> None:
        """Follow the events since the last call, and let the seat to move read its clues."""
        if view.events[: len(self._events)] != self._events:
            self._start()
        for event in view.events[len(self._events) :]:
            self._follow(event)
        self._events = view.events
        self.partner = 1 - view.viewer
        self.mine, self.partners = self.hands[view.viewer], self.hands[self.partner]
        self.tokens = view.clue_units
        self.all_tokens = view.clue_units == view.terms.max_clue_units
        for hand in self.hands:
            for card in hand:
                card.face = view.cards[card.order]
        self._take_turn(view.turn, view.seat)

    @property
    def floor(self) -> int:
        """The height of the lowest stack."""
        return min(self.stacks)

    def fits(self, card: hanabi.Card | None) -> bool:
        """Whether a card is the next one of its stack."""
        return card is not None and card.rank == self.stacks[card.suit] + 1

    def is_open(self, rank: int) -> bool:
        """Whether a card of this rank fits some stack."""
        return rank - 1 in self.stacks

    def is_complete(self, suit: int | None) -> bool:
        """Whether a stack has its 5."""
        return suit is not None and self.stacks[suit] == 5

    def is_last_copy(self, card: hanabi.Card | None) -> bool:
        """Whether all other copies are in the discard pile, needed or not; False for None."""
        return card is not None and self._copies[card] - self.discarded.get(card, 0) == 1

    def _take_turn(self, turn: int, seat: int) -> None:
        """Let a seat read its clues when its turn begins, once."""
        if turn >= self._turns_read:
            self._turns_read = turn + 1
            self._read(self, self.hands[seat])

    def _follow(self, event: hanabi.Event) -> None:
        if isinstance(event, hanabi.ClueGiven | hanabi.CardPlayed | hanabi.CardDiscarded):
            self._take_turn(event.turn, event.seat)
        match event:
            case hanabi.CardDrawn(seat=seat, order=order):
                self.hands[seat].append(RememberedCard(order))
            case hanabi.ClueGiven(target=target, clue=hanabi.Clue() as clue, touched=touched):
                for card in self.hands[target]:
                    if card.order in touched:  # what was known before keeps its age
                        setattr(card, "color" if clue.kind == "color" else "rank", clue.value)
            case hanabi.CardPlayed(seat=seat, order=order, card=hanabi.Card() as face, fits=True):
                self._lose(seat, order)
                self.stacks[face.suit] = face.rank
            case hanabi.CardPlayed() | hanabi.CardDiscarded():
                self._lose(event.seat, event.order)
                lost = isinstance(event, hanabi.CardPlayed) and self._terms.rules.misplay == "vanish"
                if event.card and not lost:
                    self.discarded[event.card] = self.discarded.get(event.card, 0) + 1

    def _lose(self, seat: int, order: int) -> None:
        hand = self.hands[seat]
        del hand[[card.order for card in hand].index(order)]


ClueReader = Callable[[RememberedTable, list[RememberedCard]], None]


def mark_bombs(hand: list[RememberedCard]) -> None:
    """Let the clues of a hand age; mark newly clued, half-known cards as bombs, except the newest of them."""
    pointed_at = False
    for card in reversed(hand):
        new = False
        if card.color is not None:
            card.color_age += 1
            new = card.color_age == 1
        if card.rank is not None:
            card.rank_age += 1
            new |= card.rank_age == 1
        if new:
            if pointed_at and card.known is None:
                card.bomb = True
            pointed_at = True


def mark_crucial(now: RememberedTable, hand: list[RememberedCard]) -> None:
    """Mark the cards of a hand that are not to be discarded.

    A new number that fits nowhere is a warning: the clueless cards to its left (older) are crucial, too.
    """
    for at, card in enumerate(hand):
        if card.crucial or card.rank is None or card.rank <= now.floor:
            continue
        card.crucial = card.rank == 5 or now.is_last_copy(card.known)
        if card.rank_age == 1 and not now.is_open(card.rank):
            card.crucial = True
            for left in hand[:at]:
                left.crucial |= left.clueless


# The robots.

Choice = Decision[hanabi.Action] | None
Step = Callable[[RememberedTable], Choice]
_DEFAULTS: Mapping[str, str] = MappingProxyType({})


class PrintedRobot(HanabiBot):
    """Takes the first of its steps that has something to do, in plain games of two players alone."""

    READINGS: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    """Questions on which the document's text, code and program differ; the default answer is first."""

    def __init__(
        self, terms: hanabi.Terms, seat: int, dice: Dice, readings: Mapping[str, str] = _DEFAULTS
    ) -> None:
        super().__init__(terms, seat, dice)
        _check_table(terms)
        self.readings = {name: answers[0] for name, answers in self.READINGS.items()} | dict(readings)
        self._now = RememberedTable(terms, self.read)
        self._steps = self.steps()

    def decide(self, view: hanabi.View) -> Decision[hanabi.Action]:
        """Take the first step that has something to do."""
        self._now.update(view)
        return next(choice for step in self._steps if (choice := step(self._now)))

    @abstractmethod
    def steps(self) -> Sequence[Step]:
        """Return what the robot tries, in the order of the document; the last step always does something."""

    def read(self, now: RememberedTable, hand: list[RememberedCard]) -> None:
        """Let the holder of a hand mark its cards when its turn begins; does nothing unless overridden."""

    @abstractmethod
    def next_discard(self, now: RememberedTable, hand: list[RememberedCard]) -> RememberedCard:
        """Return the card that the holder of a hand would discard."""

    def give_random_number(self, now: RememberedTable) -> Choice:
        """With all tokens or an empty hand, clue a random number that touches something; else None."""
        return self.random_number(now, {1, 2, 3, 4, 5})

    def random_number(self, now: RememberedTable, preferred: set[int]) -> Choice:
        """With all tokens or an empty hand, clue a random number: of *preferred*, if one touches a card."""
        held = {card.seen.rank for card in now.partners}
        if not held or not (now.all_tokens or not now.mine):
            return None
        rank = self.one_of(sorted(held & preferred or held))
        return clue_rank(now, rank, "Random clue", "nothing else is left to do, and no card may be discarded")

    def discard_left(self, now: RememberedTable) -> Choice:
        """Discard; with all tokens, where no discard is allowed, play the leftmost (oldest) card."""
        if now.all_tokens:
            return play(now, now.mine[0], "Last resort", "nothing else is allowed")
        card = self.next_discard(now, now.mine)
        reason = self.why_discarded(now, card)
        return Decision(
            hanabi.Discard(card.order),
            partial(_own_card, now.mine.copy(), card, "Discard", "discard", reason),
        )

    def why_discarded(self, now: RememberedTable, card: RememberedCard) -> str:
        """Return the reason why this card is discarded and no other."""
        if is_known_useless(now, card):
            return "a clue told that no stack needs it"
        return "it is the leftmost card" if card is now.mine[0] else "it is the leftmost that is free to go"


def _check_table(terms: hanabi.Terms) -> None:
    """Raise InputError where the document has no rules for the robots."""
    if terms.players != 2:
        raise InputError(f"the printed robots are for two players, not for {terms.players}")
    if unsuitable(terms) or terms.variant.ranks != (1, 2, 3, 4, 5):
        raise InputError(
            f"the printed robots know only plain suits from 1 to 5, without options or characters;"
            f" this table plays {terms.variant.name}"
        )


def is_known_useless(now: RememberedTable, card: RememberedCard) -> bool:
    """Whether clues tell that a card's stack is complete, or that all stacks are higher than its number."""
    return now.is_complete(card.color) or (card.rank is not None and card.rank < now.floor)


def is_blocked(
    hand: Sequence[RememberedCard], target: RememberedCard, *, rank: int = 0, suit: int = -1
) -> bool:
    """Whether a clue of this rank or suit would also touch a card to the right of (newer than) its target."""
    return any(rank == card.seen.rank or suit == card.seen.suit for card in hand[hand.index(target) + 1 :])


def play(now: RememberedTable, card: RememberedCard, step: str, reason: str) -> Decision[hanabi.Action]:
    """Return the decision to play a card of the robot's hand, with its reason."""
    return Decision(hanabi.Play(card.order), partial(_own_card, now.mine.copy(), card, step, "play", reason))


def clue_rank(now: RememberedTable, rank: int, step: str, reason: str) -> Decision[hanabi.Action]:
    """Return the decision to give the partner a number clue, with its reason."""
    action = hanabi.GiveClue(now.partner, hanabi.Clue("number", rank))
    return Decision(action, partial(_sentence, step, f"clue {rank} (c{rank})", reason))


def clue_color(now: RememberedTable, suit: int, step: str, reason: str) -> Decision[hanabi.Action]:
    """Return the decision to give the partner a colour clue, with its reason."""
    action = hanabi.GiveClue(now.partner, hanabi.Clue("color", suit))
    what = f"clue {now.colors[suit].lower()} (c{now.letters[suit].upper()})"
    return Decision(action, partial(_sentence, step, what, reason))


def card_text(now: RememberedTable, card: hanabi.Card) -> str:
    """Return a card as people write it: r1."""
    return f"{now.letters[card.suit]}{card.rank}"


def _own_card(hand: list[RememberedCard], card: RememberedCard, step: str, verb: str, reason: str) -> str:
    """Return the reason for a move, with the card's slot (from the newest) and place (from the oldest)."""
    position = hand.index(card)
    slot = slot_number(len(hand) - 1 - position)
    return _sentence(step, f"{verb} slot {slot} ({verb[0]}{position + 1})", reason)


def _sentence(step: str, what: str, reason: str) -> str:
    return f"{step}: I {what}, because {reason}"
