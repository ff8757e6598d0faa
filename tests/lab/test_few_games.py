"""What is said of one game, or of a few: only what so many games support."""

import pytest

import handsight as hs
from handsight.lab import HanabiPlan


@pytest.fixture(autouse=True)
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handful of games is played sooner by the plain rules than kernels are compiled."""
    monkeypatch.setattr(HanabiPlan, "compiled_bots", lambda _plan: None)


def test_one_game_has_no_error_and_no_percentiles() -> None:
    run = hs.simulate("careful", players=2, games=1)
    text = run.summary(run.losses(1)).text
    assert "nan" not in text
    assert "1 games" not in text
    assert "1 game, seed 1" in text
    line = next(line.split() for line in text.splitlines() if line.strip().startswith("careful "))
    assert line[2:6] == ["–"] * 4, "error, 5 %, 50 % and 95 %"
    assert "90% of the games" not in text
    assert "± nan" not in repr(run)


def test_a_few_games_have_a_range_and_many_have_percentiles() -> None:
    few, many = (hs.simulate("random", players=2, games=games, rules="stacks") for games in (19, 20))
    assert "90% of the games" not in few.summary().text
    assert "90% of the games" in many.summary().text
    cells = [line.split() for run in (few, many) for line in run.summary().text.splitlines()]
    shown = [line[3:6] for line in cells if line[:1] == ["random"]]
    assert shown[0] == ["–"] * 3
    assert shown[1] == [str(score) for score in many.percentiles.values()]


def test_two_bots_on_one_deal() -> None:
    text = hs.compare("random", "careful", players=2, games=1).summary().text
    assert "nan" not in text
    assert "inf" not in text
    assert "<Comparison on 1 deal: " in repr(hs.compare("random", "careful", players=2, games=1))


def test_a_cell_of_one_game() -> None:
    assert "nan" not in hs.crossplay("random", "careful", players=2, games=1).summary().text


def test_one_deal_of_boeren_bridge() -> None:
    text = hs.simulate("random", "greedy", "random", "greedy", game="boeren", games=1).summary().text
    assert "nan" not in text
    assert "1 game, seats" in text
