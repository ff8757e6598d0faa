"""A game that was played: how it was set up, what was chosen, and every state it went through."""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from handsight.game.game_protocol import Game

SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")


class Replay(Struct, Generic[SetupT, ActionT, StateT], frozen=True):
    """A setup, the actions taken from it, and the states after 0, 1, 2, … actions.

    The states are kept, so that looking at a game never plays it again.
    """

    setup: SetupT
    actions: tuple[ActionT, ...]
    states: tuple[StateT, ...]

    @property
    def final(self) -> StateT:
        """The state after the last action."""
        return self.states[-1]


def states_of(
    game: Game[SetupT, StateT, ActionT, Any, Any], setup: SetupT, actions: Iterable[ActionT]
) -> tuple[StateT, ...]:
    """Play actions from a setup; return the states after 0, 1, 2, … of them, or raise IllegalActionError."""
    states = [game.deal(setup)]
    for action in actions:
        states.append(game.play(states[-1], action))
    return tuple(states)
