"""Conventions held against games of people, as the design of human conventions measured them."""

from pathlib import Path

import pytest

from handsight.analysis.hanabi.convention_agreement import agree
from handsight.notation import read_file

REPLAYS = Path(__file__).parents[3] / "shared" / "replays"
MEASURED = {"pair": {2: 47, 3: 48, 4: 45, 5: 40}, "circle": {2: 38, 3: 43, 4: 41, 5: 35}}
"""Percent of the moves of ten games for each number of players, of the hanabi-challenges collection."""


@pytest.mark.slow  # kernels are compiled
@pytest.mark.skipif(not REPLAYS.is_dir(), reason="the recorded games are not here (../shared/replays)")
def test_agreement_is_what_was_measured_before() -> None:
    games = [checked.valid_game() for checked in read_file(REPLAYS / "hanabi-challenges.jsonl")]
    for found in agree(list(MEASURED), games):
        for players, percent in MEASURED[found.name].items():
            part = found.among(players)
            assert len(part.rows) == 10
            assert abs(100 * part.estimate("move").mean - percent) < 1
        assert found.estimate("sound").mean > (0.75 if found.name == "circle" else 0.7)
        assert 0.01 < found.estimate("move").stderr < 0.03


@pytest.mark.slow  # kernels are compiled
@pytest.mark.skipif(not REPLAYS.is_dir(), reason="the recorded games are not here (../shared/replays)")
def test_people_of_three_are_read_by_the_idea_that_is_named_for_them() -> None:
    games = [checked.valid_game() for checked in read_file(REPLAYS / "hanabi-challenges.jsonl")]
    three = [game for game in games if game.setup.terms.players == 3]
    (found,) = agree(["h-group-2 +bluffs +stalls +people"], three)
    assert len(found.rows) == 10
    assert found.estimate("sound").mean > 0.9
    assert found.estimate("told").mean > 0.85
    assert found.estimate("move").mean > 0.48
    assert found.estimate("false").mean < 0.14
