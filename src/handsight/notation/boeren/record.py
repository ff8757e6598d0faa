"""A round of Boeren Bridge as a file says it, and the recorded round that it is if it is legal."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from handsight import boeren
from handsight.boeren import (
    SEAT_NAMES,
    SUIT_NAMES,
    Action,
    Bid,
    BidMade,
    CardPlayed,
    Play,
    Setup,
    State,
    score,
)
from handsight.notation.record import CheckedGame
from handsight.table import Replay, states_of
from handsight.text.diagnostics import Problem
from handsight.text.positions import Position

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
        """Play actions from a setup, and return the recorded round.

        Raises:
            IllegalActionError: if the rules forbid one of the actions.
        """
        return cls(setup, actions, states_of(boeren, setup, actions), names, id)

    @property
    def seats(self) -> tuple[str, ...]:
        """A name for every seat."""
        return self.names or SEAT_NAMES

    @property
    def is_position(self) -> bool:
        """Whether it is a position without bids, to be asked about and not to be scored."""
        return not self.setup.terms.bidding


def actions_of(state: State) -> tuple[Action, ...]:
    """Return the actions that led to a state, from its events."""
    actions = list[Action]()
    for event in state.events:
        match event:
            case BidMade(_, _, tricks):
                actions.append(Bid(tricks))
            case CardPlayed(_, _, card):
                actions.append(Play(card))
    return tuple(actions)


def summary(checked: CheckedGame[Round]) -> dict[str, Any]:
    """Return the row of `check --json`; an invalid round is summarised as of its last valid turn."""
    final = checked.game.final if checked.game else None
    points = score(final) if final else None
    return checked.json(
        {
            "won": list(final.won) if final else None,
            "scores": None if points is None else list(points),
            "winners": [trick.seat for trick in final.tricks] if final else None,
        }
    )


def sentence(checked: CheckedGame[Round]) -> str:
    """Say in one line how a round stands."""
    if checked.game is None:
        return f"{checked.label}: cannot be read"
    final, seats = checked.game.final, checked.game.seats
    verdict = "valid" if checked.valid else "INVALID, good until here"
    points = score(final)
    figures = zip(seats, final.won, points or ("-",) * len(seats), strict=True)
    stand = ", ".join(
        f"{name} {_many(won, 'trick')}, {_many(total, 'point')}" for name, won, total in figures
    )
    trump = SUIT_NAMES[final.trump].lower()
    size, turns = _many(final.terms.hand_size, "card"), _many(final.turn, "turn")
    return f"{checked.label}: {verdict}; {size}, {trump} trump, {turns}; {stand}"


def _many(number: object, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
