"""The complete state of a game, hidden cards included; a seat sees only its `View`."""

from collections.abc import Hashable, Iterable
from enum import StrEnum

from msgspec import Struct

from handsight.hanabi import card_value
from handsight.hanabi import character_effects as effects
from handsight.hanabi.actions import ClueGiven, Event
from handsight.hanabi.cards import Card
from handsight.hanabi.terms import Setup, Terms
from handsight.hanabi.variants.variant import Variant


class End(StrEnum):
    """How a game stands or ended."""

    IN_PROGRESS = "in_progress"
    PERFECT = "perfect"
    FINAL_ROUND = "final_round"
    STRIKEOUT = "strikeout"
    NO_MORE_POINTS = "no_more_points"
    TERMINATED = "terminated"


class State(Struct, frozen=True):
    """The state of a game.

    A card is named by its order, which is its index in the deck; a hand lists its newest card first.
    """

    setup: Setup
    hands: tuple[tuple[int, ...], ...]
    drawn: int
    """How many cards have left the deck; also the order of the next card."""
    stacks: tuple[int, ...]
    """The state of each suit's stack, in the numbering of its stack rule."""
    clue_units: int
    """Clue tokens, in the smallest unit of the variant (halves where clues are starved)."""
    strikes: int
    seat: int
    """The seat to move."""
    turn: int
    """How many actions have been taken."""
    turns_left: int | None
    """Turns until the end; None before the final round."""
    played: tuple[int, ...] = ()
    discarded: tuple[int, ...] = ()
    """Cards in the discard pile, misplayed ones among them (unless the rules let those vanish)."""
    touched: int = 0
    """A mask over orders: the cards that some clue has touched."""
    wasted: int = 0
    """How often a completed stack returned no token because the team had all of them."""
    stop_code: int = 0
    """hanab.live's end code of a game that was stopped or failed; 0 otherwise."""
    events: tuple[Event, ...] = ()

    @property
    def terms(self) -> Terms:
        """What the players agreed on."""
        return self.setup.terms

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the deck, by order."""
        return self.setup.deck

    @property
    def deck_left(self) -> int:
        """How many cards are still in the deck."""
        return self.terms.variant.deck_size - self.drawn

    @property
    def tokens(self) -> float:
        """Clue tokens, as players count them (halves occur when clues are starved)."""
        whole, half = divmod(self.clue_units, self.terms.clue_cost)
        return whole + 0.5 if half else whole

    @property
    def points(self) -> int:
        """How many cards lie on the stacks."""
        return len(self.played)

    @property
    def heights(self) -> tuple[int, ...]:
        """How many cards lie on each stack."""
        return tuple(rule.height[at] for rule, at in zip(self.terms.variant.stacks, self.stacks, strict=True))

    @property
    def discarded_copies(self) -> tuple[int, ...]:
        """How many copies of each identity lie in the discard pile."""
        return count_copies(self.terms.variant, (self.cards[order] for order in self.discarded))

    @property
    def max_score(self) -> int:
        """The best score that the discard pile still allows."""
        return card_value.max_score(self.terms.variant, self.stacks, self.discarded_copies)

    @property
    def score(self) -> int:
        """The score that hanab.live records: 0 for a game that was stopped or, by most rules, struck out."""
        if self.stop_code or (self.struck_out and self.terms.rules.strikeout == "zero"):
            return 0
        return self.points

    @property
    def struck_out(self) -> bool:
        """Whether the team has made the last strike."""
        return self.strikes >= self.terms.max_strikes

    @property
    def over(self) -> bool:
        """Whether the rules allow no further action."""
        terms = self.setup.terms
        return (
            self.stop_code != 0
            or self.strikes >= terms.max_strikes
            or self.turns_left == 0
            or (terms.rules.stop_perfect and self.points == terms.variant.max_score)
        )

    @property
    def end(self) -> End:
        """How the game stands or ended; after *no more points* it may still go on."""
        if self.stop_code:
            return End.TERMINATED
        if self.struck_out:
            return End.STRIKEOUT
        if self.points == self.terms.variant.max_score:
            return End.PERFECT
        if self.turns_left == 0:
            return End.FINAL_ROUND
        return End.IN_PROGRESS if self._points_left() else End.NO_MORE_POINTS

    @property
    def last_clue(self) -> ClueGiven | None:
        """The last clue that was given, by any seat."""
        return next((event for event in reversed(self.events) if isinstance(event, ClueGiven)), None)

    @property
    def position(self) -> Hashable:
        """Everything that the future depends on, without the past; equal positions have equal futures."""
        last = self.last_clue if self.terms.variant.alternating else None
        touched = self.touched if self.terms.card_cycle else 0
        lost = self.discarded_copies if self.terms.all_or_nothing or self.terms.speedrun else ()
        now = self.hands, self.drawn, self.stacks, self.clue_units, self.strikes, self.seat, self.turns_left
        memories = effects.memories(self) if self.terms.characters else ()
        return (*now, self.stop_code, touched, last and last.kind, lost, memories)

    def slot(self, order: int) -> int | None:
        """Return the slot index (0 = newest) at which the seat to move holds a card, or None."""
        hand = self.hands[self.seat]
        return hand.index(order) if order in hand else None

    def _active(self) -> set[int]:
        """The seats that will still have a turn."""
        players, left = self.terms.players, self.turns_left
        if left is None:
            return set(range(players))
        if self.terms.characters:
            return set(effects.upcoming(self, left))
        return {(self.seat + n) % players for n in range(left)}

    def _points_left(self) -> bool:
        """Whether a card that can still be played fits a stack; hands without another turn do not count."""
        if self.points >= self.max_score:
            return False
        live = [order for seat in self._active() for order in self.hands[seat]]
        known = len(self.cards)
        if known < self.terms.variant.deck_size or self.turns_left is None:
            live += range(self.drawn, known)
        if known < self.terms.variant.deck_size and self.deck_left:
            return True
        fitting = card_value.playable(self.terms.variant, self.stacks)
        return any(fitting >> self.terms.variant.identity(self.cards[order]) & 1 for order in live)


def count_copies(variant: Variant, cards: Iterable[Card | None]) -> tuple[int, ...]:
    """Return how many of the cards have each identity; None is a card that is not seen."""
    counts, identities = [0] * len(variant.copies), variant.identities
    for card in cards:
        if card is not None:
            counts[identities[card]] += 1
    return tuple(counts)
