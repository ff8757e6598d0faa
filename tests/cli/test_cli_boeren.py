"""Boeren Bridge at the command line: experiments, what they print and how they fail."""

from pathlib import Path

import pytest

from handsight.bots.boeren import ROSTER
from handsight.notation.boeren import files

FOUR = ("full-kripke", "greedy-kripke", "greedy", "random")


def test_simulate_prints_the_promised_shape(cli) -> None:
    done = cli("simulate", "--game", "boeren", *FOUR, "--games", 60, "--seed", 3, "--json")
    (row,) = done.rows
    assert [agent["name"] for agent in row["agents"]] == list(FOUR)
    assert sum(agent["wins"] for agent in row["agents"]) == pytest.approx(1)
    assert all({"mean", "stderr", "wins"} <= set(agent) for agent in row["agents"])
    assert (row["games"], row["seed"], row["rules"], row["rounds"]) == (60, 3, "text", "3-4-5-4-3")
    again = cli("simulate", "--game", "boeren", *FOUR, "--games", 60, "--seed", 3, "--json").rows[0]
    assert again["agents"] == row["agents"]


def test_rounds_and_switches(cli) -> None:
    words = ("--rounds", "short", "--set", "dealer_change=none", "--games", 8, "--json")
    (row,) = cli("simulate", "--game", "boeren", "greedy", *words).rows
    assert (row["rounds"], row["switches"]) == ("3-4-5-4-3", {"dealer_change": "none"})
    assert len(row["agents"]) == 4
    (row,) = cli("simulate", "--game", "boeren", "greedy", "--rules", "fifteen", "--games", 2, "--json").rows
    assert row["rounds"].startswith("1-2-3-4-5-6-7-8-7")


def test_tables_for_people(cli) -> None:
    text = cli("simulate", "--game", "boeren", *FOUR, "--games", 20).out
    assert "20 games, seats rotating over the same deals, seed 1" in text
    assert all(name in text for name in FOUR)
    text = cli("compare", "--game", "boeren", "full-kripke", "greedy", "--games", 20, "--host", "random").out
    assert "full-kripke − greedy" in text
    assert "each among three random" in text


def test_compare_prints_the_promised_shape(cli) -> None:
    (row,) = cli("compare", "--game", "boeren", *FOUR[:3], "--games", 40, "--json").rows
    assert [found["bot"] for found in row["rows"]] == list(FOUR[:3])
    assert (row["pairs"][0]["a"], row["pairs"][0]["b"]) == FOUR[:2]
    assert {"difference", "low", "high", "p"} <= set(row["pairs"][0])


def test_results_are_kept_reported_and_taken_up_again(cli, tmp_path: Path) -> None:
    words = ("--game", "boeren", "--games", 8, "--out", tmp_path / "rows", "--report", tmp_path / "page.html")
    assert "8 games played" in cli("simulate", *FOUR, *words, "--save-games", 1).out
    page = (tmp_path / "page.html").read_text()
    assert "full-kripke" in page
    assert "<svg" in page
    assert (tmp_path / "rows" / "games.boeren").exists()
    assert "0 games played" in cli("simulate", *FOUR, *words, "--save-games", 1).out
    assert cli("compare", *FOUR[:2], *words).status == 0
    page = (tmp_path / "page.html").read_text()
    assert "full-kripke − greedy-kripke" in page
    assert "each among three greedy" in page


ORACLE = Path(__file__).parents[1] / "boeren" / "boeren.json"


@pytest.fixture
def saved(cli, tmp_path: Path, monkeypatch) -> str:
    """A log of a match."""
    monkeypatch.chdir(tmp_path)
    cli("simulate", "--game", "boeren", *FOUR, "--games", 1, "--save-games", 1)
    return "games.boeren"


@pytest.mark.parametrize("name", ["games.boeren", "games.txt", "-"])
def test_a_file_tells_which_game_it_is(cli, saved: str, name: str) -> None:
    text = Path(saved).read_text()
    if name == "games.txt":
        Path(name).write_text(text)
    for words in (("show", name, "--number", 2), ("know", name, "--number", 2, "--turn", 6, "--json")):
        asked, told = cli(*words, stdin=text), cli(*words, "--game", "boeren", stdin=text)
        assert asked.status == 0
        assert asked == told
    assert cli("show", name, "--game", "hanabi", stdin=text).status == 1


def test_the_ending_of_a_broken_file_tells_its_game(cli, tmp_path: Path) -> None:
    broken = tmp_path / "broken.boeren"
    broken.write_text("P0 likes AS\n")
    for verb in ("check", "show", "know"):
        done = cli(verb, broken)
        assert done.status == 1
        assert "line 1, column 4" in done.err


