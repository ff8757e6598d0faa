"""Compiled dice give the same numbers as plain ones."""

import numpy as np
import pytest

from handsight.compiled import compiled_dice as dice
from handsight.game import Dice, Seed, deal_dice, stream


@pytest.mark.parametrize(("seed", "game", "stream"), [(0, 0, 0), (1, 2, 3), (2**64 - 1, 10**6, 5)])
def test_streams_are_equal(seed: int, game: int, stream: int) -> None:
    plain, die = Dice(seed, game, stream), np.empty(1, np.uint64)
    dice.start_stream(die, np.uint64(seed), np.uint64(game), np.uint64(stream))
    for n in [1, 2, 6, 50, 4000] * 20:
        assert dice.below(die, n) == plain.below(n)
    for n in [1, 2, 3, 2**31, 2**32, 2**32 + 1, 10**15, 2**62, 2**63 - 1] * 10:
        assert dice.fair(die, n) == plain.fair(n)


@pytest.mark.parametrize("seed", [1, 2**64 - 1, "0x10000000000000000", "spring cup"])
def test_the_streams_of_games_are_those_of_the_table(seed: Seed) -> None:
    seats = dice.seat_streams(seed, 5, 3)
    assert seats.tolist() == [[stream(seed, game, seat).state for seat in range(8)] for game in (5, 6, 7)]
    assert dice.seat_streams(seed, 5, 1, "training").tolist() != seats[:1].tolist()
    for game, die in zip((5, 6, 7), dice.deal_streams(seed, 5, 3, 100), strict=True):
        plain = deal_dice(seed, game)
        for n in [4, 52, 7, 1] * 25:
            assert dice.below_for_deal(die, n) == plain.below(n)
