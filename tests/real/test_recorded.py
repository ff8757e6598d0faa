"""Games of people and programs, as they were recorded."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from handsight.hanabi import GiveClue
from handsight.hanabi import HanabiRecord as Game
from handsight.notation import read, read_file
from handsight.notation.hanabi import (
    hanab_live_export as hanab_live,
)
from handsight.notation.hanabi import (
    hanab_live_links as link_code,
)
from handsight.notation.hanabi import (
    hanab_live_seeds,
)
from handsight.notation.hanabi.file_formats import FORMATS

REPLAYS = Path(__file__).parents[3] / "shared" / "replays"
pytestmark = pytest.mark.skipif(
    not REPLAYS.is_dir(), reason="the recorded games are not here (../shared/replays)"
)
ENDS = {1: ("perfect", "final_round", "no_more_points"), 2: ("strikeout",), 4: ("terminated",)}


@cache
def records(name: str) -> list[tuple[dict[str, Any], Game]]:
    path = REPLAYS / f"{name}.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return [(row, checked.valid_game()) for row, checked in zip(rows, read_file(str(path)), strict=True)]


def every() -> Iterator[tuple[dict[str, Any], Game]]:
    for name in ("hanabi-challenges", "hanabi-data"):
        yield from records(name)


def test_every_game_is_valid_with_its_score() -> None:
    count = 0
    for row, game in every():
        assert game.final.score == row["expected_score"], row["index"]
        count += 1
    assert count == 341


def test_what_was_worked_out_by_others() -> None:
    for row, game in records("hanabi-challenges"):
        derived, final = row["derived"], game.final
        assert final.end.value in ENDS[derived["end"]]
        assert final.turn == derived["turns"]
        assert list(final.heights) == derived["stacks"]
        assert (final.strikes, final.tokens) == (derived["strikes"], derived["clues"])
        assert (final.max_score, final.deck_left) == (derived["max_score"], derived["deck_left"])
    for row, game in records("hanabi-data"):
        derived, final = row["derived"], game.final
        assert final.over
        assert (final.end.value == "strikeout") == (derived["end"] == "strikeout")
        assert final.turn == derived["turns"]
        assert list(final.heights) == derived["stacks"]
        assert (final.strikes, final.tokens) == (derived["strikes"], derived["clues"])
        assert final.deck_left == derived["deck_left"]


def test_tokens_after_every_clue() -> None:
    for row, game in records("hanabi-data"):
        clues = [
            state.tokens if isinstance(action, GiveClue) else None
            for action, state in zip(game.actions, game.states[1:], strict=True)
        ]
        assert clues == row["expected_clues"]


def test_export_to_game_to_export() -> None:
    for row, game in every():
        tree = json.loads(hanab_live.write(game).text)
        for part in ("players", "deck", "actions", "options", "notes", "seed", "house_rules"):
            assert tree.get(part) == row.get(part), (row["index"], part)
        assert read(hanab_live.write(game).text)[0].valid_game() == game


def test_export_to_code_to_export() -> None:
    through = 0
    for row, game in every():
        text, lost = link_code.write(game)
        rules = game.setup.terms.rules
        (checked,) = read(text, rules=rules)
        if any("deckPlays" in part for part in lost):
            continue
        through += 1
        back = replace(checked.valid_game(), extras=game.extras)
        assert back == game
        assert hanab_live.write(back) == hanab_live.write(game), row["index"]
    assert through == 339


@pytest.mark.slow
def test_export_to_log_to_link_to_export() -> None:
    for row, game in every():
        text, lost = FORMATS["log"].write(game)
        assert lost == ()
        (again,) = read(text)
        assert again.valid_game() == game
        link, lost = FORMATS["url"].write(again.valid_game())
        if not any("deckPlays" in part for part in lost):
            (linked,) = read(link, rules=game.setup.terms.rules)
            back = replace(linked.valid_game(), extras=game.extras)
            assert hanab_live.write(back) == hanab_live.write(game), row["index"]


def test_every_seed_deals_its_deck() -> None:
    for row, game in records("hanabi-challenges"):
        assert hanab_live_seeds.deal(row["seed"]).deck == game.setup.deck


def test_late_actions_are_accepted() -> None:
    late = {row["index"]: row["late_actions"] for row, _ in every() if "late_actions" in row}
    assert late == {44: 2, 78: 1}
    for row, game in records("hanabi-challenges"):
        ended = next(state.turn for state in game.states if state.end.value != "in_progress")
        if row["derived"]["end"] == 1:
            assert len(game.actions) - ended == late.get(row["index"], 0)


def test_raw_logs_are_the_games_converted_from_them() -> None:
    converted = {row["source_id"]: game for row, game in records("hanabi-data")}
    logs = sorted((REPLAYS / "hanabi-data-raw").glob("*.log"))
    assert len(logs) == 12
    for path in logs:
        (checked,) = read_file(str(path))
        assert checked.valid_game() == converted[path.stem.removeprefix("game")]


def test_the_defective_log_is_refused_with_its_place() -> None:
    (path,) = (REPLAYS / "hanabi-data-raw" / "defective").glob("*.log")
    (checked,) = read_file(str(path))
    problem = checked.problems[0]
    assert (problem.code, problem.turn) == ("clue-self", 2)
    assert problem.position
    assert problem.position.line == 10


def test_the_tables_beside_the_games_are_no_games() -> None:
    for name in ("variants.jsonl", "suits.jsonl", "README.md"):
        assert not any(checked.valid for checked in read_file(str(REPLAYS / name)))
