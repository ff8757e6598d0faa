"""Experiments that cannot be done, or are interrupted: what is said, the exit status, and what is kept."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.command_line import OutputOf


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("simulate", "carefull"), "did you mean 'careful'"),
        (("simulate", "random", "--players", "1"), "2 to 6 players"),
        (("simulate", "random", "--games", "0"), "it takes 1 or more"),
        (("simulate", "random", "--rules", "house"), "no rule set is called 'house'"),
        (("simulate", "random", "--set", "refund=no"), "did you mean refund_five?"),
        (("simulate", "random", "--set", "refund_five"), "--set takes SWITCH=VALUE"),
        (("simulate", "random", "--variant", "9999"), "there is no variant number 9999"),
        (
            ("simulate", "random", "--games", "2", "--save-games", "0", "--out", "x"),
            "--save-games: 0 is too few",
        ),
        (("simulate", "random", "--games", "2", "--plot", "x.gif"), "end it in .svg or .png"),
        (("compare", "random"), "at least two bots"),
    ],
)
def test_wrong_words_are_explained(
    output_of: OutputOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in output_of(*words, status=2)


def test_a_bot_that_cannot_be_had_is_wrong_input(output_of: OutputOf, tmp_path: Path) -> None:
    assert "there is no file" in output_of("simulate", f"{tmp_path}/none.py:Mine", status=1)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("simulate", "random", "--variant", "²"), "there is no variant '²'"),
        (("simulate", "random", "--variant", "9" * 5_000), "there is no variant"),
        (("simulate", "random", "--games", "1000000000000000"), "ask for 1,000,000,000 or fewer"),
        (("compare", "random", "careful", "--games", "1" + "0" * 15), "or fewer"),
        (("simulate", "--game", "boeren", "random", "--games", "1000000000000000"), "or fewer"),
        (("simulate", "--game", "boeren", "random", "--hand", "4"), "--hand is an option of Hanabi"),
        (("simulate", "--game", "boeren", "random", "--lost", "4"), "--lost is an option of Hanabi"),
        (
            ("simulate", "--game", "boeren", "random", "--players", "3"),
            "Boeren Bridge is for four players; leave --players out",
        ),
    ],
)
def test_words_that_ask_for_what_cannot_be(
    output_of: OutputOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], hint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert hint in output_of(*words, status=2)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "status", "hint"),
    [
        (("--seed", "99999999999999999999999"), 2, "a seed is a whole number"),
        (("--seed", "-1"), 2, "a seed is a whole number"),
        (("--state", "clear"), 2, "choose plain, kripke, exact"),
        (("--reward", "money"), 2, "choose score, win, trick"),
        (("--discount", "0"), 2, "a discount is above 0 and at most 1, not 0.0"),
        (("--discount", "1.5"), 2, "a discount is above 0 and at most 1, not 1.5"),
        (("--out", __file__), 1, "is no folder"),
    ],
)
def test_a_course_that_cannot_be_given(
    output_of: OutputOf, words: tuple[str, ...], status: int, hint: str
) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    assert hint in output_of("train", "boeren", *words, status=status)


def test_running_out_of_memory_is_reported(output_of: OutputOf, monkeypatch: pytest.MonkeyPatch) -> None:
    def run_out(_plan: object, _count: int) -> None:
        raise MemoryError

    monkeypatch.setattr("handsight.lab.hanabi.game_plan.HanabiPlan.blank_rows", run_out)
    assert "there is not enough memory" in output_of("simulate", "random", status=1)


@pytest.fixture
def idle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in an empty folder, where nobody may set to work."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("handsight.lab.job_runner._submitted", None)


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
def test_no_game_is_played_where_its_result_cannot_be_written(
    output_of: OutputOf, verb: str, words: str, hint: str
) -> None:
    bots = {"convention ablate": ["minimal"], "boeren": ["greedy"]}.get(verb, ["random", "careful"])
    game = ["simulate", "--game", "boeren"] if verb == "boeren" else verb.split()
    assert hint in output_of(*game, *bots, *words.split(), status=2)


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Break every experiment off after two pieces of its work."""
    from handsight.lab import job_runner

    finished = job_runner.finished

    def two(*work: Any) -> Iterator[Any]:
        pieces = finished(*work)
        yield next(pieces)
        yield next(pieces)
        raise KeyboardInterrupt

    monkeypatch.setattr(job_runner, "finished", two)


@pytest.mark.slow
@pytest.mark.usefixtures("stopped")
@pytest.mark.parametrize(
    ("words", "games"),
    [("simulate random", 40), ("compare random careful", 40), ("simulate --game boeren greedy", 16)],
)
def test_a_run_that_is_broken_off_says_what_is_kept(
    output_of: OutputOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, games: int
) -> None:
    monkeypatch.chdir(tmp_path)
    command = [*words.split(), "--games", "60"]
    said = output_of(*command, "--out", "kept", status=130)
    assert said == (
        f"handsight: interrupted; {games} games are kept in kept, and the same command continues from there\n"
    )
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    row = json.loads(output_of(*command, "--out", "kept", "--json"))
    assert row["games"] == 60


@pytest.mark.usefixtures("stopped")
def test_a_run_without_a_folder_says_that_nothing_is_kept(output_of: OutputOf) -> None:
    said = output_of("simulate", "random", "--games", "60", status=130)
    assert said.startswith("handsight: interrupted; nothing was kept (--out FOLDER keeps games")
    assert said.count("\n") == 1


@pytest.mark.parametrize("hand", ["0", "-1"])
def test_a_hand_without_cards_is_refused(output_of: OutputOf, hand: str) -> None:
    assert f"--hand: {hand} is too few" in output_of("simulate", "random", "--hand", hand, status=2)
