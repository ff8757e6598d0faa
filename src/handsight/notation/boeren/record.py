"""What a reader finds in a file of Boeren Bridge, and the round it turns out to be.

A reader makes a `Draft`: anything that can be written down, possible or not, each part with its position.
`boeren_referee` plays a draft by the rules once and makes a `Reading`: the good prefix, and every problem.
"""

from collections.abc import Callable
from functools import cached_property
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
from handsight.table import Replay
from handsight.text.diagnostics import Problem, problem_json
from handsight.text.positions import Position

Part = tuple[str | int, ...]
"""A part of a draft by name, such as ("hands", 2, 0)."""


class Move(Struct, frozen=True):
    """An action with the seat that is said to take it, and its part of the draft."""

    action: Action
    seat: int
    part: Part


class Draft(Struct, frozen=True):
    """What a text says of one round, before anyone has asked whether it is possible."""

    setup: Setup | None
    find: Callable[[Part], Position | None]
    """Says where a part stands in the text."""
    moves: tuple[Move, ...] = ()
    names: tuple[str, ...] = ()
    id: str | None = None
    problems: tuple[Problem, ...] = ()
    """What the reader could not understand; the moves stop before the first of them."""
    notices: tuple[str, ...] = ()
    """What a person should know though nothing is wrong."""


class Round(Struct, frozen=True, dict=True):
    """A recorded round (or its beginning) that obeys the rules from the deal to its last action."""

    setup: Setup
    actions: tuple[Action, ...] = ()
    names: tuple[str, ...] = ()
    id: str | None = None

    @property
    def replay(self) -> Replay[Setup, Action]:
        """The setup and the actions alone."""
        return Replay(self.setup, self.actions)

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The state after 0, 1, 2, … actions."""
        return tuple(self.replay.states(boeren))

    @property
    def final(self) -> State:
        """The state after the last action."""
        return self.states[-1]

    @property
    def seats(self) -> tuple[str, ...]:
        """A name for every seat."""
        return self.names or SEAT_NAMES


def actions_of(state: State) -> tuple[Action, ...]:
    """Return the actions that led to a state, as its events tell them."""
    told = list[Action]()
    for event in state.events:
        match event:
            case BidMade(_, _, tricks):
                told.append(Bid(tricks))
            case CardPlayed(_, _, card):
                told.append(Play(card))
    return tuple(told)


class Reading(Struct, frozen=True):
    """A round as far as it is good, and what is wrong with the rest."""

    label: str
    round: Round | None
    problems: tuple[Problem, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong."""
        return self.round is not None and not self.problems

    @property
    def position(self) -> bool:
        """Whether it is a position without bids, to be asked about and not to be scored."""
        return self.round is not None and not self.round.setup.terms.bidding


def summary(reading: Reading) -> dict[str, Any]:
    """Return what `check --json` prints of a round; an invalid one as of its last good turn."""
    final = reading.round.final if reading.round else None
    points = score(final) if final else None
    row: dict[str, Any] = {
        "game": reading.label,
        "valid": reading.valid,
        "won": list(final.won) if final else None,
        "scores": None if points is None else list(points),
        "winners": [trick.seat for trick in final.tricks] if final else None,
        "error": problem_json(reading.problems[0]) if reading.problems else None,
    }
    if len(reading.problems) > 1:
        row["errors"] = [problem_json(problem) for problem in reading.problems]
    if reading.notices:
        row["notices"] = list(reading.notices)
    return row


def sentence(reading: Reading) -> str:
    """Say in a line how a round stands."""
    if reading.round is None:
        return f"{reading.label}: cannot be read"
    final, seats = reading.round.final, reading.round.seats
    verdict = "valid" if reading.valid else "INVALID, good until here"
    points = score(final)
    figures = zip(seats, final.won, points or ("-",) * len(seats), strict=True)
    stand = ", ".join(
        f"{name} {_many(won, 'trick')}, {_many(total, 'point')}" for name, won, total in figures
    )
    trump = SUIT_NAMES[final.trump].lower()
    size, turns = _many(final.terms.hand_size, "card"), _many(final.turn, "turn")
    return f"{reading.label}: {verdict}; {size}, {trump} trump, {turns}; {stand}"


def _many(number: object, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
