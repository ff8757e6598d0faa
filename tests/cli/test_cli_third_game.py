"""A third game (tests/toy) on the command line: a folder of its own, and one line in each table of games."""

from pathlib import Path

import pytest
from cli.command_line import Cli

from handsight import bots, knowledge, lab, notation
from handsight.cli.games import GAMES, GameCommands
from handsight.notation import GameNotation

TEXT = "High Card\n2 1 3: keep swap\n3 1 2: keep\n1 2 3: hop\n"


@pytest.fixture(autouse=True)
def high_card(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Add the line to each table, and work in an empty folder."""
    monkeypatch.setitem(notation.GAMES, "highcard", GameNotation("High Card", "toy.notation"))
    monkeypatch.setitem(knowledge.GAMES, "highcard", "toy.knowledge")
    monkeypatch.setitem(bots.GAMES, "highcard", "toy.bots")
    monkeypatch.setitem(lab.GAMES, "highcard", "toy.lab")
    monkeypatch.setitem(GAMES, "highcard", GameCommands("toy.cli"))
    monkeypatch.chdir(tmp_path)


def test_it_is_checked_and_converted(cli: Cli) -> None:
    done = cli("check", "-", "--json", stdin=TEXT)
    assert done.status == 1
    assert [row["score"] for row in done.rows] == [[0, 1], None, None]
    assert done.rows[2]["error"]["line"] == 4
    assert cli("convert", "-", "out.highcard", "--number", 1, stdin=TEXT).status == 0
    assert Path("out.highcard").read_text() == "High Card\n2 1 3: keep swap\n"
    assert "High Card, which is not written as url" in cli("convert", "out.highcard", "--to", "url").err


def test_it_is_shown(cli: Cli) -> None:
    shown = cli("show", "-", "--number", 1, stdin=TEXT)
    assert (shown.status, shown.out) == (0, "turn 3 · First 2, Second 3\n")
    seen = cli("show", "-", "--number", 1, "--turn", 1, "--seat", "P1", stdin=TEXT)
    assert seen.out == "turn 1 · First ?, Second 1\n"
    wrong = cli("show", "-", "--number", 1, "--turn", 4, stdin=TEXT)
    assert (wrong.status, "this game has turns 1 to 3" in wrong.err) == (2, True)


def test_it_is_known_about(cli: Cli) -> None:
    known = cli("know", "-", "--number", 1, "--json", stdin=TEXT)
    assert known.rows == [{"turn": 2, "seats": [{"seat": 0, "other": [1, 3]}, {"seat": 1, "other": [2]}]}]
    why = cli("know", "-", "--number", 1, "--seat", "Second", "--why", "other", stdin=TEXT)
    assert (why.status, why.out) == (0, "Second: First or the table has 2\n")
    assert cli("know", "-", "--number", 1, "--why", "mine", stdin=TEXT).status == 2
    foreign = cli("know", "-", "--number", 1, "--timeline", stdin=TEXT)
    assert "--timeline is an option of Hanabi, and this is High Card" in foreign.err


def test_it_is_simulated(cli: Cli) -> None:
    done = cli("simulate", "--game", "highcard", "sensible", "stubborn", "--games", 60, "--save-games", 2)
    assert done.status == 0
    assert "sensible" in done.out
    assert len(cli("check", "games.highcard", "--json").rows) == 2
    (row,) = cli("simulate", "--game", "highcard", "sensible", "--games", 5, "--json").rows
    assert sum(row["wins"]) == pytest.approx(1)
    refused = cli("crossplay", "--game", "highcard", "sensible", "stubborn")
    assert (refused.status, "High Card has no crossplay" in refused.err) == (2, True)
    assert "keeps every card" in cli("bots", "--game", "highcard").out


def test_it_is_played(cli: Cli) -> None:
    done = cli("play", "highcard", "--seed", 3, "--practice", stdin="hop\nhint\nkeep\n")
    assert done.status == 0
    assert "'hop' is no move; type keep or swap" in done.out
    assert "sensible would " in done.out
    assert "wins" in done.out
    assert cli("check", "highcard-3.highcard").status == 0
    second = cli(
        "play", "highcard", "--seat", "Second", "--with", "stubborn", "--seed", 4, stdin="why\nswap\n"
    )
    assert "First: stubborn gives no reasons (keeps every card)" in second.out
    assert cli("play", "highcard", "--with", "robot4").status == 2
    assert "--variant is an option of Hanabi" in cli("play", "highcard", "--variant", "x").err
