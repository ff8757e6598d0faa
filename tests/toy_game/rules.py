"""The rules of High Card: three cards, two seats.

The cards are 1, 2 and 3. Each seat is dealt one and sees only that; the third lies face down on the table.
Seat 0 and then seat 1 either keeps its card or swaps it for the card on the table. Everybody sees that a
card is swapped, but not which. The higher card wins a point.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from handsight.errors import IllegalActionError

CARDS = (1, 2, 3)
SEATS = 2
SEAT_NAMES = ("First", "Second")
TABLE = 2
"""Where the face-down card stands in a deal, after those of the seats."""

Setup = tuple[int, ...]
"""A deal: the card of each seat, and the card on the table."""


class Action(StrEnum):
    """What the seat to act can do."""

    KEEP = "keep"
    SWAP = "swap"


class Acted(NamedTuple):
    """An event: a seat kept its card, or swapped it."""

    turn: int
    seat: int
    action: Action


@dataclass(frozen=True)
class State:
    """The table: how it was dealt, how the cards lie now, and what happened."""

    setup: Setup
    cards: Setup
    events: tuple[Acted, ...] = ()

    @property
    def turn(self) -> int:
        """How many actions have been taken."""
        return len(self.events)

    @property
    def seat(self) -> int:
        """The seat that is to act."""
        return self.turn % SEATS

    @property
    def over(self) -> bool:
        """Whether both seats have acted."""
        return self.turn == SEATS


class Held(NamedTuple):
    """A card that a seat got: the deal gives one at turn 0, a swap another."""

    turn: int
    card: int


class View(NamedTuple):
    """What a seat sees: the cards that it got, and what happened."""

    viewer: int
    held: tuple[Held, ...]
    events: tuple[Acted, ...]

    @property
    def card(self) -> int:
        """The card that the seat has now."""
        return self.held[-1].card


def deal(setup: Setup) -> State:
    """Return the state after the deal."""
    return State(setup, setup)


def legal(state: State) -> Iterator[Action]:
    """Yield every legal action."""
    if not state.over:
        yield from Action


def play(state: State, action: Action) -> State:
    """Return the state after an action, or raise IllegalActionError."""
    if state.over:
        raise IllegalActionError("game-over", "the game is over: both seats have acted")
    cards = list(state.cards)
    if action == Action.SWAP:
        cards[state.seat], cards[TABLE] = cards[TABLE], cards[state.seat]
    return State(state.setup, tuple(cards), (*state.events, Acted(state.turn, state.seat, action)))


def view(state: State, seat: int) -> View:
    """Return what a seat sees."""
    swaps = [event for event in state.events if event == (event.turn, seat, Action.SWAP)]
    taken = [Held(event.turn + 1, state.cards[seat]) for event in swaps]
    return View(seat, (Held(0, state.setup[seat]), *taken), state.events)


def score(state: State) -> tuple[int, ...] | None:
    """Return the points of each seat: 1 for the higher card."""
    if not state.over:
        return None
    return tuple(int(state.cards[seat] > state.cards[1 - seat]) for seat in range(SEATS))