def test_cards_of_a_save_file_are_not_taken_for_a_round() -> None:
    assert files.recognise("Cards 3\n")
    assert not files.recognise("players = 3\ncards = [1, 2]\n")


def test_rounds_are_converted_there_and_back(cli, saved: str) -> None:
    assert cli("convert", saved, "rounds.json").status == 0
    assert cli("check", "rounds.json", "--compare", "--json").rows == cli("check", saved, "--json").rows
    assert cli("convert", "rounds.json", "again.boeren").status == 0
    assert Path("again.boeren").read_text() == Path(saved).read_text()
    second = cli("convert", saved, "--number", 2, "--to", "json")
    assert len(cli("check", "-", "--json", stdin=second.out).rows) == 1
    assert cli("convert", ORACLE, "oracle.boeren").status == 0
    assert len(cli("check", "oracle.boeren", "--json").rows) == len(cli("check", ORACLE, "--json").rows)


@pytest.mark.parametrize(
    ("out", "said"),
    [
        (("x.html",), "in which format to write Boeren Bridge, with --to or by the ending of OUT (.boeren, "),
        (("x.txt", "--to", "url"), "this is Boeren Bridge, which is not written as url; choose log, json"),
    ],
)
def test_what_boeren_bridge_is_not_written_as(cli, saved: str, out: tuple[str, ...], said: str) -> None:
    done = cli("convert", saved, *out)
    assert done.status == 2
    assert said in done.err


def test_hanabi_alone_is_explained_by_a_convention(cli, saved: str) -> None:
    for name in (saved, ORACLE):
        done = cli("convention", "explain", "minimal", name)
        assert done.status == 1
        assert "this is a game of Boeren Bridge" in done.err


def test_a_broken_round_is_converted_as_far_as_it_is_good(cli, saved: str) -> None:
    lines = Path(saved).read_text().splitlines()
    last = next(at for at, line in enumerate(lines) if "plays" in line)
    Path("cut.boeren").write_text("\n".join([*lines[: last + 1], "P0 plays 2C", ""]))
    done = cli("convert", "cut.boeren", "cut.json")
    assert done.status == 1
    assert "writing the 5 good actions" in done.err
    assert Path("cut.json").exists()


def test_saved_matches_can_be_checked_and_known(cli, tmp_path: Path, monkeypatch) -> None:
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
        (("simulate", "--game", "boeren", "greedy", "--rounds", "3-x"), "is no schedule"),
        (("simulate", "--game", "boeren", "greedy", "--rules", "official"), "choose text"),
        (
            ("simulate", "--game", "boeren", "greedy", "--variant", "Rainbow (6 Suits)"),
            "--variant is not for",
        ),
        (("simulate", "--game", "boeren", "greedy", "--players", "3"), "--players is not for"),
        (("simulate", "--game", "boeren", "greedy", "--save-games", "0"), "ask for 1 or more"),
        (("simulate", "--game", "boeren", "greedy", "--set", "trump"), "SWITCH=VALUE"),
        (("simulate", "random", "--rounds", "3-4"), "--rounds is for Boeren Bridge"),
        (("compare", "--game", "boeren", "greedy"), "at least two"),
        (("compare", "--game", "boeren", "greedy", "random", "--until-clear"), "--until-clear is Hanabi's"),
        (("compare", "random", "careful", "--host", "greedy"), "add --game boeren"),
        (("crossplay", "--game", "boeren", "greedy", "random"), "simulate and compare are"),
    ],
)
def test_wrong_words(cli, words: tuple[str, ...], hint: str) -> None:
    done = cli(*words, "--games", 4)
    assert (done.status, done.out) == (2, "")
    assert hint in done.err


def test_agents_are_listed(cli) -> None:
    rows = cli("bots", "--game", "boeren", "--json").rows
    assert [row["name"] for row in rows] == list(ROSTER)
    assert {"random", *FOUR, "counter", "sampler", "learner"} <= {*ROSTER}
    assert "sampler" in cli("bots", "--game", "boeren").out


def test_intervals_are_as_wide_as_asked(cli) -> None:
    words = ("compare", "--game", "boeren", "greedy", "random", "--games", 40, "--json", "--confidence")
    (wide,), (narrow,) = cli(*words, 0.99).rows, cli(*words, 0.5).rows
    assert wide["pairs"][0]["low"] < narrow["pairs"][0]["low"] < narrow["pairs"][0]["difference"]
    assert cli(*words, 1.5).status == 2
    text = cli("simulate", "--game", "boeren", "greedy", "--games", 2).out
    assert "nan" not in text
