"""Recorded games held against conventions: `convention agree`, `fit` and `read`, `review`."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from cli.command_line import Cli
from conventions.played_games import played

from handsight.errors import InputError
from handsight.notation.hanabi.file_formats import FORMATS


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with games of two and of three players."""
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    records = [played("minimal", number, 2 + number % 2) for number in range(4)]
    path.write_text("".join(FORMATS["jsonl"].write(game).text for game in records))
    return path


def test_agree_prints_a_row_for_each_convention(cli: Cli, games: Path) -> None:
    done = cli("convention", "agree", "minimal", "save-clues", games, "--quiet")
    assert done.status == 0
    assert "4 games of 2 to 3 players" in done.out
    assert [line.split()[0] for line in done.out.splitlines()[3:]] == ["minimal", "save-clues"]
    assert "100.0 ± 0.0 %" in done.out


def test_agree_as_json(cli: Cli, games: Path) -> None:
    rows = cli("convention", "agree", games, "minimal", "careful", "--json", "--players", 3).rows
    assert [row["convention"] for row in rows] == ["minimal", "careful"]
    first = rows[0]
    assert (first["games"], first["move"], first["kind"]) == (2, 1.0, 1.0)
    assert set(first["errors"]) == {"move", "kind", "sound", "told", "false", "bits"}
    assert first["players"] == [3]
    assert rows[1]["bits"] is None
    (row,) = cli("convention", "agree", "minimal", games, "--json", "--by-players").rows
    assert {size: part["games"] for size, part in row["by_players"].items()} == {"2": 2, "3": 2}


def test_agree_says_what_is_missing_and_what_is_left_out(cli: Cli, games: Path, tmp_path: Path) -> None:
    done = cli("convention", "agree", "minimal")
    assert done.status == 2
    assert "name the games" in done.err
    done = cli("convention", "agree", games)
    assert done.status == 2
    assert "name a convention" in done.err
    done = cli("convention", "agree", "minimal", "nowhere.jsonl")
    assert done.status == 2
    assert "nowhere.jsonl" in done.err
    done = cli("convention", "agree", "minimol", games)
    assert done.status == 2
    assert "minimal" in done.err
    broken = tmp_path / "broken.jsonl"
    lines = games.read_text().splitlines()
    row = json.loads(lines[0])
    row["actions"][0] = {"type": 0, "target": 49}
    broken.write_text("\n".join([json.dumps(row), *lines[1:]]) + "\n")
    done = cli("convention", "agree", "minimal", broken, "--quiet")
    assert done.status == 1
    assert "is left out" in done.err
    assert "3 games" in done.out
    done = cli("convention", "agree", "minimal", games, "--players", 5)
    assert done.status == 1
    assert "no valid game of 5 players" in done.err


def test_games_that_hide_what_conventions_need_are_left_out(cli: Cli, games: Path, tmp_path: Path) -> None:
    row = json.loads(games.read_text().splitlines()[0])
    row["options"] = {"variant": "Throw It in a Hole (5 Suits)"}
    mixed = tmp_path / "mixed.jsonl"
    mixed.write_text(json.dumps(row) + "\n" + games.read_text())
    done = cli("convention", "agree", "minimal", mixed, "--quiet")
    assert done.status == 1
    assert "left out: conventions need what" in done.err
    assert "4 games" in done.out


@pytest.mark.slow
def test_fit(cli: Cli, games: Path) -> None:
    words = (
        "convention",
        "fit",
        games,
        "--among",
        "minimal",
        "save-clues",
        "--measure",
        "move",
    )
    done = cli(*words, "--quiet")
    assert done.status == 0
    assert "minimal explains these games best, by move" in done.out.splitlines()[-1]
    (row,) = cli(*words, "--json").rows
    assert row["best"] == "minimal"
    assert row["conventions"][1]["behind"] > 0
    assert cli("convention", "fit", games, "--among", "minimal", "--try", "x").status == 2


def test_fit_suggests_a_name_and_has_a_default(
    cli: Cli, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = cli("convention", "fit", games, "--among", "h-grup-2")
    assert done.status == 2
    assert "did you mean h-group-2?" in done.err

    def say_names(names: Sequence[str], *_: object, **__: object) -> None:
        raise InputError(f"among {' '.join(names)}")

    monkeypatch.setattr("handsight.analysis.hanabi.convention_fit.fit", say_names)
    levels = " ".join(f"h-group-{level}" for level in range(1, 6))
    said = cli("convention", "fit", games, "--players", 2, "--quiet").err
    assert f"among minimal pair duet {levels}\n" in said
    assert f"among minimal pair duet circle {levels}\n" in cli("convention", "fit", games, "--quiet").err


def test_read_says_what_a_move_meant(cli: Cli) -> None:
    text = cli("convention", "read", "circle", "sample:first", "--turn", 1).out
    assert text.startswith("move 1, Alice clues Cathy Blue, slot 3:")
    assert "Cathy's slot 3 is b1 or b2; settled at move 3" in text
    assert "Cathy's slot 3 is marked IP (pointed at)" in text
    assert "Alice is told to play slot 2" in cli("convention", "read", "circle", "sample:first").out
    (row,) = cli("convention", "read", "circle", "sample:first", "--turn", 1, "--json").rows
    assert row["turn"] == 0
    assert any(card["promised"] and card["settled"] == 3 for card in row["cards"])
    done = cli("convention", "read", "circle", "sample:first", "--turn", 900)
    assert done.status == 2


def test_review_tells_every_move_and_sums_up(cli: Cli, games: Path) -> None:
    out = cli("review", games, "--number", 2, "--by", "minimal").out
    assert "minimal does the same in" in out.splitlines()[-1]
    assert "(100%)" in out.splitlines()[-1]
    rows = cli("review", "sample:first", "--by", "circle", "--json").rows
    assert rows[0]["turn"] == 0
    assert {"agrees", "wanted", "rule", "broken", "bits", "cards"} <= set(rows[0])
    assert any(one["kind"] == "untrue promise" for row in rows for one in row["broken"])


def test_review_writes_the_replay_that_the_convention_reads(cli: Cli, games: Path, tmp_path: Path) -> None:
    report = tmp_path / "review.html"
    done = cli("review", games, "--number", 2, "--by", "minimal", "--report", report)
    assert done.status == 0
    assert '"convention":"minimal"' in report.read_text()
    assert cli("review", games, "--number", 2, "--by", "minimal", "--report", report).status == 2
    assert cli("review", games, "--number", 2, "--by", "minimal", "--report", tmp_path / "x.txt").status == 2
    assert "robot5 is a bot" in cli("review", games, "--number", 2, "--by", "robot5").err


@pytest.mark.slow
def test_a_page_carries_how_a_convention_reads_the_game(cli: Cli, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert cli("convert", "sample:first", page, "--by", "minimal").status == 0
    assert '"convention":"minimal"' in page.read_text()
    assert cli("convert", "sample:first", "-", "--to", "live", "--by", "minimal").status == 2
