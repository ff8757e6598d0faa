"""Output for people: its width, what goes to stdout and to stderr, and plain words."""

import os
import pty
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from cli.command_line import Cli

from handsight.cli import output

FIRST, WIDTH = "sample:first", 60
TEXTS = [
    ("help",),
    ("bots",),
    ("bots", "--game", "boeren"),
    ("samples",),
    ("check", FIRST, "sample:rainbow"),
    ("check", "sample:match"),
    ("show", FIRST),
    ("show", "sample:rainbow", "--turn", "30", "--seat", "1"),
    ("show", "sample:up_or_down", "--turn", "30"),
    ("show", "sample:match", "--number", "2", "--turn", "6", "--seat", "N"),
    ("know", FIRST, "--turn", "21", "--seat", "1"),
    ("know", FIRST, "--turn", "49", "--seat", "1", "--why", "4"),
    ("know", FIRST, "--turn", "49", "--seat", "0", "--of", "1"),
    ("know", FIRST, "--turn", "6", "--timeline"),
    ("know", FIRST, "--turn", "49", "--ask", "K[Alice] Kv[Bob] is(Bob,2)"),
    ("know", FIRST, "--turn", "21", "--seat", "1", "--convention", "minimal"),
    ("know", "sample:match", "--number", "1", "--turn", "6"),
    ("convention", "check", "minimal"),
    ("convention", "explain", "minimal", FIRST, "--turn", "5"),
    ("know", "--hand", "BG", "BR", "RG", "RY", "RY", "--left", "B=1", "G=2", "R=1", "Y=1"),
    ("know", "sample:boeren", "--announcements"),
    ("signals", "RWYGB RWYG WY YG R"),
    ("bots", "--game", "boeren", "full-kripke"),
    ("logic", "sample:muddy"),
    ("logic", "sample:coin"),
    ("logic", "--cases", "sample:cases"),
    ("simulate", "random", "--games", "20", "--quiet"),
    ("simulate", "random", "careful", "careful", "--games", "5", "--lost", "5", "--quiet"),
    ("compare", "random", "careful", "--games", "5", "--quiet"),
    ("crossplay", "random", "careful", "--games", "5", "--quiet"),
    ("simulate", "--game", "boeren", "random", "greedy", "greedy", "random", "--games", "4", "--quiet"),
]


@pytest.mark.parametrize("words", TEXTS, ids=" ".join)
def test_nothing_overflows_a_narrow_terminal(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    done = cli(*words)
    assert done.status == 0, done.err
    wide = [line for line in done.out.splitlines() if len(line) > WIDTH and " " in line.strip()]
    assert not wide


@pytest.mark.parametrize("verb", ["check", "convert", "show", "know", "play", "simulate", "compare", "logic"])
def test_help_fits_a_narrow_terminal(cli: Cli, monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    wide = [line for line in cli("help", verb).out.splitlines() if len(line) > WIDTH]
    assert not wide


def test_lines_stay_whole_where_no_width_is_given(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS")
    monkeypatch.setattr("handsight.cli.output.width_of", lambda _: None)
    assert len(cli("check", FIRST).out.splitlines()) == 1


def test_the_heads_of_the_scores_of_bots_are_part_of_the_list(cli: Cli) -> None:
    done = cli("bots")
    assert done.err == ""
    heads, first, *_ = done.out.splitlines()
    assert heads.startswith("mean score of")
    assert heads.index("3p") + 2 == len(first[: first.index(" ", heads.index("3p"))])


def test_show_json_has_what_a_seat_sees(cli: Cli) -> None:
    (row,) = cli("show", FIRST, "--turn", "21", "--seat", "Bob", "--json").rows
    assert (row["turn"], row["seat"], row["mover"]) == (20, 1, 2)
    assert row["names"] == ["Alice", "Bob", "Cathy"]
    assert [card["card"] for card in row["hands"][1]] == [None] * 5
    assert [card["card"] for card in row["hands"][0]] == ["y2", "r5", "y3", "g5", "p5"]
    assert row["hands"][1][0]["touched"] == ["yellow"]
    assert row["hands"][1][0]["possible"] == ["y1", "y3", "y4", "y5"]
    (row,) = cli("show", FIRST, "--turn", "21", "--json").rows
    assert all(card["card"] for hand in row["hands"] for card in hand)
    assert row["last"] == "Bob clued Alice red (1 card)"
    assert cli("show", FIRST, "--json", "--watch").status == 2


def test_show_json_of_boeren_bridge(cli: Cli) -> None:
    (row,) = cli("show", "sample:match", "--number", "1", "--turn", "6", "--seat", "N", "--json").rows
    assert row["bids"] == [1, 0, 0, 0]
    assert row["hands"][0]
    assert all(row["hands"][0])
    assert not any(card for hand in row["hands"][1:] for card in hand)


def test_what_a_link_cannot_hold_is_said_plainly(cli: Cli, tmp_path: Path) -> None:
    cli(
        "simulate",
        "random",
        "--players",
        "2",
        "--games",
        "1",
        "--save-games",
        "1",
        "--out",
        tmp_path,
        "--quiet",
    )
    done = cli("convert", tmp_path / "games.jsonl", "--to", "url")
    assert "options seated" not in done.err
    assert "who sat where, a person or which bot" in done.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "2"), "2 bots cannot fill 1 seat; name one with --with"),
        (
            ("--players", "4"),
            "2 bots cannot fill 3 seats; name one for all, or 3, with --with",
        ),
    ],
)
def test_too_many_or_too_few_bots_to_play_with(cli: Cli, words: tuple[str, ...], said: str) -> None:
    done = cli("play", "hanabi", "--with", "random", "careful", *words)
    assert done.status == 2
    assert said in done.err


def test_lost_points_are_told_in_plain_words(cli: Cli) -> None:
    done = cli("simulate", "careful", "--games", "5", "--lost", "5", "--quiet")
    assert "out of time" not in done.out
    assert "closed off" not in done.out
    assert "no turns left" in done.out
    assert "last copy of a card discarded" in done.out


@pytest.mark.slow
def test_progress_is_told_in_lines_where_stderr_is_no_terminal(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SECONDS_TO_FIRST_LINE", "SECONDS_BETWEEN_LINES"):
        monkeypatch.setattr(output, name, 0.0)
    done = cli("simulate", "careful", "--games", "60", "--json")
    assert len(done.rows) == 1
    assert " of 60 done" in done.err
    assert cli("simulate", "careful", "--games", "60", "--json", "--quiet").err == ""


def test_progress_is_told_while_the_first_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    told, heard = [], threading.Event()
    monkeypatch.setattr(output, "SECONDS_TO_FIRST_LINE", 0.0)

    class Stderr:
        def write(self, text: str) -> None:
            told.append(text)
            heard.set()

        def flush(self) -> None:
            pass

    monkeypatch.setattr(sys, "stderr", Stderr())
    with output.progress_lines() as tell:
        tell(0, 3)
        assert heard.wait(60)
    assert told[0].startswith("0")
    assert "done after" in told[0]


@pytest.mark.slow
def test_progress_is_shown_on_a_terminal_while_stdout_is_a_pipe() -> None:
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "handsight", "simulate", "random", "--games", "2000", "--json"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        check=False,
        timeout=120,
        env=os.environ | {"TERM": "xterm"},
    )
    os.close(theirs)
    shown = os.read(ours, 1 << 16).decode(errors="replace")  # the last character may be cut
    os.close(ours)
    assert done.returncode == 0
    assert done.stdout.startswith(b"{")
    assert "2000" in shown
