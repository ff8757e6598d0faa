"""`handsight simulate`, `compare`, `crossplay` and `bots`: what they print and write."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli.command_line import OutputOf

from handsight.roster.hanabi import ROSTER, convention_names


def test_simulate_prints_the_promised_shape(output_of: OutputOf) -> None:
    words = ["random", "--players", "2", "--games", "40", "--seed", "3", "--rules", "explorer", "--json"]
    row = json.loads(output_of("simulate", *words))
    promised = {
        "bots": ["random"],
        "players": 2,
        "games": 40,
        "seed": 3,
        "rules": "explorer",
        "variant": "No Variant",
    }
    assert {name: row[name] for name in promised} == promised
    assert sum(row["histogram"]) == 40
    assert row["mean"] == pytest.approx(sum(score * n for score, n in enumerate(row["histogram"])) / 40)
    assert set(row["percentiles"]) == {"5", "50", "95"}
    assert {"stderr", "perfect", "struck_out", "seconds", "games_per_second"} <= set(row)
    again = json.loads(output_of("simulate", *words, "--workers", "2"))
    for timing in ("seconds", "games_per_second", "cpu_seconds"):
        del row[timing], again[timing]
    assert row == again


def test_one_bot_a_seat(output_of: OutputOf) -> None:
    row = json.loads(output_of("simulate", "random", "careful", "--games", "5", "--json"))
    assert (row["bots"], row["players"]) == (["random", "careful"], 2)


def test_simulate_for_people_shows_bars_and_figures(output_of: OutputOf) -> None:
    text = output_of("simulate", "careful", "--games", "12", "--set", "strikeout=stacks")
    assert "custom rules (strikeout=stacks), 12 games, seed 1" in text
    assert "█" in text
    assert "careful" in text
    assert "games played in" in text


def test_variants_by_name_and_by_number(output_of: OutputOf) -> None:
    by_name = json.loads(
        output_of("simulate", "random", "--games", "5", "--variant", "Rainbow (6 Suits)", "--json")
    )
    assert by_name["variant"] == "Rainbow (6 Suits)"
    by_number = json.loads(output_of("simulate", "random", "--games", "5", "--variant", "0", "--json"))
    assert by_number["variant"] == "No Variant"


@pytest.mark.parametrize("rules", ["official", "explorer", "hanabidata"])
def test_saved_games_are_accepted_by_check(output_of: OutputOf, tmp_path: Path, rules: str) -> None:
    words = ("--games", "6", "--out", str(tmp_path), "--save-games", "4", "--rules", rules, "--json")
    row = json.loads(output_of("simulate", "random", "--players", "4", *words))
    lines = [
        json.loads(line) for line in output_of("check", str(tmp_path / "games.jsonl"), "--json").splitlines()
    ]
    assert len(lines) == 4
    assert all(line["valid"] and line["players"] == 4 and line["rules"] == rules for line in lines)
    assert sum(row["histogram"]) == 6
    assert all(row["histogram"][line["score"]] for line in lines)
    export = json.loads((tmp_path / "games.jsonl").read_text().splitlines()[2])
    assert export["id"] == 2
    assert export["players"][0] == "Alice"
    assert export["options"]["seated"].startswith("Alice: random; Bob: random")


def test_games_saved_without_a_folder_overwrite_nothing(
    output_of: OutputOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    output_of("simulate", "random", "--games", "3", "--save-games", "9")
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 3
    assert "exists already" in output_of("simulate", "random", "--games", "3", "--save-games", "2", status=2)


def test_compare_prints_the_promised_shape(output_of: OutputOf) -> None:
    row = json.loads(output_of("compare", "random", "careful", "--games", "20", "--players", "2", "--json"))
    assert [each["bot"] for each in row["rows"]] == ["random", "careful"]
    assert {"mean", "stderr", "perfect"} <= set(row["rows"][0])
    (pair,) = row["pairs"]
    assert (pair["a"], pair["b"]) == ("random", "careful")
    assert pair["low"] < pair["difference"] < pair["high"] < 0
    assert pair["difference"] == pytest.approx(row["rows"][0]["mean"] - row["rows"][1]["mean"])
    assert 0 <= pair["p"] < 0.001
    assert "random − careful" in output_of("compare", "random", "careful", "--games", "20")


def test_crossplay_prints_a_matrix(output_of: OutputOf, tmp_path: Path) -> None:
    words = ("random", "careful", "--games", "6", "--players", "2", "--rules", "stacks")
    row = json.loads(output_of("crossplay", *words, "--json", "--plot", str(tmp_path / "matrix.svg")))
    assert row["bots"] == ["random", "careful"]
    assert [len(cells) for cells in row["matrix"]] == [2, 2]
    assert row["matrix"][1][1] > row["matrix"][0][0]
    assert (tmp_path / "matrix.svg").exists()
    assert "bot \\ partners" in output_of("crossplay", *words)


def test_reports_are_written(output_of: OutputOf, tmp_path: Path) -> None:
    for verb in ("simulate", "compare", "crossplay"):
        bots = ("random",) if verb == "simulate" else ("random", "careful")
        page = tmp_path / f"{verb}.html"
        output_of(verb, *bots, "--games", "5", "--report", str(page))
        assert "<svg" in page.read_text()


def test_bots_are_listed(output_of: OutputOf) -> None:
    rows = [json.loads(line) for line in output_of("bots", "--json").splitlines()]
    honest = {row["name"]: row["honest"] for row in rows}
    assert honest["careful"]
    assert honest["minimal"]
    assert not honest["cheat"]
    searching = ["search(pair)", "search(robot5)", "search(hat)"]
    assert list(honest) == [*ROSTER, *convention_names(), *searching]
    listed = output_of("bots").splitlines()
    assert listed[0].startswith("mean score of")
    assert [row["name"] for row in rows] == [line.split()[0] for line in listed if line[0] != " "][1:]


def test_checking_a_game_still_starts_light() -> None:
    loud = "import sys, handsight.cli.main, handsight.cli.check; print([m for m in sys.modules])"
    said = subprocess.run(
        [sys.executable, "-c", loud], check=True, capture_output=True, text=True, env=os.environ
    ).stdout
    for heavy in ("numpy", "rich", "pyarrow", "matplotlib", "handsight.lab", "handsight.bots"):
        assert f"'{heavy}'" not in said
