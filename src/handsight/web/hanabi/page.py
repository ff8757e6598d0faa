"""Hanabi on the page: its `GamePage`, and the request for a new table."""

from functools import partial
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from handsight.bots.hanabi.bot_descriptions import BOT_TITLES, CLUE_MEANINGS
from handsight.hanabi import SEAT_NAMES as NAMES
from handsight.hanabi import variant_names
from handsight.web.hanabi.replay import HanabiReplay
from handsight.web.hanabi.table import HanabiTable, Opening, Options
from handsight.web.server.game_page import GamePage, Name, SeatRequest, TableRequest, open_table
from handsight.web.server.messages import Pause

PARTNER = "robot5"
"""The bot that a newcomer plays with."""


class HanabiRequest(TableRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a new table of Hanabi."""

    seats: Annotated[tuple[SeatRequest, ...], Meta(min_length=2, max_length=6)]
    variant: Annotated[str, Meta(max_length=100)] = "No Variant"
    rules: Name = "official"
    pause: Pause = 0.7
    options: Options = Options()

    def check(self) -> None:
        """Raise RequestError or InputError if there cannot be such a table."""
        self.options.terms(len(self.seats), self.variant, self.rules)
        super().check()


PAGE = GamePage(
    name="hanabi",
    title="Hanabi",
    about="You see every hand but your own. Ask at any moment what your cards can still be, exactly.",
    seat_names=NAMES,
    request=HanabiRequest,
    open=partial(open_table, Opening),
    table=HanabiTable,
    static=Path(__file__).parents[1] / "static" / "games" / "hanabi",
    lists={"variants": lambda: [name for _, name in variant_names()]},
    replay=HanabiReplay,
    bot_titles=BOT_TITLES,
    clue_meanings=CLUE_MEANINGS,
    first=HanabiRequest(seats=(SeatRequest("You"), SeatRequest(bot=PARTNER), SeatRequest(bot=PARTNER))),
)
