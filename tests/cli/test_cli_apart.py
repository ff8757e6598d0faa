"""Bots of strangers on the command line: --apart, --time-limit, cmd:…, --seed secret, and their faults."""

from pathlib import Path

import pytest
from cli.command_line import Cli

BOT = '''
import sys
import handsight as hs
from handsight import boeren, hanabi


class First(hs.Bot):
    """Takes the first legal action."""

    def decide(self, view):
        print(f"I am in seat {self.seat}")
        return next((hanabi.legal if hasattr(view, "hands") else boeren.legal)(view))
'''
PLAYS = """#!/usr/bin/env python3
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["message"] == "start":
        print('{"message": "ready"}', flush=True)
    elif message["message"] == "decide":
        print(json.dumps({"action": message["legal"][0], "reason": "it is the first"}), flush=True)
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with bots."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first.py").write_text(BOT, encoding="utf-8")
    (tmp_path / "exits.py").write_text(BOT.replace("print(", "sys.exit("), encoding="utf-8")
    (tmp_path / "hangs.py").write_text(BOT.replace("print(", "while True: str("), encoding="utf-8")
    (tmp_path / "program").write_text(PLAYS, encoding="utf-8")
    (tmp_path / "program").chmod(0o755)
    return tmp_path


@pytest.mark.slow
def test_a_bot_is_played_apart_in_every_experiment(cli: Cli) -> None:
    few = ("--games", 1, "--quiet", "--json")
    here = cli("simulate", "first.py:First", "--players", 2, *few).rows[0]
    apart = cli("simulate", "./first.py", "--apart", "--players", 2, *few).rows[0]
    by_text = cli("simulate", "cmd:./program", "--players", 2, *few).rows[0]
    assert here["histogram"] == apart["histogram"] == by_text["histogram"]
    assert (apart["bots"], by_text["bots"]) == (["apart:./first.py"], ["cmd:./program"])
    compared = cli("compare", "first.py", "random", "--apart", "--time-limit", 5, "--players", 2, *few).rows[
        0
    ]
    assert [row["bot"] for row in compared["rows"]] == ["apart=5:first.py", "random"]
    assert cli("crossplay", "first.py", "random", "--apart", "--players", 2, *few).status == 0


@pytest.mark.slow
def test_boeren_bridge_is_played_apart(cli: Cli) -> None:
    few = ("--game", "boeren", "--games", 1, "--quiet", "--json")
    team = ("greedy", "greedy", "random")
    here, apart, by_text = (
        cli("simulate", bot, *team, "--seed", 3, *few, *options).rows[0]["agents"]
        for bot, *options in (("first.py:First",), ("first.py", "--apart"), ("cmd:./program",))
    )
    for agents in (here, apart, by_text):
        agents[0].pop("name")
    assert here == apart == by_text
    compared = cli("compare", "greedy", "random", "--host", "first.py", "--apart", *few).rows[0]
    assert compared["host"] == "apart:first.py"


def test_what_a_bot_prints_is_not_among_the_results(cli: Cli) -> None:
    done = cli("simulate", "first.py:First", "--players", 2, "--games", 1, "--quiet", "--json")
    assert len(done.rows) == 1
    assert "I am in seat 1" in done.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("exits.py:First",),
            "exits.py:First in seat 0, game 0, seed 1, turn 1: SystemExit: it called sys.exit(",
        ),
        (("exits.py", "--apart"), "apart:exits.py in seat 0, game 0, seed 1, turn 1: SystemExit: it called"),
        (
            ("hangs.py", "--apart", "--time-limit", "0.3"),
            "turn 1: gave no answer within 0.3 s, and was stopped",
        ),
        (("cmd:true",), "turn 1: ended with exit status 0 instead of answering"),
    ],
    ids=["here", "apart", "hanging", "program"],
)
def test_a_bot_that_fails_ends_the_run_with_its_name(cli: Cli, words: tuple[str, ...], told: str) -> None:
    done = cli("simulate", *words, "--players", 2, "--games", 2, "--quiet")
    assert (done.status, done.out) == (1, "")
    assert told in done.err


@pytest.mark.slow
def test_workers_play_bots_apart_too(cli: Cli) -> None:
    done = cli("simulate", "exits.py", "--apart", "--games", 2, "--workers", 2, "--quiet")
    assert done.status == 1
    assert "SystemExit: it called sys.exit(" in done.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("careful", "--apart"), "--apart is for bots of your own"),
        (("first.py:First", "--time-limit", "2"), "--time-limit needs --apart"),
        (("first.py", "--apart", "--time-limit", "never"), "a time limit is a number of seconds above 0"),
        (("careful", "--seed", "-1"), "a seed is a whole number, 0 or more"),
        (("careful", "--seed", "1.5"), "a text that begins with a letter"),
    ],
)
def test_options_that_do_not_fit_are_refused(cli: Cli, words: tuple[str, ...], told: str) -> None:
    done = cli("simulate", *words)
    assert done.status == 2
    assert told in done.err


def test_a_secret_seed_is_told_afterwards_and_plays_the_same_again(cli: Cli) -> None:
    few = ("random", "--games", 5, "--quiet", "--json")
    first = cli("simulate", *few, "--seed", "secret", "--out", "results").rows[0]
    assert isinstance(first["seed"], str)
    assert len(first["seed"]) > 30
    again = cli("simulate", *few, "--seed", first["seed"], "--out", "results").rows[0]
    assert (again["seed"], again["histogram"]) == (first["seed"], first["histogram"])
    assert again["played_now"] == 0
    other = cli("compare", "random", "careful", "--games", 2, "--quiet", "--json", "--seed", "secret").rows[0]
    assert other["seed"] != first["seed"]
    for kind in ("0x1f", "spring cup", "1e3", "20k", str(2**80)):
        assert cli("simulate", *few, "--seed", kind).status == 0


def test_a_person_plays_with_a_bot_apart(cli: Cli, here: Path) -> None:
    done = cli(
        "play",
        "hanabi",
        "--with",
        "cmd:./program",
        "--seed",
        "secret",
        "--practice",
        stdin="c 1\nwhy\nhint\nundo\nquit\n",
    )
    assert done.status == 0, done.err
    assert "it is the first" in done.out
    assert "cmd:./program would" in done.out
    assert list(here.glob("hanabi-0x*.hanabi"))


def test_a_bot_that_fails_at_a_person_s_table_is_told_and_the_game_is_saved(cli: Cli, here: Path) -> None:
    done = cli("play", "hanabi", "--with", "exits.py", "--apart", "--seed", 7, stdin="c 1\nquit\n")
    assert done.status == 1
    assert "SystemExit: it called sys.exit(" in done.err
    assert (here / "hanabi-7.hanabi").exists()
