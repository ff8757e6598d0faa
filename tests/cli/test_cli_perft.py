"""`handsight perft`: counts that must be equal."""

from pathlib import Path

import pytest
from cli.command_line import Cli

ORACLE = Path(__file__).parents[1] / "perft" / "hanabi.perft"
TINY = """
id tiny
game players=2 hand=2 colors=1 ranks=3 clues=2 lives=2
deck r1 r1 r1 r2 r2 r3
perft 1 5
perft 2 28
perft 3 152
lines 16073 scores 0:6398 1:6612 2:2553 3:510
worlds 0 12
worlds 1 31
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.perft"
    path.write_text(TINY)
    return path


def test_every_row_is_equal(cli: Cli, file: Path) -> None:
    done = cli("perft", file, "--json")
    assert done.status == 0
    assert all(row["equal"] and row["expected"] == row["found"] for row in done.rows)
    names = [row["row"] for row in done.rows]
    assert {"perft 1", "perft 2", "perft 3", "lines 0", "lines 3", "worlds 1"} <= set(names)
    assert {row["id"] for row in done.rows} == {"tiny"}
    said = cli("perft", file)
    assert said.status == 0
    assert "EXPECTED" not in said.out
    assert said.err.count("\n") == 1


def test_a_wrong_count_is_divided_by_first_moves(cli: Cli, file: Path) -> None:
    file.write_text(TINY.replace("perft 3 152", "perft 3 153"))
    done = cli("perft", file)
    assert done.status == 1
    assert done.out.count("EXPECTED 153") == 1
    counts = [int(line.rsplit(" ", 1)[1]) for line in done.err.splitlines() if line.startswith("  ")]
    assert len(counts) == 5
    assert sum(counts) == 152
    (row,) = [row for row in cli("perft", file, "--json").rows if not row["equal"]]
    assert (row["row"], row["expected"], row["found"]) == ("perft 3", 153, 152)


@pytest.mark.parametrize(
    ("old", "new"),
    [("worlds 1 31", "worlds 1 30"), ("0:6398 1:6612", "0:6399 1:6611"), ("lines 16073", "lines 16074")],
)
def test_any_wrong_count_is_status_1(cli: Cli, file: Path, old: str, new: str) -> None:
    file.write_text(TINY.replace(old, new))
    assert cli("perft", file).status == 1


@pytest.mark.parametrize(
    "text",
    ["", "hello", "perft 1 5", TINY.replace("deck r1", "deck q9"), TINY.replace("152", "many"), "\0\0"],
)
def test_a_corrupted_file_is_refused_with_a_reason(cli: Cli, file: Path, text: str) -> None:
    file.write_text(text)
    done = cli("perft", file)
    assert done.status == 1
    assert done.err.strip()


def test_a_missing_oracle_is_named(cli: Cli, tmp_path: Path) -> None:
    done = cli("perft", tmp_path / "nosuch.perft")
    assert done.status == 1
    assert "nosuch.perft" in done.err
