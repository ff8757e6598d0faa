"""The laboratory's commands: what they print, where, and how they fail."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from handsight.bots.hanabi import ROSTER, convention_names
from handsight.cli import main


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]):  # a function of words
    def tell(*words: str, status: int = 0) -> str:
        with pytest.raises(SystemExit) as left:
            main(list(words))
        said = capsys.readouterr()
        assert left.value.code == status, said.err
        if status:
            assert not said.out
            return said.err
        return said.out

    return tell


def test_simulate_prints_the_promised_shape(told) -> None:
    words = ["random", "--players", "2", "--games", "40", "--seed", "3", "--rules", "explorer", "--json"]
    row = json.loads(told("simulate", *words))
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
    again = json.loads(told("simulate", *words, "--workers", "2", "--engine", "threads"))
    for timing in ("seconds", "games_per_second", "cpu_seconds"):
        del row[timing], again[timing]
    assert row == again


def test_one_bot_a_seat(told) -> None:
    row = json.loads(told("simulate", "random", "careful", "--games", "5", "--json"))
    assert (row["bots"], row["players"]) == (["random", "careful"], 2)


def test_simulate_for_people_shows_bars_and_figures(told) -> None:
    text = told("simulate", "careful", "--games", "12", "--set", "strikeout=stacks")
    assert "custom rules (strikeout=stacks), 12 games, seed 1" in text
    assert "█" in text
    assert "careful" in text
    assert "games played in" in text


def test_variants_by_name_and_by_number(told) -> None:
    by_name = json.loads(
        told("simulate", "random", "--games", "5", "--variant", "Rainbow (6 Suits)", "--json")
    )
    assert by_name["variant"] == "Rainbow (6 Suits)"
    by_number = json.loads(told("simulate", "random", "--games", "5", "--variant", "0", "--json"))
    assert by_number["variant"] == "No Variant"


@pytest.mark.parametrize("rules", ["official", "explorer", "hanabidata"])
def test_saved_games_are_accepted_by_check(told, tmp_path: Path, rules: str) -> None:
    words = ("--games", "6", "--out", str(tmp_path), "--save-games", "4", "--rules", rules, "--json")
    row = json.loads(told("simulate", "random", "--players", "4", *words))
    lines = [json.loads(line) for line in told("check", str(tmp_path / "games.jsonl"), "--json").splitlines()]
    assert len(lines) == 4
    assert all(line["valid"] and line["players"] == 4 and line["rules"] == rules for line in lines)
    assert sum(row["histogram"]) == 6
    assert all(row["histogram"][line["score"]] for line in lines)
    export = json.loads((tmp_path / "games.jsonl").read_text().splitlines()[2])
    assert export["id"] == 2
    assert export["players"][0] == "Alice"
    assert export["options"]["seated"].startswith("Alice: random; Bob: random")


def test_games_saved_without_a_folder_overwrite_nothing(
    told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told("simulate", "random", "--games", "3", "--save-games", "9")
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 3
    assert "is there already" in told("simulate", "random", "--games", "3", "--save-games", "2", status=2)


def test_compare_prints_the_promised_shape(told) -> None:
    row = json.loads(told("compare", "random", "careful", "--games", "20", "--players", "2", "--json"))
    assert [each["bot"] for each in row["rows"]] == ["random", "careful"]
    assert {"mean", "stderr", "perfect"} <= set(row["rows"][0])
    (pair,) = row["pairs"]
    assert (pair["a"], pair["b"]) == ("random", "careful")
    assert pair["low"] < pair["difference"] < pair["high"] < 0
    assert pair["difference"] == pytest.approx(row["rows"][0]["mean"] - row["rows"][1]["mean"])
    assert 0 <= pair["p"] < 0.001
    text = told("compare", "random", "careful", "--games", "20", "--until-clear", "0.1")
    assert "random − careful" in text
    assert "at any time" in text


def test_crossplay_prints_a_matrix(told, tmp_path: Path) -> None:
    words = ("random", "careful", "--games", "6", "--players", "2", "--rules", "stacks")
    row = json.loads(told("crossplay", *words, "--json", "--plot", str(tmp_path / "matrix.svg")))
    assert row["bots"] == ["random", "careful"]
    assert [len(cells) for cells in row["matrix"]] == [2, 2]
    assert row["matrix"][1][1] > row["matrix"][0][0]
    assert (tmp_path / "matrix.svg").exists()
    assert "guest \\ hosts" in told("crossplay", *words)


def test_reports_are_written(told, tmp_path: Path) -> None:
    for verb in ("simulate", "compare", "crossplay"):
        bots = ("random",) if verb == "simulate" else ("random", "careful")
        page = tmp_path / f"{verb}.html"
        told(verb, *bots, "--games", "5", "--report", str(page))
        assert "<svg" in page.read_text()


def test_bots_are_listed(told) -> None:
    rows = [json.loads(line) for line in told("bots", "--json").splitlines()]
    honest = {row["name"]: row["honest"] for row in rows}
    assert honest["careful"]
    assert honest["minimal"]
    assert not honest["cheat"]
    assert list(honest) == [*ROSTER, *convention_names()]
    assert told("bots").count("\n") == len(rows)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("simulate", "carefull"), "did you mean 'careful'"),
        (("simulate", "random", "--players", "1"), "2 to 6 players"),
        (("simulate", "random", "--games", "0"), "ask for 1 or more"),
        (("simulate", "random", "--rules", "house"), "no rule set is called 'house'"),
        (("simulate", "random", "--set", "refund=no"), "did you mean refund_five?"),
        (("simulate", "random", "--set", "refund_five"), "--set takes SWITCH=VALUE"),
        (("simulate", "random", "--engine", "dask"), "--scheduler tcp://HOST:PORT"),
        (("simulate", "random", "--variant", "9999"), "there is no variant number 9999"),
        (
            ("simulate", "random", "--games", "2", "--save-games", "0", "--out", "x"),
            "0 games cannot be saved",
        ),
        (("simulate", "random", "--games", "2", "--plot", "x.gif"), "end it in .svg or .png"),
        (("compare", "random"), "at least two bots"),
    ],
)
def test_wrong_words_are_explained(
    told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in told(*words, status=2)


def test_checking_a_game_still_starts_light() -> None:
    loud = "import sys, handsight.cli.main, handsight.cli.check; print([m for m in sys.modules])"
    said = subprocess.run(
        [sys.executable, "-c", loud], check=True, capture_output=True, text=True, env=os.environ
    ).stdout
    for heavy in ("numpy", "rich", "pyarrow", "matplotlib", "handsight.lab", "handsight.bots"):
        assert f"'{heavy}'" not in said


def test_a_bot_that_cannot_be_had_is_wrong_input(told, tmp_path: Path) -> None:
    assert "there is no file" in told("simulate", f"{tmp_path}/none.py:Mine", status=1)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("simulate", "random", "--variant", "²"), "there is no variant '²'"),
        (("simulate", "random", "--variant", "9" * 5_000), "there is no variant"),
        (("simulate", "random", "--games", "1000000000000000"), "ask for 1,000,000,000 or fewer"),
        (("compare", "random", "careful", "--until-clear", "0.1", "--games", "1" + "0" * 15), "or fewer"),
        (("simulate", "--game", "boeren", "random", "--games", "1000000000000000"), "or fewer"),
        (("simulate", "--game", "boeren", "random", "--hand", "4"), "--hand is not for Boeren Bridge"),
        (("simulate", "--game", "boeren", "random", "--lost", "4"), "--lost is Hanabi's"),
        (("simulate", "--game", "boeren", "random", "--players", "3"), "--players is not for Boeren Bridge"),
        (("simulate", "--game", "boeren", "sampler ms=5", "--save-games", "1"), "plays by the clock"),
    ],
)
def test_words_that_ask_for_what_cannot_be(
    told, tmp_path: Path, monkeypatch, words: tuple, hint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert hint in told(*words, status=2)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "status", "hint"),
    [
        (("--seed", "99999999999999999999999"), 2, "a seed is a whole number"),
        (("--seed", "-1"), 2, "a seed is a whole number"),
        (("--state", "clear"), 2, "choose plain, kripke, exact"),
        (("--out", __file__), 1, "is no folder"),
    ],
)
def test_a_course_that_cannot_be_given(told, words: tuple[str, ...], status: int, hint: str) -> None:
    pytest.importorskip("torch")
    assert hint in told("train", "boeren", *words, status=status)


def test_no_memory_is_told(told, monkeypatch: pytest.MonkeyPatch) -> None:
    def run_out(_count: int) -> None:
        raise MemoryError

    monkeypatch.setattr("handsight.lab.hanabi.result_row.blank", run_out)
    assert "there is not enough memory" in told("simulate", "random", status=1)


@pytest.fixture
def idle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in an empty folder, where nobody may set to work."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("handsight.lab.parallel._submitted", None)


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize("verb", ["simulate", "compare", "crossplay", "convention ablate", "boeren"])
@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (
            "--report nowhere/page.html",
            "there is no folder nowhere for page.html; make it, or change --report",
        ),
        ("--plot nowhere/plot.svg", "there is no folder nowhere for plot.svg; make it, or change --plot"),
        ("--report .", "is a folder; name a file in it with --report"),
        ("--report /proc/page.html", "nothing can be written in /proc"),
        ("--out /proc", "/proc cannot be a folder of results"),
    ],
)
def test_no_game_is_played_where_its_result_cannot_be_written(told, verb: str, words: str, hint: str) -> None:
    bots = {"convention ablate": ["minimal"], "boeren": ["greedy"]}.get(verb, ["random", "careful"])
    game = ["simulate", "--game", "boeren"] if verb == "boeren" else verb.split()
    assert hint in told(*game, *bots, *words.split(), status=2)


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Break every experiment off after two pieces of its work."""
    from handsight.lab import parallel
    from handsight.lab.boeren import runner as boeren_runner
    from handsight.lab.hanabi import runner

    def two(*words):
        pieces = parallel.finished(*words)
        yield next(pieces)
        yield next(pieces)
        raise KeyboardInterrupt

    for module in (boeren_runner, runner):
        monkeypatch.setattr(module, "finished", two)


@pytest.mark.usefixtures("stopped")
@pytest.mark.parametrize(
    ("words", "games"),
    [("simulate random", 40), ("compare random careful", 40), ("simulate --game boeren greedy", 16)],
)
def test_a_run_that_is_broken_off_says_what_is_kept(
    told, tmp_path: Path, monkeypatch, words: str, games: int
):
    monkeypatch.chdir(tmp_path)
    command = [*words.split(), "--games", "60"]
    said = told(*command, "--out", "kept", status=130)
    assert said == (
        f"handsight: broken off; {games} games are kept in kept, and the same command goes on from there\n"
    )
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    row = json.loads(told(*command, "--out", "kept", "--json"))
    assert row["games"] == 60


@pytest.mark.usefixtures("stopped")
def test_a_run_without_a_folder_says_that_nothing_is_kept(told) -> None:
    said = told("simulate", "random", "--games", "60", status=130)
    assert said.startswith("handsight: broken off; nothing was kept (--out FOLDER keeps games")
    assert said.count("\n") == 1


@pytest.mark.parametrize("hand", ["0", "-1"])
def test_a_hand_without_cards_is_refused(told, hand: str) -> None:
    assert "cards" in told("simulate", "random", "--hand", hand, status=2)
