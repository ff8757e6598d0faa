"""`handsight simulate`, `compare` and `bots` for Boeren Bridge."""

from pathlib import Path

import pytest
from cli.command_line import Cli

from handsight.roster.boeren import ROSTER

FOUR = ("full-kripke", "greedy-kripke", "greedy", "random")


def test_simulate_prints_the_promised_shape(cli: Cli) -> None:
    done = cli("simulate", "--game", "boeren", *FOUR, "--games", 60, "--seed", 3, "--json")
    (row,) = done.rows
    assert [agent["name"] for agent in row["agents"]] == list(FOUR)
    assert sum(agent["wins"] for agent in row["agents"]) == pytest.approx(1)
    assert all({"mean", "stderr", "wins"} <= set(agent) for agent in row["agents"])
    assert (row["games"], row["seed"], row["rules"], row["rounds"]) == (60, 3, "text", "3-4-5-4-3")
    again = cli("simulate", "--game", "boeren", *FOUR, "--games", 60, "--seed", 3, "--json").rows[0]
    assert again["agents"] == row["agents"]


def test_rounds_and_switches(cli: Cli) -> None:
    words = ("--rounds", "short", "--set", "dealer_change=none", "--games", 8, "--json")
    (row,) = cli("simulate", "--game", "boeren", "greedy", *words).rows
    assert (row["rounds"], row["switches"]) == ("3-4-5-4-3", {"dealer_change": "none"})
    assert len(row["agents"]) == 4
    (row,) = cli("simulate", "--game", "boeren", "greedy", "--rules", "fifteen", "--games", 2, "--json").rows
    assert row["rounds"].startswith("1-2-3-4-5-6-7-8-7")


def test_tables_for_people(cli: Cli) -> None:
    text = cli("simulate", "--game", "boeren", *FOUR, "--games", 20).out
    assert "20 games, seats rotating over the same deals, seed 1" in text
    assert all(name in text for name in FOUR)
    text = cli("compare", "--game", "boeren", "full-kripke", "greedy", "--games", 20, "--host", "random").out
    assert "full-kripke − greedy" in text
    assert "each among three random" in text


def test_compare_prints_the_promised_shape(cli: Cli) -> None:
    (row,) = cli("compare", "--game", "boeren", *FOUR[:3], "--games", 40, "--json").rows
    assert [found["bot"] for found in row["rows"]] == list(FOUR[:3])
    assert (row["pairs"][0]["a"], row["pairs"][0]["b"]) == FOUR[:2]
    assert {"difference", "low", "high", "p"} <= set(row["pairs"][0])


def test_results_are_kept_reported_and_taken_up_again(cli: Cli, tmp_path: Path) -> None:
    words = ("--game", "boeren", "--games", 8, "--out", tmp_path / "rows", "--report", tmp_path / "page.html")
    assert "8 games played" in cli("simulate", *FOUR, *words, "--save-games", 1).out
    page = (tmp_path / "page.html").read_text()
    assert "full-kripke" in page
    assert "<svg" in page
    assert (tmp_path / "rows" / "games.boeren").exists()
    assert cli("simulate", *FOUR, *words).status == 2  # a report is not replaced unasked
    assert "0 games played" in cli("simulate", *FOUR, *words, "--save-games", 1, "--force").out
    assert cli("compare", *FOUR[:2], *words, "--force").status == 0
    page = (tmp_path / "page.html").read_text()
    assert "full-kripke − greedy-kripke" in page
    assert "each among three greedy" in page


