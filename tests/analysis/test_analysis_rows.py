"""What rows of an analysis come to."""

from math import isnan
from typing import Any

import pytest
from msgspec.structs import replace

import handsight as hs
from handsight.analysis.analysis_rows import loss_table, losses_of


def _row(game: str, loss: float) -> dict[str, Any]:
    best = {"move": "clue 1 1", "loss": 0.0}
    played = {"move": "discard 3", "loss": loss}
    return {"game": game, "played": "discard 3", "moves": [best, played], "best": ["clue 1 1"], "call": None}


def test_errors_are_over_games() -> None:
    """Moves of one game depend on each other: ten equal ones prove no more than one."""
    once = losses_of("all", [_row("a", 1.0), _row("b", 3.0)])
    often = losses_of("all", [_row("a", 1.0)] * 10 + [_row("b", 3.0)] * 10)
    assert once.mean == often.mean == 2.0
    assert once.error == pytest.approx(1.0)
    assert often.error == pytest.approx(1.0)


def test_one_game_has_no_error() -> None:
    found = losses_of("all", [_row("a", 1.0), _row("a", 2.0)])
    assert found.mean == 1.5
    assert isnan(found.error)
    assert "nan" not in loss_table("all moves", [found]).markdown


def test_rows_of_other_terms_are_not_taken_from_a_folder() -> None:
    """Two games that differ only in an option of the table are kept apart."""
    from handsight.analysis.analysis_rows import NamedGame
    from handsight.analysis.hanabi.analyse import game_job
    from handsight.analysis.hanabi.turn_analysis import AnalysisSettings

    game = hs.load("sample:first")
    other = replace(game, setup=replace(game.setup, terms=replace(game.setup.terms, max_clues=7)))
    settings = AnalysisSettings()
    keys = [game_job(NamedGame("one", each, (0,)), settings).conditions() for each in (game, other)]
    assert keys[0] != keys[1]
