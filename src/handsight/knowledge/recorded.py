"""Finding a turn and a seat of a recorded game."""

from collections.abc import Sequence
from typing import Any, Protocol

from handsight.errors import InputError
from handsight.table import seat_named


class RecordedGame(Protocol):
    """A recorded game of any kind: its states after 0, 1, 2, … actions, and the names of its seats."""

    @property
    def states(self) -> Sequence[Any]:
        """The state after 0, 1, 2, … actions."""
        ...

    @property
    def seats(self) -> tuple[str, ...]:
        """A name for every seat."""
        ...


def turn_in(game: RecordedGame, turn: int | None) -> int:
    """Return the turn that is asked for, the last one by default.

    Raises:
        InputError: the game has no such turn.
    """
    last = len(game.states) - 1
    if turn is None:
        return last
    if not 0 <= turn <= last:
        raise InputError(f"there is no turn {turn}; this game has turns 0 to {last}")
    return turn


def seat_in(names: Sequence[str], seat: int | str, *other_names: Sequence[str]) -> int:
    """Return the number of a seat that is named by number, by name or as ``P0``.

    Raises:
        InputError: there is no such seat.
    """
    if isinstance(seat, str):
        return seat_named(seat, names, *other_names)
    if not 0 <= seat < len(names):
        raise InputError(f"there is no seat {seat}; the seats are 0 to {len(names) - 1}")
    return seat
