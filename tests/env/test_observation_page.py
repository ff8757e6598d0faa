"""The page of index tables is what the code prints."""

from collections.abc import Sequence
from pathlib import Path

from handsight.env import VecBoeren, VecHanabi
from handsight.env.hanabi.observation_layouts import layout
from handsight.hanabi import Terms
from handsight.notation.hanabi import hle_observation as hle

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "observations.md").read_text(encoding="utf-8")


def seats_table(name: str, numbers_of_players: Sequence[int] = (2, 3, 4, 5)) -> str:
    """Return a layout for several numbers of players as one Markdown table: start + length."""
    layouts = [layout(name, Terms(players)) for players in numbers_of_players]
    rows = [
        [
            sections[0].name,
            *(f"{section.start:,} + {section.length:,}" for section in sections),
            sections[0].holds,
        ]
        for sections in zip(*(each.sections for each in layouts), strict=True)
    ]
    heads = ["section", *(f"{players} seats" for players in numbers_of_players), "holds"]
    sizes = ["size", *(f"{each.size:,}" for each in layouts), ""]
    lines = [heads, ["---"] * len(heads), *rows, sizes]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


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
