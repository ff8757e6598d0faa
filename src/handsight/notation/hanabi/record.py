"""A game of Hanabi as a file says it, and the recorded game that it is if it is legal."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from handsight import hanabi
from handsight.game import Replay, states_of
from handsight.hanabi import Action, Card, Discard, GiveClue, Play, Setup, State, Terms
from handsight.text.counting_from_one import counted
from handsight.text.diagnostics import Position, Problem

Extras = tuple[tuple[str, bool | int | float | str], ...]
"""Options that no rule reads, such as clocks, kept so that they can be written again."""

NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")


class Move(Struct, frozen=True):
    """An action, the seat that is said to take it (None where the format does not say), and its position."""

    action: Action
    seat: int | None = None
    position: Position | None = None
    """Where the card or the seat it is about is named."""
    actor: Position | None = None
    """Where its seat is named, if that is another position."""


class ParsedGame(Struct, frozen=True):
    """What a text says of a game, not yet validated."""

    terms: Terms | None
    deck: tuple[Card, ...] = ()
    deck_positions: tuple[Position, ...] = ()
    """The position of each card of the deck, in formats that list them one by one."""
    moves: tuple[Move, ...] = ()
    names: tuple[str, ...] = ()
    notes: tuple[tuple[str, ...], ...] = ()
    id: int | None = None
    seed: str | None = None
    extras: Extras = ()
    bots: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    position: Position | None = None
    """Where the game begins, in files that hold several."""
    find: Callable[[str, int], Position | None] | None = None
    """Finds a card of the ``deck`` or one of the ``actions``, in formats where that takes a search."""
    problems: tuple[Problem, ...] = ()
    """What the reader could not understand; the moves stop before the first of them."""
    notices: tuple[str, ...] = ()
    """What a person should know though nothing is wrong."""
    retry: tuple[Terms, str] | None = None
    """Other terms to try if the game is not legal by these, with a notice that says so."""
    deck_cut: bool = False
    """Whether the deck breaks off at a card that could not be read (one of the problems)."""


class Game(Replay[Setup, Action, State], frozen=True):
    """A recorded game that obeys the rules from the deal to its last action.

    It has the setup, the actions and the states after 0, 1, 2, … actions; `final` is the last state.
    """

    names: tuple[str, ...] = ()
    notes: tuple[tuple[str, ...], ...] = ()
    id: int | None = None
    seed: str | None = None
    extras: Extras = ()
    bots: tuple[str, ...] = ()
    """The bot in each seat, empty for a person, where that is known."""
    reasons: tuple[str, ...] = ()
    """A bot's reason for each action, empty where it gave none."""

    @classmethod
    def play(  # noqa: PLR0913, PLR0917  # the fields of a game
        cls,
        setup: Setup,
        actions: tuple[Action, ...] = (),
        names: tuple[str, ...] = (),
        notes: tuple[tuple[str, ...], ...] = (),
        id: int | None = None,  # noqa: A002  # the name of the field
        seed: str | None = None,
        extras: Extras = (),
    ) -> "Game":
        """Play actions from a setup, and return the recorded game, or raise IllegalActionError."""
        return cls(setup, actions, states_of(hanabi, setup, actions), names, notes, id, seed, extras)

    def __repr__(self) -> str:
        terms = self.setup.terms
        return (
            f"<Game: {terms.players} players, {terms.variant.name}, {counted(len(self.actions), 'action')}>"
        )

    def moves(self) -> Iterator[tuple[State, Play | Discard | GiveClue]]:
        """Yield every move with the state before it; actions after the end, and breaking off, are none."""
        for state, action in zip(self.states, self.actions, strict=False):
            if state.over or not isinstance(action, Play | Discard | GiveClue):
                return
            yield state, action

    @property
    def seats(self) -> tuple[str, ...]:
        """A name for every seat."""
        return self.names or NAMES[: self.setup.terms.players]
