"""`handsight results` and what `handsight bots` shows of it."""

import json
from pathlib import Path

import pytest
from cli.command_line import Cli

from bench.tables import hanabi_bots
from bench.tables.marked_tables import MARKED, said_below
from bench.tables.table_request import PlaySettings, TableRequest
from handsight.bots.hanabi import stored_scores

MARK = "<!-- results robots games=2 seed=5 -->\n<!-- /results -->\n"


@pytest.fixture(autouse=True)
def one_robot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hanabi_bots, "ROBOTS", ("cheat",))


def test_several_pages_are_written_at_once(cli: Cli, tmp_path: Path) -> None:
    pages = [tmp_path / "a.md", tmp_path / "b.md"]
    for page in pages:
        page.write_text(f"before\n{MARK}after\n", encoding="utf-8")
    done = cli("results", "--write", *pages, "--out", tmp_path / "rows")
    assert done.status == 0
    assert done.out == "".join(f"{page}: tables rewritten\n" for page in pages)
    assert done.err == "".join(f"{page}: robots\n" for page in pages)
    one, other = (page.read_text(encoding="utf-8") for page in pages)
    assert one == other
    assert "| `cheat` |" in one
    assert list((tmp_path / "rows").glob("*.parquet"))
    again = cli("results", "--write", pages[0], "--out", tmp_path / "rows", "--quiet")
    assert (again.out, again.err) == (f"{pages[0]}: the same tables\n", "")


def test_the_command_below_a_table_prints_it(cli: Cli, tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text(MARK, encoding="utf-8")
    assert cli("results", "--write", page, "--quiet").status == 0
    written = page.read_text(encoding="utf-8")
    command = "handsight results robots --games 2 --seed 5"
    assert f"\n\nPrinted by `{command}`.\n\n<!-- /results -->" in written
    done = cli(*command.split()[1:], "--quiet")
    assert done.status == 0, done.err
    assert done.out.strip() in written
    assert cli("results", "--write", page, "--quiet").out.endswith("the same tables\n")
    wrong = cli("results", "robotz")
    assert wrong.status == 2
    assert "did you mean robots?" in wrong.err
    assert cli("results").status == cli("results", "robots", "--write", page).status == 2


def test_every_table_of_results_in_the_documents_has_its_command() -> None:
    root = Path(__file__).parents[2]
    marked = 0
    for page in (root / "README.md", *(root / "docs").rglob("*.md")):
        for mark in MARKED.finditer(page.read_text(encoding="utf-8")):
            marked += 1
            games = int(mark["games"])
            request = TableRequest(
                mark["name"], games, int(mark["seed"]), int(mark["slow"] or games), PlaySettings()
            )
            assert mark["body"].endswith(f"\n\n{said_below(request)}\n\n"), f"{page}: {mark['name']}"
    assert marked > 10


def test_a_page_that_cannot_be_written_is_left_alone(cli: Cli, tmp_path: Path) -> None:
    page, other = tmp_path / "a.md", tmp_path / "b.md"
    page.write_text(MARK, encoding="utf-8")
    other.write_text(MARK.replace("robots", "chess"), encoding="utf-8")
    done = cli("results", "--write", page, other)
    assert done.status == 1
    assert f"{other}: no table is called 'chess'" in done.err
    assert page.read_text(encoding="utf-8") == MARK, "all pages are read before anything is played"
    assert cli("results", "--write", tmp_path / "none.md").status == 1
    kept = cli("results", "--write", page, "--keep")
    assert kept.status == 2
    assert "the table `bots`" in kept.err


def test_bots_are_listed_with_what_they_score(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = [
        stored_scores.StoredScore(players, 5, 100, 20 + players, 0.5, 0.125, 0, 19) for players in (2, 3)
    ]
    found = stored_scores.StoredScores("0.1.0+abc", 4, {"hat": figures})
    monkeypatch.setattr("handsight.cli.hanabi.options.bot_scores", lambda: found)
    done = cli("bots")
    (line,) = [line for line in done.out.splitlines() if line.startswith("hat ")]
    assert line.split()[1:6] == ["22.00", "23.00", "–", "–", "–"]
    assert "seed 4" in done.out
    (row,) = [row for row in map(json.loads, cli("bots", "--json").out.splitlines()) if row["name"] == "hat"]
    assert row["results"][1] == {
        "players": 3,
        "cards": 5,
        "games": 100,
        "mean": 23,
        "stderr": 0.5,
        "perfect": 0.125,
        "struck_out": 0,
        "mean_zero": 19,
        "seed": 4,
        "rules": "stacks",
        "variant": "No Variant",
        "version": "0.1.0+abc",
    }
