"""Tables of Boeren Bridge for the tests, some moves into a match."""

from typing import Any

from web.example_openings import opening_of

from handsight.boeren import view
from handsight.bots.bot import as_decision
from handsight.game import Dice
from handsight.roster.boeren import find_bot
from handsight.web.boeren.table import PAGE, BoerenPageTable, Dealt, choice_of
from handsight.web.server.game_table import Acted


def table_of(*bots: str, seed: int = 1, moves: int = 0, **words: Any) -> BoerenPageTable:
    """A table where a seat without a bot has a person, who practises if alone."""
    seats = [(f"S{at}", bot, "" if bot else f"secret-{at}") for at, bot in enumerate(bots)]
    words = {"schedule": ""} | words
    table = BoerenPageTable(opening_of(PAGE, *seats, seed=seed, **words))
    for _ in range(moves):
        step(table)
    return table


def step(table: BoerenPageTable) -> None:
    """Let any seat move as an agent would, or deal the next round."""
    state = table.now.state
    if state.over:
        table.apply(Dealt())
        return
    player = find_bot("full-kripke").make(table.terms(), state.seat, Dice(7, table.version))
    decision = as_decision(player.decide(view(state, state.seat)))
    table.apply(Acted(choice_of(decision.action)))
