"""Recorded games of people survive the way through the log language."""

from pathlib import Path

import pytest

from handsight.hanabi import HanabiRecord
from handsight.notation.hanabi import hanab_live_export as hanab_live
from handsight.notation.hanabi import log
from handsight.notation.hanabi.validation import validate

REPLAYS = Path(__file__).parents[3] / ".." / "shared" / "replays"
pytestmark = pytest.mark.skipif(not REPLAYS.exists(), reason="the recorded games are not here")


def recorded(name: str) -> list[HanabiRecord]:
    lines = (REPLAYS / name).read_text().splitlines()
    return [validate(parsed, name).valid_game() for line in lines for parsed in hanab_live.read(line)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hanabi-challenges.jsonl", "hanabi-data.jsonl"])
def test_recorded_games_survive(name: str) -> None:
    games = recorded(name)
    assert games
    for game in games:
        written = log.write(game)
        (parsed,) = log.read(written.text)
        assert written.lost == ()
        assert validate(parsed, name).valid_game() == game
