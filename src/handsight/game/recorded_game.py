"""The five functions of a game, and its record: setup, actions, and every state it went through."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, Protocol, SupportsIndex, TypeVar

from msgspec import Struct

from handsight.errors import InputError
from handsight.game.seat_names import seat_named

SetupT = TypeVar("SetupT")
SetupT_contra = TypeVar("SetupT_contra", contravariant=True)
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ViewT_co = TypeVar("ViewT_co", covariant=True)
ScoreT_co = TypeVar("ScoreT_co", covariant=True)

SEATED = "seated"
"""The name of a record's extra field that says who sat where: a person, or which bot."""
PERSON = "a person"


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


class RecordedGame(Struct, Generic[SetupT, ActionT, StateT], frozen=True):
    """A setup, the actions taken from it, and the states after 0, 1, 2, … actions.

    The states are kept, so that looking at a game never plays it again. A game's own record adds `seats`.
    """

    setup: SetupT
    actions: tuple[ActionT, ...]
    states: tuple[StateT, ...]

    @property
    def final(self) -> StateT:
        """The state after the last action."""
        return self.states[-1]

    @property
    def seats(self) -> tuple[str, ...]:
        """A name for every seat."""
        raise NotImplementedError


def states_of(
    game: GameRules[SetupT, StateT, ActionT, Any, Any], setup: SetupT, actions: Iterable[ActionT]
) -> tuple[StateT, ...]:
    """Play actions from a setup; return the states after 0, 1, 2, … of them, or raise IllegalActionError."""
    states = [game.deal(setup)]
    for action in actions:
        states.append(game.play(states[-1], action))
    return tuple(states)


def turn_in(game: RecordedGame[Any, Any, Any], turn: object) -> int:
    """Return a turn (how many actions have been taken; None: all), or raise InputError if there is none."""
    last = len(game.states) - 1
    if turn is None:
        return last
    return index_in("turn", turn, last, "this game has turns")


def seat_in(names: Sequence[str], seat: int | str, *other_names: Sequence[str]) -> int:
    """Return the index of a seat that is named by its index, by name or as ``P0``, or raise InputError."""
    if isinstance(seat, str):
        return seat_named(seat, names, *other_names)
    return index_in("seat", seat, len(names) - 1, "the seats are")


def index_in(what: str, index: object, last: int, which: str) -> int:
    """Return an index from 0 to *last*, or raise InputError; *which* introduces the range in the message."""
    if isinstance(index, bool) or not isinstance(index, SupportsIndex):
        raise InputError(f"a {what} is a whole number, counted from 0, not {index!r}; {which} 0 to {last}")
    if not 0 <= index.__index__() <= last:
        raise InputError(f"there is no {what} {index}; {which} 0 to {last}")
    return index.__index__()


def seated(names: Sequence[str], players: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return the extra field of a record that says who sat where."""
    return ((SEATED, "; ".join(f"{name}: {who}" for name, who in zip(names, players, strict=False))),)
