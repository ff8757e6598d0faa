"""A round of Boeren Bridge as a file says it, and the recorded round that it is if it is legal."""

from collections.abc import Callable

from msgspec import Struct

from handsight import boeren
from handsight.boeren import SEAT_NAMES, Action, Match, Setup, State
from handsight.game import Replay, states_of
from handsight.text.counting_from_one import counted
from handsight.text.diagnostics import Position, Problem

Part = tuple[str | int, ...]
"""A part of a round by name, such as ("hands", 2, 0)."""


class Move(Struct, frozen=True):
    """An action with the seat that is said to take it, and the part of the file that says so."""

    action: Action
    seat: int
    part: Part


class ParsedGame(Struct, frozen=True):
    """What a text says of one round, not yet validated."""

    setup: Setup | None
    find: Callable[[Part], Position | None]
    """Returns the position of a part in the text."""
    moves: tuple[Move, ...] = ()
    names: tuple[str, ...] = ()
    id: str | None = None
    problems: tuple[Problem, ...] = ()
    """What the reader could not understand; the moves stop before the first of them."""
    notices: tuple[str, ...] = ()
    """What a person should know though nothing is wrong."""


class Round(Replay[Setup, Action, State], frozen=True):
    """A recorded round (or its beginning) that obeys the rules from the deal to its last action.

    It has the setup, the actions and the states after 0, 1, 2, … actions; `final` is the last state.
    """

    names: tuple[str, ...] = ()
    id: str | None = None

    @classmethod
    def play(
        cls,
        setup: Setup,
        actions: tuple[Action, ...] = (),
        names: tuple[str, ...] = (),
        id: str | None = None,  # noqa: A002  # the name of the field
    ) -> "Round":
        """Play actions from a setup, and return the recorded round, or raise IllegalActionError."""
        return cls(setup, actions, states_of(boeren, setup, actions), names, id)

    def __repr__(self) -> str:
        return (
            f"<Round: {counted(self.setup.terms.hand_size, 'card')}, {counted(len(self.actions), 'action')}>"
        )

    @property
    def seats(self) -> tuple[str, ...]:
        """A name for every seat."""
        return self.names or SEAT_NAMES

    @property
    def is_position(self) -> bool:
        """Whether it is a position without bids, to be asked about and not to be scored."""
        return not self.setup.terms.bidding


def round_name(match: Match, state: State) -> str:
    """Name the round on the table, as people count."""
    return f"round {len(match.finished) + 1} of {counted(state.terms.hand_size, 'card')}"
