"""Boeren Bridge on the page: its `GamePage`, and the request for a new table."""

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from handsight.boeren import SEAT_NAMES, round_sizes
from handsight.boeren.terms import DealerChange
from handsight.bots.boeren.bot import BOT_TITLES
from handsight.errors import InputError
from handsight.web.boeren.table import BoerenTable, Opening, Trump
from handsight.web.server.game_page import GamePage, SeatRequest, TableRequest, open_table

MOST_ROUNDS = 30


class BoerenRequest(TableRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a new table of Boeren Bridge."""

    seats: Annotated[tuple[SeatRequest, ...], Meta(min_length=4, max_length=4)]
    rules: Literal["text", "author"] = "text"
    schedule: Annotated[str, Meta(max_length=60)] = "short"
    """The rounds: short, long, or written out, such as ``1..8..1/52``."""
    trump: Trump = "separate"
    dealer_change: DealerChange | Literal[""] = ""
    """What happens when all bids add up, where that is not the rule set's."""
    first_lead: Literal["", "left_of_dealer", "winner_opens"] = ""
    """Who leads to the next round, where that is not the rule set's."""
    zero_bonus: Literal["", "from_six", "none"] = ""
    """Whether a met bid of zero earns more, where that is not the rule set's."""

    def check(self) -> None:
        """Raise RequestError or InputError if there cannot be such a table."""
        rounds = len(round_sizes(self.schedule))
        if rounds > MOST_ROUNDS:
            raise InputError(f"a match of {rounds} rounds is too long; {MOST_ROUNDS} are the most")
        super().check()


PAGE = GamePage(
    name="boeren",
    title="Boeren Bridge (Oh Hell)",
    about="Bid your tricks and take exactly those. See who may hold each card, and who knows that who knows.",
    seat_names=SEAT_NAMES,
    request=BoerenRequest,
    open=partial(open_table, partial(Opening, game="boeren")),
    table=BoerenTable,
    bot_titles=BOT_TITLES,
    static=Path(__file__).parents[1] / "static" / "games" / "boeren",
)
