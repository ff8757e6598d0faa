"""Play whole matches with compiled bots."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from handsight.boeren import SEATS, Rules
from handsight.boeren.compiled import deal
from handsight.bots.boeren.compiled import match_loop
from handsight.bots.boeren.compiled.compiled_bots import CompiledBot
from handsight.bots.boeren.compiled.match_loop import COMPLETED, FIELDS, Results
from handsight.compiled.jit import Ints
from handsight.errors import HandsightError
from handsight.game import Seed


def play(team: Sequence[CompiledBot], rules: Rules, games: int, seed: Seed, first: int = 0) -> Results:
    """Play matches number *first* and following; return points, tricks and bids met, by match and bot."""
    results = np.zeros((games, SEATS, FIELDS), np.int32)
    functions: list[Any] = [bot.decide for bot in team]
    schedule = deal.schedule(rules)
    dice, starts = deal.match_streams(schedule, seed, first, games)
    done = match_loop.play_matches(
        schedule,
        deal.switches(rules),
        dice,
        starts,
        first,
        results,
        _settings(team),
        *functions,
    )
    if done != COMPLETED:
        raise HandsightError(f"a compiled bot chose an illegal action in game {first + done} of seed {seed}")
    return results


def _settings(team: Sequence[CompiledBot]) -> Ints:
    """Return the settings of all bots as rows of one array."""
    table = np.zeros((len(team), max(len(bot.settings_array()) for bot in team)), np.int64)
    for line, bot in zip(table, team, strict=True):
        line[: len(bot.settings)] = bot.settings
    return table
