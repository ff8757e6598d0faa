"""Bots that try to see what they must not: each finds the deck in its own way, then plays with open hands.

Each has what every bot has: its terms, seat, dice and views. A bot that finds nothing plays as `careful`.
"""

import gc
import sys
from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from handsight.bots import Bot
from handsight.bots.bot import as_decision
from handsight.game import Dice, Seed, deal_dice, shuffled
from handsight.game.seeded_dice import GOLDEN, WORD, mix
from handsight.hanabi import Action, Card, Event, State, Terms, View
from handsight.roster.hanabi import ROSTER

Deck = tuple[Card, ...]


class Dishonest(Bot[Terms, View, Event, Action]):
    """Plays with open hands if `decks` yields a deck that agrees with everything it sees."""

    found: ClassVar[int] = 0
    """Decisions with open hands."""

    def __init__(self, terms: Terms, seat: int, dice: Dice) -> None:
        super().__init__(terms, seat, dice)
        self.first_state = dice.state

    def decks(self, _view: View, /) -> Iterator[Deck]:
        """Yield decks that may be the true one."""
        raise NotImplementedError

    def decide(self, view: View) -> Action:
        deck = next((deck for deck in self.decks(view) if agrees(deck, view)), None)
        if deck is None:
            return self._as("careful", view)
        type(self).found += 1
        return self._as("cheat", replace(view, cards=deck[: view.drawn]))

    def _as(self, name: str, view: View) -> Action:
        action: Action = as_decision(ROSTER[name].make(self.terms, self.seat, self.dice).decide(view)).action
        return action


def agrees(deck: Deck, view: View) -> bool:
    """Whether a deck has every card that a view shows."""
    return all(card is None or deck[order] == card for order, card in enumerate(view.cards))


def unmix(x: int) -> int:
    """Invert `mix`, step by step from the last."""
    x = _unshift(x, 31) * pow(0x94D049BB133111EB, -1, 1 << 64) & WORD
    x = _unshift(x, 27) * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & WORD
    return _unshift(x, 30)


def _unshift(x: int, by: int) -> int:
    """Invert ``x ^ (x >> by)``."""
    found = x
    for _ in range(64 // by):
        found = x ^ found >> by
    return found


class Inverting(Dishonest):
    """Takes its dice for another stream of the generator that shuffled the deck, and computes that one."""

    def decks(self, view: View, /) -> Iterator[Deck]:
        game = unmix(self.first_state) - (self.seat + 1) * GOLDEN & WORD
        yield shuffled(view.terms.variant.deck(), Dice.from_state(mix(game)))


class Trying(Dishonest):
    """Tries the first seeds and games, one after another."""

    SEEDS: ClassVar[range] = range(12)
    GAMES: ClassVar[range] = range(4)
    known: Deck | None = None

    def tried(self) -> Iterator[Seed]:
        """Yield the seeds to try."""
        yield from self.SEEDS

    def decks(self, view: View, /) -> Iterator[Deck]:
        if self.known is not None:
            yield self.known
            return
        cards = view.terms.variant.deck()
        for seed in self.tried():
            for game in self.GAMES:
                deck = shuffled(cards, deal_dice(seed, game))
                if agrees(deck, view):
                    self.known = deck
                    yield deck


class WalkingFrames(Dishonest):
    """Looks for a state in the local variables of whoever called it."""

    def decks(self, _view: View, /) -> Iterator[Deck]:
        frame = sys._getframe()  # noqa: SLF001  the point of this bot
        while frame.f_back:
            frame = frame.f_back
            for value in frame.f_locals.values():
                if isinstance(value, State):
                    yield value.cards


class WalkingObjects(Dishonest):
    """Looks for a state among all objects that the garbage collector knows."""

    def decks(self, _view: View, /) -> Iterator[Deck]:
        for value in gc.get_objects():
            if isinstance(value, State):
                yield value.cards
            elif isinstance(value, tuple | list | dict):
                for part in value.values() if isinstance(value, dict) else value:
                    if isinstance(part, State):
                        yield part.cards
