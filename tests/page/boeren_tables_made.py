"""Tables of Boeren Bridge for the tests, some moves into a match."""

from typing import Any

from handsight.boeren import view
from handsight.bots.boeren import find_bot
from handsight.table import Dice
from handsight.web.boeren import messages as wire
from handsight.web.boeren.table import Acted, BoerenTable, Dealt, Opening
from handsight.web.hanabi.entries import Seat


def table_of(*bots: str, seed: int = 1, moves: int = 0, **words: Any) -> BoerenTable:
    """A table where a seat without a bot has a person, who practises if alone."""
    seats = tuple(Seat(f"S{at}", bot, "" if bot else f"secret-{at}") for at, bot in enumerate(bots))
    alone = bots.count("") == 1
    table = BoerenTable(Opening("x", 0.0, "boeren", seats, seed, practice=alone, **words))
    for _ in range(moves):
        step(table)
    return table


def step(table: BoerenTable) -> None:
    """Let any seat move as an agent would, or deal the next round."""
    state = table.now.state
    if state.over:
        table.follow(Dealt())
        return
    player = find_bot("full-kripke").make(table.opening.agreed, state.seat, Dice(7, table.at))
    table.follow(Acted(wire.choice_of(player.decide(view(state, state.seat)))))
