"""Compiled dice give the same numbers as plain ones."""

import numpy as np
import pytest

from handsight.kernels import dice
from handsight.table import Dice


@pytest.mark.parametrize(("seed", "game", "stream"), [(0, 0, 0), (1, 2, 3), (2**64 - 1, 10**6, 5)])
def test_streams_are_equal(seed: int, game: int, stream: int) -> None:
    plain, die = Dice(seed, game, stream), np.empty(1, np.uint64)
    dice.start_stream(die, np.uint64(seed), np.uint64(game), np.uint64(stream))
    for n in [1, 2, 6, 50, 4000] * 20:
        assert dice.below(die, n) == plain.below(n)
    for n in [1, 2, 3, 2**31, 2**32, 2**32 + 1, 10**15, 2**62, 2**63 - 1] * 10:
        assert dice.fair(die, n) == plain.fair(n)
