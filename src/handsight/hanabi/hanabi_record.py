"""The record of a game of Hanabi: it obeys the rules from the deal to its last action."""

from collections.abc import Iterator

from handsight import hanabi
from handsight.game.recorded_game import RecordedGame, states_of
from handsight.hanabi.actions import Action, Discard, GiveClue, Play
from handsight.hanabi.state import State
from handsight.hanabi.terms import Setup
from handsight.text.counting_from_one import counted

Extras = tuple[tuple[str, bool | int | float | str], ...]
"""Options that no rule reads, such as clocks, kept so that they can be written again."""

SEAT_NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")
"""What players are called who have no names of their own."""


class HanabiRecord(RecordedGame[Setup, Action, State], frozen=True):
    """A recorded game: the setup, the actions, and the states after 0, 1, 2, … of them."""

    names: tuple[str, ...] = ()
    notes: tuple[tuple[str, ...], ...] = ()
    """Each player's notes on the cards, by order."""
    id: int | None = None
    """Its number on hanab.live."""
    seed: str | None = None
    """Its seed on hanab.live."""
    extras: Extras = ()
    bots: tuple[str, ...] = ()
    """The bot in each seat, empty for a person, where that is known."""
    reasons: tuple[str, ...] = ()
    """A bot's reason for each action, empty where it gave none."""

    @classmethod
    def replay(  # noqa: PLR0913, PLR0917  # the fields of a game
        cls,
        setup: Setup,
        actions: tuple[Action, ...] = (),
        names: tuple[str, ...] = (),
        notes: tuple[tuple[str, ...], ...] = (),
        id: int | None = None,  # noqa: A002  # the name of the field
        seed: str | None = None,
        extras: Extras = (),
    ) -> "HanabiRecord":
        """Play actions from a setup, and return the record, or raise IllegalActionError."""
        return cls(setup, actions, states_of(hanabi, setup, actions), names, notes, id, seed, extras)

    def __repr__(self) -> str:
        terms, actions = self.setup.terms, counted(len(self.actions), "action")
        return f"<{type(self).__name__}: {terms.players} players, {terms.variant.name}, {actions}>"

    def moves(self) -> Iterator[tuple[State, Play | Discard | GiveClue]]:
        """Yield every move with the state before it, up to the end of the game or to its being stopped."""
        for state, action in zip(self.states, self.actions, strict=False):
            if state.over or not isinstance(action, Play | Discard | GiveClue):
                return
            yield state, action

    @property
    def seats(self) -> tuple[str, ...]:
        """A name for every seat."""
        return self.names or SEAT_NAMES[: self.setup.terms.players]
