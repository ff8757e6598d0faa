"""A third game on the command line: High Card (tests/toy_game), added by one line in each table of games."""

import json
from pathlib import Path

import pytest
from cli.command_line import Cli
from toy_game.tables import register

import handsight as hs

TEXT = "High Card\n2 1 3: keep swap\n3 1 2: keep\n1 2 3: keep hop\n1 1 3: keep\n"
GAME = "High Card\n2 1 3: swap keep\n"
MY_BOT = '''\
from handsight.bots import Bot
from toy_game.rules import Action


class Swapper(Bot):
    """Swaps every card."""

    def decide(self, view):
        return Action.SWAP


class Broken(Bot):
    """Decides what is no action."""

    def decide(self, view):
        return "hop"
'''


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Add High Card to the tables, and work in an empty folder."""
    register(monkeypatch)
    monkeypatch.chdir(tmp_path)
    Path("game.highcard").write_text(GAME)
    return tmp_path


def test_it_is_checked(cli: Cli) -> None:
    good = cli("check", "game.highcard")
    assert (good.status, good.out) == (0, "game.highcard:1: First wins\n")
    bad = cli("check", "-", "--json", stdin=TEXT)
    assert bad.status == 1
    assert [row["valid"] for row in bad.rows] == [True, True, False, False]
    assert [row["score"] for row in bad.rows] == [[0, 1], None, None, None]
    assert bad.rows[2]["error"] == {
        "code": "bad-word",
        "turn": 1,
        "line": 4,
        "column": 13,
        "message": "'hop' is no move; a move is keep or swap",
    }
    assert bad.rows[3]["error"]["line"] == 5
    shown = cli("check", "-", stdin=TEXT).err
    assert "line 4, column 13, turn 2: 'hop' is no move" in shown
    assert "1 2 3: keep hop\n" + " " * 18 + "^" in shown
    long = cli("check", "-", "--json", stdin="High Card\n2 1 3: keep keep swap\n")
    assert long.rows[0]["error"]["code"] == "game-over"
    assert long.rows[0]["error"]["column"] == 18


def test_it_is_converted(cli: Cli) -> None:
    assert cli("convert", "-", "out.highcard", "--number", 1, stdin=TEXT).status == 0
    assert Path("out.highcard").read_text() == "High Card\n2 1 3: keep swap\n"
    prefix = cli("convert", "-", "--to", "log", "--number", 3, stdin=TEXT)
    assert (prefix.status, prefix.out) == (1, "High Card\n1 2 3: keep\n")
    assert "writing the 1 valid actions" in prefix.err
    assert "High Card, which is not written as url" in cli("convert", "out.highcard", "--to", "url").err


def test_it_is_shown(cli: Cli) -> None:
    shown = cli("show", "game.highcard")
    assert (shown.status, shown.out) == (0, "turn 3 · First 3, Second 1, table 2\n")
    seen = cli("show", "game.highcard", "--turn", 1, "--seat", "P1")
    assert seen.out == "turn 1 · First ?, Second 1, table ?\n"
    assert cli("show", "game.highcard", "--seat", "second").out.endswith("First ?, Second 1, table ?\n")
    wrong = cli("show", "game.highcard", "--turn", 4)
    assert (wrong.status, "this game has turns 1 to 3" in wrong.err) == (2, True)


def test_it_is_known_about(cli: Cli) -> None:
    known = cli("know", "game.highcard", "--json")
    (row,) = known.rows
    first, second = row["seats"]
    assert row["turn"] == 2
    assert (first["card"], first["other"], first["table"]) == (3, {"1": "1"}, {"2": "1"})
    assert (second["card"], second["other"]) == (1, {"2": "1/2", "3": "1/2"})
    text = cli("know", "game.highcard", "--seat", "Second", "--turn", 1)
    assert text.out == "Second has 1; First has 2 (1/2) or 3 (1/2), the table 2 (1/2) or 3 (1/2)\n"


def test_it_says_why_and_since_when(cli: Cli) -> None:
    why = cli("know", "game.highcard", "--seat", "First", "--why", "other")
    assert why.status == 0
    assert why.out.splitlines() == [
        "what First knows of the card of Second:",
        "  it is 1, since turn 2: First got 2 at turn 1 and First got 3 at turn 2",
    ]
    (row,) = cli("know", "game.highcard", "--seat", 1, "--why", "table", "--json").rows
    assert row["claims"] == [{"claim": "is not", "card": 1, "since": 0, "facts": [{"turn": 0, "card": 1}]}]
    wrong = cli("know", "game.highcard", "--why", "mine")
    assert (wrong.status, "write other or table" in wrong.err) == (2, True)
    foreign = cli("know", "game.highcard", "--timeline")
    assert "--timeline is an option of Hanabi, and this is High Card" in foreign.err


def test_the_library_reads_and_explains_it() -> None:
    game = hs.load("game.highcard")
    assert game.final.cards == (3, 1, 2)
    assert hs.know(game, seat="First", turn=2).other == {1: 1}
    (claim,) = hs.explain(game, seat=0, card="other", turn=2).claims
    assert (claim.text, claim.since) == ("1", 1)
    assert hs.explain(game, seat=0, card="other", turn=2).claims == (claim,)
    with pytest.raises(hs.errors.InputError, match="no formulas"):
        hs.knowledge.ask(game, formula="K[First] 1")


def test_it_is_simulated(cli: Cli) -> None:
    done = cli("simulate", "--game", "toy", "sensible", "stubborn", "--games", 400, "--save-games", 4)
    assert done.status == 0
    assert "sensible" in done.out
    assert len(cli("check", "games.highcard", "--json").rows) == 4
    (row,) = cli("simulate", "--game", "toy", "sensible", "stubborn", "--games", 400, "--json").rows
    assert row["wins"][0] > 0.5
    assert sum(row["wins"]) == pytest.approx(1)
    unknown = cli("simulate", "--game", "toy", "sensibel")
    assert (unknown.status, "did you mean 'sensible'" in unknown.err) == (2, True)
    refused = cli("crossplay", "--game", "toy", "sensible", "stubborn")
    assert (refused.status, "High Card has no crossplay" in refused.err) == (2, True)


def test_its_results_are_kept_drawn_and_continued(cli: Cli) -> None:
    command = ("simulate", "--game", "toy", "random", "stubborn", "--json", "--out", "rows")
    (short,) = cli(*command, "--games", 50).rows
    assert list(Path("rows").glob("random_stubborn-*.parquet"))
    (whole,) = cli(*command, "--games", 100, "--plot", "wins.svg", "--report", "wins.html").rows
    (anew,) = cli(*command[:-2], "--games", 100).rows
    assert whole == anew != short
    assert Path("wins.svg").exists()
    assert "High Card, 100 games" in Path("wins.html").read_text()


@pytest.mark.slow
def test_worker_processes_play_the_same_games(cli: Cli) -> None:
    command = ("simulate", "--game", "toy", "random", "sensible", "--games", 100, "--json")
    assert cli(*command, "--workers", 2).rows == cli(*command).rows


def test_a_user_s_bot_plays_it(cli: Cli) -> None:
    Path("mine.py").write_text(MY_BOT)
    (row,) = cli("compare", "--game", "toy", "mine.py:Swapper", "sensible", "--games", 200, "--json").rows
    assert [each["bot"] for each in row["rows"]] == ["mine.py:Swapper", "sensible"]
    assert row["pairs"][0]["difference"] < 0
    broken = cli("simulate", "--game", "toy", "mine.py:Broken")
    assert broken.status == 1
    assert "mine.py:Broken in seat 0, game 0, seed 1, turn 1: TypeError: decided 'hop'" in broken.err


def test_its_bots_are_listed(cli: Cli) -> None:
    assert "stubborn  keeps every card" in cli("bots", "--game", "toy").out
    assert {row["name"] for row in cli("bots", "--game", "toy", "--json").rows} == {
        "sensible",
        "stubborn",
        "random",
    }


def test_it_is_played(cli: Cli) -> None:
    done = cli("play", "toy", "--seed", 3, "--practice", stdin="hop\nhint\nkeep\n")
    assert done.status == 0
    assert "'hop' is no move; type keep or swap" in done.out
    assert "sensible would " in done.out
    assert " wins\n" in done.out
    assert cli("check", "toy-3.highcard").status == 0
    second = cli("play", "toy", "--seat", "Second", "--with", "stubborn", "--seed", 4, stdin="why\nswap\n")
    assert "First: stubborn gives no reasons (keeps every card)" in second.out
    row = json.loads(cli("play", "toy", "--seed", 5, "--json", stdin="swap\n").out)
    assert sum(row["score"]) == 1
    assert cli("play", "toy", "--with", "robot4").status == 2
    assert "--variant is an option of Hanabi" in cli("play", "toy", "--variant", "x").err
