"""Whole matches with compiled players, from Python."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from handsight.boeren import SEATS, Rules
from handsight.errors import HandsightError
from handsight.kernels.boeren import deal, match_loop
from handsight.kernels.boeren.compiled_bots import CompiledBot
from handsight.kernels.boeren.match_loop import FAIR, FIELDS, Results
from handsight.kernels.boeren.state_layout import Ints
from handsight.table.dice import WORD


def play(team: Sequence[CompiledBot], rules: Rules, games: int, seed: int, first: int = 0) -> Results:
    """Play matches number *first* and following: by match and player, points, tricks and bids met."""
    results = np.zeros((games, SEATS, FIELDS), np.int32)
    seam: list[Any] = [player.decide for player in team]
    done = match_loop.play_matches(
        deal.schedule(rules),
        deal.switches(rules),
        np.uint64(seed & WORD),
        first,
        results,
        _settings(team),
        *seam,
    )
    if done != FAIR:
        raise HandsightError(f"a compiled player broke a rule in game {first + done} of seed {seed}")
    return results


def _settings(team: Sequence[CompiledBot]) -> Ints:
    """Lay the settings of all players side by side, as many words each as the longest has."""
    table = np.zeros((len(team), max(len(player.settings_array()) for player in team)), np.int64)
    for line, player in zip(table, team, strict=True):
        line[: len(player.settings)] = player.settings
    return table
