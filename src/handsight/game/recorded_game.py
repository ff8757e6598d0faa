"""The record of a game: how it was set up, what was chosen, and every state it went through."""

from collections.abc import Iterable, Sequence
from typing import Any, Generic, SupportsIndex, TypeVar

from msgspec import Struct

from handsight.errors import InputError
from handsight.game.game_protocol import GameRules
from handsight.game.seat_names import seat_named

SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")

SEATED = "seated"
"""The extra field of a record that says who sat where: a person, or which bot."""
PERSON = "a person"


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
    """Return the turn that is asked for: how many actions have been taken, for None all of them.

    Raises:
        InputError: it is not a whole number, or the game has no such turn.
    """
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
    """Return an index from 0 to *last*, or raise InputError; *which* begins the list of those there are."""
    if isinstance(index, bool) or not isinstance(index, SupportsIndex):
        raise InputError(f"a {what} is a whole number, counted from 0, not {index!r}; {which} 0 to {last}")
    if not 0 <= index.__index__() <= last:
        raise InputError(f"there is no {what} {index}; {which} 0 to {last}")
    return index.__index__()


def seated(names: Sequence[str], players: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Say who sat where, as an extra field of a recorded game."""
    return ((SEATED, "; ".join(f"{name}: {who}" for name, who in zip(names, players, strict=False))),)