def test_saved_matches_can_be_checked_and_known(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cli("simulate", "--game", "boeren", *FOUR, "--games", 3, "--save-games", 2)
    rows = cli("check", "games.boeren", "--json").rows
    assert len(rows) == 10
    assert all(row["valid"] for row in rows)
    again = cli("simulate", "--game", "boeren", *FOUR, "--games", 3, "--save-games", 2)
    assert (again.status, "already" in again.err) == (2, True)
    drawn = cli("compare", "--game", "boeren", *FOUR[:2], "--games", 8, "--plot", "difference.svg")
    assert drawn.status == 0
    assert "<svg" in Path("difference.svg").read_text()


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("simulate", "--game", "boeren", "gredy"), "did you mean 'greedy'"),
        (("simulate", "--game", "boeren", "greedy", "random"), "cannot fill four seats"),
        (("simulate", "--game", "boeren", "greedy", "--rounds", "3-x"), "is not a schedule"),
        (("simulate", "--game", "boeren", "greedy", "--rules", "official"), "there are text"),
        (
            ("simulate", "--game", "boeren", "greedy", "--variant", "Rainbow (6 Suits)"),
            "--variant is an option of Hanabi",
        ),
        (("simulate", "--game", "boeren", "greedy", "--players", "3"), "Boeren Bridge is for four players"),
        (
            ("simulate", "--game", "boeren", "greedy", "--save-games", "0"),
            "--save-games: 0 is too few; it takes 1 or more",
        ),
        (("simulate", "--game", "boeren", "greedy", "--set", "trump"), "SWITCH=VALUE"),
        (("simulate", "random", "--rounds", "3-4"), "--rounds is an option of Boeren Bridge"),
        (("compare", "--game", "boeren", "greedy"), "at least two"),
        (
            ("compare", "--game", "boeren", "greedy", "random", "--variant", "1"),
            "--variant is an option of Hanabi",
        ),
        (("compare", "random", "careful", "--host", "greedy"), "--host is an option of Boeren Bridge"),
    ],
)
def test_wrong_words(cli: Cli, words: tuple[str, ...], hint: str) -> None:
    done = cli(*words, "--games", 4)
    assert (done.status, done.out) == (2, "")
    assert hint in done.err


def test_agents_are_listed(cli: Cli) -> None:
    rows = cli("bots", "--game", "boeren", "--json").rows
    assert [row["name"] for row in rows] == list(ROSTER)
    assert {"random", *FOUR, "counter", "sampler", "learner"} <= {*ROSTER}
    assert "sampler" in cli("bots", "--game", "boeren").out


def test_intervals_are_as_wide_as_asked(cli: Cli) -> None:
    words = ("compare", "--game", "boeren", "greedy", "random", "--games", 40, "--json", "--confidence")
    (wide,), (narrow,) = cli(*words, 0.99).rows, cli(*words, 0.5).rows
    assert wide["pairs"][0]["low"] < narrow["pairs"][0]["low"] < narrow["pairs"][0]["difference"]
    assert cli(*words, 1.5).status == 2
    text = cli("simulate", "--game", "boeren", "greedy", "--games", 2).out
    assert "nan" not in text


def test_a_bot_shows_the_graphs_by_which_it_decides(cli: Cli) -> None:
    text = cli("bots", "--game", "boeren", "full-kripke").out
    assert "win graph" in text
    assert " 4 " in text
    assert "yes: play the highest trump" in text
    (row,) = cli("bots", "--game", "boeren", "counter", "--json").rows
    assert [graph["name"] for graph in row["graphs"]] == ["likely win", "lose"]
    assert row["graphs"][0]["nodes"][0] == {
        "number": 1,
        "route": [],
        "question": True,
        "text": "Do you lead to the trick?",
    }
    assert cli("bots", "--game", "boeren", "sampler").out.startswith("sampler: samples deals")
    assert cli("bots", "cheat").out.startswith("cheat: ")


def test_a_bot_that_is_not_there_cannot_be_shown(cli: Cli) -> None:
    done = cli("bots", "--game", "boeren", "greedi")
    assert done.status == 2
    assert "did you mean 'greedy'" in done.err


def test_every_bot_plays_against_three_copies_of_every_other(cli: Cli) -> None:
    words = ("greedy", "random", "--games", 8, "--rules", "author")
    (row,) = cli("crossplay", "--game", "boeren", *words, "--json").rows
    assert (row["bots"], row["rules"], row["games"]) == (["greedy", "random"], "author", 8)
    (compared,) = cli("compare", "--game", "boeren", *words, "--host", "random", "--json").rows
    assert [line[1] for line in row["matrix"]] == [found["mean"] for found in compared["rows"]]
    assert [line[1] for line in row["wins"]] == [found["wins"] for found in compared["rows"]]
