"""`handsight show` and `know` for Boeren Bridge: rounds, cards and formulas."""

import json
from argparse import Namespace
from pathlib import Path

import pytest
from cli.command_line import Cli

from handsight.notation import read as read_games

ORACLE = Path(__file__).parents[1] / "boeren" / "boeren.json"


@pytest.fixture
def saved(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    four = ("full-kripke", "greedy-kripke", "greedy", "random")
    cli("simulate", "--game", "boeren", *four, "--games", 1, "--save-games", 1)
    return tmp_path / "games.boeren"


def test_a_seat_is_shown_its_own_hand_alone(cli: Cli, saved: Path) -> None:
    (checked, *_) = read_games(saved.read_text(), "games", game="boeren")
    state = checked.valid_game().states[6]
    words = ("show", "--game", "boeren", saved, "--number", 1, "--turn", 7)
    everything = cli(*words).out
    assert all(card.symbol in everything for hand in state.hands for card in hand)
    assert "turn 7" in everything
    text = cli(*words, "--seat", 2).out
    hands = text.split("knows, of")[0]
    shown = {card.symbol for card in state.hands[2]} | {card.symbol for card in state.trick}
    assert all(card.symbol in hands for card in state.hands[2])
    hidden = [card.symbol for seat in (0, 1, 3) for card in state.hands[seat]]
    assert not any(sign in hands for sign in hidden if sign not in shown)
    assert cli(*words, "--seat", "South").out == text


def test_a_round_must_be_chosen(cli: Cli, saved: Path) -> None:
    for words in ((), ("--number", 9), ("--number", 1, "--turn", 99), ("--number", 1, "--seat", "Q")):
        done = cli("show", "--game", "boeren", saved, *words)
        assert (done.status, done.out) == (2, "")
    assert cli("show", "--game", "boeren", saved, "--number", 1, "--watch").status == 2
    broken = saved.with_name("broken.log")
    broken.write_text(saved.read_text().replace("bids", "bds", 1))
    assert cli("show", "--game", "boeren", broken, "--number", 1).status == 1


def test_one_card_s_model(cli: Cli, saved: Path) -> None:
    row = cli("know", "--game", "boeren", saved, "--turn", 4, "--card", "♠A", "--json").rows[0]
    assert row["worlds"] == ["N", "E", "S", "W"]
    assert row["lines"]["N"] == [["E", "S"], ["E", "W"], ["S", "W"]]
    text = cli("know", "--game", "boeren", saved, "--card", "AS").out
    assert "(true)" in text
    assert "sees where it is" in text
    wrong = cli("know", "--game", "boeren", saved, "--card", "2S")
    assert (wrong.status, "2S was not dealt" in wrong.err) == (2, True)
    assert cli("know", saved, "--card", "2S").status == 2


def test_single_card_and_exact_answers_are_distinguished(cli: Cli, tmp_path: Path) -> None:
    case = next(case for case in json.loads(ORACLE.read_text())["knowledge"] if case["id"] == "k16")
    path = tmp_path / "k16.json"
    path.write_text(json.dumps({"rounds": [], "knowledge": [case]}))
    text = cli("know", "--game", "boeren", path, "--seat", 0).out
    assert "QH   50.0%   50.0%       .   (card by card also West: ruled out by counting)" in text
    (row,) = cli("know", "--game", "boeren", path, "--json").rows
    assert row["views"][0]["per_card"]["QH"] == ["1", "2", "3"]
    assert row["views"][0]["owners"]["QH"] == {"1": "1/2", "2": "1/2"}


def words(tmp_path: Path, **changes: object) -> Namespace:
    usual = {"bots": ["full-kripke"], "seat": "east", "seed": 7, "rules": "text", "practice": True}
    usual |= {"players": None, "set": [], "rounds": None, "save": str(tmp_path / "match.log")}
    return Namespace(**usual | changes)


def test_one_round_of_a_file_is_known(cli: Cli, saved: Path) -> None:
    every = cli("know", "--game", "boeren", saved, "--turn", 4, "--json").rows
    (row,) = cli("know", "--game", "boeren", saved, "--turn", 4, "--number", 3, "--json").rows
    assert row == every[2]
    assert cli("know", "--game", "boeren", saved, "--number", 6).status == 2


def test_a_formula_calls_seats_by_letter_or_name(cli: Cli, saved: Path) -> None:
    ask = ("know", saved, "--number", 1, "--ask")
    answer = cli(*ask, "K[N] M[E] owner(AS)=S & ~has(W,AS)")
    assert answer.status == 0
    assert cli(*ask, "K[North] M[east] owner(AS)=south & ~has(west,AS)").out == answer.out
    wrong = cli(*ask, "K[Nobody] has(N,AS)")
    assert (wrong.status, "unknown agent 'Nobody'" in wrong.err) == (1, True)


def test_one_of_anything_is_one(cli: Cli, tmp_path: Path) -> None:
    hands = "P0 holds AC\nP1 holds AD\nP2 holds AH\nP3 holds AS\n"
    bids = "P0 bids 1\nP1 bids 0\nP2 bids 0\nP3 bids 1\n"
    path = tmp_path / "short.boeren"
    path.write_text(
        f"Boeren Bridge\nRound\nCards 1\nTrump Clubs\nDealer P3\n{hands}{bids}"
        "P0 plays AC\nP1 plays AD\nP2 plays AH\nP3 plays AS\n"
    )
    said = cli("check", path).out
    assert "1 card, clubs trump, 8 turns; North 1 trick, 12 points, East 0 tricks" in said


def test_why_says_who_holds_a_card_and_since_when(cli: Cli, saved: Path) -> None:
    done = cli("know", "--game", "boeren", saved, "--turn", 10, "--seat", 0, "--why", "AS", "--json")
    row = done.rows[0]
    assert (row["turn"], row["seat"], row["card"]) == (9, 0, "AS")
    assert set(row) >= {"id", "reasons", "since"}
    assert "AS" in cli("know", "--game", "boeren", saved, "--turn", 10, "--seat", 0, "--why", "AS").out
    wrong = cli("know", "--game", "boeren", saved, "--why", "2S")
    assert (wrong.status, "2S is not in the pack" in wrong.err) == (2, True)
