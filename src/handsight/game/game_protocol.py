"""The protocol of a game: a module with the five functions deal, legal, play, view and score."""

from collections.abc import Iterator
from typing import Protocol, TypeVar

SetupT_contra = TypeVar("SetupT_contra", contravariant=True)
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ViewT_co = TypeVar("ViewT_co", covariant=True)
ScoreT_co = TypeVar("ScoreT_co", covariant=True)


class GameRules(Protocol[SetupT_contra, StateT, ActionT, ViewT_co, ScoreT_co]):
    """The rules of a game: a module with these five functions, none of which changes its arguments."""

    def deal(self, setup: SetupT_contra, /) -> StateT:
        """Return the state after the deal."""

    def legal(self, state: StateT, /) -> Iterator[ActionT]:
        """Yield every legal action of the player to move; none once the game is over."""

    def play(self, state: StateT, action: ActionT, /) -> StateT:
        """Return the state after a legal action, or raise IllegalActionError."""

    def view(self, state: StateT, seat: int, /) -> ViewT_co:
        """Return what a seat sees, and nothing else."""

    def score(self, state: StateT, /) -> ScoreT_co | None:
        """Return the final score (the team's, or one for each seat), or None while the game goes on."""
