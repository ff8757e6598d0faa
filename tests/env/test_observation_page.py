"""The page of index tables is what the code prints."""

from pathlib import Path

from handsight.env import VecBoeren, VecHanabi
from handsight.env.hanabi.observation_layouts import seats_table
from handsight.hanabi import Terms
from handsight.notation.hanabi import hle_observation as hle

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "observations.md").read_text(encoding="utf-8")


def test_every_table_is_printed_by_the_code() -> None:
    for table in (seats_table("hle"), seats_table("exact", (2, 3, 4, 5, 6)), VecBoeren.table()):
        assert table in PAGE


def test_v0_has_the_places_of_hle_and_its_one_other_row_is_shown() -> None:
    hle_rows, rows = seats_table("hle").splitlines(), seats_table("v0").splitlines()
    other = [row for row, hle_row in zip(rows, hle_rows, strict=True) if row != hle_row]
    assert [row.split("|")[1].strip() for row in other] == ["knowledge"]
    assert "\n".join([*rows[:2], *other]) in PAGE


def test_the_table_of_actions() -> None:
    for players in (2, 3, 4, 5):
        terms = Terms(players)
        size, clues = terms.hand_size, 5 * (players - 1)
        first = 2 * size
        row = (
            f"| {players} | 0–{size - 1} | {size}–{first - 1} | {first}–{first + clues - 1} |"
            f" {first + clues}–{first + 2 * clues - 1} | {hle.action_count(terms)} |"
        )
        assert row in PAGE
        env = VecHanabi(1, players)
        assert env.words(size).startswith("play")
        assert env.words(first) == "clue red to the next seat"
        assert env.words(first + clues) == "clue 1 to the next seat"
