"""A recorded game: how it was set up, and what was chosen."""

from collections.abc import Iterator
from typing import Generic, TypeVar

from msgspec import Struct

from handsight.table.game import Game

SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ViewT = TypeVar("ViewT")
ScoreT = TypeVar("ScoreT")


class Replay(Struct, Generic[SetupT, ActionT], frozen=True):
    """A setup and the actions taken from it; everything else follows by playing them."""

    setup: SetupT
    actions: tuple[ActionT, ...] = ()

    def states(self, game: Game[SetupT, StateT, ActionT, ViewT, ScoreT]) -> Iterator[StateT]:
        """Yield the state after 0, 1, 2, … actions, or raise IllegalActionError."""
        state = game.deal(self.setup)
        yield state
        for action in self.actions:
            state = game.play(state, action)
            yield state
