"""Bots that read what everybody sees: they follow the public record, and can say why they act."""

from abc import abstractmethod
from functools import lru_cache
from typing import Any, Generic, TypeVar

from handsight.bots.hanabi.bot import Bot
from handsight.bots.hanabi.careful import Careful
from handsight.conventions.interpreter.public_state import MoveEvent, Public, after, opening, turns
from handsight.errors import InputError
from handsight.hanabi import Action, Terms, View
from handsight.table import Dice

BLIND = "not everybody sees the same here, so I keep to what is sure"

Memory = TypeVar("Memory")
"""What a kind of reader makes of all that was done so far; it is never changed, only made anew."""


class Moment(Generic[Memory]):
    """A moment of a game, as readers of one kind understand it: whoever reads on first does so for all."""

    def __init__(self, public: Public, memory: Memory) -> None:
        self.public = public
        self.memory = memory
        self._next: tuple[MoveEvent, bool, Moment[Memory]] | None = None

    def following(self, reader: "Reader[Memory]", deed: MoveEvent, *, drew: bool) -> "Moment[Memory]":
        """Return the moment after a deed."""
        known = self._next
        if known is None or known[0] != deed or known[1] != drew:
            then = after(self.public, deed, drew=drew)
            known = self._next = deed, drew, Moment(then, reader.read(self, deed, then))
        return known[2]


class Reader(Bot, Generic[Memory]):
    """Keeps what the public record means to it; where stacks or clues are hidden, it plays as `careful`."""

    def __init__(self, terms: Terms, seat: int, dice: Dice) -> None:
        super().__init__(terms, seat, dice)
        self._careful: Careful | None = None
        self._heard = terms.players * terms.hand_size
        try:
            self._moment: Moment[Memory] = _dealt(type(self), terms)
        except InputError:  # not everybody sees the same, so no clue has a public meaning
            self._careful = Careful(terms, seat, dice)

    @staticmethod
    @abstractmethod
    def begin(public: Public) -> Memory:
        """Make ready after the deal."""

    @abstractmethod
    def read(self, before: Moment[Memory], deed: MoveEvent, then: Public) -> Memory:
        """Understand what was just done, as every reader of this kind does; *then* is as after it."""

    @abstractmethod
    def act(self, view: View) -> Action:
        """Choose an action, everything being read."""

    @abstractmethod
    def reason(self, view: View) -> str:
        """Say why it would act so, everything being read."""

    @property
    def public(self) -> Public:
        """What everybody knows now."""
        return self._moment.public

    @property
    def memory(self) -> Memory:
        """What it makes of all that was done so far."""
        return self._moment.memory

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
            self._moment = self._moment.following(self, deed, drew=drew)
        self._heard = len(view.events)


@lru_cache(maxsize=1 << 4)
def _dealt(kind: type[Reader[Any]], terms: Terms) -> Moment[Any]:
    """Return the moment after the deal; it leads on to the game that was read last."""
    public = opening(terms)
    return Moment(public, kind.begin(public))
