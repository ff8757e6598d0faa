"""Conventions and bots held against many games: errors over games, workers, and which convention fits."""

from math import isclose, isnan, sqrt

import pytest
from conventions.played_games import plain_choices, played

from handsight.analysis.hanabi.convention_agreement import (
    MEASURES,
    Agreement,
    GameAgreement,
    agree,
    agreement_table,
    recorded_choices,
)
from handsight.analysis.hanabi.convention_fit import Fit, FittedConvention, choices_of, fit
from handsight.conventions import load_convention, promised_knowledge
from handsight.errors import InputError
from handsight.playable_games import load


def test_errors_are_those_of_a_ratio_over_games() -> None:
    rows = (GameAgreement(3, 10, 4), GameAgreement(3, 20, 15), GameAgreement(3, 30, 12))
    found = Agreement("x", rows).estimate("move")
    mean = 31 / 60
    spread = sum((row.agreed - mean * row.moves) ** 2 for row in rows) / 2
    assert isclose(found.mean, mean)
    assert isclose(found.stderr, sqrt(3 * spread) / 60)


def test_a_measure_without_cases_is_null() -> None:
    one = Agreement("x", (GameAgreement(2, 5, 1, 2),))
    assert isnan(one.estimate("sound").mean)
    row = one.to_json()
    assert row["sound"] is None
    assert row["move"] == 0.2
    assert row["errors"]["move"] is None
    assert "–" in agreement_table([one]).text


@pytest.mark.slow  # kernels are compiled
def test_compiled_conventions_and_bots_choose_as_the_plain_ones() -> None:
    for game in (load("sample:first"), played("pair", 3, 2)):
        for spec in ("circle", "pair", "minimal"):
            plain = plain_choices(promised_knowledge(game, load_convention(spec)))
            assert recorded_choices(spec, game) == plain
            assert recorded_choices(spec, game, compiled=False) == plain
    assert recorded_choices("robot5", game) == recorded_choices("robot5", game, compiled=False)


@pytest.mark.slow  # two processes
def test_any_number_of_workers_finds_the_same() -> None:
    games = [load("sample:first"), *(played("minimal", number) for number in range(5))]
    assert agree(["minimal"], games, workers=2) == agree(["minimal"], games)


def test_bots_are_held_against_moves_alone() -> None:
    game = load("sample:first")
    (found,) = agree(["careful"], [game])
    assert found.measures == ("move", "kind")
    row = found.to_json()
    assert row["bits"] is None
    assert set(row["errors"]) == {"move", "kind"}
    assert row["move"] == found.share
    assert found.moves == len(game.actions)


def test_json_has_every_measure_with_its_error() -> None:
    games = [load("sample:first"), played("minimal", 0)]
    (found,) = agree(["minimal"], games)
    row = found.to_json()
    assert (row["convention"], row["games"]) == ("minimal", 2)
    assert row["moves"] == sum(len(game.actions) for game in games)
    assert set(row["errors"]) == set(MEASURES)
    assert all(0 <= row[name] <= 1 for name in MEASURES if name != "bits")
    assert found.among(2).rows == ()


@pytest.mark.slow
def test_fit_finds_the_convention_that_played() -> None:
    games = [played("pair", number, 2) for number in range(4)]
    found = fit(["minimal", "pair", "circle"], games, measure="move", settings=False)
    assert found.best.name == "pair"
    assert found.best.held_out.estimate("move").mean == 1
    assert found.best.folds == found.folds == 4
    assert found.behind(found.conventions[1]).mean > 0
    assert found.to_json()["best"] == "pair"
    assert "pair" in found.table().text


def _fitted(name: str, bits: list[float]) -> FittedConvention:
    rows = tuple(GameAgreement(3, 10, bits=10 * one, cards=10) for one in bits)
    return FittedConvention(name, name, Agreement(name, rows), 0)


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ([0.5, 0.4, 0.5], [0.1, 0.0, 0.1], "x explains these games best, by bits"),
        (
            [0.5, 0.4, 0.5],
            [0.1, 0.8, 0.1],
            "x comes first by bits, but its lead over y is within two standard errors",
        ),
        (
            [-0.1, -0.2, 0.2],
            [-0.5, -0.6, -0.2],
            (
                "x comes first by bits, but its bits are below 0: it reads these players worse than no"
                " convention at all"
            ),
        ),
        (
            [0.1, -0.4, 0.5],
            [-0.3, -0.8, 0.1],
            (
                "x comes first by bits, but its bits are within two standard errors of 0, "
                "which is no convention at all"
            ),
        ),
    ],
)
def test_fit_says_how_sure_the_best_is(first: list[float], second: list[float], said: str) -> None:
    found = Fit("bits", 3, 3, (_fitted("x", first), _fitted("y", second)))
    assert found.verdict() == said
    row = found.to_json()
    assert row["verdict"] == said
    assert row["beats_no_convention"] is (min(first) > 0)
    assert [one["significant"] for one in row["conventions"]] == [None, "lead over y" not in said]


def test_fit_counts_from_the_start_how_much_there_is_to_do() -> None:
    told = list[tuple[int, int]]()
    games = [played("minimal", number) for number in range(2)]
    fit(["minimal", "robot1"], games, settings=False, progress=lambda *done: told.append(done))
    assert (told[0], told[-1]) == ((0, 4), (4, 4))
    told.clear()
    agree(["minimal"], games, progress=lambda *done: told.append(done))
    assert told == [(0, 2), (2, 2)]


def test_fit_finds_the_settings_that_were_played() -> None:
    games = [played("minimal order=rank", number, 3) for number in range(4)]
    found = fit(["minimal"], games, measure="move")
    assert "order=rank" in found.best.spec
    assert found.best.held_out.estimate("move").mean > 0.97


def test_what_cannot_be_fitted_is_said() -> None:
    games = [played("minimal", number) for number in range(2)]
    with pytest.raises(InputError, match="two or more"):
        fit(["minimal"], games[:1])
    with pytest.raises(InputError, match="not by 'sound'"):
        fit(["minimal"], games, measure="sound")
    with pytest.raises(InputError, match="robot5 is no convention"):
        fit(["robot5"], games)
    with pytest.raises(InputError, match="none of these conventions has a parameter 'x'"):
        fit(["minimal"], games, tried={"x": ["1"]})
    assert choices_of("pair", {"hope": ["0.4"]})["hope"] == ["0.4"]
