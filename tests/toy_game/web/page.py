"""High Card on the page: its `GamePage`, its table, and what a seat is sent."""

from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from handsight.game import deal_dice, shuffled
from handsight.web.games import GamePage
from handsight.web.server import game_table
from handsight.web.server import table_messages as messages
from handsight.web.server.game_table import OPEN, Acted, Table, Undone
from handsight.web.server.table_messages import SeatRequest, TableRequest
from toy_game import rules
from toy_game.rules import Action, State


class HighCardRequest(TableRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a new table."""

    seats: Annotated[tuple[SeatRequest, ...], Meta(min_length=2, max_length=2)]


class Opening(game_table.Opening[HighCardRequest], frozen=True, kw_only=True):
    """How a table was opened."""


class HighCardTable(Table[Opening, State]):
    """A table of High Card."""

    game: ClassVar = "toy"
    rules: ClassVar = rules
    opening_kind: ClassVar = Opening
    entry_decoder: ClassVar = msgspec.json.Decoder(Acted[Action] | Undone)
    request_decoder: ClassVar = msgspec.json.Decoder(
        messages.Hello | messages.ActRequest[Action] | messages.Undo | messages.Why
    )

    def start(self) -> tuple[list[State], list[Any]]:
        """Deal the cards."""
        return [rules.deal(shuffled(rules.CARDS, deal_dice(self.opening.seed)))], []

    def after(self, moment: State, entry: Acted[Action]) -> State:
        """Return the state after an action."""
        return rules.play(moment, entry.action)

    def picture(self, seat: int, turn: int) -> dict[str, Any]:
        """Return what a seat is sent of a moment; a card that it may not see is null."""
        state, names = self.moment(turn), self.opening.names
        shown = self.seen_as(seat, turn)
        return {
            "turn": turn,
            "mover": self.mover(state),
            "cards": [card if shown in (OPEN, at) else None for at, card in enumerate(state.cards)],
            "log": [f"{names[event.seat]}: {event.action}" for event in state.events],
            "choices": list(rules.legal(state)) if seat == self.mover(state) else [],
            "score": rules.score(state),
        }

    def terms(self) -> None:
        """Return the terms that bots get before the game: none."""


PAGE = GamePage(
    name="toy",
    title="High Card",
    about="Three cards, two seats: keep your card, or swap it for the one on the table.",
    seat_names=rules.SEAT_NAMES,
    request=HighCardRequest,
    table=HighCardTable,
    static=Path(__file__).parent / "static",
)
