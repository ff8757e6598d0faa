"""Bots that read what everybody sees: they follow the public record, and can say why they act."""

from abc import abstractmethod

from handsight.bots.bot import Bot
from handsight.bots.careful import Careful
from handsight.conventions.public import Deed, Public, after, opening, readable, turns
from handsight.errors import InputError
from handsight.hanabi import Action, Terms, View
from handsight.table import Dice

BLIND = "not everybody sees the same here, so I keep to what is sure"


class Reader(Bot):
    """Keeps what the public record means to it; where stacks or clues are hidden, it plays as `careful`."""

    def __init__(self, terms: Terms, seat: int, dice: Dice) -> None:
        super().__init__(terms, seat, dice)
        self._careful: Careful | None = None
        try:
            readable(terms)
        except InputError:  # not everybody sees the same, so no clue has a public meaning
            self._careful = Careful(terms, seat, dice)
        else:
            self.public: Public = opening(terms)
            self._heard = terms.players * terms.hand
            self.begin()

    @abstractmethod
    def begin(self) -> None:
        """Make ready after the deal."""

    @abstractmethod
    def read(self, deed: Deed, then: Public) -> None:
        """Understand what was just done; `self.public` is still as before it, *then* is as after it."""

    @abstractmethod
    def act(self, view: View) -> Action:
        """Choose an action, everything being read."""

    @abstractmethod
    def reason(self, view: View) -> str:
        """Say why it would act so, everything being read."""

    def decide(self, view: View) -> Action:
        """Choose what to do."""
        if self._careful:
            return self._careful.decide(view)
        self._catch_up(view)
        return self.act(view)

    def explain(self, view: View) -> str:
        """Say why it would act as it does."""
        if self._careful:
            return BLIND
        self._catch_up(view)
        return self.reason(view)

    def _catch_up(self, view: View) -> None:
        for deed, drew in turns(view.events[self._heard :]):
            then = after(self.public, deed, drew=drew)
            self.read(deed, then)
            self.public = then
        self._heard = len(view.events)
