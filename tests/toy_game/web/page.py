"""High Card on the page: its `GamePage`, its table, and what a seat is sent."""

from pathlib import Path
from secrets import randbits
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from handsight.table import Dice, shuffled
from handsight.web.server import messages
from handsight.web.server import table as tables
from handsight.web.server.game_page import GamePage, SeatRequest, TableRequest
from handsight.web.server.table import OPEN, Acted, Seat, Table, Undone
from toy_game import rules
from toy_game.rules import Action, State


class HighCardRequest(TableRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a new table."""

    seats: Annotated[tuple[SeatRequest, ...], Meta(min_length=2, max_length=2)]


class Opening(tables.Opening, frozen=True, kw_only=True):
    """How a table was opened."""

    game: Literal["toy"]


class Picture(tables.Picture, frozen=True, kw_only=True, tag_field="type", tag="table"):
    """The table as one seat sees it; a card that it may not see is null."""

    turn: int
    mover: int
    cards: list[int | None]
    """The card of each seat, and the card on the table."""
    log: list[str]
    choices: list[Action]
    score: tuple[int, ...] | None


class HighCardTable(Table[Opening, State]):
    """A table of High Card."""

    game: ClassVar = "toy"
    rules: ClassVar = rules
    opening_decoder: ClassVar = msgspec.json.Decoder(Opening)
    entry_decoder: ClassVar = msgspec.json.Decoder(Acted[Action] | Undone)
    request_decoder: ClassVar = msgspec.json.Decoder(
        messages.Hello | messages.Act[Action] | messages.Undo | messages.Why
    )

    def start(self) -> tuple[list[State], list[Any]]:
        """Deal the cards."""
        return [rules.deal(shuffled(rules.CARDS, Dice(self.opening.seed)))], []

    def after(self, moment: State, entry: Acted[Action]) -> State:
        """Return the state after an action."""
        return rules.play(moment, entry.action)

    def mover(self, moment: State) -> int:
        """Return the seat to act."""
        return -1 if moment.over else moment.seat

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.now.over

    def seen_as(self, seat: int, turn: int) -> int:
        """All cards are open once the game is over, or where only bots play."""
        del turn
        return OPEN if self.over or not self.opening.people else seat

    def picture(self, seat: int, turn: int) -> Picture:
        """Return what a seat is sent of a moment."""
        state, names = self.moment(turn), self.opening.names
        shown = self.seen_as(seat, turn)
        return Picture(
            turn=turn,
            mover=self.mover(state),
            cards=[card if shown in (OPEN, at) else None for at, card in enumerate(state.cards)],
            log=[f"{names[event.seat]}: {event.action}" for event in state.events],
            choices=list(rules.legal(state)) if seat == self.mover(state) else [],
            score=rules.score(state),
        )

    def settings(self) -> dict[str, Any]:
        """Return the game's own rules and options: there are none."""
        return {}

    def state(self, moment: State) -> State:
        """Return the state for the bot to act."""
        return moment

    def terms(self) -> None:
        """Return what bots are told before the game: nothing."""

    def choice_of(self, action: Action) -> Action:
        """Return an action as it is saved and sent."""
        return action


def open_table(name: str, made: float, seats: tuple[Seat, ...], request: HighCardRequest) -> Opening:
    """Return the opening of a table that was asked for."""
    seed = randbits(64) if request.seed is None else request.seed
    return Opening(name, made, seats, seed, request.practises, game="toy")


PAGE = GamePage(
    name="toy",
    title="High Card",
    about="Three cards, two seats: keep your card, or swap it for the one on the table.",
    seat_names=rules.SEAT_NAMES,
    request=HighCardRequest,
    open=open_table,
    table=HighCardTable,
    static=Path(__file__).parent / "static",
)
