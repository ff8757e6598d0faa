"""The record of a round of Boeren Bridge: it obeys the rules from the deal to its last action."""

from handsight import boeren
from handsight.boeren.actions import Action
from handsight.boeren.match import Match
from handsight.boeren.state import State
from handsight.boeren.terms import SEAT_NAMES, Setup
from handsight.game.recorded_game import RecordedGame, states_of
from handsight.text.counting_from_one import counted


class BoerenRecord(RecordedGame[Setup, Action, State], frozen=True):
    """A recorded round, or its beginning: the setup, the actions, the states after 0, 1, 2, … of them."""

    names: tuple[str, ...] = ()
    id: str | None = None

    @classmethod
    def replay(
        cls,
        setup: Setup,
        actions: tuple[Action, ...] = (),
        names: tuple[str, ...] = (),
        id: str | None = None,  # noqa: A002  # the name of the field
    ) -> "BoerenRecord":
        """Play actions from a setup, and return the record, or raise IllegalActionError."""
        return cls(setup, actions, states_of(boeren, setup, actions), names, id)

    def __repr__(self) -> str:
        cards, actions = counted(self.setup.terms.hand_size, "card"), counted(len(self.actions), "action")
        return f"<{type(self).__name__}: {cards}, {actions}>"

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
