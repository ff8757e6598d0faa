"""What a reader finds in a file, and the game it turns out to be.

A reader makes a `Draft`: anything that can be written down, possible or not, each part with its position.
`referee` plays a draft by the rules once and makes a `Reading`: the good prefix, and every problem.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from handsight import hanabi
from handsight.hanabi import Action, Card, Setup, State, Terms
from handsight.table import Replay
from handsight.text.diagnostics import Problem
from handsight.text.positions import Position

Extras = tuple[tuple[str, bool | int | float | str], ...]
"""Options that no rule reads, such as clocks, kept for the way back."""

NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")

SEATED = "seated"
"""The extra that says who sat where: a person, or which bot."""
PERSON = "a person"


def seated(names: Sequence[str], players: Iterable[str]) -> Extras:
    """Say who sat where, as a record keeps it beside plain names."""
    return ((SEATED, "; ".join(f"{name}: {who}" for name, who in zip(names, players, strict=False))),)


class Written(NamedTuple):
    """A game as text, and what that format could not hold."""

    text: str
    lost: tuple[str, ...] = ()


class Move(Struct, frozen=True):
    """An action, the seat that is said to take it (None where the format does not say), and its position."""

    action: Action
    seat: int | None = None
    position: Position | None = None
    """Where the card or the seat it is about is named."""
    actor: Position | None = None
    """Where its seat is named, if that is another position."""


class Draft(Struct, frozen=True):
    """What a text says, before anyone has asked whether it is possible."""

    terms: Terms | None
    deck: tuple[Card, ...] = ()
    deck_positions: tuple[Position, ...] = ()
    """Where each card of the deck stands, in formats that list them one by one."""
    moves: tuple[Move, ...] = ()
    names: tuple[str, ...] = ()
    notes: tuple[tuple[str, ...], ...] = ()
    id: int | None = None
    seed: str | None = None
    extras: Extras = ()
    position: Position | None = None
    """Where the game begins, in files that hold several."""
    where: Callable[[str, int], Position | None] | None = None
    """Finds a card of the ``deck`` or one of the ``actions``, in formats where looking is dear."""
    problems: tuple[Problem, ...] = ()
    """What the reader could not understand; the moves stop before the first of them."""
    notices: tuple[str, ...] = ()
    """What a person should know though nothing is wrong."""
    retry: tuple[Terms, str] | None = None
    """Other terms to try if the game fails by these, with a notice that says so."""
    deck_cut: bool = False
    """Whether the deck breaks off at a card that could not be read (one of the problems)."""


class Game(Struct, frozen=True, dict=True):
    """A recorded game that obeys the rules from the deal to its last action."""

    setup: Setup
    actions: tuple[Action, ...] = ()
    names: tuple[str, ...] = ()
    notes: tuple[tuple[str, ...], ...] = ()
    id: int | None = None
    seed: str | None = None
    extras: Extras = ()

    def __repr__(self) -> str:
        terms = self.setup.terms
        return f"<Game: {terms.players} players, {terms.variant.name}, {len(self.actions)} actions>"

    @property
    def replay(self) -> Replay[Setup, Action]:
        """The setup and the actions alone."""
        return Replay(self.setup, self.actions)

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The state after 0, 1, 2, … actions."""
        return tuple(self.replay.states(hanabi))

    @cached_property
    def final(self) -> State:
        """The state after the last action."""
        return self.states[-1]

    @property
    def seats(self) -> tuple[str, ...]:
        """A name for every seat."""
        return self.names or NAMES[: self.setup.terms.players]


class Reading(Struct, frozen=True):
    """A game as far as it is good, and what is wrong with the rest."""

    label: str
    game: Game | None
    problems: tuple[Problem, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong."""
        return self.game is not None and not self.problems
